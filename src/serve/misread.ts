// What is answered where what comes over a connection is no request, or comes too slowly: never in the place of what was asked before it
// (RFC 9112, section 9.3.2: answers come in the order of requests).

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** As node tells it: what came, and how much of it could be read. */
type Misread = Error & { readonly code?: string; readonly rawPacket?: Uint8Array; readonly bytesParsed?: number }

const statuses: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Gives what is to be told of each request; answers come in order, so the newest of a connection is answered last. */
export function answerMisread(server: Server): (request: IncomingMessage, response: ServerResponse) => void {
  const newest = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>()
  const known = new WeakSet<Duplex>()
  server.on('clientError', (error: Misread, socket: Duplex) => {
    if (known.has(socket)) return
    known.add(socket)
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const status = statusOf(error)
    const before = newest.get(socket)
    if (before === undefined) return end(socket, status)
    const { request, response } = before
    if (request.complete) return response.writableFinished ? end(socket, status) : void response.once('finish', () => end(socket, status))
    // It is the content of a request that is answered already, or never will be otherwise.
    if (response.headersSent) return void socket.destroy()
    response.writeHead(Number(status.slice(0, 3)), { 'Connection': 'close', 'Content-Length': '0' }).end()
  })
  return (request, response) => void newest.set(request.socket, { request, response })
}

function end(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

function statusOf(error: Misread): string {
  return statuses[error.code ?? ''] ?? (isUnknownMethod(error) ? '501 Not Implemented' : '400 Bad Request')
}

/** Whether it is a request but for its method, which is none that is known here (RFC 9110, section 9.1). */
function isUnknownMethod({ code, rawPacket = new Uint8Array(0), bytesParsed = 0 }: Misread): boolean {
  if (code !== 'HPE_INVALID_METHOD') return false
  const text = Buffer.from(rawPacket).toString('latin1')
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(text.slice(text.lastIndexOf('\n', bytesParsed) + 1))
}
