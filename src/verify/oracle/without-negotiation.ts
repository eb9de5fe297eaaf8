// The request for a server that does not negotiate content.

import type { Expected, ServerRequest } from './request.ts'

/** A server may ignore Accept or Content-Type if only HTTP refuses the request for it (RFC 9110, section 12.5.1). */
export function withoutNegotiation(request: ServerRequest, { trace }: Expected): ServerRequest | undefined {
  if (trace.entry !== undefined) return undefined
  const withoutHeader = (name: string): ServerRequest['headers'] => request.headers.filter(([each]) => each.toLowerCase() !== name)
  if (trace.condition === 'not-acceptable') return { ...request, headers: withoutHeader('accept') }
  return trace.condition === 'unsupported-media' ? { ...request, headers: withoutHeader('content-type') } : undefined
}
