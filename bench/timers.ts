// Measures how much ordinary requests slow down while the service fires many due timers: `node bench/timers.ts [TIMERS] [SECONDS]`.
// Compares the same requests at the same rate to the same process, before the timers are due and while they fire.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { started } from '../test/store/process.ts'

const timerCount = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.argv[3] ?? 10)
const clients = 4
const pause = 10

const text = `
ninefold: 1
service: { name: offers }
resources:
  Offer:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      title: { type: string, maxLength: 20 }
      endedAt: { type: [string, 'null'], format: date-time, readOnly: true }
    required: [title]
  Note: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 20 } }, required: [text] }
states:
  Offer.status:
    initial: open
    states:
      open: { after: { P1D: { target: ended, set: { endedAt: now } } } }
      ended: {}
endpoints:
  GET /offers: { list: Offer, order: [-id], parameters: { query: { offset: { type: integer, minimum: 0 } } }, page: { style: offset, size: '20' }, status: 200, output: 'items.map(o, Offer(o))' }
  GET /offers/{id}: { read: Offer, status: 200, output: Offer(this) }
  GET /notes/{id}: { read: Note, status: 200, output: Note(this) }
  POST /notes: { create: Note, body: [text], status: 201, output: Note(this) }
authentication: none
events: none
errors: { precedence: standard, catalogue: { bad: { on: [malformed, invalid, not-found], status: 422 } } }
limits: none
versioning: none
`

const agent = new Agent({ keepAlive: true, maxSockets: clients })

function send(url: string, method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    request(url + path, { method, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(pieces).toString() }))
    })
      .on('error', reject)
      .end(body)
  })
}

const requests: { readonly [what: string]: (count: number) => readonly [method: string, path: string, body?: string] } = {
  'GET by id': () => ['GET', '/notes/1'],
  'GET by id, timed': (count) => ['GET', `/offers/${((count * 7919) % timerCount) + 1}`],
  'GET a list of 20, timed': () => ['GET', '/offers'],
  'POST, durable': () => ['POST', '/notes', '{"text":"x"}'],
}

/** The milliseconds of each request, by kind. */
async function measured(url: string, until: () => Promise<boolean> | boolean): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(requests).map((what) => [what, [] as number[]]))
  let isOver = false
  let count = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (!isOver) {
        for (const [what, next] of Object.entries(requests)) {
          const began = performance.now()
          const { status, text: answer } = await send(url, ...next(count++))
          times.get(what)!.push(performance.now() - began)
          if (status > 201) throw new Error(answer)
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
        if (client === 0 && (await until())) isOver = true
      }
    }),
  )
  return times
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!
}

const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'))
const [document, store] = [join(folder, 'service.yaml'), join(folder, 'store.db')]
writeFileSync(document, text)
await (await started(document, `sqlite:${store}`)).kill('SIGTERM')
const file = new DatabaseSync(store)
const due = Date.now() + 3000 + seconds * 1000
file.exec('BEGIN')
const row = file.prepare('INSERT INTO "Offer" (id, title, status, "$version") VALUES (?, ?, ?, ?)')
const timer = file.prepare(
  'INSERT INTO "$timer" (id, resource, key, field, state, duration, due, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, 0)',
)
for (let id = 1; id <= timerCount; id++) {
  row.run(id, `offer ${id}`, 'open', id)
  timer.run(id, 'Offer', `[${id}]`, 'status', 'open', 'P1D', due)
}
file.exec('COMMIT')
const waitingTimers = file.prepare('SELECT count(*) AS n FROM "$timer"')
const service = await started(document, `sqlite:${store}`)
try {
  await send(service.url, 'POST', '/notes', '{"text":"x"}')
  await measured(service.url, () => true)
  const before = await measured(service.url, () => Date.now() > due - 200)
  while (Date.now() < due + 300) await new Promise((resolve) => setTimeout(resolve, 50))
  const began = performance.now()
  const during = await measured(service.url, () => (waitingTimers.get() as { n: number }).n === 0)
  const took = (performance.now() - began) / 1000
  console.log(`${timerCount} timers drained in ${took.toFixed(1)} s, ${Math.round(timerCount / took)}/s`)
  console.log(
    `${'milliseconds'.padEnd(26)}${['median', 'during', 'ratio', '95 %', 'during', 'ratio'].map((word) => word.padStart(8)).join('')}`,
  )
  for (const what of Object.keys(requests)) {
    const of = (part: number): number[] => [quantile(before.get(what)!, part), quantile(during.get(what)!, part)]
    const cells = [0.5, 0.95].flatMap((part) => {
      const [alone, meanwhile] = of(part) as [number, number]
      return [alone.toFixed(2), meanwhile.toFixed(2), (meanwhile / alone).toFixed(2)]
    })
    console.log(`${what.padEnd(26)}${cells.map((cell) => cell.padStart(8)).join('')}`)
  }
} finally {
  agent.destroy()
  file.close()
  await service.kill('SIGTERM')
  rmSync(folder, { recursive: true })
}
