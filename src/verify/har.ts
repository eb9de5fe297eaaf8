// Reads a recording in the HTTP Archive format (HAR 1.2): requests to the service, in the order in which their answers came.

import { type Json, isJsonArray, isJsonObject, parseJson } from '../base/json.ts'
import type { ServerCredential } from './options.ts'
import type { RequestHeader } from './oracle/request.ts'
import type { TracedExchange } from './trace.ts'

type JsonMap = { readonly [name: string]: Json }

/** Headers of the connection or the browser, not of the request. */
const transportHeaders = /^(host|connection|content-length|accept-encoding|user-agent|origin|referer|cookie2|sec-.*|:.*|accept-language)$/i

/** Returns the exchanges, or a sentence that says why the file is not such a recording. */
export function readHar(
  bytes: Uint8Array,
  url: string,
  credentials: ReadonlyMap<string, ServerCredential>,
): readonly TracedExchange[] | { readonly problem: string } {
  const parsed = parseJson(bytes, { depth: 200 })
  const entries = 'value' in parsed ? readMember(readMember(parsed.value, 'log'), 'entries') : undefined
  if (!isJsonArray(entries ?? null)) return { problem: 'it is no HTTP Archive: `log.entries` is missing' }
  return (entries as readonly Json[])
    .flatMap((entry) => readExchange(entry, url, credentials) ?? [])
    .toSorted((a, b) => a.observed.received - b.observed.received)
}

function readExchange(entry: Json, base: string, credentials: ReadonlyMap<string, ServerCredential>): TracedExchange | undefined {
  const [request, response] = [readMember(entry, 'request'), readMember(entry, 'response')]
  const address = readText(readMember(request, 'url'))
  const target = findRelativeTarget(address, base)
  if (target === undefined) return undefined
  const sent = Date.parse(readText(readMember(entry, 'startedDateTime')))
  const duration = Number(readMember(entry, 'time') ?? 0)
  const content = readMember(response, 'content')
  const body = readText(readMember(content, 'text'))
  const posted = readMember(readMember(request, 'postData'), 'text')
  return {
    request: asCaller(
      {
        method: readText(readMember(request, 'method')),
        target,
        headers: readHeaders(request).filter(([name]) => !transportHeaders.test(name)),
        ...(typeof posted === 'string' ? { body: posted } : {}),
      },
      credentials,
    ),
    observed: {
      status: Number(readMember(response, 'status') ?? 0),
      headers: readHeaders(response),
      body: readMember(content, 'encoding') === 'base64' ? Buffer.from(body, 'base64').toString() : body,
      sent,
      received: sent + (Number.isFinite(duration) ? duration : 0),
    },
  }
}

/** The path and query relative to the service's address; undefined for requests to other addresses. */
export function findRelativeTarget(address: string, base: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const [requestUrl, root] = [new URL(address), new URL(base)]
  const prefix = root.pathname.replace(/\/$/, '')
  if (requestUrl.host !== root.host || !requestUrl.pathname.startsWith(prefix)) return undefined
  return requestUrl.pathname.slice(prefix.length) + requestUrl.search
}

/** Marks a request with the caller whose credential it has; returns it unchanged if no credential matches. */
export function asCaller(
  request: TracedExchange['request'],
  credentials: ReadonlyMap<string, ServerCredential>,
): TracedExchange['request'] {
  for (const [caller, { headers }] of credentials) {
    const isFromCaller =
      headers.length > 0 &&
      headers.every(([name, value]) =>
        request.headers.some(([other, actual]) => other.toLowerCase() === name.toLowerCase() && actual === value),
      )
    if (isFromCaller)
      return {
        ...request,
        caller,
        headers: request.headers.filter(([name]) => !headers.some(([requestUrl]) => requestUrl.toLowerCase() === name.toLowerCase())),
      }
  }
  return request
}

function readHeaders(of: Json | undefined): RequestHeader[] {
  const list = readMember(of, 'headers')
  return isJsonArray(list ?? null)
    ? (list as readonly Json[]).map((each): RequestHeader => [readText(readMember(each, 'name')), readText(readMember(each, 'value'))])
    : []
}

function readMember(of: Json | undefined, name: string): Json | undefined {
  return of !== undefined && isJsonObject(of) ? (of as JsonMap)[name] : undefined
}

function readText(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
