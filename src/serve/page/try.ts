// Sends a request to the service's own port, like any client, so that the answer is the same.

import { Buffer } from 'node:buffer'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Answer } from '../../exchange/exchange.ts'
import { printOrigin } from '../../explain/origin.ts'
import { isSafe } from '../../model/methods.ts'
import type { DescribedTrace, TryRequest, TryResult } from './types.ts'

const { request: send } = process.getBuiltinModule('node:http')

/** Bytes of a response that the page displays. */
const maxShownBytes = 1024 * 1024

/** Milliseconds after which an unfinished response (a stream) is shown as received so far. */
const patience = 5000

export type TrySender = {
  /** Called with every answer of the service; recognises tried requests by their connection. */
  readonly onAnswer: (request: IncomingMessage, answer: Answer) => void
  try(request: TryRequest): Promise<TryResult | { readonly problem: string }>
}

/** `url` returns the service's address, once it listens; `ownUrl` is the origin from the document, if any. */
export function trySender(url: () => string, ownUrl: string | undefined): TrySender {
  const pendingTries = new Map<number, DescribedTrace | undefined>()
  return {
    onAnswer({ socket: { remotePort } }, { trace }) {
      if (pendingTries.size === 0 || remotePort === undefined || !pendingTries.has(remotePort)) return
      const { operation, condition, entry, transitions, origins } = trace
      pendingTries.set(remotePort, {
        ...(operation === undefined ? {} : { operation }),
        ...(condition === undefined ? {} : { condition }),
        ...(entry === undefined ? {} : { entry }),
        transitions,
        origins: origins.map(([part, origin]) => [part, printOrigin(origin)]),
      })
    },
    try: (request) =>
      new Promise((resolve) => {
        const problem = (error: unknown): void => resolve({ problem: error instanceof Error ? error.message : String(error) })
        const startTime = performance.now()
        let port: number | undefined
        const onEnd = (response: IncomingMessage, text: string): void => {
          const trace = port === undefined ? undefined : pendingTries.get(port)
          if (port !== undefined) pendingTries.delete(port)
          resolve({
            status: response.statusCode ?? 0,
            reason: response.statusMessage ?? '',
            headers: pairUp(response.rawHeaders),
            body: text,
            took: Math.round((performance.now() - startTime) * 10) / 10,
            trace: trace ?? null,
          })
        }
        try {
          const content = request.body === undefined ? undefined : Buffer.from(request.body)
          const sent = send(makeRequestOptions(request, new URL(url()), ownUrl, content), (response) =>
            receive(response, (text) => setImmediate(onEnd, response, text)),
          )
          sent.on('socket', (socket) =>
            socket.once('connect', () => {
              port = socket.localPort
              if (port !== undefined) pendingTries.set(port, undefined)
            }),
          )
          sent.on('error', problem)
          sent.end(content)
        } catch (error) {
          // Node refuses a header or a target that HTTP does not allow.
          problem(error)
        }
      }),
  }
}

function makeRequestOptions(
  { method, target, headers }: TryRequest,
  { hostname, port, host, origin }: URL,
  ownUrl: string | undefined,
  content: Buffer | undefined,
): RequestOptions {
  return {
    method,
    path: target,
    agent: false,
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    headers: [
      ['Host', host],
      ...headers,
      ...addOrigin(method, headers, ownUrl ?? origin),
      ...(content === undefined ? [] : [['Content-Length', String(content.length)] as const]),
    ].flat(),
  }
}

/** Sends writes with the service's own origin, as a browser on it would, unless the operator sets another one. */
function addOrigin(method: string, headers: TryRequest['headers'], own: string): readonly (readonly [string, string])[] {
  return isSafe(method) || headers.some(([name]) => name.toLowerCase() === 'origin') ? [] : [['Origin', own]]
}

function receive(response: IncomingMessage, onEnd: (text: string) => void): void {
  const pieces: Buffer[] = []
  let size = 0
  const endTry = (): void => {
    clearTimeout(timer)
    onEnd(Buffer.concat(pieces).subarray(0, maxShownBytes).toString())
    response.destroy()
  }
  const timer = setTimeout(endTry, patience)
  response.on('data', (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
    if (size > maxShownBytes) endTry()
  })
  response.on('end', endTry)
}

function pairUp(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
}

/** Parses the page's request to try; undefined if malformed. */
export function readTry(json: Json): TryRequest | undefined {
  if (!isJsonObject(json)) return undefined
  const { method, target, headers, body } = json as JsonObject
  const isPair = (pair: Json): pair is readonly [string, string] =>
    isJsonArray(pair) && pair.length === 2 && pair.every((each) => typeof each === 'string')
  if (typeof method !== 'string' || !/^[A-Z]+$/.test(method) || typeof target !== 'string' || !target.startsWith('/')) return undefined
  if (headers === undefined || !isJsonArray(headers) || !headers.every(isPair) || (body !== undefined && typeof body !== 'string'))
    return undefined
  return { method, target, headers, ...(body === undefined ? {} : { body }) }
}
