// Metrics through the API of OpenTelemetry, as a provider gets them: the numbers of the operator's listener.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Attributes, metrics } from '@opentelemetry/api'
import { runService } from '../../../src/cli/running.ts'
import { compile } from '../../../src/compile/compile.ts'
import { conventions } from '../../conventions.ts'

type Observed = readonly [name: string, value: number, attributes: Attributes]
type Callback = (result: { observe(value: number, attributes: Attributes): void }) => Promise<void>

const recorded: Observed[] = []
const observable = new Map<string, Callback>()

before(() => {
  const histogram = (name: string) => ({ record: (value: number, attributes: Attributes) => void recorded.push([name, value, attributes]) })
  const observed = (name: string) => ({ addCallback: (callback: Callback) => void observable.set(name, callback) })
  metrics.setGlobalMeterProvider({
    getMeter: () => ({ createHistogram: histogram, createObservableCounter: observed, createObservableGauge: observed }) as never,
  })
})

after(() => metrics.disable())

/** What an SDK collects. */
async function collect(): Promise<readonly Observed[]> {
  const all: Observed[] = []
  for (const [name, callback] of observable) await callback({ observe: (value, attributes) => void all.push([name, value, attributes]) })
  return all
}

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: x }
resources: { Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, text: { type: string, maxLength: 20 } }, required: [text] } }
states: none
endpoints: { 'POST /notes': { create: Note, body: [text], output: Note(this), operationId: addNote } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('counters, gauges and histograms have the names and values of the listener', async () => {
  const compiled = compile([{ name: 'service.yaml', text: document }], conventions())
  const running = await runService(compiled, {
    port: 0,
    host: '127.0.0.1',
    admin: 0,
    store: 'memory',
    virtual: false,
    explain: false,
    settings: new Map(),
    metrics: true,
    log: { level: 'silent', sink: 2 },
  })
  if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
  try {
    for (const body of ['{"text":"a"}', '{}'])
      await (await fetch(`${running.url}/notes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()
    const found = await collect()
    assert.deepEqual(
      found.filter(([name]) => name === 'ninefold_requests_total'),
      [
        ['ninefold_requests_total', 1, { operation: 'addNote', status: '201' }],
        ['ninefold_requests_total', 1, { operation: 'addNote', status: '422' }],
      ],
    )
    const text = await (await fetch(`${running.admin}/metrics`)).text()
    const printed = new Set([...text.matchAll(/^# TYPE (\S+) (?:counter|gauge)$/gm)].map(([, name]) => name))
    assert.deepEqual(new Set(observable.keys()), printed)
    assert.deepEqual(
      recorded.filter(([name]) => name === 'http.server.request.duration').map(([, , attributes]) => attributes),
      [201, 422].map((status) => ({ 'http.request.method': 'POST', 'http.route': '/notes', 'http.response.status_code': status })),
    )
    assert.equal(recorded.filter(([name]) => name === 'ninefold_request_duration_seconds').length, 2)
  } finally {
    await running.stop()
  }
})
