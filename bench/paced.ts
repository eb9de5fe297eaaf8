// Sends requests at a constant rate, regardless of the answers. It is a separate process with JSON as input and output. The time of an answer
// starts at the planned time of its request, so a pause of the server delays all requests that were planned meanwhile.

import { type Socket, connect } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import type { Load } from './load.ts'

export type Pace = {
  readonly url: string
  readonly load: Load
  readonly rate: number
  readonly seconds: number
  readonly connections: number
}

/** In microseconds. `late`: the 99th percentile of the generator's own delay for requests with a free connection. */
export type Paced = {
  readonly rate: number
  readonly refused: number
  readonly unanswered: number
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly most: number
  readonly late: number
}

const { url, load, rate, seconds, connections } = JSON.parse(process.argv[2]!) as Pace
const { hostname, port } = new URL(url)
/** The requests of the first half second warm both processes, and do not count. */
const lead = Math.round(rate / 2)
const total = lead + Math.round(rate * seconds)
const requests = load.paths.map((path) => {
  const { body } = load
  const content = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  return Buffer.from(
    [`${load.method} ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, ...(load.headers ?? []), ...content, '', body ?? ''].join('\r\n'),
  )
})

const [took, late] = [createHistogram({ figures: 3 }), createHistogram({ figures: 3 })]
const free: Connection[] = []
let [answered, refused] = [0, 0]

/** The planned time of a request, in milliseconds since the start. */
const dueAt = (index: number): number => (index / rate) * 1000

class Connection {
  readonly #socket: Socket
  #receivedText = ''
  #done: ((status: number) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
      .setNoDelay(true)
      .on('data', (piece: Buffer) => this.#receive(piece))
      .on('error', (error) => {
        throw error
      })
  }

  ask(index: number, done: (status: number) => void): void {
    this.#done = done
    this.#socket.write(requests[index % requests.length]!)
  }

  #receive(piece: Buffer): void {
    const received = (this.#receivedText += piece.toString('latin1'))
    const head = received.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head))?.[1]
    if (length === undefined ? !received.endsWith('\r\n0\r\n\r\n') : received.length < head + 4 + Number(length)) return
    this.#receivedText = ''
    this.#done!(Number(received.slice(9, 12)))
  }
}

// Opens all connections, and sends one request on each, before the time starts.
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
/** The indexes of unanswered requests. */
const unanswered = new Set<number>()

function send(connection: Connection, hadWaited: boolean): void {
  const index = sent++
  unanswered.add(index)
  if (!hadWaited && index >= lead) late.record(microseconds(now() - dueAt(index)))
  connection.ask(index, (status) => {
    unanswered.delete(index)
    if (index >= lead) took.record(microseconds(now() - dueAt(index)))
    answered++
    if (status >= 400) refused++
    if (sent < total && dueAt(sent) <= now()) send(connection, true)
    else free.push(connection)
  })
}

const timeLimit = 10_000
let ended = 0
await new Promise<void>((resolve) => {
  const turn = (): void => {
    const at = now()
    while (sent < total && dueAt(sent) <= at && free.length > 0) send(free.shift()!, false)
    ended = at
    if (answered === total || at > dueAt(total) + timeLimit) return resolve()
    const wait = sent < total ? dueAt(sent) - at : 1
    // A timer is late by up to a millisecond, so shorter waits use the event loop.
    if (free.length > 0 && wait > 3) setTimeout(turn, wait - 2)
    else setImmediate(turn)
  }
  turn()
})
// Unanswered and unsent requests count with the time until now.
for (const index of unanswered) took.record(microseconds(ended - dueAt(index)))
for (let index = Math.max(lead, sent); index < total; index++) took.record(microseconds(ended - dueAt(index)))
const result: Paced = {
  rate: (answered / ended) * 1000,
  refused,
  unanswered: total - answered,
  p50: took.percentile(50),
  p99: took.percentile(99),
  p999: took.percentile(99.9),
  most: took.max,
  late: late.count === 0 ? 0 : late.percentile(99),
}
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
