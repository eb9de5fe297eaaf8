// Sends a request to the service within its own process: the same way as a request from the wire, without a connection.

import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { handle } from '../serve/handle.ts'
import type { HttpService } from '../serve/service.ts'
import type { ToolRequest } from './service-tools.ts'

const { IncomingMessage: Incoming, ServerResponse: Outgoing } = process.getBuiltinModule('node:http')

export type InnerResponse = {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** Headers about the outer message, or about this transport; all others (credentials, proxies, traces) continue to the service. */
const transportHeaders =
  /^(?:accept(?:-encoding)?|connection|content-.*|expect|if-.*|keep-alive|last-event-id|mcp-.*|te|trailer|transfer-encoding|upgrade)$/

/** `outer`: the request that causes this one, with its client and its credentials. Rejects if the service itself fails. */
export function requestInside(
  service: HttpService,
  outer: IncomingMessage,
  { method, target, headers, body }: ToolRequest,
): Promise<InnerResponse> {
  const request = new Incoming(makeSocketLike(outer))
  request.httpVersion = '1.1'
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  request.method = method
  request.url = target
  const content = body === undefined ? undefined : Buffer.from(body)
  request.headers = {
    ...Object.fromEntries(Object.entries(outer.headers).filter(([name]) => !transportHeaders.test(name))),
    ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), Buffer.from(value).toString('latin1')])),
    ...(content === undefined ? {} : { 'content-length': String(content.length) }),
  }
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value]) => [name, String(value)])
  request.complete = true
  if (content !== undefined) request.push(content)
  request.push(null)
  return new Promise((resolve, reject) => {
    handle(service, request, captureResponse(request, resolve), (error) => {
      if (error !== undefined) reject(error as Error)
    })
  })
}

/** The address of the client, and whether TLS protects its connection. */
function makeSocketLike({ socket }: IncomingMessage): Socket {
  const innerSocket = new Socket()
  for (const name of ['remoteAddress', 'remotePort', 'localAddress', 'localPort', 'encrypted'] as const)
    Object.defineProperty(innerSocket, name, { value: Reflect.get(socket, name) })
  return innerSocket
}

/** A response that is stored instead of sent. */
function captureResponse(request: IncomingMessage, onResponse: (response: InnerResponse) => void): ServerResponse {
  const response = new Outgoing(request)
  let status = 200
  let headerPairs: readonly (readonly [string, string])[] = []
  const writeHead = (code: number, headers?: OutgoingHttpHeaders | OutgoingHttpHeader[]): ServerResponse => {
    status = code
    const flat = (Array.isArray(headers) ? headers : []).map(String)
    headerPairs = flat.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []))
    return response
  }
  const end = (chunk?: unknown, encoding?: unknown): ServerResponse => {
    onResponse({ status, headers: headerPairs, body: toBytes(chunk, encoding) })
    return response
  }
  return Object.assign(response, { writeHead, end, writeContinue: () => undefined })
}

/** The bytes of a chunk, which is text, bytes, or absent. */
function toBytes(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding === 'latin1' ? 'latin1' : 'utf8')
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0)
}
