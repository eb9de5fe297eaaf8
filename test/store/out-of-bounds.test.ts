// A `set` that computes a value beyond the bounds of its property is a refusal that the document can name, and leaves no change.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const document = (conventions: string, errors: string): string => `ninefold: 1
use: [http@1${conventions}]
service: { name: stock }
resources:
  Item:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      left: { type: integer, minimum: 0, maximum: 3 }
      balance: { type: number, multipleOf: 0.01, minimum: 0, default: 1 }
      note: { type: string, maxLength: 6, default: note }
      tags: { type: array, maxItems: 2, items: { type: string, maxLength: 9 }, default: [] }
    required: [left]
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, first: { type: string, maxLength: 4 } }
    required: [first]
states:
  Item.state: { initial: a, states: { a: { on: {
    take: { set: { left: this.left - 1 } }, fill: { set: { left: this.left + 1 } }, pay: { set: { balance: this.balance - 0.6 } },
    write: { set: { note: this.note + "!" } }, tag: { set: { tags: 'this.tags + ["x"]' } } } } } }
endpoints:
  POST /items: { create: Item, body: [id, left], status: 201 }
  GET /items/{id}: { read: Item, status: 200, output: Item(this) }
  POST /items/{id}/take: { transition: Item.take, status: 204 }
  POST /items/{id}/fill: { transition: Item.fill, status: 204 }
  POST /items/{id}/pay: { transition: Item.pay, status: 204 }
  POST /items/{id}/write: { transition: Item.write, status: 204 }
  POST /items/{id}/tag: { transition: Item.tag, status: 204 }
  PATCH /items/{id}: { update: Item, body: [note], set: { left: this.left - 1 }, status: 204 }
  POST /orders: { do: [{ transition: Item.take, by: { id: input.body.item } }, { create: Order, set: { first: input.body.item + "12345" } }], body: { type: object, required: [item], properties: { item: { type: string, maxLength: 9 } } }, status: 201 }
authentication: none
events: none
errors: ${errors}
limits: none
versioning: none
`

const own =
  '{ media: application/json, body: { title: error.title, errors: error.errors }, precedence: standard, catalogue: { bad: { on: [invalid, malformed], status: 422, title: Bad }, out: { on: invalid set, status: 409, title: Out }, gone: { on: [not-found, dangling, duplicate], status: 404, title: Gone } } }'
const alone =
  '{ media: application/json, body: { title: error.title }, precedence: standard, catalogue: { bad: { on: [invalid path, invalid query, invalid body, invalid input, malformed], status: 422, title: Bad }, gone: { on: [not-found, dangling, duplicate], status: 404, title: Gone } } }'

const steps: readonly (readonly [method: string, target: string, body: string | undefined, last: string])[] = [
  ['POST', '/items/a/take', undefined, '"keyword":"minimum","limit":0'],
  ['POST', '/items/b/fill', undefined, '"keyword":"maximum","limit":3'],
  ['POST', '/items/a/pay', undefined, '"keyword":"minimum"'],
  ['POST', '/items/a/write', undefined, '"keyword":"maxLength","limit":6'],
  ['POST', '/items/a/tag', undefined, '"keyword":"maxItems","limit":2'],
  ['PATCH', '/items/b', '{"note":"x"}', '"keyword":"minimum"'],
  ['POST', '/orders', '{"item":"c"}', '"keyword":"maxLength"'],
]

for (const [name, conventions, errors, status] of [
  ['an entry for it', '', own, 409],
  ['HTTP alone', '', alone, 409],
  ['the entry of a convention for invalid', ', problem-details@1', '{ media: application/problem+json }', 422],
] as const) {
  for (const sealed of [true, false]) {
    test(`a \`set\` beyond the bounds is answered by ${name}${sealed ? '' : ', without plans'}`, async () => {
      const { facts, problems } = factsOf(document(conventions, errors))
      assert.deepEqual(problems, [])
      const pair = await both(facts, 'stock', false, sealed)
      try {
        const ask = async (method: string, target: string, body?: string): Promise<readonly [number, string]> => {
          const { memory, difference } = await pair.send({
            method,
            target,
            ...(body === undefined ? {} : { body }),
            ...(method === 'PATCH' ? { headers: new Map([['content-type', 'application/merge-patch+json']]) } : {}),
          })
          assert.equal(difference, undefined, target)
          return [memory.status, memory.status < 500 ? String(memory.body ?? '') : shown(memory)]
        }
        for (const id of ['a', 'b', 'c']) assert.equal((await ask('POST', '/items', `{"id":"${id}","left":2}`))[0], 201)
        for (const [method, target, body, last] of steps) {
          let answer = await ask(method, target, body)
          for (let tries = 0; answer[0] < 300 && tries < 5; tries++) answer = await ask(method, target, body)
          assert.equal(answer[0], status, `${target}: ${answer[1]}`)
          if (errors === own) assert.ok(answer[1].includes(last) && !answer[1].includes('value'), answer[1])
        }
        for (const id of ['a', 'b', 'c']) assert.match((await ask('GET', `/items/${id}`))[1], id === 'c' ? /"left":2/ : /"left":0/)
      } finally {
        await pair.close()
      }
    })
  }
}
