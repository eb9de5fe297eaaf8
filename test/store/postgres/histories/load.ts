// Clients of several processes: each notes its requests, their times and their outcomes. A request without an answer is sent again to
// another process.

import { createRandomSource } from '../../../../src/base/random-source.ts'
import { SeededRandomness } from '../../../../src/base/clock.ts'

/** The processes: one that ended has no address until it is started again. */
export type Fleet = readonly { url: string | undefined }[]

/** `status`: the first that says what became of it; `unsure` where a try before it was lost, so that this may be the answer to a second one. */
export type Transfer = {
  readonly note: string
  readonly amount: number
  readonly from: string
  readonly sentAt: number
  readonly answeredAt: number
  readonly status: number
}
export type Change = { readonly token: string; readonly read: number; readonly status: number | 'lost' }
export type Opened = { readonly id: string; readonly owner: string; readonly status: number; readonly unsure: boolean }
export type Walk = { readonly before: readonly string[]; readonly found: readonly string[] }
export type Told = {
  readonly type: string
  readonly data: { readonly note: string; readonly from: string; readonly sent: number; readonly value: number; readonly token: string }
}

export type History = {
  readonly transfers: Transfer[]
  readonly changes: Change[]
  readonly opened: Opened[]
  readonly walks: Walk[]
  unavailable: number
}

export const accounts = ['a', 'b', 'c', 'd', 'e']
export const firstBalance = 1000

type Answered = { readonly status: number; readonly json: any; readonly tag: string | null; readonly tries: number }

export class Clients {
  readonly history: History = { transfers: [], changes: [], opened: [], walks: [], unavailable: 0 }
  readonly #fleet: Fleet
  readonly #random: ReturnType<typeof createRandomSource>
  #turn = 0
  #isOver = false

  constructor(fleet: Fleet, seed: string) {
    this.#fleet = fleet
    this.#random = createRandomSource(new SeededRandomness(seed))
  }

  end(): void {
    this.#isOver = true
  }

  async prepare(): Promise<void> {
    for (const id of accounts) await this.#ask('POST', '/accounts', { id, owner: id, balance: firstBalance })
    await this.#ask('POST', '/registers', { id: 'r' })
  }

  /** Resolves when all clients have ended their requests. */
  async run(clients = { transferring: 6, changing: 3, opening: 3 }): Promise<void> {
    const each = (count: number, work: (client: number) => Promise<void>): Promise<void>[] =>
      Array.from({ length: count }, (_, client) => work(client))
    await Promise.all([
      ...each(clients.transferring, (client) => this.#transfer(client)),
      ...each(clients.changing, (client) => this.#change(client)),
      ...each(clients.opening, (client) => this.#open(client)),
      this.#walk(),
    ])
  }

  async #transfer(client: number): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const note = `t${client}-${count}`
      const [from, to] = [this.#random.pick(accounts), this.#random.pick(accounts)]
      const amount = this.#random.between(1, 50)
      const sentAt = performance.now()
      const { status } = await this.#ask('POST', '/transfers', { from, to, amount, note }, { 'idempotency-key': note })
      this.history.transfers.push({ note, amount, from, sentAt, answeredAt: performance.now(), status })
    }
  }

  async #change(client: number): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const { json, tag } = await this.#ask('GET', '/registers/r')
      const token = `c${client}-${count}`
      const { status } = await this.#once('PATCH', '/registers/r', { value: json.value + 1, token }, { 'if-match': tag! })
      this.history.changes.push({ token, read: json.value, status: status < 500 ? status : 'lost' })
    }
  }

  /** All clients want the same owner at about the same time. */
  async #open(client: number): Promise<void> {
    for (let count = 0; !this.#isOver; count++) {
      const [id, owner] = [`o${client}-${count}`, `owner-${count}`]
      const { status, tries } = await this.#ask('POST', '/accounts', { id, owner })
      this.history.opened.push({ id, owner, status, unsure: tries > 1 })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async #walk(): Promise<void> {
    while (!this.#isOver) {
      const before = this.history.transfers.flatMap(({ note, status }) => (status === 201 ? [note] : []))
      const found: string[] = []
      for (let next = ''; next !== undefined && next !== null;) {
        const { json } = await this.#ask('GET', `/transfers${next === '' ? '' : `?cursor=${encodeURIComponent(next)}`}`)
        found.push(...json.items)
        next = json.next
      }
      this.history.walks.push({ before, found })
    }
  }

  /** Repeats until the outcome is known. */
  async #ask(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answered> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#once(method, path, body, headers)
      // 408: on a busy machine a request may arrive too late.
      if (answer.status < 500 && answer.status !== 408) return { ...answer, tries }
      if (answer.status === 503) this.history.unavailable++
      else if (answer.status !== 599 && answer.status !== 408)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** 599 where there was no answer. */
  async #once(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answered> {
    const { url } = this.#fleet[this.#turn++ % this.#fleet.length]!
    if (url === undefined) return { status: 599, json: undefined, tag: null, tries: 1 }
    try {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      return { status: response.status, json: text === '' ? undefined : JSON.parse(text), tag: response.headers.get('etag'), tries: 1 }
    } catch {
      return { status: 599, json: undefined, tag: null, tries: 1 }
    }
  }
}

/** Follows all events from one process, and continues at the next from the last position, until `until` of them have come. */
export class Follower {
  readonly told: Told[] = []
  readonly #fleet: Fleet
  #at: number
  #position: string | undefined
  #isOver = false
  #leave: AbortController | undefined
  readonly #begun = Promise.withResolvers<void>()
  /** Once it is known from where on the stream is complete. */
  readonly ready: Promise<void> = this.#begun.promise

  constructor(fleet: Fleet, at: number) {
    this.#fleet = fleet
    this.#at = at
  }

  async run(): Promise<void> {
    for (; !this.#isOver; this.#at++) {
      const { url } = this.#fleet[this.#at % this.#fleet.length]!
      this.#leave = new AbortController()
      if (url !== undefined) await this.#read(url, this.#leave.signal).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  end(): void {
    this.#isOver = true
    this.#leave?.abort()
  }

  async #read(url: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(`${url}/events`, {
      signal,
      headers: this.#position === undefined ? {} : { 'last-event-id': this.#position },
    })
    if (response.status !== 200) return
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        this.#take(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  }

  #take(frame: string): void {
    const field = (name: string): string | undefined => new RegExp(`^${name}: ?(.*)$`, 'm').exec(frame)?.[1]
    const [id, type, data] = [field('id'), field('event'), field('data')]
    if (id !== undefined) {
      this.#position = id
      this.#begun.resolve()
    }
    if (type !== undefined && data !== undefined && type !== 'reset')
      this.told.push({ type, data: (JSON.parse(data) as Pick<Told, 'data'>).data })
  }
}
