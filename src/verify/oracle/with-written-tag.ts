// The request whose condition meets another tag, for a record that the server may have written since.

import type { Expected, ObservedAnswer, ServerRequest } from './request.ts'

/** Undefined if the answer does not depend on the tag in this way. */
export function withWrittenTag(request: ServerRequest, expected: Expected, { status }: ObservedAnswer): ServerRequest | undefined {
  const name = expected.status === 304 && status === 200 ? 'if-none-match' : status === 412 ? 'if-match' : undefined
  if (name === undefined) return undefined
  return { ...request, headers: request.headers.map(([each, value]) => [each, each.toLowerCase() === name ? '"of-another-time"' : value]) }
}
