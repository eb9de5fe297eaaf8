// Very many streams to one service in a separate process: its memory for each, and the time until all have received a change.

import { readFileSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { started } from '../store/process.ts'

export type Many = { readonly streams: number; readonly bytesEach: number; readonly milliseconds: number }

export async function manyStreams(count: number): Promise<Many> {
  const service = await started('examples/orders.md', 'memory')
  const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.process.pid}/status`, 'utf8'))![1]) * 1024
  const post = async (path: string, body: object): Promise<any> =>
    (
      await fetch(service.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    ).json()
  const customer = ((await post('/customers', { name: 'Ann', email: 'ann@example.org' })) as { id: string }).id
  const before = resident()
  const { port } = new URL(service.url)
  const sockets: Socket[] = []
  const heard: Promise<void>[] = []
  // A few at a time: the backlog of connections is short.
  while (sockets.length < count) {
    await Promise.all(
      Array.from(
        { length: Math.min(100, count - sockets.length) },
        () =>
          new Promise<void>((resolve, reject) => {
            const socket = connect(Number(port), '127.0.0.1')
            sockets.push(socket)
            heard.push(
              new Promise((done) => {
                let text = ''
                socket.setEncoding('latin1').on('data', (piece) => {
                  text += String(piece)
                  if (text.includes('\n\n')) resolve()
                  if (text.includes('event: order.changed')) done()
                })
              }),
            )
            socket.on('error', reject).write('GET /orders/events HTTP/1.1\r\nHost: x\r\n\r\n')
          }),
      ),
    )
  }
  const bytesEach = (resident() - before) / count
  const from = performance.now()
  await post('/orders', { customer, lines: [{ product: 'TEA-0001', quantity: 1 }] })
  await Promise.all(heard)
  const milliseconds = performance.now() - from
  for (const socket of sockets) socket.destroy()
  await service.kill('SIGTERM')
  return { streams: count, bytesEach: Math.round(bytesEach), milliseconds: Math.round(milliseconds) }
}
