// Cross-origin requests (the Fetch standard, CORS protocol): pages of the origins that part 5 names may call.

import type { IncomingMessage } from 'node:http'
import { BoundedCache } from '../base/bounded-cache.ts'
import type { Authentication } from '../model/authentication.ts'
import { slotValueOf } from '../model/slot.ts'

type Header = readonly [name: string, value: string]

export type Cors = {
  /** Headers of every answer to a page's request, and permission to read the answer's own headers. */
  headers(request: IncomingMessage, responseHeaders: readonly Header[]): readonly Header[]
  /** Additional headers of a preflight response; undefined if the request is not a preflight, or the origin is not allowed. */
  preflight(request: IncomingMessage, allowed: readonly string[]): readonly Header[] | undefined
}

/** Undefined if no page of another origin may call. */
export function createCors({ origins, credentials }: Authentication): Cors | undefined {
  const named = slotValueOf(origins)?.map(({ text }) => text)
  if (named === undefined || named.length === 0) return undefined
  const allowsAll = named.includes('*')
  const withCookies = slotValueOf(credentials) === true
  const grants = ({ headers: { origin } }: IncomingMessage): boolean => origin !== undefined && (allowsAll || named.includes(origin))
  return {
    headers(request, own) {
      if (allowsAll) return [['Access-Control-Allow-Origin', '*'], ...exposeHeaders(own)]
      const vary = ['Vary', 'Origin'] as const
      if (!grants(request)) return [vary]
      const allowed: Header[] = [['Access-Control-Allow-Origin', request.headers.origin!], vary, ...exposeHeaders(own)]
      return withCookies ? [...allowed, ['Access-Control-Allow-Credentials', 'true']] : allowed
    },
    preflight(request, allowed) {
      const { 'access-control-request-method': method, 'access-control-request-headers': requestedHeaders } = request.headers
      if (method === undefined || !grants(request)) return undefined
      return [
        ['Access-Control-Allow-Methods', allowed.join(', ')],
        ...(requestedHeaders === undefined ? [] : [['Access-Control-Allow-Headers', requestedHeaders] as const]),
        ['Access-Control-Max-Age', '600'],
      ]
    },
  }
}

/** Headers that pages may read from any answer (Fetch standard, CORS-safelisted response-header names), or never. */
const unnamed = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
  'vary',
])

function exposeHeaders(responseHeaders: readonly Header[]): Header[] {
  let names = ''
  for (const [name] of responseHeaders) names += `,${name}`
  const cached = recent.get(names)
  if (cached !== undefined) return cached
  const exposed = makeExposed(responseHeaders)
  recent.set(names, exposed)
  return exposed
}

/** Cached by the names of an answer's own headers, in their order. */
const recent = new BoundedCache<Header[]>(100)

function makeExposed(responseHeaders: readonly Header[]): Header[] {
  const names = new Set(
    responseHeaders.map(([name]) => name).filter((name) => !unnamed.has(name.toLowerCase()) && !/^access-control-/i.test(name)),
  )
  return names.size === 0 ? [] : [['Access-Control-Expose-Headers', [...names].join(', ')]]
}
