// Compares the rate of the orders example over SQLite with node:http alone: `node bench/quick.ts [SECONDS]`.
// Only the ratio is meaningful, because both share the machine with the client.

import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { servedOrders } from '../test/serve/orders.ts'

const seconds = Number(process.argv[2] ?? 2)
const clients = 64
const agent = new Agent({ keepAlive: true, maxSockets: clients })

type Request = { readonly method: string; readonly path: string; readonly body?: string }

function send(url: string, { method, path, body }: Request): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    request({ hostname, port, method, path, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(pieces).toString() }))
    })
      .on('error', reject)
      .end(body)
  })
}

/** Requests per second from all clients. */
async function measured(url: string, next: (count: number) => Request, expected: number): Promise<number> {
  let count = 0
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const { status } = await send(url, next(count++))
        if (status !== expected) throw new Error(`answered ${status}, not ${expected}`)
      }
    }),
  )
  return Math.round((count / (performance.now() - began)) * 1000)
}

const bare = createServer((incoming, response) => {
  incoming
    .resume()
    .once('end', () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': '13' }).end('{"answer":42}'))
})
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const alone = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
const { url, stop } = await servedOrders()
const customer = (
  JSON.parse((await send(url, { method: 'POST', path: '/customers', body: '{"name":"Ann","email":"ann@example.org"}' })).text) as {
    id: string
  }
).id
const body = JSON.stringify({ customer, lines: [{ product: 'TEA-0001', quantity: 1 }] })
for (let count = 0; count < 50; count++) await send(url, { method: 'POST', path: '/orders', body })

const rows: { readonly [what: string]: readonly [string, (count: number) => Request, number] } = {
  'node:http alone, GET': [alone, () => ({ method: 'GET', path: '/' }), 200],
  'GET by id': [url, () => ({ method: 'GET', path: `/customers/${customer}` }), 200],
  'GET a list of 20': [url, () => ({ method: 'GET', path: '/orders' }), 200],
  'node:http alone, POST': [alone, () => ({ method: 'POST', path: '/', body }), 200],
  'POST, durable': [url, () => ({ method: 'POST', path: '/orders', body }), 201],
}
for (const [at, next, status] of Object.values(rows))
  for (let count = 0; count < 200; count++)
    await send(at, next(count)).then((answer) => {
      if (answer.status !== status) throw new Error(answer.text)
    })
let base = 0
for (const [what, [at, next, status]] of Object.entries(rows)) {
  const rate = await measured(at, next, status)
  if (what.startsWith('node:http')) base = rate
  console.log(`${what.padEnd(24)} ${String(rate).padStart(7)}/s  ${(rate / base).toFixed(2)}`)
}
agent.destroy()
bare.close()
await stop()
