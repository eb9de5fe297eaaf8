// Sends the responses of one turn of the event loop directly after each other. A write to a connection may wake the process that reads it,
// which costs more than the write; a reader of several connections then wakes once for all of them.

import type { ServerResponse } from 'node:http'

/** A response whose headers are set. */
type ReadyResponse = {
  readonly response: ServerResponse
  readonly content: string | Uint8Array | undefined
  /** The encoding of a text. */
  readonly encoding: 'latin1' | 'utf8'
  /** Milliseconds for which the client may accept no bytes before its connection closes. */
  readonly patience: number
}

/** The longest time in milliseconds that a ready response waits for others; a request that runs meanwhile is not interrupted. */
const longestWait = 1

export class ResponseBatch {
  #ready: ReadyResponse[] = []
  #began = 0
  /**
   * True while a request that has just arrived is handled: its response waits for those of the requests that arrived with it. A response
   * that is made later, for example after a commit, waits only for those of the same task, because the next commit waits for the requests
   * that follow.
   */
  isArrival = false

  /** Ends the response with the others of its batch. */
  add(ready: ReadyResponse): void {
    const now = performance.now()
    this.#ready.push(ready)
    if (this.#ready.length === 1) {
      this.#began = now
      if (this.isArrival) setImmediate(this.#send)
      else process.nextTick(this.#send)
    } else if (now - this.#began > longestWait) this.#send()
  }

  readonly #send = (): void => {
    const ready = this.#ready
    this.#ready = []
    for (const { response, content, encoding, patience } of ready) {
      if (response.destroyed) continue
      if (content === undefined) response.end()
      else if (typeof content === 'string') response.end(content, encoding)
      else response.end(content)
      // Unsent bytes stay buffered; Node checks periodically whether any were sent.
      if (response.writableLength > 0) response.socket?.setTimeout(patience)
    }
  }
}
