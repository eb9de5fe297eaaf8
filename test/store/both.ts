// Answers one document with records in memory, in SQLite and, if it answers, in PostgreSQL, with the same time and randomness.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { TurnLimit } from '../../src/base/turn.ts'
import { type Json, printCanonical } from '../../src/base/json.ts'
import { type EventRow, type EventPosition, beginning } from '../../src/exchange/event.ts'
import type { Answer, Backend, Exchange } from '../../src/exchange/exchange.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { type MemoryRuntime, createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { parseTarget } from '../../src/serve/target.ts'
import { createPostgresBackend } from '../../src/store/postgres/backend.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { freshSchema, noPostgres } from '../postgres.ts'
import { route } from '../meaning/running.ts'

/** `tags` are those of an earlier answer, for `If-Match`: each side has its own. */
export type Asked = {
  readonly method: string
  readonly target: string
  readonly headers?: ReadonlyMap<string, string>
  readonly body?: string
  readonly ifMatch?: number
  readonly credentials?: NonNullable<Exchange['credentials']>
}

export type Answered = { readonly memory: Answer; readonly sqlite: Answer }

export type Both = {
  /** `difference` describes how the answers differ; undefined if they are equal. */
  send(request: Asked): Promise<Answered & { readonly difference?: string }>
  advance(ms: number): Promise<string | undefined>
  /** Each of them, for what answers do not show. */
  readonly memory: Pick<Backend, 'log'> & Pick<MemoryRuntime, 'deliveryQueue'>
  readonly sqlite: Pick<Backend, 'log'> & Pick<MemoryRuntime, 'deliveryQueue'>
  close(): Promise<void>
}

type Side = 'memory' | 'sqlite' | 'postgres'

const start = Date.parse('2026-01-01T00:00:00.000Z')

/** `sealed`: whether SQLite prints and takes drafts where it can; `turn`: what limits the work of a request, for each side its own. */
export async function both(facts: Facts, seed: string, fixtures = true, sealed = true, turn?: () => TurnLimit): Promise<Both> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-both-'))
  const clock = new VirtualClock(start)
  const told: { [side in Side]: string[] } = { memory: [], sqlite: [], postgres: [] }
  const lent = (side: Side) => ({
    clock,
    fixtures,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness(seed),
    cursors: { key: new Uint8Array(32), epoch: '0' },
    turn: turn?.(),
    onFired: ({ timer, outcome }: { timer: { resource: string; key: string; name: string }; outcome: string }) =>
      void told[side].push(`${timer.resource} ${timer.key} ${timer.name} ${outcome}`),
  })
  const memory = createMemoryRuntime(facts, lent('memory'))
  const sqlite = await createSqliteBackend(facts, join(folder, 'store.db'), { ...lent('sqlite'), byRows: !sealed })
  if ('problem' in sqlite) throw new Error(sqlite.problem)
  const schema = sealed && noPostgres === undefined ? await freshSchema() : undefined
  const postgres = schema && (await createPostgresBackend(facts, schema.url, 'PostgreSQL', lent('postgres')))
  if (postgres !== undefined && 'problem' in postgres) throw new Error(postgres.problem)
  const tags = { sqlite: tagPairs(), postgres: tagPairs() }
  let count = 0
  let seen = beginning
  let seenThere: EventPosition = beginning
  /** All stores emit the same events with the same ids; memory and SQLite in the same commits too. */
  const events = async (): Promise<string | undefined> => {
    const [a, b] = [await memory.log.events(seen, 1000), await sqlite.log.events(seen, 1000)]
    const there = await postgres?.log.events(seenThere, 1000)
    seen = a.at(-1)?.position ?? seen
    seenThere = there?.at(-1)?.position ?? seenThere
    return (
      differing('events', eventsText(a), eventsText(b)) ?? (there && differing('events', eventsText(a, false), eventsText(there, false)))
    )
  }
  return {
    memory,
    sqlite,
    async send(request) {
      const id = `request-${++count}`
      const [a, b] = [
        await memory.answer(exchangeOf(facts, request, id, tags.sqlite.of(request.ifMatch, 'memory'))),
        await sqlite.answer(exchangeOf(facts, request, id, tags.sqlite.of(request.ifMatch, 'other'))),
      ]
      const c = await postgres?.answer(exchangeOf(facts, request, id, tags.postgres.of(request.ifMatch, 'other')))
      const difference =
        tags.sqlite.differ(a, b) ??
        differ(a, b) ??
        (c && (tags.postgres.differ(a, c) ?? differ(placeless(a), placeless(c)))) ??
        (await events())
      return { memory: a, sqlite: b, ...(difference === undefined ? {} : { difference }) }
    },
    async advance(ms) {
      clock.advance(ms)
      memory.fire()
      await sqlite.fire()
      while (await postgres?.fireSome());
      const [a, b, c] = [told.memory, told.sqlite, told.postgres].map((all) => all.splice(0).join('\n'))
      return differing('timers fired', a!, b!) ?? (postgres && differing('timers fired', a!, c!)) ?? events()
    },
    async close() {
      await memory.close()
      await sqlite.close()
      rmSync(folder, { recursive: true })
      await postgres?.close()
      await schema?.drop()
    },
  }
}

