// `old` in a `put`: the record as it was before the request, or null, in conditions and in the written values.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const document = `
use: [http@1, problem-details@1]
resources:
  Pier:
    key: code
    properties:
      code: { type: string, maxLength: 5 }
      berths: { type: integer, minimum: 1, maximum: 20 }
      changes: { type: integer, minimum: 0, maximum: 100 }
    required: [berths, changes]
endpoints:
  PUT /piers/{code}:
    put: Pier
    body: [berths]
    require: { fits: old == null || old.berths <= input.body.berths }
    set: { changes: 'old == null ? 0 : old.changes + 1' }
    output: { code: this.code, berths: this.berths, before: 'old == null ? 0 : old.berths', changes: this.changes }
`

test('conditions and values of a `put` read the record as it was', async () => {
  assert.deepEqual(
    await answers(document, [
      'PUT /piers/N {"berths":4}',
      'PUT /piers/N {"berths":6}',
      'PUT /piers/N {"berths":5}',
      'PUT /piers/S {"berths":1}',
      'PUT /piers/N {"berths":6}',
    ]),
    [
      '201 {"code":"N","berths":4,"before":0,"changes":0}',
      '200 {"code":"N","berths":6,"before":4,"changes":1}',
      '403 {"met":"require fits","errors":[{"property":"fits","keyword":"require"}],"type":"require","title":"That cannot be done","status":403}',
      '201 {"code":"S","berths":1,"before":0,"changes":0}',
      '200 {"code":"N","berths":6,"before":6,"changes":2}',
    ],
  )
})
