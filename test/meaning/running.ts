// A document that is run in a test: compiled as `serve` does it, without the wire.

import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { Json } from '../../src/base/json.ts'
import { compile } from '../../src/compile/compile.ts'
import { type EventRow, type EventPosition, beginning } from '../../src/exchange/event.ts'
import type { Answer, Exchange } from '../../src/exchange/exchange.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { type FiredTimer, type MemoryRuntime, createMemoryRuntime } from '../../src/meaning/meaning.ts'
import type { Operation } from '../../src/model/model.ts'
import { conventions } from '../conventions.ts'

export type Sent = {
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyMap<string, string>
  readonly body?: string | Uint8Array
  readonly presented?: NonNullable<Exchange['credentials']>
}

export type Running = {
  readonly facts: Facts
  readonly meaning: MemoryRuntime
  readonly clock: VirtualClock
  readonly fired: readonly FiredTimer[]
  /** The last event that was read. */
  readonly seen: { position: EventPosition }
  send(request: Sent): Answer
}

export type Settings = { readonly fixtures?: boolean; readonly settings?: ReadonlyMap<string, Json> }

const start = Date.parse('2026-01-01T00:00:00.000Z')

/** The events after a position. The store in memory answers at once. */
export function happenedIn({ log }: Pick<MemoryRuntime, 'log'>, after: EventPosition, limit: number): readonly EventRow[] {
  const rows = log.events(after, limit)
  if (rows instanceof Promise) throw new Error('events in memory came later')
  return rows
}

/** The facts of a document, with every mistake and gap in words; none where it can be served whole. */
export function factsOf(text: string, name = 'service.yaml'): { readonly facts: Facts; readonly problems: readonly string[] } {
  const { facts, diagnostics } = compile([{ name, text }], conventions())
  const problems = diagnostics.filter(({ severity }) => severity !== 'warning').map(({ code, message }) => `${code}: ${message}`)
  for (const { slot, message } of facts.typing.problems) problems.push(`${slot.text}: ${message}`)
  return { facts, problems }
}

export function running(facts: Facts, options: Settings = {}): Running {
  const clock = new VirtualClock(start)
  const fired: FiredTimer[] = []
  const meaning = createMemoryRuntime(facts, {
    clock,
    depth: 64,
    randomness: new SeededRandomness('meaning'),
    settings: options.settings ?? new Map(),
    fixtures: options.fixtures === true,
    onFired: (each) => fired.push(each),
  })
  let count = 0
  return {
    facts,
    meaning,
    clock,
    fired,
    seen: { position: beginning },
    send({ method, target, headers, body, presented: credentials }) {
      const url = new URL(target, 'http://service.test')
      const found = route(facts, method, url.pathname)
      if (found === undefined) throw new Error(`no endpoint answers ${method} ${target}`)
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array(0))
      const { operation, path } = found
      const all = new Map([['host', 'service.test'], ...headers])
      return meaning.answerNow({
        operation,
        method,
        path,
        query: [...url.searchParams],
        headers: all,
        body: bytes,
        hasBody: body !== undefined,
        address: '127.0.0.1',
        id: `request-${++count}`,
        ...(credentials === undefined ? {} : { credentials }),
      })
    },
  }
}

/** A literal segment beats a parameter, leftmost first. */
export function route({ model }: Facts, method: string, pathname: string): { operation: Operation; path: Map<string, string> } | undefined {
  const parts = pathname.split('/').slice(1).map(decodeURIComponent)
  const found = model.endpoints.value.operations.flatMap((operation) => {
    const { segments } = operation
    const fits =
      (operation.method === method || (method === 'HEAD' && operation.method === 'GET')) &&
      segments.length === parts.length &&
      segments.every((segment, index) => segment.kind === 'parameter' || segment.text === parts[index])
    if (!fits) return []
    const rank = segments.map(({ kind }) => (kind === 'literal' ? 0 : 1)).join('')
    const path = new Map(
      segments.flatMap((segment, index) => (segment.kind === 'parameter' ? [[segment.name, parts[index]!] as const] : [])),
    )
    return [{ operation, path, rank }]
  })
  return found.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))[0]
}