export function exchangeOf(
  facts: Facts,
  { method, target, headers, body, credentials }: Asked,
  id: string,
  tag: string | undefined,
): Exchange {
  const url = new URL(target, 'http://service.test')
  const found = route(facts, method, url.pathname)
  if (found === undefined) throw new Error(`no endpoint answers ${method} ${target}`)
  const all = new Map([['host', 'service.test'], ...(headers ?? []), ...(tag === undefined ? [] : [['if-match', tag] as const])])
  if (body !== undefined && !all.has('content-type')) all.set('content-type', 'application/json')
  const bytes = body === undefined ? new Uint8Array(0) : new TextEncoder().encode(body)
  // As the service does, so that data which is prefetched for a query is prefetched here too.
  const query = parseTarget(url.pathname + url.search)?.query ?? [...url.searchParams]
  return {
    ...found,
    method,
    query,
    headers: all,
    body: bytes,
    hasBody: body !== undefined,
    address: '127.0.0.1',
    id,
    ...(credentials === undefined ? {} : { credentials }),
  }
}

/** Entity tags may differ in text; two of one side are equal exactly where those of the other side are. */
function tagPairs() {
  const pairs: { memory: string; other: string }[] = []
  return {
    of: (index: number | undefined, side: 'memory' | 'other'): string | undefined =>
      index === undefined || pairs.length === 0 ? undefined : pairs[index % pairs.length]![side],
    differ(a: Answer, b: Answer): string | undefined {
      const [memory, other] = [tagOf(a), tagOf(b)]
      if (memory === undefined || other === undefined) return memory === other ? undefined : `ETag: ${memory} — ${other}`
      const known = pairs.find((pair) => pair.memory === memory || pair.other === other)
      if (known === undefined) pairs.push({ memory, other })
      return known === undefined || (known.memory === memory && known.other === other)
        ? undefined
        : 'ETag: what one side calls the same content, the other does not'
    },
  }
}

function tagOf({ headers }: Answer): string | undefined {
  return headers.find(([name]) => name === 'ETag')?.[1]
}

function differ(a: Answer, b: Answer): string | undefined {
  const [x, y] = [shown(a), shown(b)]
  return x === y ? undefined : `${x}\n—\n${y}`
}

function differing(what: string, a: string, b: string): string | undefined {
  return a === b ? undefined : `${what}:\n${a}\n—\n${b}`
}

/** Positions of events are of one store alone. */
function placeless(answer: Answer): Answer {
  return typeof answer.body === 'string' ? { ...answer, body: answer.body.replaceAll(/"position":"[^"]*"/g, '"position":""') } : answer
}

function eventsText(events: readonly EventRow[], withPositions = true): string {
  return events.map((row) => printCanonical((withPositions ? row : { ...row, position: null }) as unknown as Json)).join('\n')
}

export function shown({ status, headers, body, trace }: Answer): string {
  const told = headers
    .filter(([name]) => name !== 'ETag')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
  const report = trace.report === undefined ? '' : `reported: ${trace.report.split('\n')[0]}\n`
  return `${status}\n${told}${body === undefined ? '' : `${typeof body === 'string' ? body : Buffer.from(body).toString('base64')}\n`}${report}${trace.transitions.join(', ')}`
}
