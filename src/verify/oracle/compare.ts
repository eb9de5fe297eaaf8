// Holds an answer against the one that the document gives.

import { parseJson } from '../../base/json.ts'
import { isJson } from '../../exchange/answer.ts'
import { compareHeaders } from './compare-headers.ts'
import { type Compared, Comparison, type Openness, shortened } from './comparison.ts'
import type { Expected, Observed } from './request.ts'

export function compareAnswers(expected: Expected, observed: Observed, openness: Openness, method: string): Compared {
  const found = new Comparison(openness)
  if (expected.status !== observed.status) {
    found.differ('status', '', String(expected.status), `${observed.status}${observed.body === '' ? '' : `: ${shortened(observed.body)}`}`)
    return found
  }
  compareHeaders(expected, observed, found)
  if (method !== 'HEAD' && expected.stream === undefined) compareBodies(expected, observed, found)
  return found
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
