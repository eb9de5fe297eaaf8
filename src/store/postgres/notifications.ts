// Notifies this process and the others of commits that a listener may wait for. A notification takes a lock that all commits of a database
// share, so one notification follows all commits of some milliseconds.

import type { Connections } from './connections.ts'

const channel = 'ninefold'

/** Milliseconds between two notifications, and between two calls of listeners, because a commit may become visible later. */
const gap = 5
const echoes: readonly number[] = [0, 10, 50, 250]

/** Milliseconds after which listeners are called in any case. */
const maxInterval = 1000

export class Pulse {
  readonly #connections: Connections
  readonly #onHeard: () => void
  #isSending = false
  #timers = new Set<NodeJS.Timeout>()
  #hasEnded = false
  readonly #regular: NodeJS.Timeout

  /** `onNews` is called whenever there may be new data; `onNotified` after a notification from any process. */
  constructor(connections: Connections, onNews: () => void, onNotified: () => void) {
    this.#connections = connections
    this.#onHeard = onNews
    connections.listen(channel, () => {
      onNotified()
      this.#echo()
    })
    this.#regular = setInterval(onNews, maxInterval).unref()
  }

  /** Notes a commit of this process. The calls for the first one of a notification serve those that follow it, too. */
  noteCommit(): void {
    if (this.#isSending || this.#hasEnded) return
    this.#isSending = true
    this.#echo()
    this.#schedule(gap, () => {
      this.#isSending = false
      // The next check makes up for a lost notification.
      this.#connections.send(`NOTIFY ${channel}`, []).catch(() => undefined)
    })
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    clearInterval(this.#regular)
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** Transactions that began earlier may delay the visibility of a commit. */
  #echo(): void {
    for (const delay of echoes) this.#schedule(delay, this.#onHeard)
  }

  #schedule(delay: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#hasEnded) work()
    }, delay)
    timer.unref()
    this.#timers.add(timer)
  }
}
