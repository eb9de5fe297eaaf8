// A served document refuses what would hold all other requests, and counts it by its operation.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from './listener.ts'
import { served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: costs }
resources: none
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /pattern: { answer: {}, body: { type: object, properties: { s: { type: string, pattern: '\\p{L}{1,1000}$' } } }, output: { x: 'true' } }
  POST /cost: { answer: {}, body: { type: object, required: [a], properties: { a: { type: array, maxItems: 100000, items: { type: integer } } } }, output: { x: 'input.body.a.map(i, input.body.a.filter(j, j == i).size()).sum()' } }
`

const headers = { 'Content-Type': 'application/json' }

test('refuses a pattern and an expression that cost too much, and counts them', async (context) => {
  const running = await served(context, document, { admin: true })
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${running.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal((await post('/pattern', { s: 'é'.repeat(100_000) })).status, 503)
  assert.equal((await post('/cost', { a: Array.from({ length: 10_000 }, (_, i) => i) })).status, 503)
  assert.equal((await post('/pattern', { s: 'é' })).status, 200)
  assert.deepEqual(await (await post('/cost', { a: [1, 2, 2] })).json(), { x: 5 })
  const figures = await (await fetch(`${running.admin}/metrics`)).text()
  for (const path of ['/pattern', '/cost'])
    assert.match(figures, new RegExp(`ninefold_refusals_total\\{operation="POST ${path}",condition="timeout"\\} 1`))
})

test('answers by the entry of the document, although the document sets no limit itself', async (context) => {
  const entry = "errors: { precedence: standard, catalogue: { slow: { on: timeout, status: 504, body: { after: 'error.limit' } } } }"
  const running = await served(context, document.replace('errors: { precedence: standard }', entry))
  const body = JSON.stringify({ a: Array.from({ length: 10_000 }, (_, i) => i) })
  const answer = await fetch(`${running.url}/cost`, { method: 'POST', headers, body })
  assert.deepEqual([answer.status, await answer.json()], [504, { after: 'PT0.05S' }])
})

test('the operator limits how long a request may block others', async (context) => {
  const running = await served(context, document, { turn: Number.POSITIVE_INFINITY })
  const a = Array.from({ length: 2000 }, (_, i) => i)
  const answer = await fetch(`${running.url}/cost`, { method: 'POST', headers, body: JSON.stringify({ a }) })
  assert.deepEqual([answer.status, await answer.json()], [200, { x: 2000 }])
})

const streamed = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: filtered }
resources:
  Row: { key: id, properties: { id: { type: string, maxLength: 9 }, n: { type: integer, minimum: 0, maximum: 1000000 } }, required: [n] }
states: none
authentication: none
events:
  types: { row.made: { on: Row.created, data: { id: this.id, n: this.n } } }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /rows: { create: Row, body: [id, n], output: { id: this.id } }
  GET /events: { stream: row.made, parameters: { query: { n: { type: integer, minimum: 0, maximum: 1000000, default: 1 } } }, where: 'lists.range(event.data.n).map(i, lists.range(input.query.n).size()).sum() >= 0' }
`

test('a filter of a stream that costs too much admits nothing, and delays no other stream', async (context) => {
  const running = await served(context, streamed)
  const [plain, costly] = [await listen(`${running.url}/events`), await listen(`${running.url}/events?n=1000000`)]
  await Promise.all([plain!.placed(), costly!.placed()])
  const make = (id: string, n: number): Promise<Response> =>
    fetch(`${running.url}/rows`, { method: 'POST', headers, body: JSON.stringify({ id, n }) })
  assert.equal((await make('big', 10_000)).status, 201)
  assert.equal((await make('small', 0)).status, 201)
  await Promise.all([plain!.until((heard) => heard.length === 2), costly!.until((heard) => heard.length === 1)])
  assert.match(costly!.heard[0]!.data, /"id":"small"/)
  for (const each of [plain, costly]) each!.close()
})
