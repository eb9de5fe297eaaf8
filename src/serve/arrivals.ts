// Accepts simultaneous connections before it answers requests. libuv accepts one connection per turn of the event loop, and each turn
// handles all pending requests: the last of a thousand connections would wait for half a million responses.

import type { IncomingMessage, ServerResponse } from 'node:http'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The most connections to accept while requests wait: a few milliseconds of work. */
const maxPerTurn = 256

export class RequestArrivals {
  readonly #answer: Answer
  #waiting: (readonly [IncomingMessage, ServerResponse])[] = []
  /** The number of connections since requests wait; undefined if none waits. */
  #connections: number | undefined
  #counted = 0

  constructor(answer: Answer) {
    this.#answer = answer
  }

  /** A connection was accepted. If the next turn accepts none, no others wait. */
  noteConnection(): void {
    if (this.#connections === undefined) this.#wait()
    this.#connections!++
  }

  queueRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.#connections === undefined) this.#answer(request, response)
    else this.#waiting.push([request, response])
  }

  #wait(): void {
    this.#connections = this.#counted = 0
    setImmediate(this.#answerWhenQuiet)
  }

  readonly #answerWhenQuiet = (): void => {
    if (this.#connections! > this.#counted && this.#connections! < maxPerTurn) {
      this.#counted = this.#connections!
      setImmediate(this.#answerWhenQuiet)
      return
    }
    const waiting = this.#waiting
    this.#waiting = []
    this.#connections = undefined
    if (waiting.length === 0) return
    // Each runs in its own callback, so that deferred work of one ends before the next; later requests follow.
    for (const [request, response] of waiting) setImmediate(this.#answer, request, response)
    this.#wait()
  }
}
