// The service's port: node:http with the operator's time-outs, and a stop that lets what is under way end.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { Arrivals } from './arrivals.ts'
import type { Ceilings } from './ceilings.ts'
import { answerMisread } from './misread.ts'

// An import would have every export of it read, and with them its client of WebSockets loaded: a tenth of the time to start.
const { createServer } = process.getBuiltinModule('node:http')

const noTunnel = 'HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

export type Listening = {
  readonly url: string
  /** From now on, so many connections at once. */
  limit(connections: number): void
  /** Takes no new connection, ends idle ones, waits for requests under way (as long as `drain` allows), then resolves. */
  stop(): Promise<void>
}

export type Listen = { readonly port: number; readonly host: string; readonly ceilings: Ceilings }

/** Called once, when nothing of the request is under way any more; with an error where something is wrong with the service itself. */
export type Ended = (error?: unknown) => void

/** Throws nothing. */
export type Handler = (request: IncomingMessage, response: ServerResponse, ended: Ended) => void

export async function listen(at: Listen, handler: Handler, failed: (error: unknown) => void): Promise<Listening> {
  const { ceilings } = at
  const arrivals = new Arrivals((request, response) => handler(request, response, (error) => {
    if (error === undefined) return
    failed(error)
    if (response.headersSent) response.destroy()
    else response.writeHead(500, { 'Content-Length': '0' }).end()
  }))
  const server = createServer(
    {
      maxHeaderSize: ceilings.headers,
      headersTimeout: ceilings.headersTimeout,
      requestTimeout: ceilings.requestTimeout,
      keepAliveTimeout: ceilings.idleTimeout,
      connectionsCheckingInterval: 1000,
      // What a request without content would emit, nobody listens to.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      noted(request, response)
      arrivals.requested(request, response)
    },
  )
  const noted = answerMisread(server)
  server.on('connection', () => arrivals.connected())
  server.maxConnections = ceilings.connections
  // Who expects anything is answered by the handler: 100 once the content is wanted, or 417.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
  }
  // A tunnel has no path (RFC 9110, section 9.3.6), and none is made here.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => socket.on('error', () => undefined).end(noTunnel))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Those that wait to be taken: the system allows fewer, and drops what is beyond, so that it is tried again a second later.
    server.listen({ port: at.port, host: at.host, backlog: ceilings.connections }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', failed)
  return { url: urlOf(server, at.host), limit: (connections) => void (server.maxConnections = connections), stop: () => stop(server, ceilings.drain) }
}

function urlOf(server: Server, host: string): string {
  const { port, family } = server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : family === 'IPv6' ? `[${host}]` : host
  return `http://${name}:${port}`
}

function stop(server: Server, drain: number): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), drain)
    server.close(() => {
      clearTimeout(patience)
      resolve()
    })
    server.closeIdleConnections()
  })
}
