// The savepoint of one piece of work within a group: taken before the first statement that writes, so that work which writes nothing costs
// none. A single statement is all or nothing by itself: where a transaction ends with its only one, none is taken either. Nor where the
// work is trusted to come to its end: each page that is written within a savepoint is copied first. Where it does not, its group is done
// again, and then nobody in it is trusted.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Database } from './database.ts'

/** What was written cannot be taken back alone. */
export class Spoilt extends StoreFailure {}

export class Savepoint {
  readonly #database: Database
  #state: 'outside' | 'open' | 'taken' | 'without' = 'outside'
  #holds = false
  #trusts = true
  #isTrusted = false
  /** How many statements have written without a savepoint. */
  #written = 0

  constructor(database: Database) {
    this.#database = database
    database.onWriting((isLast) => this.#beforeWriting(isLast), () => void (this.#written = Math.max(0, this.#written - 1)))
  }

  /** Whether what was written so far is a transaction's that has ended: it is not taken back with another's. */
  get holds(): boolean {
    return this.#holds
  }

  /** Whether what was written can be taken back without the rest of the group. */
  get canRollBack(): boolean {
    return this.#state !== 'without' || this.#written === 0
  }

  /** `trusts`: whether work may go without. */
  begin(trusts: boolean): void {
    this.#state = 'open'
    this.#holds = false
    this.#trusts = trusts
    this.#isTrusted = false
    this.#written = 0
  }

  /** What is written next is expected to stay. */
  trust(): void {
    this.#isTrusted = this.#trusts
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

  /** Throws `Spoilt` where something was written without a savepoint. */
  rollBack(): void {
    this.#isTrusted = false
    if (this.#state === 'taken') this.#database.run('ROLLBACK TO work', [])
    if (this.#state !== 'without') return
    if (this.#written > 0) throw new Spoilt('what was written cannot be taken back alone')
    this.#state = 'open'
  }

  end(): void {
    const isTaken = this.#state === 'taken'
    this.#state = 'outside'
    if (isTaken) this.#database.run('RELEASE work', [])
  }

  #beforeWriting(isLast: boolean): void {
    if (this.#state === 'open' && (isLast || this.#isTrusted)) this.#state = 'without'
    if (this.#state === 'without') this.#written++
    else this.take()
  }
}
