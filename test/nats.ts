// NATS JetStream for tests: each test has a separate stream.

import { jetstreamManager } from '@nats-io/jetstream'
import { type NatsConnection, connect } from '@nats-io/transport-node'
import { randomBytes } from 'node:crypto'

/** Where NATS listens for tests. */
export const natsAddress = process.env['TEST_NATS'] ?? 'nats://127.0.0.1:4222'

/** Why tests over NATS are skipped; undefined if it answers. */
export const noNats = (await isThere()) ? undefined : `no NATS with JetStream answers at ${natsAddress}; TEST_NATS names another`

export type Message = { readonly subject: string; readonly body: string; readonly header: (name: string) => string | undefined }

/** `subject`: what begins all its subjects. */
export type Stream = { readonly subject: string; messages(): Promise<readonly Message[]>; drop(): Promise<void> }

/** Waits until the server answers. */
export async function freshStream(address = natsAddress, name = `test_${randomBytes(6).toString('hex')}`): Promise<Stream> {
  const connection = await open(address, 50)
  const manager = await jetstreamManager(connection)
  await manager.streams.add({ name, subjects: [`${name}.>`] })
  return {
    subject: name,
    async messages() {
      const { state } = await manager.streams.info(name)
      const found: Message[] = []
      for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
        const message = await manager.streams.getMessage(name, { seq })
        if (message === null) continue
        found.push({
          subject: message.subject,
          body: new TextDecoder().decode(message.data),
          header: (key) => (message.header.has(key) ? message.header.get(key) : undefined),
        })
      }
      return found
    },
    async drop() {
      await manager.streams.delete(name)
      await connection.close()
    },
  }
}

/** `tries`: how often the server is looked for, 100 ms apart. */
function open(address: string, tries: number): Promise<NatsConnection> {
  return connect({
    servers: new URL(address).host,
    timeout: 2000,
    reconnect: tries > 1,
    waitOnFirstConnect: tries > 1,
    maxReconnectAttempts: tries,
    reconnectTimeWait: 100,
  })
}

async function isThere(): Promise<boolean> {
  try {
    const connection = await open(natsAddress, 1)
    try {
      await jetstreamManager(connection)
      return true
    } finally {
      await connection.close()
    }
  } catch {
    return false
  }
}
