// The request target (RFC 9112, section 3.2): its path and its query parameters.

import { BoundedCache } from '../base/bounded-cache.ts'
import { parseUrlEncoded } from '../base/url-encoded.ts'
import { isHost } from './message.ts'

/** A recently seen query returns the same list object, so that results derived from it can be cached by identity. */
export type RequestTarget = {
  readonly path: string
  /** From the absolute form, which replaces `Host` (section 3.2.2). */
  readonly host?: string
  readonly query: readonly (readonly [string, string])[]
}

/** Undefined if an origin server does not serve this form of target. */
export function parseTarget(raw: string): RequestTarget | undefined {
  // A target has no fragment (section 3.2), and no stored or compared text contains U+0000.
  if (raw.includes('#') || raw.includes('%00')) return undefined
  let target = raw
  let host: string | undefined
  if (!target.startsWith('/')) {
    // The absolute form must be accepted too (section 3.2.2).
    const absolute = /^https?:\/\/([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i.exec(target)
    if (absolute === null) return undefined
    host = absolute[1]!
    // An HTTP address needs a host and has no user (RFC 9110, sections 4.2.1 and 4.2.4).
    if (host === '' || !isHost(host)) return undefined
    target = `${absolute[2] ?? '/'}${absolute[3] ?? ''}`
  }
  const mark = target.indexOf('?')
  const hostPart = host === undefined ? {} : { host }
  if (mark < 0) return { path: target, query: noParameters, ...hostPart }
  const query = parseQueryCached(target.slice(mark + 1))
  return query && { path: target.slice(0, mark), query, ...hostPart }
}

/** The path with its query, of either form of target. */
export function printOriginForm(raw: string): string {
  return raw.startsWith('/') ? raw : raw.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
}

const noParameters: RequestTarget['query'] = []

/** Longer queries rarely repeat. */
const maxCachedLength = 500
const recent = new BoundedCache<RequestTarget['query']>(1000)

function parseQueryCached(text: string): RequestTarget['query'] | undefined {
  if (text.length > maxCachedLength) return parseUrlEncoded(text)
  const cached = recent.get(text)
  if (cached !== undefined) return cached
  const query = parseUrlEncoded(text)
  if (query !== undefined) recent.set(text, query)
  return query
}
