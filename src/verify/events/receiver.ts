// Receives webhooks and callbacks of the server under test, and answers as the run wants.

import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RequestHeader } from '../oracle/request.ts'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: readonly RequestHeader[]
  readonly body: string
  readonly at: number
}

export class Receiver {
  /** The address that the server under test sends to. */
  readonly url: string
  readonly #close: () => void
  readonly #waiting = new Set<() => void>()
  /** What came, in its order. */
  readonly received: Received[] = []
  /** The status codes of the next answers; an empty list answers 204. */
  readonly statuses: number[] = []

  private constructor(url: string, close: () => void) {
    this.url = url
    this.#close = close
  }

  /** Listens on this machine; `url`: by which address the server reaches it, if by another. */
  static async open(now: () => number, url?: string): Promise<Receiver> {
    const server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const headers = Array.from({ length: request.rawHeaders.length / 2 }, (_, index): RequestHeader => [
          request.rawHeaders[2 * index]!,
          request.rawHeaders[2 * index + 1]!,
        ])
        receiver.#take({ method: request.method ?? '', path: request.url ?? '', headers, body, at: now() })
        response.writeHead(receiver.statuses.shift() ?? 204).end()
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

  #take(received: Received): void {
    this.received.push(received)
    for (const wake of this.#waiting) wake()
  }

  /** Resolves once so many came, or when the time is over. */
  async wait(count: number, ms: number): Promise<void> {
    await waitUntil(() => this.received.length >= count, ms, this.#waiting)
  }

  close(): void {
    this.#close()
  }
}

/** Resolves as soon as it is so, which is looked at when something wakes it; or when the time is over. */
export async function waitUntil(isSo: () => boolean, ms: number, waiting: Set<() => void>): Promise<void> {
  if (isSo()) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      waiting.delete(look)
      resolve()
    }
    const look = (): void => {
      if (isSo()) end()
    }
    const timer = setTimeout(end, ms)
    waiting.add(look)
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
