// Figures of a running service, as Prometheus reads them from the operator's listener.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeCounter, makeGauge, makeHistogram, printMetrics } from '../../../src/serve/observe/metric.ts'
import { type Served, served } from '../served.ts'
import { allKinds, storeOf } from '../stores.ts'
import { key, notes, secrets } from './document.ts'

test('prints metric families in the text format', () => {
  const requests = makeCounter('requests_total', 'Requests.\nAll \\ of them.')
  requests.add([
    ['operation', 'a "b"\\\n'],
    ['status', '200'],
  ])
  requests.add([
    ['operation', 'a "b"\\\n'],
    ['status', '200'],
  ])
  const seconds = makeHistogram('seconds', 'How long.', [0.1, 1])
  for (const value of [0.1, 0.5, 7]) seconds.observe([['operation', 'a']], value)
  assert.equal(
    printMetrics([requests, seconds, makeGauge('ready', 'Ready.', () => [[[], 1]]), makeGauge('nothing', 'Nothing yet.', () => [])]),
    String.raw`# HELP requests_total Requests.\nAll \\ of them.
# TYPE requests_total counter
requests_total{operation="a \"b\"\\\n",status="200"} 2
# HELP seconds How long.
# TYPE seconds histogram
seconds_bucket{operation="a",le="0.1"} 1
seconds_bucket{operation="a",le="1"} 2
seconds_bucket{operation="a",le="+Inf"} 3
seconds_sum{operation="a"} 7.6
seconds_count{operation="a"} 3
# HELP ready Ready.
# TYPE ready gauge
ready 1
# HELP nothing Nothing yet.
# TYPE nothing gauge
`,
  )
})

async function figures(running: Served): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${running.admin}/metrics`)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  // Every line is a name, its labels and a number.
  for (const line of lines) assert.match(line, /^[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? (\+Inf|-?[\d.e+-]+)$/)
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

async function use({ url }: Served): Promise<void> {
  const headers = { 'X-Key': key, 'Content-Type': 'application/json' }
  for (const text of ['a', 'b'])
    assert.equal(
      (await fetch(`${url}/notes`, { method: 'POST', headers, body: JSON.stringify({ text, parts: text === 'a' ? 0 : 1 }) })).status,
      201,
    )
  assert.equal((await fetch(`${url}/shares`, { headers })).status, 200)
  await fetch(`${url}/notes`)
  await fetch(`${url}/nowhere/at/all`)
}

for (const kind of allKinds) {
  const isKept = kind.startsWith('sqlite')
  test(`counts requests and refusals, over ${kind}`, async (context: TestContext) => {
    const running = await served(context, notes, { secrets, admin: true, store: storeOf(kind) })
    await use(running)
    const found = await figures(running)
    assert.equal(found.get('ninefold_requests_total{operation="POST /notes",status="201"}'), 2)
    assert.equal(found.get('ninefold_requests_total{operation="GET /notes",status="401"}'), 1)
    assert.equal(found.get('ninefold_requests_total{operation="",status="404"}'), 1)
    assert.equal(found.get('ninefold_refusals_total{operation="GET /notes",condition="unauthenticated key missing"}'), 1)
    assert.equal(found.get('ninefold_records_left_out_total{operation="GET /shares"}'), 1)
    assert.equal(found.get('ninefold_request_duration_seconds_count{operation="POST /notes"}'), 2)
    assert.equal(found.get('ninefold_request_duration_seconds_bucket{operation="POST /notes",le="+Inf"}'), 2)
    assert.equal(found.get('ninefold_ready'), 1)
    assert.equal(found.get('ninefold_requests_under_way'), 0)
    assert.equal(found.get('ninefold_streams_open'), 0)
    assert.equal(found.get('ninefold_writer_queue'), 0)
    assert.ok(found.get('process_resident_memory_bytes')! > 1e6)
    // The records that the document begins with, and two requests.
    assert.equal(found.get('ninefold_commit_works_count'), isKept ? 3 : undefined)
    assert.equal(found.has('ninefold_store_bytes{file="main"}'), isKept)
    assert.ok(!isKept || found.get('ninefold_store_bytes{file="main"}')! + found.get('ninefold_store_bytes{file="wal"}')! > 4096)
  })
}

test('refuses other methods, and serves no metrics on the service’s port', async (context) => {
  const running = await served(context, notes, { secrets, admin: true })
  assert.equal((await fetch(`${running.admin}/metrics`, { method: 'POST' })).status, 405)
  assert.equal((await fetch(`${running.url}/metrics`)).status, 404)
})
