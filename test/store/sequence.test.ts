// Numbers of sequences, over every store: those of one request ascend, and those of a refused request go to the next.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both, exchangeOf } from './both.ts'
import { planned } from './planned.ts'

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

test('requests of one group take their numbers in order, and those of a refused one go to the next; each sequence is stored once', async () => {
  const { facts, plain, sealed, statements, close } = await planned(document)
  const send = async (target: string, body: object, { backend } = sealed): Promise<unknown> => {
    const { status, body: text } = await backend.answer(
      exchangeOf(facts, { method: 'POST', target, body: JSON.stringify(body) }, 'r', undefined),
    )
    return status < 400 ? JSON.parse(String(text ?? 'null')) : status
  }
  for (const side of [plain, sealed]) {
    await send('/ants', { id: 'a' }, side)
    statements.length = 0
    const bee = (ant: string): Promise<unknown> => send('/bees', { ant }, side)
    const cats = (...names: string[]): Promise<unknown> => send('/several-cats', { names }, side)
    const together = await Promise.all([bee('a'), bee('nobody'), bee('a'), cats('x', 'y'), cats('z', 'much too long'), cats('w'), bee('a')])
    assert.deepEqual(together, [{ id: 1 }, 422, { id: 2 }, { cats: ['1x', '2y'] }, 422, { cats: ['1x', '2y', '3w'] }, { id: 3 }])
    assert.deepEqual(await Promise.all([bee('nobody'), bee('a'), cats('v')]), [422, { id: 4 }, { cats: ['1x', '2y', '3w', '4v'] }])
  }
  const groups = statements
    .join('\n')
    .split('COMMIT')
    .map((group) => group.match(/INTO "\$sequence"/g)?.length ?? 0)
  assert.deepEqual(groups, [2, 2, 0])
  await close()
})
