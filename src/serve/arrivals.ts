// Has connections that come at once taken before requests are answered. One is taken a turn of the event loop (libuv), and a turn
// answers whatever has been asked: the last of a thousand would wait until those before it were answered half a million times.

import type { IncomingMessage, ServerResponse } from 'node:http'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** So many are taken while requests wait: a few milliseconds, as turns that answer nothing are short. */
const most = 256

export class Arrivals {
  readonly #answer: Answer
  #waiting: (readonly [IncomingMessage, ServerResponse])[] = []
  /** Connections since requests wait; undefined where none does. */
  #taken: number | undefined
  #seen = 0

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** A connection was taken. Where the next turn takes none, there are no others. */
  connected(): void {
    if (this.#taken === undefined) this.#wait()
    this.#taken!++
  }

  requested(request: IncomingMessage, response: ServerResponse): void {
    if (this.#taken === undefined) this.#answer(request, response)
    else this.#waiting.push([request, response])
  }

  #wait(): void {
    this.#taken = this.#seen = 0
    setImmediate(this.#look)
  }

  readonly #look = (): void => {
    if (this.#taken! > this.#seen && this.#taken! < most) {
      this.#seen = this.#taken!
      setImmediate(this.#look)
      return
    }
    const waiting = this.#waiting
    this.#waiting = []
    this.#taken = undefined
    if (waiting.length === 0) return
    // Each by itself, so that what the one before it left to be done is done; what is asked meanwhile comes after them.
    for (const [request, response] of waiting) setImmediate(this.#answer, request, response)
    this.#wait()
  }
}
