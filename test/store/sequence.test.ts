// A number of a sequence that a refused request took is given to the next, over every store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: numbers }
resources:
  Ant:
    key: id
    properties: { id: { type: string, maxLength: 9 } }
  Bee:
    key: id
    properties: { id: { type: integer, generate: sequence }, ant: { $ref: Ant, onDelete: restrict } }
    required: [ant]
states: none
endpoints:
  POST /ants: { create: Ant, body: [id], status: 201 }
  POST /bees: { create: Bee, body: [ant], status: 201, output: { id: this.id } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('a reference that the database refuses late does not use up a sequence number', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'numbers')
  try {
    const ask = async (target: string, body: string): Promise<string> => {
      const { memory, difference } = await pair.send({ method: 'POST', target, body })
      assert.equal(difference, undefined, body)
      return `${memory.status} ${memory.status < 400 ? String(memory.body ?? '') : ''}`
    }
    assert.equal(await ask('/ants', '{"id":"a"}'), '201 ')
    for (const id of [1, 2, 3]) {
      assert.equal(await ask('/bees', '{"ant":"nobody"}'), '422 ')
      assert.equal(await ask('/bees', '{"ant":"a"}'), `201 {"id":${id}}`)
    }
  } finally {
    await pair.close()
  }
})
