// The document's service without a server and without waiting: routing, versions and callers as in `serve`, over the interpreter.

import type { Clock } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { EventRow } from '../../exchange/event.ts'
import type { Answer, Exchange, Fields } from '../../exchange/exchange.ts'
import { refuseService } from '../../exchange/refuse.ts'
import type { RequestedVersion } from '../../exchange/version/requested-version.ts'
import { upgradeExchange } from '../../exchange/version/query.ts'
import { type Limiter, MemoryLimiter } from '../../meaning/limits/limiter.ts'
import { type MemoryRuntime, type DeliveryToSend, createMemoryRuntime } from '../../meaning/meaning.ts'
import { plainSecrets } from '../../meaning/record/secrets.ts'
import { operatorLimits } from '../../serve/operator-limits.ts'
import { type Router, makeRouter } from '../../serve/router.ts'
import { answerStatus } from '../../serve/answer-status.ts'
import { parseTarget } from '../../serve/target.ts'
import { type Versions, makeVersionRouting } from '../../serve/versions.ts'
import { Choices, type Forced, type GeneratedValue } from './choices.ts'
import type { OracleCallers } from './callers.ts'
import { type Expected, type ServerRequest, isStillValid, makeSentRequest, tamperCredential } from './request.ts'

/** The events and deliveries that a change causes. */
export type StepEffects = { readonly events: readonly EventRow[]; readonly deliveries: readonly DeliveryToSend[] }

export type OracleAnswer = { readonly expected: Expected; readonly generated: readonly GeneratedValue[]; readonly effects: StepEffects }

export type OracleInterpreter = Pick<MemoryRuntime, 'rows' | 'keys' | 'nextDue' | 'adopt' | 'abandon' | 'showNow' | 'delayTimers'> & {
  readonly compiled: Compiled
  readonly choices: Choices
  readonly cursorKey: Uint8Array
  /**
   * Answers a request and keeps its changes. `now` is in milliseconds since 1970. A repeated request with the same `name` generates the
   * same values, except those in `forced`.
   */
  ask(request: ServerRequest, now: number, name: string, forced?: Forced): OracleAnswer
  /** Creates the document's initial records as of now; returns their generated values. */
  begin(now: number): readonly GeneratedValue[]
  /** Fires the timers that are due by `now`, as `ask` does before it answers. */
  tick(now: number, name: string, forced?: Forced): OracleAnswer
  /** Saves records, counters and time; the returned function restores them and may be called repeatedly. */
  snapshot(): () => void
  /** Fires the timers that are due by `now`. */
  moveTo(now: number): void
  now(): number
}

export type OracleOptions = {
  readonly seed: string
  readonly start: number
  /** The server's host name, as in the `Host` header. */
  readonly host: string
  readonly settings: ReadonlyMap<string, Json>
  /** True if the records under `fixtures` exist. */
  readonly fixtures: boolean
  /** True if the rates of part 8 apply. False during planning, because a run may wait between requests. */
  readonly counts: boolean
}

