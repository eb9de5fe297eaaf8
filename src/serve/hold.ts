// Holds the answer of an operation with `wait` after its commit, as its client prefers, and then answers as the read that it names.

import type { Answer, Exchange, Fields, Wait } from '../exchange/exchange.ts'
import type { Operation } from '../model/model.ts'
import { fillSegment } from '../model/segment.ts'
import { type Call, respond } from './call.ts'
import type { LookOutcome } from './holds.ts'
import { noBytes } from './no-bytes.ts'
import { type Preference, readPreference } from './preference.ts'

/** Answers at once, unless the answer is held. */
export function respondOrHold(call: Call, exchange: Exchange, answer: Answer): void {
  const { wait } = answer.trace
  if (wait === undefined) return respond(call, { exchange, answer })
  const preference = readPreference(exchange.headers.get('prefer'))
  const milliseconds = chooseTime(wait, preference)
  const ordinary = withPreference(answer, preference)
  if (milliseconds === 0 || !hold(call, exchange, ordinary, { ...wait, milliseconds })) respond(call, { exchange, answer: ordinary })
}

/** `respond-async` alone asks for no wait; together with `wait` it asks for one that is no longer (RFC 7240, section 4.3). */
function chooseTime({ milliseconds }: Wait, { isAsync, seconds }: Preference): number {
  if (seconds !== undefined) return Math.min(milliseconds, seconds * 1000)
  return isAsync ? 0 : milliseconds
}

/** Tells the client which preference the ordinary answer follows (RFC 7240, section 3). */
function withPreference(answer: Answer, { isAsync, seconds }: Preference): Answer {
  const applied = [...(isAsync ? ['respond-async'] : []), ...(seconds === undefined ? [] : [`wait=${seconds}`])]
  return applied.length === 0 ? answer : { ...answer, headers: [...answer.headers, ['Preference-Applied', applied.join(', ')]] }
}

/** False if no further answer can be held. A held request does not count as one under way, and its body is released. */
function hold(call: Call, exchange: Exchange, ordinary: Answer, wait: Wait): boolean {
  const { service, response } = call
  if (service.incomplete.has(wait.read)) return false
  const look = makeLook(call, exchange, wait)
  const resume = (): void => {
    service.underWay.count++
    response.off('close', onClose)
  }
  const forget = service.holds.hold({
    look,
    milliseconds: wait.milliseconds,
    onEnd(found) {
      resume()
      respond(call, { exchange, answer: chooseAnswer(ordinary, found), isAudited: true })
    },
  })
  if (forget === undefined) return false
  const onClose = (): void => {
    forget()
    resume()
    respond(call, { operation: exchange.operation })
  }
  service.audit?.exchange(exchange, ordinary)
  service.underWay.count--
  service.bodies.release(call)
  response.on('close', onClose)
  return true
}

/** The log and the scenarios see the write in either answer. The last answer of a connection says so, since the server stops. */
function chooseAnswer(ordinary: Answer, found: Answer | 'over' | 'stopping'): Answer {
  if (found === 'over') return ordinary
  if (found === 'stopping') return { ...ordinary, headers: [...ordinary.headers, ['Connection', 'close']] }
  return { ...found, trace: { ...ordinary.trace, origins: found.trace.origins } }
}

/** Looks as the caller would: with its credentials, which are verified each time, and under its rules. */
function makeLook({ service }: Call, exchange: Exchange, { read, path, until }: Wait): () => Promise<LookOutcome> {
  const { callers, backend } = service
  const headers = withoutContent(exchange.headers)
  const request: Exchange = {
    ...exchange,
    operation: read,
    method: read.method,
    path,
    query: [],
    target: printTarget(read, path),
    headers,
    body: noBytes,
    hasBody: false,
    until,
  }
  return async () => {
    const credentials = await callers.present(read, request)
    const { credentials: _, ...anonymous } = request
    const answer = await backend.answer({
      ...anonymous,
      receivedAt: service.now(),
      ...(credentials === undefined ? {} : { credentials }),
    })
    if (answer.status >= 500) return 'later'
    if (answer.status >= 400) return 'never'
    return answer.trace.ended === true ? answer : 'later'
  }
}

function printTarget({ segments }: Operation, path: ReadonlyMap<string, string>): string {
  const texts = segments.map((segment) =>
    segment.kind === 'literal' ? segment.text : fillSegment(segment, encodeURIComponent(path.get(segment.name) ?? '')),
  )
  return `/${texts.join('/')}`
}

/** Fields about the content of the request, and about what it was conditional on, are not about the read. */
const ownFields: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'prefer',
])

function withoutContent(fields: Fields): Fields {
  return {
    get: (name) => (ownFields.has(name) ? undefined : fields.get(name)),
    entries: () => Array.from(fields.entries()).filter(([name]) => !ownFields.has(name)),
  }
}
