// Publishes deliveries to NATS JetStream: at least once, with the id of the event by which the stream drops repetitions (`Nats-Msg-Id`).

import type { JetStreamClient } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { AttemptOutcome, Sending } from './sender.ts'
import { longestTimer } from '../timer.ts'

export type BrokerSender = {
  /** `message` is the id of the event. The subject is the path of the address. */
  send(sending: Sending, message: string): Promise<AttemptOutcome>
  close(): void
}

type OpenConnection = { readonly connection: NatsConnection; readonly client: JetStreamClient }

export function makeNatsSender(): BrokerSender {
  const connections = new Map<string, Promise<OpenConnection>>()
  const openConnection = (server: URL, timeout: number): Promise<OpenConnection> => {
    const { href } = server
    return connections.getOrInsertComputed(href, () => {
      const connecting = connect(server, timeout)
      // The next attempt connects again.
      const forget = (): void => void connections.delete(href)
      connecting.then(({ connection }) => connection.closed().then(forget), forget)
      return connecting
    })
  }
  return {
    async send({ url, headers, body, timeout: patience }, message) {
      const timeout = Math.min(patience, longestTimer)
      const target = URL.parse(url)
      if (target === null || !/^(?:nats|tls):$/.test(target.protocol))
        return { error: 'this is not an address of NATS: it begins with `nats://` or `tls://`' }
      const subject = decodeURIComponent(target.pathname.slice(1))
      if (!isSubject(subject))
        return { error: `\`${subject}\` is not a subject to publish to: words with dots between them, without blanks, \`*\` and \`>\`` }
      try {
        const until = performance.now() + timeout
        const { client } = await openConnection(new URL(`${target.protocol}//${readUserInfo(target)}${target.host}`), timeout)
        const { headers: makeHeaders } = await import('@nats-io/transport-node')
        const fields = makeHeaders()
        for (const [name, value] of headers) fields.append(name, value)
        await client.publish(subject, body ?? '', {
          msgID: message,
          headers: fields,
          timeout: Math.max(1, Math.round(until - performance.now())),
        })
        return { stored: true }
      } catch (error) {
        return { error: printReason(error, subject) }
      }
    },
    close() {
      for (const connecting of connections.values())
        void connecting.then(
          ({ connection }) => connection.close(),
          () => undefined,
        )
      connections.clear()
    },
  }
}

function readUserInfo({ username, password }: URL): string {
  return username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`
}

async function connect(server: URL, timeout: number): Promise<OpenConnection> {
  const [{ connect: connectNats }, { jetstream }] = await Promise.all([import('@nats-io/transport-node'), import('@nats-io/jetstream')])
  const [user, pass] = [decodeURIComponent(server.username), decodeURIComponent(server.password)]
  // A user name without a password is a token.
  const named = pass === '' ? { token: user } : { user, pass }
  const credentials = user === '' ? {} : named
  const connection = await connectNats({
    servers: server.host,
    name: 'ninefold',
    timeout,
    reconnect: false,
    ...(server.protocol === 'tls:' ? { tls: {} } : {}),
    ...credentials,
  })
  return { connection, client: jetstream(connection) }
}

/** NATS: "Subject names". */
function isSubject(text: string): boolean {
  return text !== '' && text.split('.').every((token) => token !== '' && !/[\s*>]/.test(token))
}

function printReason(error: unknown, subject: string): string {
  const { name = '', message = '', code } = error as { readonly name?: string; readonly message?: string; readonly code?: unknown }
  const text = `${name} ${message} ${String(code)}`
  // Without a stream for the subject, and without JetStream, there is no responder.
  if (/no ?responders|503|stream not found|not enabled/i.test(text)) return `no stream of the broker takes the subject \`${subject}\``
  if (/authoriz|authentic/i.test(text)) return 'the broker refuses the credentials'
  if (/timeout/i.test(text)) return 'the broker did not acknowledge it in time'
  if (/refused|ECONN|ENOTFOUND|EAI_AGAIN|closed|disconnect/i.test(text)) return 'the broker cannot be reached'
  return `it failed: ${message}`
}
