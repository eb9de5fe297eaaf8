// Nothing waits while a transaction is open: what must wait leaves it, is done, and the exchange is answered anew. What it
// depends on is then read anew too, so that work on records that changed in the meantime is done again.

import type { Answer } from '../exchange/exchange.ts'
import { type Work, Unready } from '../exchange/unready.ts'

/** What was waited for so far, for one exchange. */
export class Prepared {
  readonly #done = new Map<string, unknown>()
  readonly #last: (() => void)[] = []

  /** What the work of that key gave. */
  take<T>(key: string, start: () => Promise<T>): T {
    if (!this.#done.has(key)) throw new Unready({ key, start })
    return this.#done.get(key) as T
  }

  /** What is done once the exchange is answered, whatever the answer is. */
  atEnd(last: () => void): void {
    this.#last.push(last)
  }

  end(): void {
    for (const last of this.#last.splice(0)) last()
  }

  /** What need not be waited for, and is the same whenever the exchange is answered anew. */
  once<T>(key: string, make: () => T): T {
    if (!this.#done.has(key)) this.#done.set(key, make())
    return this.#done.get(key) as T
  }

  async do({ key, start }: Work): Promise<void> {
    this.#done.set(key, await start())
  }
}

/** An exchange whose records change under it again and again is given up after so many tries. */
const mostTries = 16

/** At once where nothing must be waited for. `contended` answers where it never came to an end. */
export function answerPrepared(answer: (prepared: Prepared) => Answer, contended: () => Answer): Answer | Promise<Answer> {
  const prepared = new Prepared()
  try {
    return answer(prepared)
  } catch (error) {
    if (!(error instanceof Unready)) throw error
    return prepared.do(error.work).then(() => answerWaiting(async () => answer(prepared), contended, prepared))
  }
}

export async function answerWaiting(answer: (prepared: Prepared) => Promise<Answer>, contended: () => Answer, prepared = new Prepared()): Promise<Answer> {
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      try {
        return await answer(prepared)
      } catch (error) {
        if (!(error instanceof Unready)) throw error
        await prepared.do(error.work)
      }
    }
    return contended()
  } finally {
    prepared.end()
  }
}
