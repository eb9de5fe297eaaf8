// The moment that is read: requests that are answered in one turn of the event loop share a read transaction, as long as nothing is
// committed in between. To begin and end one costs as much as two small statements.

import type { Database } from './database.ts'

export class Moment {
  readonly #database: Database
  /** Transactions of the runtime that are under way. */
  #depth = 0
  /** Whether the transaction of the database goes on after the last of them. */
  #lingers = false
  #isPassing = false

  constructor(database: Database) {
    this.#database = database
  }

  /** Whether the transaction that begins is the outermost. It begins with its first statement, if the moment has not begun already. */
  begin(): boolean {
    if (this.#depth++ > 0) return false
    if (!this.#lingers) this.#database.begin()
    return true
  }

  end(): void {
    if (--this.#depth > 0) return
    if (!this.#database.hasBegun) {
      this.#database.end('COMMIT')
      return
    }
    this.#lingers = true
    if (this.#isPassing) return
    this.#isPassing = true
    setImmediate(() => {
      this.#isPassing = false
      this.pass()
    })
  }

  /** What is read from now on is read of a new moment; whoever is reading goes on. */
  pass(): void {
    if (!this.#lingers || this.#depth > 0) return
    this.#lingers = false
    if (this.#database.inTransaction) this.#database.end('COMMIT')
  }

  /** Ends all that a failure left open. */
  abandon(): void {
    this.#depth = 0
    this.#lingers = false
    if (this.#database.inTransaction) this.#database.end('ROLLBACK')
  }
}
