// Sends one request over HTTP/1.1, with or without TLS, and reads the response. It follows, retries and stores nothing.

import { type Agent, type ClientRequest, request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { type Awaitable, continueWith } from '../base/awaitable.ts'
import type { ReceivedAnswer } from '../hurl/evaluate/query.ts'

export type SentHeader = readonly [name: string, value: string]

export type Outgoing = {
  readonly method: string
  readonly url: URL
  /** The path and query, as sent. */
  readonly target: string
  readonly headers: readonly SentHeader[]
  readonly body?: Uint8Array
}

/**
 * `timeLimit`: in milliseconds of real time. `isComplete`: true if a stream of events, which has no end, is complete so far. The problem
 * completes "… is not answered: ".
 */
export function sendRequest(
  outgoing: Outgoing,
  agent: Agent,
  timeLimit: number,
  isComplete: (text: string) => Awaitable<boolean> = () => false,
): Promise<ReceivedAnswer | { readonly problem: string }> {
  const { method, url, target, headers, body } = outgoing
  const started = performance.now()
  return new Promise((resolve) => {
    let clientRequest: ClientRequest
    try {
      const isSecure = url.protocol === 'https:'
      clientRequest = (isSecure ? requestSecurely : request)({
        agent,
        method,
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
        path: target,
        headers: headers.flatMap(([name, value]) => [name, encodeBytes(value)]),
        setHost: false,
        signal: AbortSignal.timeout(timeLimit),
      })
    } catch (error) {
      return resolve({ problem: explain(error as NodeJS.ErrnoException, timeLimit) })
    }
    clientRequest.on('error', (error: NodeJS.ErrnoException) => resolve({ problem: explain(error, timeLimit) }))
    clientRequest.on('response', (response) => {
      const chunks: Buffer[] = []
      const end = (): void => {
        const rawBody = Buffer.concat(chunks)
        const body = decode(rawBody, response.headers['content-encoding'])
        if (body === undefined)
          return resolve({ problem: `its content is not ${response.headers['content-encoding']!}, as its headers say` })
        resolve({
          url: url.href,
          version: response.httpVersion,
          status: response.statusCode ?? 0,
          headers: pairHeaders(response.rawHeaders),
          body,
          rawBody,
          milliseconds: performance.now() - started,
        })
      }
      const isStream = /^text\/event-stream\b/i.test(response.headers['content-type'] ?? '')
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isStream) return
        continueWith(
          isComplete(Buffer.concat(chunks).toString()),
          (isStreamComplete) => {
            if (!isStreamComplete) return
            end()
            clientRequest.destroy()
          },
          (error) => clientRequest.destroy(error as Error),
        )
      })
      response.on('error', (error: NodeJS.ErrnoException) => resolve({ problem: explain(error, timeLimit) }))
      response.on('end', end)
    })
    clientRequest.end(body)
  })
}

function explain(error: NodeJS.ErrnoException, timeLimit: number): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `nothing came within ${timeLimit / 1000} s`
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'no server listens at this address'
    case 'ECONNRESET':
      return 'the connection was closed before the answer was complete'
    case 'ENOTFOUND':
      return 'this name has no address'
    case 'ERR_INVALID_CHAR':
      return 'a header holds a character that no message can carry, such as a line end'
    default:
      return error.message
  }
}

function pairHeaders(raw: readonly string[]): SentHeader[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, decodeText(raw[index + 1]!)] as const] : []))
}

/** node:http represents bytes as characters below U+0100: this encodes text as UTF-8 in that form. */
function encodeBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function decodeText(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString()
  return text.includes('\uFFFD') ? bytes : text
}

/** Removes the content codings (RFC 9110, section 8.4); undefined if the bytes do not have that coding. */
function decode(bytes: Buffer, codings: string | undefined): Uint8Array | undefined {
  let body = bytes
  // An answer to HEAD has the header but no content.
  if (bytes.length === 0) return bytes
  for (const coding of (codings ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .reverse()) {
    try {
      if (coding === 'gzip' || coding === 'x-gzip') body = gunzipSync(body)
      else if (coding === 'deflate') body = inflateSync(body)
      else if (coding === 'br') body = brotliDecompressSync(body)
      else if (coding === 'zstd') body = zstdDecompressSync(body)
    } catch {
      return undefined
    }
  }
  return body
}
