// Parts and texts of times select the same records in every store, in UTC and at offsets; `groupBy` gives the same groups.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const times = [
  '0001-01-01T00:00:00Z',
  '0001-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.001Z',
  '2024-02-29T12:34:56.789Z',
  '2024-12-31T22:30:00Z',
  '2026-03-29T01:00:00Z',
  '9999-12-31T21:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
]
const offsets = ['', '"UTC"', '"+02:00"', '"-03:30"', '"14:00"']
const parts = [
  'getFullYear',
  'getMonth',
  'getDate',
  'getDayOfMonth',
  'getDayOfYear',
  'getDayOfWeek',
  'getHours',
  'getMinutes',
  'getSeconds',
  'getMilliseconds',
]

const endpoints = offsets.flatMap((offset, at) => [
  ...parts.map(
    (part) =>
      `  GET /${part}/${at}: { list: Row, parameters: { query: { n: { type: integer, required: true } } }, where: 'this.at.${part}(${offset}) == input.query.n', order: [id], page: none, output: { ids: 'items.map(r, r.id)' } }`,
  ),
  `  GET /text/${at}: { list: Row, parameters: { query: { t: { type: string, maxLength: 40, required: true } } }, where: 'string(this.at${offset === '' ? '' : `, ${offset}`}).startsWith(input.query.t)', order: [id], page: none, output: { ids: 'items.map(r, r.id)' } }`,
  `  GET /rows/{id}/${at}: { read: Row, output: { parts: '[${parts.map((part) => `this.at.${part}(${offset})`).join(', ')}]', text: 'string(this.at${offset === '' ? '' : `, ${offset}`})' } }`,
])

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: times }
resources:
  Row:
    key: id
    properties: { id: { type: integer, minimum: 1, maximum: 99 }, at: { type: string, format: date-time }, kind: { enum: [b, a] }, n: { type: integer, minimum: 0, maximum: 9 } }
    required: [id, at, kind, n]
states: none
authentication: none
events: none
errors: {}
limits: none
versioning: none
endpoints:
  POST /rows: { create: Row, body: [id, at, kind, n], status: 201 }
  GET /groups: { answer: {}, output: { kinds: 'Row.groupBy(r, r.kind).transformList(kind, rows, {"kind": kind, "count": rows.size(), "sum": rows.map(r, r.n).sum()})', odd: 'Row.sortBy(r, r.id).groupBy(r, r.n % 2 == 1).transformMap(is, rows, rows.map(r, r.id))' } }
${endpoints.join('\n')}
`

test('parts and texts of times select the same records in every store', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'times')
  context.after(() => stores.close())
  const ask = async (method: string, target: string, body?: string): Promise<unknown> => {
    const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body }) })
    assert.equal(difference, undefined, target)
    assert.ok(memory.status < 300, `${target}: ${String(memory.body)}`)
    return memory.body === undefined ? undefined : JSON.parse(String(memory.body))
  }
  for (const [index, at] of times.entries())
    await ask('POST', '/rows', JSON.stringify({ id: index + 1, at, kind: index % 3 === 0 ? 'b' : 'a', n: index }))
  for (const at of offsets.keys()) {
    for (const id of times.keys()) {
      const row = (await ask('GET', `/rows/${id + 1}/${at}`)) as { parts: number[]; text: string }
      for (const [index, part] of parts.entries()) {
        const { ids } = (await ask('GET', `/${part}/${at}?n=${row.parts[index]!}`)) as { ids: number[] }
        assert.ok(ids.includes(id + 1), `${part} ${offsets[at]} of ${times[id]}`)
      }
      const { ids } = (await ask('GET', `/text/${at}?t=${encodeURIComponent(row.text)}`)) as { ids: number[] }
      assert.deepEqual(ids, [id + 1], row.text)
    }
  }
  assert.deepEqual(await ask('GET', '/groups'), {
    kinds: [
      { kind: 'a', count: 5, sum: 19 },
      { kind: 'b', count: 3, sum: 9 },
    ],
    odd: { false: [1, 3, 5, 7], true: [2, 4, 6, 8] },
  })
})

test('a zone by its name is refused where records are selected', () => {
  const { problems } = factsOf(document.replace('this.at.getHours("+02:00") == input', 'this.at.getHours("Europe/Berlin") == input'))
  assert.match(problems.join('\n'), /this\.at\.getHours\("Europe\/Berlin"\)/)
})
