// A receiver of deliveries on this machine: it stores requests, and answers as the test configures.

import { once } from 'node:events'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Came = { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }

/** A status with headers; undefined: no answer at all. */
export type Answering = (
  came: Came,
  count: number,
) => number | { readonly status: number; readonly headers: Record<string, string> } | undefined | Promise<number>

export type Receiver = {
  readonly url: string
  readonly came: Came[]
  /** The answer to each request. */
  readonly status: (number | undefined)[]
  answers: Answering
  /** Resolves when the next one was answered. */
  next(): Promise<void>
  /** Resolves when the next one came, answered or not. */
  arrival(): Promise<void>
  /** The values of a member in all bodies. */
  all(member: string): unknown[]
}

export async function receiver(context: Pick<TestContext, 'after'>, answers: Answering = () => 204): Promise<Receiver> {
  const came: Came[] = []
  const status: (number | undefined)[] = []
  let following = Promise.withResolvers<void>()
  let coming = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (piece) => (body += String(piece)))
      .on('end', () => {
        const one = { method: request.method!, url: request.url!, headers: request.headers, body }
        const index = came.push(one) - 1
        coming.resolve()
        coming = Promise.withResolvers<void>()
        void Promise.resolve(self.answers(one, came.length)).then((answer) => {
          status[index] = typeof answer === 'object' ? answer.status : answer
          if (answer !== undefined)
            response.writeHead(typeof answer === 'number' ? answer : answer.status, typeof answer === 'number' ? {} : answer.headers).end()
          following.resolve()
          following = Promise.withResolvers<void>()
        })
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const self: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    status,
    answers,
    next: () => following.promise,
    arrival: () => coming.promise,
    all: (member) => came.map(({ body }) => (JSON.parse(body) as { [name: string]: unknown })[member]),
  }
  return self
}
