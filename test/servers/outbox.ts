// Events of a hand-written server: kept in a list, streamed as they come, and sent to receivers with retries by the server's clock.

import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { uuid7 } from './checking.ts'

export type SentEvent = { readonly id: string; readonly at: number; readonly type: string; readonly key: string; readonly body: object }

/** `url` and `secrets` are looked up at each try: undefined where nothing is sent any more. */
export type Message = {
  readonly lane: string
  readonly id: string
  readonly method: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
  readonly most: number
  readonly initial: number
  readonly factor: number
  to(): { readonly url: string; readonly secrets: readonly string[] } | undefined
}

/** Milliseconds for which a listener can continue after an event. */
const kept = 7 * 86_400_000

type Job = Message & { tries: number; due: number }
type Listener = { readonly response: ServerResponse; readonly wants: (event: SentEvent) => boolean }

export class Outbox {
  events: SentEvent[] = []
  readonly #now: () => number
  readonly #has: (fault: string) => boolean
  #lanes = new Map<string, Job[]>()
  #listeners: Listener[] = []
  #generation = 0

  constructor(now: () => number, has: (fault: string) => boolean) {
    this.#now = now
    this.#has = has
  }

  reset(): void {
    this.#generation++
    this.events = []
    this.#lanes.clear()
    for (const { response } of this.#listeners) response.end()
    this.#listeners = []
  }

  emit(type: string, key: string, data: object, { subject, source = '/' }: { subject?: string; source?: string } = {}): SentEvent {
    const id = this.#has('one id for two events') && this.events.at(-1)?.key === key ? this.events.at(-1)!.id : uuid7(this.#now())
    const event = {
      id,
      at: this.#now(),
      type,
      key,
      body: {
        specversion: '1.0',
        id,
        source,
        type,
        time: new Date(this.#now()).toISOString(),
        ...(subject === undefined ? {} : { subject }),
        partitionkey: key,
        datacontenttype: 'application/json',
        data,
      },
    }
    this.events.push(event)
    for (const { response, wants } of this.#listeners) if (wants(event)) response.write(this.#frame(event, this.events.length))
    return event
  }

  #frame(event: SentEvent, number: number): string {
    return `id: ${placeOf(number)}\nevent: ${event.type}\ndata: ${JSON.stringify(event.body)}\n\n`
  }

  get place(): string {
    return placeOf(this.events.length)
  }

  get firstPlace(): string {
    return placeOf(0)
  }

  follow(request: IncomingMessage, response: ServerResponse, wants: (event: SentEvent) => boolean): void {
    const said = request.headers['last-event-id']
    const from =
      typeof said === 'string'
        ? Number(/^position (\d+)$/.exec(Buffer.from(said, 'base64url').toString())?.[1] ?? Number.NaN)
        : this.events.length
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const isForeign = Number.isNaN(from) && !this.#has('a foreign position is not told')
    const next = this.events[from]
    const isExpired = next !== undefined && next.at <= this.#now() - kept
    response.write(
      isForeign || isExpired
        ? `id: ${this.place}\nevent: reset\ndata: {"reason":"${isExpired ? 'expired' : 'foreign'}"}\n\n`
        : `id: ${Number.isNaN(from) ? this.place : placeOf(from)}\n\n`,
    )
    const start = Number.isNaN(from) || isExpired ? this.events.length : from
    for (const [index, event] of this.events.entries()) {
      const isAfter = this.#has('a stream goes on one too early') ? index >= start - 1 : index >= start
      if (isAfter && wants(event)) response.write(this.#frame(event, index + 1))
    }
    this.#listeners.push({ response, wants })
    response.on('close', () => (this.#listeners = this.#listeners.filter((each) => each.response !== response)))
  }

  send(message: Message): void {
    const lane = this.#lanes.get(message.lane) ?? []
    lane.push({ ...message, tries: 0, due: this.#now() })
    this.#lanes.set(message.lane, lane)
    if (lane.length === 1 || this.#has('deliveries do not wait for each other')) void this.#run(message.lane, lane.at(-1)!)
  }

  /** Retries the deliveries that are due by now. */
  settle(): void {
    for (const [name, [first]] of this.#lanes)
      if (first !== undefined && first.tries > 0 && first.due <= this.#now()) void this.#run(name, first)
  }

  async #run(name: string, job: Job): Promise<void> {
    const generation = this.#generation
    const to = job.to()
    job.due = Number.POSITIVE_INFINITY
    job.tries++
    const isTaken = to === undefined || (await this.#attempt(job, to))
    if (generation !== this.#generation) return
    if (!isTaken && job.tries < job.most && !this.#has('no second delivery after a 500')) {
      const wait = this.#has('the second delivery comes at once')
        ? 0
        : job.initial * (this.#has('waits do not grow') ? 1 : job.factor ** (job.tries - 1)) * 1.1
      job.due = this.#now() + wait
      if (wait === 0) void this.#run(name, job)
      return
    }
    const lane = (this.#lanes.get(name) ?? []).filter((each) => each !== job)
    this.#lanes.set(name, lane)
    if (lane[0]?.tries === 0) void this.#run(name, lane[0])
  }

  async #attempt(job: Job, { url, secrets }: { readonly url: string; readonly secrets: readonly string[] }): Promise<boolean> {
    const id = job.tries > 1 && this.#has('the second delivery has another id') ? uuid7(this.#now()) : job.id
    const seconds = Math.floor(this.#now() / 1000)
    const signed = this.#has('the time is not signed')
      ? `${id}.${job.body}`
      : `${id}.${seconds}.${this.#has('other bytes are signed') ? JSON.stringify(JSON.parse(job.body), null, 2) : job.body}`
    const signatures = secrets.map(
      (secret) =>
        `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
          .update(signed)
          .digest('base64')}`,
    )
    const headers = {
      ...job.headers,
      ...(secrets.length === 0
        ? {}
        : { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }),
    }
    try {
      const response = await fetch(url, { method: job.method, headers, body: job.body, redirect: 'manual' })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }
}

function placeOf(number: number): string {
  return Buffer.from(`position ${number}`).toString('base64url')
}
