// The savepoint of one piece of work in a group. It begins with the first write, so that reads cost nothing. A single statement is
// atomic, so a transaction that ends with its only write needs none. Trusted work needs none either, because SQLite first copies each
// page written within a savepoint. If trusted work fails, its group is repeated without trust.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { SqliteDatabase } from './database.ts'
import type { CountedNumbers } from './sequence-numbers.ts'

/** The writes cannot be rolled back alone. */
export class BrokenSavepoint extends StoreFailure {}

export class Savepoint {
  readonly #database: SqliteDatabase
  #state: 'outside' | 'open' | 'taken' | 'without' = 'outside'
  #holds = false
  #trusts = true
  #isTrusted = false
  /** The number of statements that have written without a savepoint. */
  #written = 0
  readonly #numbers: CountedNumbers | undefined
  #firstNumber = 0

  constructor(database: SqliteDatabase, numbers?: CountedNumbers) {
    this.#database = database
    this.#numbers = numbers
    database.onWriting(
      (isLast) => this.#prepareWrite(isLast),
      () => void (this.#written = Math.max(0, this.#written - 1)),
    )
  }

  /** True if the writes so far belong to a finished transaction and must be kept. */
  get hasFinishedWrites(): boolean {
    return this.#holds
  }

  /** True if the writes can be rolled back without the rest of the group. */
  get canRollBack(): boolean {
    return this.#state !== 'without' || this.#written === 0
  }

  /** `trusts`: true if the work may run without a savepoint. */
  begin(trusts: boolean): void {
    this.#state = 'open'
    this.#holds = false
    this.#trusts = trusts
    this.#isTrusted = false
    this.#written = 0
    this.#firstNumber = this.#numbers?.changes.length ?? 0
  }

  /** Later writes are expected to be kept. */
  trust(): void {
    this.#isTrusted = this.#trusts
  }

  /** A transaction has ended with a commit of its writes. */
  noteFinished(): void {
    this.#holds = true
  }

  /** Called before a nested savepoint. */
  beforeNested(): void {
    if (this.#state !== 'open') return
    this.#state = 'taken'
    this.#database.run('SAVEPOINT work', [])
  }

  /** Throws if something was written without a savepoint. */
  rollBack(): void {
    this.#isTrusted = false
    this.#numbers?.rollBack(this.#firstNumber)
    if (this.#state === 'taken') this.#database.run('ROLLBACK TO work', [])
    if (this.#state !== 'without') return
    if (this.#written > 0) throw new BrokenSavepoint('the writes cannot be rolled back alone')
    this.#state = 'open'
  }

  end(): void {
    const isTaken = this.#state === 'taken'
    this.#state = 'outside'
    if (isTaken) this.#database.run('RELEASE work', [])
  }

  #prepareWrite(isLast: boolean): void {
    if (this.#state === 'open' && (isLast || this.#isTrusted)) this.#state = 'without'
    if (this.#state === 'without') this.#written++
    else this.beforeNested()
  }
}
