// A list whose `where` cannot be computed from the request is refused as `invalid where`; a failure of one record takes out that record alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const lists: { readonly [path: string]: { readonly where: string; readonly query: string; readonly more?: string } } = {
  conversion: { where: 'this.n == int(input.query.q)', query: 'q: { type: string, maxLength: 9, default: "1" }' },
  second: { where: 'this.text != "" && this.n == int(input.query.q)', query: 'q: { type: string, maxLength: 9, default: "1" }' },
  alone: { where: 'int(input.query.q) > 0', query: 'q: { type: string, maxLength: 9, default: "1" }' },
  negated: { where: '!(this.n != int(input.query.q))', query: 'q: { type: string, maxLength: 9, default: "1" }' },
  division: { where: 'this.n == 10 / input.query.d', query: 'd: { type: integer, default: 10 }' },
  item: {
    where: 'this.text == input.query.l[1]',
    query: 'l: { type: array, maxItems: 3, items: { type: string, maxLength: 3 }, default: [x, a] }',
  },
  wide: { where: 'this.wide < input.query.w + 1', query: 'w: { type: integer, format: int64, default: 9 }' },
  inside: {
    where: 'input.query.l[1] in this.tags',
    query: 'l: { type: array, maxItems: 3, items: { type: string, maxLength: 3 }, default: [x, "1"] }',
  },
  optional: { where: '!has(input.query.q) || this.n == int(input.query.?q.orValue("0"))', query: 'q: { type: string, maxLength: 9 }' },
  called: { where: 'this.n == number(input.query.q)', query: 'q: { type: string, maxLength: 9, default: "1" }' },
  bound: {
    where: 'this.n == wanted',
    query: 'q: { type: string, maxLength: 9, default: "1" }',
    more: 'let: { wanted: int(input.query.q) }, ',
  },
}

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: rows, functions: { number: { parameters: { written: string }, returns: int, value: int(written) } } }
resources:
  Row:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      n: { type: integer }
      wide: { type: integer, format: int64 }
      text: { type: string, maxLength: 9 }
      tags: { type: array, maxItems: 3, items: { type: string, maxLength: 3 } }
    required: [n, wide, text, tags]
states: none
authentication: none
events: none
limits: none
versioning: none
errors: { catalogue: { cannot: { on: invalid where, status: 422, title: 'Cannot compute', detail: '\${error.errors.map(e, e.?property.orValue("?")).join(",")}' } } }
endpoints:
  POST /rows: { create: Row, body: [id, n, wide, text, tags], status: 201 }
${Object.entries(lists)
  .map(
    ([name, { where, query, more = '' }]) =>
      `  GET /${name}: { list: Row, ${more}parameters: { query: { ${query} } }, where: '${where}', order: [id], page: none, output: { rows: 'items.map(r, r.id)' } }\n`,
  )
  .join('')}`

const refused: readonly (readonly [target: string, property: string])[] = [
  ['/conversion?q=x', 'q'],
  ['/second?q=x', 'q'],
  ['/alone?q=x', 'q'],
  ['/negated?q=x', 'q'],
  ['/division?d=0', 'd'],
  ['/item?l=a', 'l'],
  ['/wide?w=9223372036854775807', 'w'],
  ['/inside?l=1', 'l'],
  ['/optional?q=x', 'q'],
  ['/called?q=x', 'q'],
  ['/bound?q=x', 'q'],
]

for (const filled of [true, false]) {
  test(`refuses a where that fails because of the request alone${filled ? '' : ', also without records'}`, async () => {
    const { facts, problems } = factsOf(document)
    assert.deepEqual(problems, [])
    const pair = await both(facts, 'where', false)
    try {
      if (filled)
        for (const n of [1, 2])
          await pair.send({ method: 'POST', target: '/rows', body: JSON.stringify({ id: `r${n}`, n, wide: n, text: 'a', tags: ['1'] }) })
      for (const [target, property] of refused) {
        const { memory, difference } = await pair.send({ method: 'GET', target })
        assert.equal(difference, undefined, target)
        assert.equal(memory.status, 422, `${target} ${String(memory.body)}`)
        assert.equal(memory.trace.condition, 'invalid where', target)
        assert.match(String(memory.body), new RegExp(`"detail":"${property}"`), target)
      }
      for (const name of Object.keys(lists)) {
        const { memory, difference } = await pair.send({ method: 'GET', target: `/${name}` })
        assert.equal(difference, undefined, name)
        assert.equal(memory.status, 200, `${name} ${String(memory.body)}`)
        if (filled) assert.match(String(memory.body), /"r1"/, name)
      }
    } finally {
      await pair.close()
    }
  })
}

const guarded: readonly (readonly [name: string, where: string])[] = [
  ['for one branch', 'this.text == "n" ? this.n == int(input.query.q) : this.text == input.query.q'],
  ['beside another that holds', 'this.text == input.query.q || this.n == int(input.query.q)'],
  ['after one that does not hold', 'input.query.q == "1" && this.n == int(input.query.q)'],
  ['before one that does not hold', 'this.n == int(input.query.q) && input.query.q == "1"'],
]

for (const [name, where] of guarded) {
  test(`a where that fails ${name} refuses nothing`, async () => {
    const text =
      document.slice(0, document.indexOf('  GET /')) +
      `  GET /rows: { list: Row, parameters: { query: { q: { type: string, maxLength: 9, required: true } } }, where: '${where}', order: [id], page: none, output: { rows: 'items.map(r, r.id)' } }\n`
    const { facts } = factsOf(text)
    const pair = await both(facts, 'guarded', false)
    try {
      await pair.send({ method: 'POST', target: '/rows', body: '{"id":"r1","n":1,"wide":1,"text":"x","tags":[]}' })
      const { memory, difference } = await pair.send({ method: 'GET', target: '/rows?q=x' })
      assert.equal(difference, undefined)
      assert.equal(memory.status, 200)
    } finally {
      await pair.close()
    }
  })
}
