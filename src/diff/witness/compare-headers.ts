// Compares the headers of two answers. Headers of HTTP itself, the connection or the time may differ.

import type { ReceivedAnswer } from '../../hurl/evaluate/query.ts'
import { findHeader, mediaTypeOf } from './answer.ts'
import type { AnswerDifference, Differs } from './answer-difference.ts'
import { isGenerated, withoutGeneratedValues } from './json-difference.ts'

/** Headers of HTTP itself, the connection or the time; their values are not compared. */
const incidentalHeaders =
  /^(date|connection|keep-alive|content-length|transfer-encoding|etag|age|x-request-id|retry-after|ratelimit|ratelimit-policy|deprecation|sunset|vary|allow)$/

export function findMissingHeader(before: ReceivedAnswer, after: ReceivedAnswer): Differs | undefined {
  const names = new Set(after.headers.map(([name]) => name.toLowerCase()))
  const missing = before.headers.find(
    ([name]) =>
      !names.has(name.toLowerCase()) &&
      !/^(connection|keep-alive|content-length|transfer-encoding|date|x-request-id|deprecation|sunset)$/.test(name.toLowerCase()),
  )
  return (
    missing && { kind: 'differs', side: 'readers', says: `the header ${missing[0]} is missing`, assert: `header "${missing[0]}" exists` }
  )
}

export function compareMedia(before: ReceivedAnswer, after: ReceivedAnswer): Differs | undefined {
  if (mediaTypeOf(before) !== mediaTypeOf(after))
    return {
      kind: 'differs',
      side: 'readers',
      says: `the old edition answers ${mediaTypeOf(before)}, the new one ${mediaTypeOf(after)}`,
      assert: `header "Content-Type" == ${JSON.stringify(findHeader(before, 'content-type') ?? '')}`,
    }
  return undefined
}

export function compareHeaders(before: ReceivedAnswer, after: ReceivedAnswer): AnswerDifference | undefined {
  const media = compareMedia(before, after)
  if (media !== undefined) return media
  const missing = findMissingHeader(before, after)
  if (missing !== undefined) return missing
  for (const [name, value] of before.headers) {
    const lower = name.toLowerCase()
    const other = findHeader(after, lower)
    if (incidentalHeaders.test(lower) || other === undefined || withoutGeneratedValues(value) === withoutGeneratedValues(other)) continue
    return {
      kind: 'differs',
      side: 'readers',
      says: `the header ${name} was \`${value}\`, and is \`${other}\``,
      ...(isGenerated(value) ? {} : { assert: `header "${name}" == ${JSON.stringify(value)}` }),
    }
  }
  return undefined
}
