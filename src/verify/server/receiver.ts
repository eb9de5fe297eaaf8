// Receives webhooks and callbacks of the server under test, and answers with the status that the run sets.

import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHeader } from '../oracle/request.ts'

export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: readonly RequestHeader[]
  readonly body: string
  readonly at: number
  /** The status of the receiver's answer. */
  readonly status: number
}

export class Receiver {
  /** The address to which the server under test sends. */
  readonly url: string
  readonly #close: () => void
  readonly #wakeUps = new Set<() => void>()
  /** The received requests, in order of arrival. */
  readonly received: ReceivedRequest[] = []
  /** The status codes of the next answers; an empty list answers 204. */
  readonly statuses: number[] = []

  private constructor(url: string, close: () => void) {
    this.url = url
    this.#close = close
  }

  /** Opens a port on this machine. `url` is the address by which the server reaches this machine, if it differs. */
  static async open(now: () => number, url?: string): Promise<Receiver> {
    const server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const headers = Array.from({ length: request.rawHeaders.length / 2 }, (_, index): RequestHeader => [
          request.rawHeaders[2 * index]!,
          request.rawHeaders[2 * index + 1]!,
        ])
        const status = receiver.statuses.shift() ?? 204
        receiver.#add({ method: request.method ?? '', path: request.url ?? '', headers, body, at: now(), status })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((listening) =>
      server.listen(url === undefined ? 0 : Number(new URL(url).port), url === undefined ? '127.0.0.1' : undefined, listening),
    )
    const receiver = new Receiver(url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
      server.closeAllConnections()
      server.close()
    })
    return receiver
  }

  #add(received: ReceivedRequest): void {
    this.received.push(received)
    for (const wake of this.#wakeUps) wake()
  }

  /** Resolves when `count` requests arrived, or after `ms` milliseconds. */
  async wait(count: number, ms: number): Promise<void> {
    await waitUntil(() => this.received.length >= count, ms, this.#wakeUps)
  }

  close(): void {
    this.#close()
  }
}

/** Resolves when `isDone()` is true, or after `ms` milliseconds. Calling a function of `wakeUps` evaluates it again. */
export async function waitUntil(isDone: () => boolean, ms: number, wakeUps: Set<() => void>): Promise<void> {
  if (isDone()) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      wakeUps.delete(check)
      resolve()
    }
    const check = (): void => {
      if (isDone()) end()
    }
    const timer = setTimeout(end, ms)
    wakeUps.add(check)
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
