// A `set` that cannot compute a value from stored or sent data is `invalid set`, and leaves no change.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: counters }
resources:
  Counter:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      wide: { type: integer, format: int64, default: 1 }
      n: { type: integer, default: 1 }
      text: { type: string, maxLength: 9, default: '1' }
      list: { type: array, maxItems: 3, items: { type: integer }, default: [] }
    required: [id]
states:
  Counter.state: { initial: a, states: { a: { on: {
    add: { set: { wide: this.wide + 1 } }, next: { set: { n: this.n + 1 } }, turn: { set: { wide: -this.wide } }, square: { set: { n: this.n * this.n } },
    read: { set: { n: int(this.text) } }, first: { set: { n: 'this.list[0]' } }, chain: { then: [{ update: Counter, by: this, set: { n: 10 / this.n } }] } } } } }
endpoints:
  POST /counters: { create: Counter, body: [id, wide, n, text, list], status: 201 }
  POST /made: { create: Counter, body: [id, text], set: { n: int(input.body.text) }, status: 201 }
  GET /counters/{id}: { read: Counter, status: 200, output: { wide: this.wide, n: this.n } }
  PATCH /counters/{id}: { update: Counter, body: [text], set: { n: int(this.text) + this.n }, status: 204 }
  POST /counters/{id}/add: { transition: Counter.add, status: 204 }
  POST /counters/{id}/next: { transition: Counter.next, status: 204 }
  POST /counters/{id}/turn: { transition: Counter.turn, status: 204 }
  POST /counters/{id}/square: { transition: Counter.square, status: 204 }
  POST /counters/{id}/read: { transition: Counter.read, status: 204 }
  POST /counters/{id}/first: { transition: Counter.first, status: 204 }
  POST /counters/{id}/chain: { transition: Counter.chain, status: 204 }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

for (const sealed of [true, false]) {
  test(`an expression of a \`set\` that fails is refused as \`invalid set\`${sealed ? '' : ', without plans'}`, async () => {
    const { facts, problems } = factsOf(document)
    assert.deepEqual(problems, [])
    const pair = await both(facts, 'counters', false, sealed)
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
      assert.equal(
        (await ask('POST', '/counters', '{"id":"most","wide":9223372036854775807,"n":9007199254740991,"text":"secret","list":[]}'))[0],
        201,
      )
      assert.equal((await ask('POST', '/counters', '{"id":"least","wide":-9223372036854775808,"n":0,"text":"2","list":[7]}'))[0], 201)
      const before = await ask('GET', '/counters/most')
      for (const target of ['most/add', 'most/next', 'least/turn', 'most/square', 'most/read', 'most/first', 'least/chain']) {
        const [status, text] = await ask('POST', `/counters/${target}`)
        assert.equal(status, 422, `${target} ${text}`)
        assert.match(text, /"property":"(n|wide)"/)
        assert.doesNotMatch(text, /secret/)
      }
      assert.equal((await ask('PATCH', '/counters/most', '{"text":"none"}'))[0], 422)
      assert.equal((await ask('POST', '/made', '{"id":"made","text":"none"}'))[0], 422)
      assert.deepEqual(await ask('GET', '/counters/most'), before)
      assert.equal((await ask('GET', '/counters/made'))[0], 404)
      for (const target of ['least/add', 'least/next', 'least/first', 'least/read'])
        assert.equal((await ask('POST', `/counters/${target}`))[0], 204, target)
      assert.equal((await ask('POST', '/made', '{"id":"made","text":"3"}'))[0], 201)
    } finally {
      await pair.close()
    }
  })
}

const computing = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: rates }
resources:
  Rate:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      n: { type: integer, minimum: 0, maximum: 9, default: 1 }
      share: { type: integer, compute: 100 / this.n, stored: true }
      small: { type: integer, maximum: 40, compute: this.n * 5, stored: true }
      label: { type: string, maxLength: 5, generate: this.id + "!" }
    required: [id, label]
  Other: { key: id, properties: { id: { type: integer, generate: sequence }, name: { type: string, maxLength: 5 } } }
states: none
endpoints:
  POST /rates: { create: Rate, body: [id, n], output: { share: this.share, label: this.label } }
  PATCH /rates/{id}: { update: Rate, body: [n], output: { share: this.share } }
  POST /both: { do: [{ create: Rate, set: { id: '"both"', n: input.body.n } }], body: { type: object, required: [n], properties: { n: { type: integer, minimum: 0, maximum: 9 } } }, status: 204 }
  POST /others: { create: Other, body: [name], output: { id: this.id } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

for (const sealed of [true, false]) {
  test(`a stored \`compute\` or \`generate\` that fails is \`invalid set\`${sealed ? '' : ', without plans'}`, async () => {
    const { facts, problems } = factsOf(computing)
    assert.deepEqual(problems, [])
    const outcomes = new Map(
      facts.operations.map(({ operation, points }) => [
        operation.name,
        points.some(({ condition, name }) => condition === 'invalid' && name === 'set'),
      ]),
    )
    assert.deepEqual(Object.fromEntries(outcomes), {
      'POST /rates': true,
      'PATCH /rates/{id}': true,
      'POST /both': true,
      'POST /others': false,
    })
    const pair = await both(facts, 'rates', false, sealed)
    try {
      const ask = async (method: string, target: string, body: object): Promise<readonly [number, unknown]> => {
        const { memory, difference } = await pair.send({
          method,
          target,
          body: JSON.stringify(body),
          headers: new Map([['content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json']]),
        })
        assert.equal(difference, undefined, target)
        const answer = memory.body === undefined ? undefined : (JSON.parse(String(memory.body)) as { errors?: unknown })
        return [memory.status, answer?.errors ?? answer]
      }
      const refused = (property: string, keyword: string, limit?: number) => [
        422,
        [{ property, keyword, ...(limit === undefined ? {} : { limit }) }],
      ]
      const told = ([status, errors]: readonly [number, unknown]): unknown => [
        status,
        Array.isArray(errors)
          ? errors.map(({ property, keyword, limit }: { property: string; keyword: string; limit?: number }) => ({
              property,
              keyword,
              ...(limit === undefined ? {} : { limit }),
            }))
          : errors,
      ]
      assert.deepEqual(await ask('POST', '/rates', { id: 'a', n: 3 }), [201, { share: 33, label: 'a!' }])
      assert.deepEqual(told(await ask('POST', '/rates', { id: 'b', n: 0 })), refused('share', 'type'))
      assert.deepEqual(told(await ask('POST', '/rates', { id: 'b', n: 9 })), refused('small', 'maximum', 40))
      assert.deepEqual(told(await ask('POST', '/rates', { id: 'long-name', n: 1 })), refused('label', 'maxLength', 5))
      assert.deepEqual(told(await ask('PATCH', '/rates/a', { n: 0 })), refused('share', 'type'))
      assert.deepEqual(told(await ask('POST', '/both', { n: 0 })), refused('share', 'type'))
      assert.deepEqual(await ask('PATCH', '/rates/a', { n: 4 }), [200, { share: 25 }])
    } finally {
      await pair.close()
    }
  })
}
