// Follows a stream of server-sent events (HTML standard, section 9.2).

import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { waitUntil } from '../server/receiver.ts'

export type FollowedEvent = { readonly id: string; readonly type: string; readonly data: string }

export type StreamOpening = { readonly status: number; readonly media: string } | { readonly problem: string }

export class Follower {
  readonly events: FollowedEvent[] = []
  readonly #request: ClientRequest
  readonly #wakeUps = new Set<() => void>()
  readonly opened: Promise<StreamOpening>
  #incompleteBlock = ''

  constructor(base: URL, target: string, headers: readonly (readonly [string, string])[]) {
    const send = base.protocol === 'https:' ? requestHttps : requestHttp
    this.#request = send({
      host: base.hostname,
      port: base.port,
      path: target,
      headers: { ...Object.fromEntries(headers), Accept: 'text/event-stream' },
    })
    this.opened = new Promise((resolve) => {
      this.#request.on('error', (error) => resolve({ problem: error.message }))
      this.#request.on('response', (response) => {
        response.setEncoding('utf8')
        response.on('data', (text: string) => this.#read(text))
        response.on('error', () => undefined)
        resolve({ status: response.statusCode ?? 0, media: (response.headers['content-type'] ?? '').split(';')[0]!.trim() })
      })
    })
    this.#request.end()
  }

  #read(text: string): void {
    const blocks = (this.#incompleteBlock + text).replaceAll('\r\n', '\n').split('\n\n')
    this.#incompleteBlock = blocks.pop()!
    for (const block of blocks) {
      const field = (name: string): string[] =>
        block
          .split('\n')
          .flatMap((line) => (line === name || line.startsWith(`${name}:`) ? [line.slice(name.length + 1).replace(/^ /, '')] : []))
      const data = field('data')
      // An event without data is not dispatched.
      if (data.length > 0)
        this.events.push({ id: field('id').at(-1) ?? '', type: field('event').at(-1) ?? 'message', data: data.join('\n') })
    }
    for (const wake of this.#wakeUps) wake()
  }

  /** Resolves when `count` events arrived, or after `ms` milliseconds. */
  async wait(count: number, ms: number): Promise<void> {
    await waitUntil(() => this.events.length >= count, ms, this.#wakeUps)
  }

  close(): void {
    this.#request.destroy()
  }
}
