// Numbers of sequences, over every store: those of one request ascend, and those of a refused request go to the next.

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
  Cat:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, number: { type: integer, generate: sequence }, name: { type: string, maxLength: 9 } }
    required: [name]
states: none
endpoints:
  POST /several-cats:
    do: [ { for: { as: name, in: input.body.names }, create: Cat, set: { name: name } } ]
    body: { names: { type: array, maxItems: 20, items: { type: string, maxLength: 9 } } }
    status: 201
    output: { cats: 'Cat.sortBy(c, c.number).map(c, string(c.number) + c.name)' }
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

test('records that one request creates get ascending numbers', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'ascending')
  try {
    const names = Array.from({ length: 12 }, (_, index) => 'abcdefghijkl'[index]!)
    const { memory, difference } = await pair.send({ method: 'POST', target: '/several-cats', body: JSON.stringify({ names }) })
    assert.equal(difference, undefined)
    assert.deepEqual(JSON.parse(String(memory.body)), { cats: names.map((name, index) => `${index + 1}${name}`) })
  } finally {
    await pair.close()
  }
})