export function createInterpreter(compiled: Compiled, callers: OracleCallers, options: OracleOptions): OracleInterpreter {
  const { facts } = compiled
  const choices = new Choices(options.seed)
  const clock: Clock & { at: number } = { at: options.start, now: () => clock.at }
  const limiter = new MemoryLimiter()
  const cursorKey = choices.randomness.bytes(32)
  const meaning = createMemoryRuntime(facts, {
    clock,
    settings: options.settings,
    fixtures: options.fixtures,
    depth: operatorLimits.depth,
    randomness: choices.randomness,
    choose: choices.choose,
    cursors: { key: cursorKey, epoch: 'verify' },
    secrets: plainSecrets,
    tokens: {
      issue(scheme, subject) {
        const text = callers.issue(scheme, subject)
        choices.tokens.add(text)
        return text
      },
    },
    limiter: options.counts ? limiter : unlimited,
  })
  const initial = { made: choices.made, records: meaning.snapshot(), counts: limiter.snapshot() }
  const wire: Wire = {
    compiled,
    meaning,
    callers,
    router: makeRouter(facts.routes.map(({ operation }) => ({ operation, method: operation.method, segments: operation.segments }))),
    versions: makeVersionRouting(facts, () => clock.at),
    now: () => clock.at,
    settings: options.settings,
    host: options.host,
    count: 0,
  }
  // Cached, because callers read the rows repeatedly between two requests.
  const rows = new Map<string, ReturnType<MemoryRuntime['rows']>>()
  const moveTo = (now: number): void => {
    rows.clear()
    clock.at = now
    meaning.fire()
  }
  const effectsIn = <T>(work: () => T): { readonly result: T; readonly effects: StepEffects } => {
    const from = meaning.newestPosition()
    const result = work()
    return { result, effects: { events: meaning.eventsAfter(from), deliveries: meaning.takeDeliveries() } }
  }
  return {
    compiled,
    choices,
    cursorKey,
    moveTo,
    showNow: (stream, events) => meaning.showNow(stream, events),
    rows: (resource) => rows.getOrInsertComputed(resource, () => meaning.rows(resource)),
    keys: meaning.keys,
    adopt(row) {
      rows.clear()
      meaning.adopt(row)
    },
    abandon(resource, key) {
      rows.clear()
      meaning.abandon(resource, key)
    },
    nextDue: () => meaning.nextDue(),
    delayTimers: (ms) => meaning.delayTimers(ms),
    now: () => clock.at,
    ask(request, now, name, forced = new Map()) {
      // Values that due timers generate first belong to the request, too.
      choices.begin(name, forced)
      const { result: expected, effects } = effectsIn(() => {
        moveTo(now)
        return answer(wire, request)
      })
      rows.clear()
      return { expected, generated: choices.made, effects }
    },
    begin(now) {
      initial.records()
      initial.counts()
      rows.clear()
      clock.at = now
      meaning.delayTimers(now - options.start)
      const moment = { kind: 'timestamp', ms: now } as const
      return initial.made.map((generated): GeneratedValue => {
        const [resource, name] = (generated.property ?? '').split('.')
        if ((generated.kind !== 'now' && generated.kind !== 'now-on-update') || name === undefined) return generated
        for (const row of meaning.rows(resource!)) meaning.adopt({ ...row, values: new Map([...row.values, [name, moment]]) })
        return { ...generated, value: moment }
      })
    },
    tick(now, name, forced = new Map()) {
      choices.begin(name, forced)
      const { effects } = effectsIn(() => moveTo(now))
      return { expected: noContent, generated: choices.made, effects }
    },
    snapshot() {
      const [records, counts, at] = [meaning.snapshot(), limiter.snapshot(), clock.at]
      return () => {
        records()
        counts()
        clock.at = at
        rows.clear()
      }
    },
  }
}

const noContent: Expected = answerStatus(204, 'RFC 9110, section 15.3.5')

const allowAll: Limiter['take'] = (takes) => takes.map(({ policy: { burst } }) => ({ allowed: true, remaining: burst, reset: 0 }))
const unlimited: Limiter = { take: allowAll, refund: allowAll }

type Wire = {
  readonly compiled: Compiled
  readonly meaning: MemoryRuntime
  readonly callers: OracleCallers
  readonly router: Router
  readonly versions: Versions | undefined
  readonly now: () => number
  readonly settings: ReadonlyMap<string, Json>
  readonly host: string
  count: number
}

type Head = { readonly path: string; readonly query: readonly (readonly [string, string])[]; readonly headers: Fields }

