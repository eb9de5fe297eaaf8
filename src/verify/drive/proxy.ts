// A proxy that forwards requests to a server and reports each exchange.

import { type IncomingMessage, type ServerResponse, createServer, request as open } from 'node:http'
import { request as openSecure } from 'node:https'
import type { RequestHeader } from '../oracle/request.ts'
import type { TracedExchange } from '../trace.ts'

export type Proxy = { readonly url: string; close(): Promise<void> }

/** The most bytes of a body in the report; a longer body is forwarded completely and reported in part. */
const maxReportedBytes = 10_000_000

/** Calls `onExchange` with each exchange when its answer is complete; event streams are forwarded, but not reported. */
export async function openProxy(target: string, port: number, onExchange: (exchange: TracedExchange) => void): Promise<Proxy> {
  const base = new URL(target)
  const server = createServer((request, response) => void forward(base, request, response, onExchange))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function forward(
  base: URL,
  request: IncomingMessage,
  response: ServerResponse,
  onExchange: (exchange: TracedExchange) => void,
): Promise<void> {
  const sent = Date.now()
  const body = await readBytes(request)
  const target = request.url ?? '/'
  const headers = pairHeaders(request.rawHeaders)
  const outgoing = (base.protocol === 'https:' ? openSecure : open)(base, {
    method: request.method,
    path: base.pathname.replace(/\/$/, '') + target,
    headers: {
      ...groupByName(headers.filter(([name]) => !/^(host|connection|transfer-encoding|content-length)$/i.test(name))),
      'Content-Length': body.length,
    },
  })
  outgoing.on('error', () => {
    if (!response.headersSent) response.writeHead(502)
    response.end()
  })
  outgoing.on('response', (answer) => {
    const answerHeaders = pairHeaders(answer.rawHeaders)
    response.writeHead(
      answer.statusCode ?? 502,
      answerHeaders.filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/i.test(name)).flat(),
    )
    const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true
    if (isStream) return void answer.pipe(response)
    void readBytes(answer).then((bytes) => {
      response.end(bytes)
      const forwarded = headers.filter(([name]) => !/^(host|connection|content-length)$/i.test(name))
      onExchange({
        request: { method: request.method ?? 'GET', target, headers: forwarded, ...(body.length === 0 ? {} : { body: body.toString() }) },
        observed: { status: answer.statusCode ?? 0, headers: answerHeaders, body: bytes.toString(), sent, received: Date.now() },
      })
    })
  })
  outgoing.end(body)
}

async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxReportedBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function pairHeaders(raw: readonly string[]): RequestHeader[] {
  return Array.from({ length: raw.length / 2 }, (_, index): RequestHeader => [raw[2 * index]!, raw[2 * index + 1]!])
}

/** Header values by name; repeated headers become lists. */
function groupByName(headers: readonly RequestHeader[]): { readonly [name: string]: readonly string[] } {
  return Object.fromEntries(
    [...Map.groupBy(headers, ([name]) => name.toLowerCase())].map(([name, fields]) => [name, fields.map(([, value]) => value)]),
  )
}
