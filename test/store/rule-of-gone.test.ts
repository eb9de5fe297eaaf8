// A read rule of a soft-deleted record that reads another record, which was deleted for good: it allows nothing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const document = `
resources:
  Ant: { key: id, properties: { id: { type: integer, generate: sequence }, open: { type: boolean, default: true } }, required: [open] }
  Bee: { key: id, softDelete: true, properties: { id: { type: integer, generate: sequence }, ant: { $ref: Ant, onDelete: cascade } }, required: [ant] }
endpoints:
  POST /ants: { create: Ant, status: 201 }
  POST /bees: { create: Bee, body: [ant], status: 201 }
  DELETE /ants/{id}: { delete: Ant, status: 204 }
  GET /bees/{id}: { read: Bee, status: 200, output: Bee(this) }
  PATCH /bees/{id}: { update: Bee, body: [ant], status: 200, output: Bee(this) }
  GET /found/{id}: { answer: {}, parameters: { path: { id: { type: integer } } }, with: { one: { find: Bee, by: { id: input.path.id } } }, status: 200, output: { it: Bee(one) } }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } } }
  security: [{}, { key: [] }]
  default: allow
  unreadable: not-found
  rules: { Bee: { read: this.ant.open } }
`

test('a record whose rule reads a deleted record is unreadable', async () => {
  const requests = [
    'POST /ants',
    'POST /bees {"ant":1}',
    'GET /bees/1',
    'DELETE /ants/1',
    'GET /bees/1',
    'GET /found/1',
    'PATCH /bees/1 {}',
  ]
  assert.deepEqual(await answers(document, requests), [
    '201',
    '201',
    '200 {"id":1,"ant":1}',
    '204',
    '404 {"met":"not-found Bee","errors":[]}',
    '404 {"met":"not-found Bee one","errors":[]}',
    '404 {"met":"not-found Bee","errors":[]}',
  ])
})
