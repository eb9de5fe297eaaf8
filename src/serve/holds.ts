// Holds answers after their commit, until the outcome that they wait for is there or their time has passed. No transaction is open meanwhile.

import type { Awaitable } from '../base/awaitable.ts'
import type { Answer, Backend } from '../exchange/exchange.ts'
import type { Task } from './background.ts'

/** The answer with the outcome; `later`: look again; `never`: the caller may not see the outcome, or the record is gone. */
export type LookOutcome = Answer | 'later' | 'never'

export type HeldAnswer = {
  readonly look: () => Awaitable<LookOutcome>
  readonly milliseconds: number
  /** Called once: with the answer, or why the ordinary one is to be sent. */
  readonly onEnd: (answer: Answer | 'over' | 'stopping') => void
}

export type HoldsOptions = {
  readonly backend: Pick<Backend, 'listen'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly maxHeld: number
  readonly maxMilliseconds: number
  readonly report: (error: unknown) => void
  /** Called with the end of each wait, once a first look has not found its outcome. */
  readonly onHeld?: ((end: number) => void) | undefined
}

type Entry = HeldAnswer & { readonly end: number; isNew: boolean }

/** The number of looks at once. */
const maxConcurrentLooks = 16

export class Holds {
  readonly #options: HoldsOptions
  readonly #entries = new Set<Entry>()
  readonly #stopListening: () => void
  #lastRound: Promise<void> = Promise.resolve()
  #hasWaitingRound = false
  #isStopped = false

  constructor(options: HoldsOptions) {
    this.#options = options
    this.#stopListening = options.backend.listen(() => this.wake())
  }

  get size(): number {
    return this.#entries.size
  }

  /** Looks again at intervals: another process may have written the outcome, and a wait may have ended. */
  get task(): Task {
    return {
      next: () => (this.#entries.size === 0 ? undefined : Math.min(...Array.from(this.#entries, ({ end }) => end))),
      run: () => this.#lookSoon(),
    }
  }

  /** Holds an answer; returns the function that forgets it, or undefined if no further answer is held. */
  hold(held: HeldAnswer): (() => void) | undefined {
    const { maxHeld, maxMilliseconds, now } = this.#options
    if (this.#isStopped || this.#entries.size >= maxHeld) return undefined
    const entry: Entry = { ...held, end: now() + Math.min(held.milliseconds, maxMilliseconds), isNew: true }
    this.#entries.add(entry)
    this.wake()
    return () => void this.#entries.delete(entry)
  }

  /** Looks soon: something was committed. */
  wake(): void {
    if (this.#entries.size > 0) void this.#lookSoon()
  }

  /** Sends the ordinary answers. */
  stop(): void {
    this.#isStopped = true
    this.#stopListening()
    for (const entry of this.#entries) this.#end(entry, 'stopping')
  }

  /** One round runs at a time, and one waiting round serves all callers. */
  #lookSoon(): Promise<void> {
    if (this.#hasWaitingRound) return this.#lastRound
    this.#hasWaitingRound = true
    this.#lastRound = this.#lastRound.then(async () => {
      // After the answers of this turn.
      await new Promise((resolve) => setImmediate(resolve))
      this.#hasWaitingRound = false
      await this.#lookAtAll()
    })
    return this.#lastRound
  }

  async #lookAtAll(): Promise<void> {
    const entries = [...this.#entries]
    for (let first = 0; first < entries.length; first += maxConcurrentLooks)
      await Promise.all(entries.slice(first, first + maxConcurrentLooks).map((entry) => this.#lookAt(entry)))
  }

  async #lookAt(entry: Entry): Promise<void> {
    if (!this.#entries.has(entry)) return
    let outcome: LookOutcome = 'later'
    try {
      outcome = await entry.look()
    } catch (error) {
      this.#options.report(error)
    }
    if (outcome === 'never') return this.#end(entry, 'over')
    if (outcome !== 'later') return this.#end(entry, outcome)
    if (this.#options.now() >= entry.end) return this.#end(entry, 'over')
    if (entry.isNew && this.#entries.has(entry)) this.#options.onHeld?.(entry.end)
    entry.isNew = false
  }

  #end(entry: Entry, answer: Answer | 'over' | 'stopping'): void {
    if (this.#entries.delete(entry)) entry.onEnd(answer)
  }
}
