// A record for which an expression fails is left out of the list, and reported to the operator; the list is still answered.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const list = (more: string, output = "'items.map(x, x.id)'"): string =>
  `{ list: Row, ${more}${more.includes('order:') ? '' : 'order: [id], '}page: PAGE, output: { rows: ${output} } }`

const lists: readonly (readonly [name: string, endpoint: string, expected: readonly string[], query?: string])[] = [
  ['a sum of times in where', list(`where: 'this.at + duration("24h") > now', `), ['good', 'poison']],
  ['a difference of times in where', list(`where: 'now - this.at < duration("24h")', `), ['good', 'poison']],
  ['a sum with a length of time that a client chose', list("where: 'this.at + this.length > now', "), ['good', 'poison']],
  ['a product in where', list("where: 'this.a * this.b > 0', "), ['good']],
  ['a sum of wide integers in where', list("where: 'this.wide + this.wide > 0', "), ['good']],
  ['a division in where', list("where: '10 / this.c > 0', "), ['good']],
  ['a remainder in where', list("where: '10 % this.c >= 0', "), ['good']],
  ['a decimal quotient in where', list("where: 'this.quotient > 0', "), ['good']],
  ['a computed value in where', list("where: 'this.product > 0', "), ['good']],
  ['a computed value that orders', list('order: [ratio, id], '), ['good']],
  ['a computed value that filters', list('filter: [ratio], '), ['good'], '?ratio[gt]=0'],
  ['a text that is not a number', list('', "'items.map(x, string(int(x.text)))'"), ['1']],
  ['a text that is not a time', list('', "'items.map(x, string(timestamp(x.time)))'"), ['2026-01-01T00:00:00Z']],
  [
    'a text that is not a length of time',
    list('', '\'items.map(x, string(duration(x.time == "2026-01-01T00:00:00Z" ? "1h" : x.text)))\''),
    ['3600s'],
  ],
  ['an item that is not there', list('', "'items.map(x, x.tags[0])'"), ['tag']],
  ['a position beyond a text', list('', "'items.map(x, x.text.substring(0, x.c == 1 ? 1 : 5))'"), ['1']],
  ['a range that is too long', list('', "'items.map(x, string(lists.range(x.a).size()))'"), ['2']],
  ['a computed value that its property refuses', list('', "'items.map(x, string(x.loose))'"), ['1']],
  ['one in a view', list('', "'items.map(x, Row(x)).map(w, string(w.loose))'"), ['1']],
  ['one in where', list("where: 'this.loose > 0', "), ['good']],
  ['one that orders', list('order: [loose, id], '), ['good']],
  ['one that filters', list('filter: [loose], '), ['good'], '?loose[gt]=0'],
  ['a view', list('', "'items.map(x, Row(x)).map(w, string(w.product))'"), ['6']],
]

const document = (page: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: t }
resources:
  Row:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      at: { type: string, format: date-time }
      length: { type: string, format: duration }
      a: { type: integer }
      b: { type: integer }
      c: { type: integer }
      wide: { type: integer, format: int64 }
      text: { type: string, maxLength: 9 }
      time: { type: string, maxLength: 40 }
      zone: { type: string, maxLength: 40 }
      tags: { type: array, maxItems: 3, items: { type: string, maxLength: 9 } }
      product: { type: integer, compute: this.a * this.b }
      ratio: { type: integer, compute: 10 / this.c }
      quotient: { type: number, multipleOf: 0.01, compute: 'round(this.a / this.c, 2)' }
      loose: { type: integer, compute: 'this.c == 0 ? dyn(this.text) : dyn(this.c)' }
    required: [at, length, a, b, c, wide, text, time, zone, tags]
states: none
authentication: none
events: none
limits: none
versioning: none
endpoints:
  POST /rows: { create: Row, body: [id, at, length, a, b, c, wide, text, time, zone, tags], status: 201, output: { id: this.id } }
${lists.map(([, endpoint], index) => `  GET /l${index}: ${endpoint.replace('PAGE', page)}\n`).join('')}`

const good = {
  id: 'good',
  at: '2026-01-01T00:00:00Z',
  length: 'PT1H',
  a: 2,
  b: 3,
  c: 1,
  wide: 4,
  text: '1',
  time: '2026-01-01T00:00:00Z',
  zone: 'Europe/Lisbon',
  tags: ['tag'],
}
const poison = {
  id: 'poison',
  at: '9999-12-31T12:00:00Z',
  length: 'P100000D',
  a: 9007199254740991,
  b: 9007199254740991,
  c: 0,
  wide: '9223372036854775807',
  text: 'x',
  time: 'then',
  zone: 'Mars/Base',
  tags: [],
}

for (const page of ['none', '{ style: cursor, size: 10 }', '{ style: offset, size: 10 }']) {
  test(`a list omits a record whose expression fails (page: ${page})`, async () => {
    const { facts, problems } = factsOf(document(page))
    assert.deepEqual(problems, [])
    const pair = await both(facts, 'left-out')
    try {
      for (const row of [poison, good]) {
        const body = JSON.stringify(row).replace(/"(\d{19})"/, '$1')
        const { memory, difference } = await pair.send({ method: 'POST', target: '/rows', body })
        assert.equal(difference, undefined)
        assert.equal(memory.status, 201, shown(memory))
      }
      for (const [index, [name, , expected, query = '']] of lists.entries()) {
        const { memory, sqlite, difference } = await pair.send({ method: 'GET', target: `/l${index}${query}` })
        assert.equal(difference, undefined, name)
        assert.equal(memory.status, 200, `${name}: ${shown(memory)} ${memory.trace.report}`)
        assert.deepEqual(JSON.parse(String(memory.body)), { rows: expected }, name)
        const left = 2 - expected.length
        for (const { trace } of [memory, sqlite]) assert.equal(trace.leftOut?.count ?? 0, left, name)
      }
    } finally {
      await pair.close()
    }
  })
}
