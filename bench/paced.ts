// Requests at a constant pace, whatever the answers: a process of its own, as JSON in and out. What an answer took counts from when its
// request was meant to leave, so that a server that stops for a while is seen by all who would have come meanwhile.

import { type Socket, connect } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import type { Load } from './load.ts'

export type Pace = { readonly url: string; readonly load: Load; readonly rate: number; readonly seconds: number; readonly connections: number }

/** Microseconds; `late` is how late the generator itself was with one of a hundred requests that had a free connection. */
export type Paced = { readonly rate: number; readonly refused: number; readonly unanswered: number; readonly p50: number; readonly p99: number; readonly p999: number; readonly most: number; readonly late: number }

const { url, load, rate, seconds, connections } = JSON.parse(process.argv[2]!) as Pace
const { hostname, port } = new URL(url)
/** The first half second is sent and not counted: both processes have seen such requests then. */
const lead = Math.round(rate / 2)
const total = lead + Math.round(rate * seconds)
const requests = load.paths.map((path) => {
  const { body } = load
  const content = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  return Buffer.from([`${load.method} ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, ...(load.headers ?? []), ...content, '', body ?? ''].join('\r\n'))
})

const [took, late] = [createHistogram({ figures: 3 }), createHistogram({ figures: 3 })]
const free: Connection[] = []
let [answered, refused] = [0, 0]

/** Milliseconds from the beginning until the request is to leave. */
const dueAt = (index: number): number => (index / rate) * 1000

class Connection {
  readonly #socket: Socket
  #heard = ''
  #done: ((status: number) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true).on('data', (piece: Buffer) => this.#hear(piece)).on('error', (error) => {
      throw error
    })
  }

  ask(index: number, done: (status: number) => void): void {
    this.#done = done
    this.#socket.write(requests[index % requests.length]!)
  }

  #hear(piece: Buffer): void {
    const heard = (this.#heard += piece.toString('latin1'))
    const head = heard.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(heard.slice(0, head))?.[1]
    if (length === undefined ? !heard.endsWith('\r\n0\r\n\r\n') : heard.length < head + 4 + Number(length)) return
    this.#heard = ''
    this.#done!(Number(heard.slice(9, 12)))
  }
}

/** All connections are there, and have asked once, before time begins. */
for (let index = 0; index < connections; index++) {
  const connection = await new Promise<Connection>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(new Connection(socket))).once('error', reject)
  })
  await new Promise((resolve) => connection.ask(index, resolve))
  free.push(connection)
}

const began = performance.now()
const now = (): number => performance.now() - began
const microseconds = (milliseconds: number): number => Math.max(1, Math.round(milliseconds * 1000))
let sent = 0
/** When those that are under way were meant to leave. */
const under = new Set<number>()

function send(connection: Connection, hadWaited: boolean): void {
  const index = sent++
  under.add(index)
  if (!hadWaited && index >= lead) late.record(microseconds(now() - dueAt(index)))
  connection.ask(index, (status) => {
    under.delete(index)
    if (index >= lead) took.record(microseconds(now() - dueAt(index)))
    answered++
    if (status >= 400) refused++
    if (sent < total && dueAt(sent) <= now()) send(connection, true)
    else free.push(connection)
  })
}

const patience = 10_000
let ended = 0
await new Promise<void>((resolve) => {
  const turn = (): void => {
    const at = now()
    while (sent < total && dueAt(sent) <= at && free.length > 0) send(free.shift()!, false)
    ended = at
    if (answered === total || at > dueAt(total) + patience) return resolve()
    const wait = sent < total ? dueAt(sent) - at : 1
    // A timer is late by a millisecond: what is due sooner is waited for without one.
    if (free.length > 0 && wait > 3) setTimeout(turn, wait - 2)
    else setImmediate(turn)
  }
  turn()
})
// What was never answered took at least until now; what never left, too.
for (const index of under) took.record(microseconds(ended - dueAt(index)))
for (let index = Math.max(lead, sent); index < total; index++) took.record(microseconds(ended - dueAt(index)))
const found: Paced = {
  rate: (answered / ended) * 1000, refused, unanswered: total - answered,
  p50: took.percentile(50), p99: took.percentile(99), p999: took.percentile(99.9), most: took.max, late: late.count === 0 ? 0 : late.percentile(99),
}
process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0))
