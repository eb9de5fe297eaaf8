// A small service written by hand, so that running scenarios is tested without the rest of the house.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { VirtualClock } from '../../src/base/clock.ts'
import type { ReceivedDelivery, Observation, OpenService } from '../../src/scenario/service.ts'

type Order = { id: number; state: string; due: number; lines: unknown }

/** Orders that expire a day after they were placed, an echo, cookies, and some answers that are hard to read. */
export const open: OpenService = async (observe, start = Date.parse('2026-11-21T00:00:00Z')) => {
  const clock = new VirtualClock(start)
  const orders: Order[] = []
  const deliveries: ReceivedDelivery[] = []
  const server = createServer((request, response) => {
    void body(request).then((content) => answer({ request, response, content, clock, orders, deliveries, observe }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    now: () => clock.now(),
    receiver: 'http://receiver',
    async advance(ms) {
      clock.advance(ms)
      for (const order of orders) if (order.state === 'placed' && order.due <= clock.now()) order.state = 'expired'
    },
    callers: ['alice', 'bob'],
    credential: async (caller) => ({ headers: [['Authorization', `Bearer ${caller}`]], query: [] }),
    version: (text) => (text === 'none' ? undefined : { headers: [['Accept-Version', text]], query: [], prefix: `/${text}` }),
    deliveries: async () => deliveries.splice(0),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function body(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Asked = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly content: Buffer
  readonly clock: VirtualClock
  readonly orders: Order[]
  readonly deliveries: ReceivedDelivery[]
  readonly observe: (seen: Observation) => void
}

function json({ response }: Asked, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value))
}

function answer(asked: Asked): void {
  const { request, content, clock, orders, deliveries, observe } = asked
  const url = new URL(request.url!, 'http://x')
  const route = `${request.method} ${url.pathname.replace(/\d+/, '{id}')}`
  const order = orders[Number(/\d+/.exec(url.pathname)?.[0] ?? 0) - 1]
  const seen = (more: Partial<Observation> = {}): void => observe({ operation: route, transitions: [], ...more })
  if (url.pathname.startsWith('/orders/') && order === undefined) {
    seen({ entry: 'not-found', condition: 'not-found Order' })
    return json(asked, 404, { error: 'no such order' })
  }
  switch (route) {
    case 'POST /orders': {
      const made = { id: orders.length + 1, state: 'draft', due: 0, lines: (JSON.parse(content.toString()) as { lines: unknown }).lines }
      orders.push(made)
      seen()
      return json(asked, 201, { order: made }, { Location: `/orders/${made.id}`, 'X-Secret': 'hunter2' })
    }
    case 'GET /orders/{id}':
      seen()
      return json(asked, 200, { order })
    case 'POST /orders/{id}/place':
      if (order!.state !== 'draft') {
        seen({ entry: 'conflict', condition: 'illegal-transition Order.place' })
        return json(asked, 409, { error: 'already placed' })
      }
      Object.assign(order!, { state: 'placed', due: clock.now() + 86_400_000 })
      deliveries.push({
        name: 'order.placed',
        method: 'POST',
        url: 'http://receiver/hooks',
        headers: [['X-Kind', 'placed']],
        body: JSON.stringify({ id: order!.id }),
      })
      seen({ transitions: ['Order.place'] })
      return json(asked, 200, { order })
    default:
      return other(asked, route)
  }
}

function other(asked: Asked, route: string): void {
  const { request, response, content } = asked
  switch (route.replace(/\/echo.*/, '/echo').replace(/^\w+ \/echo/, 'ANY /echo')) {
    case 'ANY /echo':
      return json(asked, 200, { method: request.method, target: request.url, headers: request.headers, body: content.toString('latin1') })
    case 'POST /login':
      response.writeHead(
        204,
        [
          ['Set-Cookie', 'session=s1; Path=/; Max-Age=3600; HttpOnly'],
          ['Set-Cookie', 'theme=dark; Path=/none'],
          ['Vary', 'Cookie'],
          ['Vary', 'Accept'],
        ].flat(),
      )
      return void response.end()
    case 'GET /zipped':
      return void response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }).end(gzipSync('zipped text'))
    case 'GET /lying':
      return void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('not gzip')
    case 'GET /moved':
      return void response.writeHead(302, { Location: '/orders' }).end()
    case 'GET /cut':
      response.writeHead(200, { 'Content-Length': '10' }).write('half')
      return void response.destroy()
    case 'GET /silent':
      return
    case 'GET /bytes':
      return void response.writeHead(200).end(Buffer.from([0xff, 0xfe, 0]))
    default:
      return json(asked, 404, { error: 'no such path' })
  }
}
