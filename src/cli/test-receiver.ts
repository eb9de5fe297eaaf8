// Receives a scenario's deliveries: a real server on this machine, which gets all of them, whatever their address.

import type { AddressInfo } from 'node:net'
import type { ReceivedDelivery } from '../scenario/service.ts'
import type { DelivererOptions } from '../serve/delivery/deliverer.ts'
import { makeHttpSender } from '../serve/delivery/sender.ts'

const { createServer } = process.getBuiltinModule('node:http')

export type TestReceiver = {
  /** Without a trailing slash. */
  readonly url: string
  readonly send: DelivererOptions['send']
  /** The deliveries since the last call. */
  takeDeliveries(): readonly ReceivedDelivery[]
  close(): Promise<void>
}

type ReceivedMessage = { readonly headers: ReceivedDelivery['headers']; readonly body: string }

/**
 * The receiver answers 204, or the status of a path that begins with `/status/503`. It receives one delivery at a time, so each belongs to
 * the last sending.
 */
export async function openReceiver(): Promise<TestReceiver> {
  const messages: ReceivedMessage[] = []
  const deliveries: ReceivedDelivery[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        const { rawHeaders } = request
        messages.push({
          headers: rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]!] as const] : [])),
          body: Buffer.concat(pieces).toString(),
        })
        response.writeHead(Number(/^\/status\/([2-5]\d\d)(?![^/?])/.exec(request.url ?? '')?.[1] ?? 204)).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sender = makeHttpSender({ allowPrivate: true, now: () => 0 })
  let previousSend: Promise<unknown> = Promise.resolve()
  const sendHere: DelivererOptions['send'] = async (sending, { name, via }) => {
    // A scenario has no broker: a message to it counts as stored.
    if (via === 'broker') return { stored: true }
    const target = URL.parse(sending.url)
    if (target === null || !/^https?:$/.test(target.protocol)) return sender.send(sending)
    const outcome = await sender.send({
      ...sending,
      url: `${url}${target.pathname}${target.search}`,
      headers: [['Host', target.host], ...sending.headers],
    })
    const message = messages.splice(0)[0]
    if (message !== undefined) deliveries.push({ name, method: sending.method, url: target.href, ...message })
    return outcome
  }
  return {
    url,
    send(sending, delivery) {
      const result = previousSend.then(() => sendHere(sending, delivery))
      previousSend = result.catch(() => undefined)
      return result
    },
    takeDeliveries: () => deliveries.splice(0),
    async close() {
      sender.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
