// The savepoint of one piece of work within a group: taken before the first statement that writes, so that work which writes nothing costs
// none. A single statement is all or nothing by itself: where a transaction ends with its only one, none is taken either.

import type { Database } from './database.ts'

export class Savepoint {
  readonly #database: Database
  #state: 'outside' | 'open' | 'taken' | 'without' = 'outside'
  #holds = false

  constructor(database: Database) {
    this.#database = database
    database.onWriting((isLast) => this.#beforeWriting(isLast))
  }

  /** Whether what was written so far is a transaction's that has ended: it is not taken back with another's. */
  get holds(): boolean {
    return this.#holds
  }

  /** Whether what was written can be taken back without the rest of the group. */
  get canRollBack(): boolean {
    return this.#state !== 'without'
  }

  begin(): void {
    this.#state = 'open'
    this.#holds = false
  }

  /** A transaction has ended, and what it wrote stays. */
  hold(): void {
    this.#holds = true
  }

  /** Before another savepoint is taken within it. */
  take(): void {
    if (this.#state !== 'open') return
    this.#state = 'taken'
    this.#database.run('SAVEPOINT work', [])
  }

  /** Where none was taken for the only statement, that one failed, and left nothing. */
  rollBack(): void {
    if (this.#state === 'taken') this.#database.run('ROLLBACK TO work', [])
    else if (this.#state === 'without') this.#state = 'open'
  }

  end(): void {
    const isTaken = this.#state === 'taken'
    this.#state = 'outside'
    if (isTaken) this.#database.run('RELEASE work', [])
  }

  #beforeWriting(isLast: boolean): void {
    if (isLast && this.#state === 'open') this.#state = 'without'
    else this.take()
  }
}
