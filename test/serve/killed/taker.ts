// Receivers of deliveries: a good one answers at once, a bad one refuses, hangs up, does not answer, or does not listen for a while.

import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RandomSource } from '../../../src/base/random-source.ts'

/** A received delivery; `webhook` is the id in the headers. */
export type Taken = {
  readonly id: string
  readonly webhook: string
  readonly partitionkey?: string
  readonly data: { readonly turns: number }
}

export type Taker = {
  readonly url: string
  /** In the order in which they came; what was answered with a failure is not among them, what was not answered at all may be. */
  readonly taken: Taken[]
  readonly ids: ReadonlySet<string>
  /** How often each way of failing was chosen. */
  readonly failures: ReadonlyMap<string, number>
  close(): void
}

/** Without `chance` it never fails. */
export async function taker(random?: RandomSource): Promise<Taker> {
  const taken: Taken[] = []
  const ids = new Set<string>()
  const failures = new Map<string, number>()
  let isClosed = false
  const server = createServer((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (piece) => (body += String(piece)))
      .on('end', () => answer(request, response, body))
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)

  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const take = (): void => {
      const event = JSON.parse(body) as Taken
      taken.push({ ...event, webhook: String(request.headers['webhook-id']) })
      ids.add(event.id)
    }
    const way = random?.once(8) === true ? random.pick(Object.keys(ways) as (keyof typeof ways)[]) : undefined
    if (way === undefined) {
      take()
      return void response.writeHead(204).end()
    }
    failures.set(way, (failures.get(way) ?? 0) + 1)
    ways[way](request, response, take)
  }

  const ways = {
    refuses: (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end(),
    'asks to wait': (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(429, { 'Retry-After': '0' }).end(),
    'hangs up': (request: IncomingMessage) => void request.socket.destroy(),
    'takes and hangs up': (request: IncomingMessage, _response: ServerResponse, take: () => void) => {
      take()
      request.socket.destroy()
    },
    'takes and is silent': (_request: IncomingMessage, _response: ServerResponse, take: () => void) => take(),
    'is silent': () => undefined,
    'is not there': (request: IncomingMessage) => {
      request.socket.destroy()
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      setTimeout(() => void (isClosed || listen(port)), 100)
    },
  }

  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    ids,
    failures,
    close() {
      isClosed = true
      server.closeAllConnections()
      server.close()
    },
  }
}
