// The service's port: HTTP or TLS, with the operator's time-outs, and a stop that finishes requests under way.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { RequestArrivals } from './arrivals.ts'
import type { OperatorLimits } from './operator-limits.ts'
import { answerMisread } from './unparsable.ts'

// Importing the module would read all its exports, including its WebSocket client: a tenth of the start time.
const { createServer } = process.getBuiltinModule('node:http')

/** Loaded on use: most services are behind a proxy that ends TLS. */
const loadSecureServer = (): typeof import('node:https').createServer => process.getBuiltinModule('node:https').createServer

const noTunnel = 'HTTP/1.1 501 Not Implemented\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

export type Listening = {
  readonly url: string
  /** Sets the greatest number of connections. */
  limit(connections: number): void
  /** Sets the certificate for new connections; open connections keep theirs. Without TLS it has no effect. */
  renew(tls: Tls): void
  /** Accepts no new connection, closes idle connections, waits for running requests (as long as `drain` allows), then resolves. */
  stop(): Promise<void>
}

/** A certificate with its chain and its private key, in PEM. */
export type Tls = { readonly cert: string; readonly key: string }

export type ListenOptions = {
  readonly port: number
  readonly host: string
  readonly operatorLimits: OperatorLimits
  readonly tls?: Tls | undefined
}

/** Called once when all work of the request has ended; with an error if the service itself failed. */
export type RequestEnded = (error?: unknown) => void

/** Throws nothing. */
export type Handler = (request: IncomingMessage, response: ServerResponse, onEnd: RequestEnded) => void

export async function listen(options: ListenOptions, handler: Handler, onError: (error: unknown) => void): Promise<Listening> {
  const { operatorLimits } = options
  const arrivals = new RequestArrivals((request, response) =>
    handler(request, response, (error) => {
      if (error === undefined) return
      onError(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'Content-Length': '0' }).end()
    }),
  )
  const serverOptions = {
    maxHeaderSize: operatorLimits.headers,
    headersTimeout: operatorLimits.headersTimeout,
    requestTimeout: operatorLimits.requestTimeout,
    keepAliveTimeout: operatorLimits.idleTimeout,
    connectionsCheckingInterval: 1000,
    // Requests without a body have no data listeners, so Node may skip those events.
    optimizeEmptyRequests: true,
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    noted(request, response)
    arrivals.queueRequest(request, response)
  }
  // Versions and ciphers of TLS are Node's own (TLS 1.2 and 1.3); the only protocol is HTTP/1.1.
  const secure =
    options.tls === undefined
      ? undefined
      : loadSecureServer()(
          { ...serverOptions, ...options.tls, ALPNProtocols: ['http/1.1'], handshakeTimeout: operatorLimits.headersTimeout },
          onRequest,
        )
  const server: Server | TlsServer = secure ?? createServer(serverOptions, onRequest)
  const noted = answerMisread(server)
  server.on('connection', () => arrivals.noteConnection())
  server.maxConnections = operatorLimits.connections
  // The handler answers every Expect header: 100 when the body is wanted, or 417.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
  }
  // CONNECT requests a tunnel (RFC 9110, section 9.3.6), which this server does not support.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => socket.on('error', () => undefined).end(noTunnel))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // The backlog of connections to accept: the system drops those beyond its own limit, and clients retry a second later.
    server.listen({ port: options.port, host: options.host, backlog: operatorLimits.connections }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', onError)
  return {
    url: printUrl(server, options.host, secure === undefined ? 'http' : 'https'),
    limit: (connections) => void (server.maxConnections = connections),
    renew: (tls) => secure?.setSecureContext(tls),
    stop: () => stop(server, operatorLimits.drain),
  }
}

function printUrl(server: Server | TlsServer, host: string, scheme: 'http' | 'https'): string {
  const { port, family } = server.address() as AddressInfo
  const literal = family === 'IPv6' ? `[${host}]` : host
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : literal
  return `${scheme}://${name}:${port}`
}

function stop(server: Server | TlsServer, drain: number): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => server.closeAllConnections(), drain)
    server.close(() => {
      clearTimeout(patience)
      resolve()
    })
    server.closeIdleConnections()
  })
}