function answer(wire: Wire, sent: ServerRequest): Expected {
  const request = makeSentRequest(wire.compiled, sent)
  const raw = request.target
  if (raw.length > operatorLimits.target) return answerStatus(414, 'RFC 9110, section 15.5.15')
  const { tampering } = request
  const valid = request.caller === undefined ? { headers: [], query: [] } : wire.callers.credential(request.caller)
  const credential = tampering === undefined ? valid : tamperCredential(valid, tampering)
  const headers = collectFields([['host', wire.host], ...credential.headers, ...request.headers])
  const target = parseTarget(raw)
  if (target === undefined) return answerStatus(400, 'RFC 9110, section 15.5.1')
  const head: Head = { path: target.path, query: [...target.query, ...credential.query], headers }
  if (wire.versions === undefined) return route(wire, request, wire.router, head)
  const { method } = request
  const anywhere = wire.versions.anywhere?.find(method, head.path)
  if (method === 'OPTIONS' && anywhere?.kind === 'method') return route(wire, request, wire.versions.anywhere!, head)
  const versionMatch = wire.versions.find(head)
  if (versionMatch.kind !== 'chosen' && (anywhere?.kind === 'nothing' || anywhere?.kind === 'undecodable'))
    return route(wire, request, wire.versions.anywhere!, head)
  switch (versionMatch.kind) {
    case 'chosen':
      return route(wire, request, versionMatch.router, versionMatch.head, versionMatch.requestedVersion, head.path)
    case 'unknown':
      return refuse(
        wire,
        'unknown-version',
        request,
        head.path,
        versionMatch.requested === undefined ? {} : { versionText: versionMatch.requested },
      )
    case 'retired':
      return refuse(wire, 'retired-version', request, head.path, {
        versionText: versionMatch.requested,
        retiredVersion: versionMatch.version,
      })
  }
}

function route(
  wire: Wire,
  request: ServerRequest,
  by: Router,
  { path, query, headers }: Head,
  requestedVersion?: RequestedVersion,
  sentPath = path,
): Expected {
  const match = by.find(request.method, path)
  const versionDetails = requestedVersion === undefined ? {} : { requestedVersion }
  const addVersionHeaders = (answered: Answer): Answer =>
    requestedVersion === undefined ? answered : wire.versions!.addVersionHeaders(answered, requestedVersion)
  switch (match.kind) {
    case 'undecodable':
      return answerStatus(400, 'RFC 9110, section 15.5.1')
    case 'nothing':
      return addVersionHeaders(refuse(wire, 'no-such-path', request, sentPath, versionDetails))
    case 'method':
      if (request.method === 'OPTIONS') return answerStatus(204, 'RFC 9110, section 9.3.7', [['Allow', match.allowed.join(', ')]])
      return addVersionHeaders(refuse(wire, 'method-not-allowed', request, sentPath, { ...versionDetails, allowed: match.allowed }))
    case 'operation': {
      const bytes = new TextEncoder().encode(request.body ?? '')
      const credentials = wire.callers.present(
        match.operation,
        { method: request.method, headers, query, body: bytes },
        isStillValid(request.tampering) ? request.caller : undefined,
      )
      const exchange: Exchange = {
        operation: match.operation,
        method: request.method,
        path: match.path,
        query,
        target: request.target,
        headers,
        body: bytes,
        hasBody: bytes.length > 0,
        address: '127.0.0.1',
        id: `verify-${++wire.count}`,
        ...(credentials === undefined ? {} : { credentials }),
        ...versionDetails,
      }
      const answered = wire.meaning.answerNow(requestedVersion === undefined ? exchange : upgradeExchange({ ...exchange }))
      return { ...addVersionHeaders(answered), of: match.operation }
    }
  }
}

function refuse(
  wire: Wire,
  condition: Parameters<typeof refuseService>[1],
  { method }: ServerRequest,
  path: string,
  versionDetails: object,
): Answer {
  return refuseService(
    wire.compiled.facts,
    condition,
    { method, path, id: 'verify', address: '127.0.0.1', allowed: [], ...versionDetails },
    { now: wire.now(), settings: wire.settings },
  )
}

/** Values of repeated fields are joined as RFC 9110, section 5.3 says. */
function collectFields(headers: readonly (readonly [string, string])[]): Fields {
  const fields = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return fields
}
