// Answers bytes that are not a request, or arrive too slowly; never before the responses to earlier requests of the connection (RFC 9112,
// section 9.3.2).

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Duplex } from 'node:stream'

/** Node's parse error: the received bytes, and how many of them could be parsed. */
type Misread = Error & { readonly code?: string; readonly rawPacket?: Uint8Array; readonly bytesParsed?: number }

const statuses: { readonly [code: string]: string } = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Returns a function to call with each request; answers are sent in order, so the newest of a connection is answered last. */
export function answerMisread(server: Server | TlsServer): (request: IncomingMessage, response: ServerResponse) => void {
  const newest = new WeakMap<Duplex, ServerResponse<IncomingMessage>>()
  const answeredSockets = new WeakSet<Duplex>()
  server.on('clientError', (error: Misread, socket: Duplex) => {
    if (answeredSockets.has(socket)) return
    answeredSockets.add(socket)
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const status = chooseStatus(error)
    const response = newest.get(socket)
    if (response === undefined) return endSocket(socket, status)
    if (response.req.complete)
      return response.writableFinished ? endSocket(socket, status) : void response.once('finish', () => endSocket(socket, status))
    // The bytes belong to a request whose response has begun: close the connection.
    if (response.headersSent) return void socket.destroy()
    response.writeHead(Number(status.slice(0, 3)), { Connection: 'close', 'Content-Length': '0' }).end()
  })
  return (request, response) => void newest.set(request.socket, response)
}

function endSocket(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

function chooseStatus(error: Misread): string {
  return statuses[error.code ?? ''] ?? (isUnknownMethod(error) ? '501 Not Implemented' : '400 Bad Request')
}

/** True if the request is valid except for its method, which the parser does not know (RFC 9110, section 9.1). */
function isUnknownMethod({ code, rawPacket = new Uint8Array(0), bytesParsed = 0 }: Misread): boolean {
  if (code !== 'HPE_INVALID_METHOD') return false
  const text = Buffer.from(rawPacket).toString('latin1')
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(text.slice(text.lastIndexOf('\n', bytesParsed) + 1))
}
