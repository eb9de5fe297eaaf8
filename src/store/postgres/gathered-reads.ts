// Sends the reads of one turn of the event loop as one flight: the server sends all answers at once, and this process wakes once for them.

import { DatabaseFailure } from '../sql/database.ts'
import type { SentTogether, Statement } from './call.ts'
import { atTurnEnd } from './turn-end.ts'

/** A read that waits for its flight: its statements follow one another. */
type WaitingRead = { readonly statements: readonly Statement[]; readonly onAnswer: (answer: SentTogether) => void }

/** The most reads of one flight: the answers of a flight arrive with the slowest of them. */
const maxReads = 16

export class GatheredReads {
  #waiting: WaitingRead[] = []
  readonly #sendAll: (statements: readonly Statement[]) => Promise<SentTogether>

  /** `sendAll` sends statements on any shared connection. */
  constructor(sendAll: (statements: readonly Statement[]) => Promise<SentTogether>) {
    this.#sendAll = sendAll
  }

  /** The statements write nothing, so that they may be sent again. */
  read(statements: readonly Statement[]): Promise<SentTogether> {
    return new Promise((onAnswer) => {
      if (this.#waiting.length === 0) atTurnEnd(this.#send)
      this.#waiting.push({ statements, onAnswer })
    })
  }

  readonly #send = (): void => {
    const waiting = this.#waiting
    this.#waiting = []
    for (let start = 0; start < waiting.length; start += maxReads) this.#sendTogether(waiting.slice(start, start + maxReads))
  }

  #sendTogether(reads: readonly WaitingRead[]): void {
    const statements = reads.length === 1 ? reads[0]!.statements : reads.flatMap((read) => read.statements)
    this.#sendAll(statements).then(
      (answer) => this.#distribute(reads, answer),
      (failure: unknown) => this.#distribute(reads, { rows: [], failure }),
    )
  }

  /** After a failure the rest did not run: it is sent again, unless the connection is lost. */
  #distribute(reads: readonly WaitingRead[], { rows, failure }: SentTogether): void {
    let at = 0
    for (const [index, { statements, onAnswer }] of reads.entries()) {
      const own = rows.slice(at, at + statements.length)
      at += statements.length
      if (own.length === statements.length) {
        onAnswer({ rows: own })
        continue
      }
      onAnswer({ rows: own, failure })
      const rest = reads.slice(index + 1)
      if (failure instanceof DatabaseFailure && failure.isOutage) for (const read of rest) read.onAnswer({ rows: [], failure })
      else if (rest.length > 0) this.#sendTogether(rest)
      return
    }
  }
}
