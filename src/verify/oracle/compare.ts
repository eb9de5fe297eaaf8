// Compares a server's answer with the document's.

import { type JsonObject, isJsonObject, parseJson } from '../../base/json.ts'
import { isJson } from '../../exchange/answer.ts'
import { slotValueOf } from '../../model/slot.ts'
import { compareHeaders } from './compare-headers.ts'
import { type ComparisonResult, AnswerComparison, type Openness, shortenText } from './comparison.ts'
import { isSameButForTies } from './ties.ts'
import type { Expected, ObservedAnswer, ServerRequest } from './request.ts'

export function compareAnswers(
  expected: Expected,
  observed: ObservedAnswer,
  openness: Openness,
  { method, target }: Pick<ServerRequest, 'method' | 'target'>,
): ComparisonResult {
  const comparison = new AnswerComparison({ ...openness, comparesFailures: expected.trace.condition?.startsWith('invalid') === true })
  if (isLeftToServer(expected, observed, method, target)) return comparison
  if (isOutcome(expected, observed)) return learnFromOutcome(expected, observed, comparison)
  if (expected.status !== observed.status) {
    comparison.differ(
      'status',
      '',
      String(expected.status),
      `${observed.status}${observed.body === '' ? '' : `: ${shortenText(observed.body)}`}`,
    )
    return comparison
  }
  compareHeaders(expected, observed, comparison)
  if (method !== 'HEAD' && expected.stream === undefined) compareBodies(expected, observed, comparison)
  if (comparison.differences.length > 0 && comparison.bindings.length === 0 && isSameButForTies(expected, observed, target))
    return {
      bindings: [],
      pairs: comparison.pairs,
      lags: comparison.lags,
      distances: [],
      differences: comparison.differences.filter(({ part }) => part !== 'body'),
    }
  return comparison
}

/** A server may answer with the outcome that `wait` names, although the request prefers the ordinary answer (RFC 7240, section 2). */
function isOutcome({ trace: { wait } }: Expected, observed: ObservedAnswer): boolean {
  return wait !== undefined && slotValueOf(wait.read.slots.status)?.text === String(observed.status)
}

/** Members of the ordinary answer that the outcome has, too, may be keys that the server chose. */
function learnFromOutcome({ body }: Expected, observed: ObservedAnswer, comparison: AnswerComparison): ComparisonResult {
  const [mine, theirs] = [read(String(body ?? '')), read(observed.body)]
  const [ordinary, outcome] = [mine, theirs].map((parsed) =>
    'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as JsonObject) : undefined,
  )
  for (const [name, value] of Object.entries(ordinary ?? {})) {
    const other = outcome?.[name]
    if (other !== undefined) comparison.values(`/${name}`, value, other)
  }
  return { bindings: comparison.bindings, pairs: comparison.pairs, lags: comparison.lags, distances: [], differences: [] }
}

/** Servers answer unknown methods and paths in several valid ways; a server without HEAD or OPTIONS does not violate its document. */
function isLeftToServer({ trace, status, of }: Expected, observed: ObservedAnswer, method: string, target: string): boolean {
  const isNone = [404, 405, 501].includes(observed.status)
  if (method === 'HEAD' && (status < 400 || trace.condition === 'method-not-allowed')) return isNone
  if (method === 'OPTIONS' && of === undefined && status < 400) return observed.status < 500 || observed.status === 501
  // A path that ends in a slash may have an empty key.
  if (trace.condition === 'no-such-path' && target.split('?')[0]!.endsWith('/') && observed.status >= 400) return observed.status < 500
  return trace.entry === undefined && (trace.condition === 'method-not-allowed' || trace.condition === 'no-such-path') && isNone
}

function compareBodies({ body, headers, trace }: Expected, observed: ObservedAnswer, comparison: AnswerComparison): void {
  if (body === undefined) {
    // The document does not specify the body of a refusal that HTTP alone defines.
    if (trace.condition === undefined && trace.operation !== undefined && observed.body !== '')
      comparison.differ('body', '', 'no content', shortenText(observed.body))
    return
  }
  const media = headers.find(([name]) => name === 'Content-Type')?.[1] ?? ''
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  if (!isJson(media)) return comparison.texts('body', '', text, observed.body)
  const [mine, theirs] = [read(text), read(observed.body)]
  if (!('value' in theirs)) return comparison.differ('body', '', 'JSON', shortenText(observed.body))
  if ('value' in mine) comparison.values('', mine.value, theirs.value)
}

function read(text: string): ReturnType<typeof parseJson> {
  return parseJson(new TextEncoder().encode(text), { depth: 200 })
}
