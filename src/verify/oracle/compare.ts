// Holds an answer against the one that the document gives.

import { parseJson } from '../../base/json.ts'
import { isJson } from '../../exchange/answer.ts'
import { compareHeaders } from './compare-headers.ts'
import { type Compared, Comparison, type Openness, shortened } from './comparison.ts'
import { isSameButForTies } from './ties.ts'
import type { Expected, Observed, Request } from './request.ts'

export function compareAnswers(expected: Expected, observed: Observed, openness: Openness, { method, target }: Pick<Request, 'method' | 'target'>): Compared {
  const found = new Comparison({ ...openness, comparesFailures: expected.trace.condition?.startsWith('invalid') === true })
  if (isLeftToServer(expected, observed, method)) return found
  if (expected.status !== observed.status) {
    found.differ('status', '', String(expected.status), `${observed.status}${observed.body === '' ? '' : `: ${shortened(observed.body)}`}`)
    return found
  }
  compareHeaders(expected, observed, found)
  if (method !== 'HEAD' && expected.stream === undefined) compareBodies(expected, observed, found)
  if (found.differences.length > 0 && found.bindings.length === 0 && isSameButForTies(expected, observed, target)) return { bindings: [], pairs: found.pairs, differences: found.differences.filter(({ part }) => part !== 'body') }
  return found
}

/** What HTTP alone says of methods and paths, servers answer in several ways; one that has no HEAD takes nothing from its document. */
function isLeftToServer({ trace, status }: Expected, observed: Observed, method: string): boolean {
  const isNone = [404, 405, 501].includes(observed.status)
  if (method === 'HEAD' && status < 400) return isNone
  return trace.entry === undefined && (trace.condition === 'method-not-allowed' || trace.condition === 'no-such-path') && isNone
}

function compareBodies({ body, headers, trace }: Expected, observed: Observed, found: Comparison): void {
  if (body === undefined) {
    // Of a refusal that HTTP alone answers the document says no content.
    if (trace.condition === undefined && trace.operation !== undefined && observed.body !== '') found.differ('body', '', 'no content', shortened(observed.body))
    return
  }
  const media = headers.find(([name]) => name === 'Content-Type')?.[1] ?? ''
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  if (!isJson(media)) return found.texts('body', '', text, observed.body)
  const [mine, theirs] = [read(text), read(observed.body)]
  if (!('value' in theirs)) return found.differ('body', '', 'JSON', shortened(observed.body))
  if ('value' in mine) found.values('', mine.value, theirs.value)
}

function read(text: string): ReturnType<typeof parseJson> {
  return parseJson(new TextEncoder().encode(text), { depth: 200 })
}
