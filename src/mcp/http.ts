// Serves agents of a running service: the Streamable HTTP transport of the Model Context Protocol, one answer per message and no sessions.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { printData } from '../base/json.ts'
import type { Facts } from '../fact/fact.ts'
import { slotValueOf } from '../model/slot.ts'
import { RpcError, internalError, parseMessage, respondTo } from '../rpc/peer.ts'
import { isLoopback } from '../serve/operator-guard.ts'
import { receive } from '../serve/receive.ts'
import type { RequestEnded } from '../serve/server.ts'
import type { HttpService } from '../serve/service.ts'
import { type InnerResponse, requestInside } from './inner-request.ts'
import { type CallResult, type McpServer, type ToolArguments, protocolVersions, mcpHandlers } from './server.ts'
import { type ServiceTools, makeServiceTools } from './service-tools.ts'
import { createMistake } from './tool.ts'

export type McpEndpoint = {
  /** True if the request is for this endpoint; the endpoint then answers it. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, ended: RequestEnded) => boolean
}

/** Versions of the protocol without batches of messages. */
const supportedVersions = protocolVersions.slice(0, 2)

const text = new TextDecoder()

export function mcpEndpoint(path: string, service: HttpService, facts: Facts, onError: (error: unknown) => void): McpEndpoint {
  const tools = makeServiceTools(facts)
  const about = describeService(facts, tools)
  return {
    handle(request, response, ended) {
      const [pathname] = (request.url ?? '').split('?', 1)
      if (pathname !== path) return false
      answer({ service, onError, about, tools }, request, response).then(() => ended(), ended)
      return true
    },
  }
}

type Endpoint = {
  readonly service: HttpService
  readonly onError: (error: unknown) => void
  readonly about: Omit<McpServer, 'call'>
  readonly tools: ServiceTools
}

function describeService({ model }: Facts, { tools, leftOut }: ServiceTools): Omit<McpServer, 'call'> {
  const { name, title, description } = model.service.value
  const serviceName = slotValueOf(title) ?? slotValueOf(name)?.text ?? 'service'
  const instructions = [
    serviceName,
    ...(slotValueOf(description) === undefined ? [] : [slotValueOf(description)!]),
    'Each tool is an operation of the service, called with `path`, `query`, `headers` and `body`. Its result has the `status`, `headers` and `body` of the HTTP response; a status of 400 or more is an error, and the body says why.',
    ...(leftOut.length === 0 ? [] : [`Streams of events are not tools: ${leftOut.map((each) => each.name).join(', ')}.`]),
  ].join('\n\n')
  return {
    info: {
      name: slotValueOf(name)?.text ?? 'service',
      title: serviceName,
      version: slotValueOf(model.versioning.value.current)?.text ?? '1',
    },
    instructions,
    tools: [...tools.values()].map(({ listed }) => listed),
  }
}

type Headers = { readonly [name: string]: string }

async function answer(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { service } = endpoint
  const shared = Object.fromEntries(service.cors?.headers(request, []) ?? [])
  const send = (status: number, body: object | undefined, headers: Headers = {}): void => {
    const content = body === undefined ? '' : printData(body)
    response.writeHead(status, {
      ...shared,
      ...headers,
      'Cache-Control': 'no-store',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(status === 204 ? {} : { 'Content-Length': Buffer.byteLength(content) }),
    })
    response.end(request.method === 'HEAD' ? undefined : content)
  }
  const refuse = (status: number, message: string, headers: Headers = {}): void =>
    send(status, { jsonrpc: '2.0', id: null, error: { code: invalidRequest, message } }, headers)
  const { origin, 'content-type': type = '', 'mcp-protocol-version': protocolVersion } = request.headers
  if (origin !== undefined && !isAdmitted(request, origin, shared))
    return refuse(403, 'Pages of this origin may not call: part 5 names the `origins` that may.')
  if (request.method === 'OPTIONS')
    return send(204, undefined, { Allow: 'POST', ...Object.fromEntries(service.cors?.preflight(request, ['POST']) ?? []) })
  if (request.method !== 'POST') return refuse(405, 'This endpoint opens no stream and keeps no session: it takes POST.', { Allow: 'POST' })
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return refuse(415, 'A message is application/json.')
  if (protocolVersion !== undefined && !supportedVersions.includes(String(protocolVersion)))
    return refuse(400, `This endpoint speaks ${supportedVersions.join(' and ')}, not ${String(protocolVersion)}.`)
  if (service.underWay.count > service.operatorLimits.requests)
    return refuse(503, 'Too many requests are under way.', { 'Retry-After': '1' })
  const content = await readContent(request, response, service)
  if (content === 'gone') return
  if (content === 'too-large') return refuse(413, "The message is larger than the operator's limit for bodies.", { Connection: 'close' })
  const message = parseMessage(text.decode(content))
  if ('refusal' in message) return send(400, message.refusal)
  if (message.method === undefined) return send(202, undefined)
  const handlers = mcpHandlers({ ...endpoint.about, call: (name, args) => call(endpoint, request, name, args) }, supportedVersions)
  const outcome = await respondTo(message, handlers, endpoint.onError)
  send(outcome === undefined ? 202 : 200, outcome)
}

const invalidRequest = -32600

/**
 * Admits pages of the origins that part 5 names, and pages of this machine under its own name. Any other page may have reached this machine
 * through a foreign name that points to it (DNS rebinding).
 */
function isAdmitted({ headers: { host = '' } }: IncomingMessage, origin: string, shared: Headers): boolean {
  return shared['Access-Control-Allow-Origin'] !== undefined || (isLoopback(host) && URL.parse(origin)?.host === host)
}

function readContent(
  request: IncomingMessage,
  response: ServerResponse,
  { bodies, operatorLimits }: HttpService,
): Promise<Uint8Array | 'gone' | 'too-large'> {
  const reservation = { reservedBytes: 0 }
  return new Promise((resolve) =>
    receive(
      request,
      response,
      operatorLimits.body,
      (size) => bodies.reserve(reservation, size),
      (content) => {
        bodies.release(reservation)
        if (content.kind === 'content') resolve(content.bytes)
        else resolve(content.kind === 'gone' ? 'gone' : 'too-large')
      },
    ),
  )
}

async function call({ service, tools, onError }: Endpoint, outer: IncomingMessage, name: string, args: ToolArguments): Promise<CallResult> {
  const request = tools.tools.get(name)!.request(args)
  if ('mistake' in request) return createMistake(name, request.mistake)
  return toCallResult(
    await requestInside(service, outer, request).catch((error: unknown) => {
      onError(error)
      throw new RpcError(internalError, 'the service failed; its log says why')
    }),
  )
}

/** Headers without relevance to the result. */
const irrelevantHeaders = /^(?:content-length|connection|cache-control|vary|access-control-.*)$/

/** JSON as data, other text as text, and the rest in base64; nothing for an empty body. */
function describeContent(mediaType: string, body: InnerResponse['body']): { readonly body?: unknown; readonly base64?: string } {
  if (body.length === 0) return {}
  if (isJson(mediaType)) return { body: JSON.parse(body.toString()) as unknown }
  return /^text\/|xml/.test(mediaType) ? { body: body.toString() } : { base64: body.toString('base64') }
}

function toCallResult({ status, headers, body }: InnerResponse): CallResult {
  const headersByName = Object.fromEntries(
    headers.map(([name, value]) => [name.toLowerCase(), value] as const).filter(([name]) => !irrelevantHeaders.test(name)),
  )
  const type = headersByName['content-type'] ?? ''
  const data = { status, headers: headersByName, ...describeContent(type, body) }
  return { content: [{ type: 'text', text: printData(data) }], structuredContent: data, ...(status >= 400 ? { isError: true } : {}) }
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(type)
}
