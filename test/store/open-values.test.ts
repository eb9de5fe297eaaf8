// A body's member and a property without a type take any JSON: as a key it finds the record of that value or none, and it may be absent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const open = 'body: { type: object, required: [e], properties: { e: {} } }'
const document = completed(`
resources:
  Text: { key: id, properties: { id: { type: string, maxLength: 9 }, number: { type: integer, minimum: 0, maximum: 99 }, mark: { type: boolean } }, required: [id], unique: [number] }
  Number: { key: n, properties: { n: { type: integer } }, required: [n] }
  Moment: { key: [at, part], properties: { at: { type: string, format: date-time }, part: { type: number, multipleOf: 0.01, minimum: 0, maximum: 9 } }, required: [at, part] }
  List: { key: id, properties: { id: { type: integer, generate: sequence }, tags: { type: array, items: { type: string, maxLength: 3 }, maxItems: 2, default: [] } } }
  Open: { key: id, properties: { id: { type: string, maxLength: 9 }, any: {} }, required: [id] }
  records:
    Text: [{ id: '5', number: 3 }, { id: a, number: 5 }]
    Number: [{ n: 5 }]
    Moment: [{ at: '2026-01-01T00:00:00Z', part: 1.5 }]
states: none
endpoints:
  POST /text: { answer: {}, ${open}, with: { x: { find: Text, by: { id: input.body.e } } }, status: 200, output: { id: x.id } }
  POST /number: { answer: {}, ${open}, with: { x: { find: Number, by: { n: input.body.e } } }, status: 200, output: { n: x.n } }
  POST /unique: { answer: {}, ${open}, with: { x: { find: Text, by: { number: input.body.e } } }, status: 200, output: { id: x.id } }
  POST /moment: { answer: {}, ${open}, with: { x: { find: Moment, by: { at: input.body.e, part: input.body.e } } }, status: 200, output: { at: x.at } }
  POST /find: { answer: {}, ${open}, status: 200, output: { found: 'Text.find({"id": input.body.e}).hasValue()', equal: 'Text.exists(t, t.id == input.body.e)' } }
  POST /mark: { do: [{ update: Text, by: { id: input.body.e }, set: { mark: 'true' } }], ${open}, status: 204 }
  POST /remove: { do: [{ delete: Number, by: { n: input.body.e } }], ${open}, status: 204 }
  POST /lists: { create: List, body: { type: object, properties: { e: {} } }, set: { tags: 'dyn(input.body.e)' }, status: 201, output: List(this) }
  POST /open: { create: Open, body: [id, any], status: 201, output: Open(this) }
  PATCH /open/{id}: { update: Open, body: [any], status: 200, output: Open(this) }
authentication: none
errors: { body: { met: error.condition }, media: application/json, precedence: standard, catalogue: { taken: { on: duplicate, status: 409 }, absent: { on: not-found, status: 404 }, wrong: { on: [invalid, malformed, unsupported-media], status: 422 } } }
`)

const values = ['5', '"5"', '"a"', '7', '1.5', 'true', 'null', '{"a":1}', '[1]', '"2026-01-01T00:00:00Z"', '123456789012345678901234567890']

test('a value of any type finds the record with that key, or none', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'open')
  context.after(() => pair.close())
  const found = new Map<string, string[]>()
  for (const target of ['/text', '/number', '/unique', '/moment', '/find', '/mark', '/remove']) {
    for (const value of values) {
      const { memory, difference } = await pair.send({ method: 'POST', target, body: `{"e":${value}}` })
      assert.equal(difference, undefined, `${target} ${value}`)
      assert.ok(memory.status < 500, `${target} ${value}`)
      if (memory.status < 300 && target !== '/find') found.set(target, [...(found.get(target) ?? []), value])
      if (target === '/find')
        assert.equal(
          memory.body,
          value === '"5"' || value === '"a"' ? '{"found":true,"equal":true}' : '{"found":false,"equal":false}',
          value,
        )
    }
  }
  assert.deepEqual(
    [...found],
    [
      ['/text', ['"5"', '"a"']],
      ['/number', ['5']],
      ['/unique', ['5']],
      ['/mark', ['"5"', '"a"']],
      ['/remove', ['5']],
    ],
  )
})

test('a property without a type may be absent, and may lose its value', async (context) => {
  const { facts } = factsOf(document)
  const pair = await both(facts, 'open')
  context.after(() => pair.close())
  for (const [method, target, body, status, answer] of [
    ['POST', '/open', '{"id":"a"}', 201, '{"id":"a"}'],
    ['POST', '/open', '{"id":"b","any":null}', 201, '{"id":"b"}'],
    ['POST', '/open', '{"id":"c","any":{"a":[null,1]}}', 201, '{"id":"c","any":{"a":[null,1]}}'],
    ['PATCH', '/open/c', '{"any":null}', 200, '{"id":"c"}'],
  ] as const) {
    const headers = new Map(method === 'PATCH' ? [['content-type', 'application/merge-patch+json']] : [])
    const { memory, difference } = await pair.send({ method, target, body, headers })
    assert.equal(difference, undefined)
    assert.deepEqual([memory.status, memory.body], [status, answer])
  }
})

test('a property with a default accepts no null from a value of any type', async (context) => {
  const { facts } = factsOf(document)
  const pair = await both(facts, 'open')
  context.after(() => pair.close())
  for (const [body, status] of [
    ['{"e":["a"]}', 201],
    ['{"e":null}', 422],
    ['{}', 422],
    ['{"e":["abcd"]}', 422],
    ['{"e":{}}', 422],
  ] as const) {
    const { memory, difference } = await pair.send({ method: 'POST', target: '/lists', body })
    assert.equal(difference, undefined, body)
    assert.equal(memory.status, status, body)
  }
})
