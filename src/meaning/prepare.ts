// No transaction stays open during slow work: the exchange leaves it, waits, and runs again. The new run reads all data again, so that
// work on records that changed meanwhile is repeated.

import type { Answer } from '../exchange/exchange.ts'
import type { TurnExceeded } from '../base/turn.ts'
import { type PendingWork, Unready } from '../exchange/unready.ts'

/** The awaited results of one exchange. */
export class Prepared {
  /** Created lazily, because most exchanges wait for nothing. */
  #results: Map<string, unknown> | undefined
  #endHandlers: (() => void)[] | undefined
  /** Set once a run of the exchange took longer than a turn may: a further run refuses at once. */
  turnExceeded: TurnExceeded | undefined

  /** The result of the work with that key. */
  resultOf<T>(key: string, start: () => Promise<T>): T {
    if (this.#results?.has(key) !== true) throw new Unready({ key, start })
    return this.#results.get(key) as T
  }

  /** Runs after the exchange is answered, with any outcome. */
  onEnd(handler: () => void): void {
    ;(this.#endHandlers ??= []).push(handler)
  }

  end(): void {
    for (const handler of this.#endHandlers?.splice(0) ?? []) handler()
  }

  /** Computes a value once for all runs of the exchange, without waiting. */
  once<T>(key: string, make: () => T): T {
    return (this.#results ??= new Map()).getOrInsertComputed(key, make) as T
  }

  async runWork({ key, start }: PendingWork): Promise<void> {
    const result = await start()
    ;(this.#results ??= new Map()).set(key, result)
  }
}

/** The most attempts for an exchange whose records keep changing. */
const maxAttempts = 16

/** Answers synchronously if nothing must be awaited. `answerContended` answers if no attempt completes. */
export function answerPrepared(answer: (prepared: Prepared) => Answer, answerContended: () => Answer): Answer | Promise<Answer> {
  const prepared = new Prepared()
  try {
    const result = answer(prepared)
    prepared.end()
    return result
  } catch (error) {
    if (!(error instanceof Unready)) {
      prepared.end()
      throw error
    }
    const runAgain: RunAttempt = (state, onAnswer, onError) => {
      try {
        onAnswer(answer(state))
      } catch (thrown) {
        onError(thrown)
      }
    }
    return answerWaiting(runAgain, answerContended, prepared, error)
  }
}

/** Answers once, at once or later, and reports the result; never throws. */
export type RunAttempt = (prepared: Prepared, onAnswer: (answer: Answer) => void, onError: (error: unknown) => void) => void

/**
 * One promise for the exchange, for any number of attempts. `answerContended` answers if no attempt completes. With `first`, an attempt
 * has already found work: it is awaited before the next one.
 */
export function answerWaiting(
  attempt: RunAttempt,
  answerContended: () => Answer,
  prepared = new Prepared(),
  first?: Unready,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let tries = 0
    const onAnswer = (answer: Answer): void => {
      prepared.end()
      resolve(answer)
    }
    const onFailure = (error: unknown): void => {
      if (error instanceof Unready) {
        prepared.runWork(error.work).then(startAgain).catch(onFailure)
        return
      }
      prepared.end()
      reject(error as Error)
    }
    const startAgain = (): void => {
      if (tries++ < maxAttempts) attempt(prepared, onAnswer, onFailure)
      else onAnswer(answerContended())
    }
    if (first === undefined) startAgain()
    else onFailure(first)
  })
}
