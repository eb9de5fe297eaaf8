// Shares one read transaction between the requests of one turn of the event loop, as long as nothing commits in between. Beginning and
// ending a transaction costs as much as two small statements, so a request with a single statement begins none: SQLite then locks the file for
// that statement, which costs more than the statement. The third such request of a turn begins a transaction for all that follow.

import type { SqliteDatabase } from './database.ts'

/** The requests of one turn that begin no transaction. */
const maxAlone = 2

export class SharedRead {
  readonly #database: SqliteDatabase
  /** The number of open transactions of the runtime. */
  #depth = 0
  /** True while the database's transaction stays open after the last of them ended. */
  #lingers = false
  #isPassing = false
  /** The requests of this turn that began no transaction. */
  #alone = 0
  #begun: () => void = () => undefined

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  /** Calls the listener when later reads may see newer commits than earlier reads. */
  onBegin(listener: () => void): void {
    this.#begun = listener
  }

  /**
   * Opens a transaction; returns true if it is the outermost one. The database begins with the first statement, unless it has begun
   * already.
   */
  begin(): boolean {
    if (this.#depth === 0 && !this.#lingers) {
      this.#database.begin()
      this.#begun()
      if (this.#alone >= maxAlone) this.#database.ensureTransaction()
    }
    return this.#depth++ === 0
  }

  end(): void {
    if (--this.#depth > 0) return
    if (!this.#database.hasBegun) {
      this.#database.end('COMMIT')
      this.#alone++
    } else this.#lingers = true
    if (this.#isPassing) return
    this.#isPassing = true
    setImmediate(() => {
      this.#isPassing = false
      this.#alone = 0
      this.pass()
    })
  }

  /** Ends the shared transaction, so that later reads see later commits. Open transactions keep it. */
  pass(): void {
    if (!this.#lingers || this.#depth > 0) return
    this.#lingers = false
    if (this.#database.inTransaction) this.#database.end('COMMIT')
  }

  /** Rolls back after a failure. */
  abandon(): void {
    this.#depth = 0
    this.#lingers = false
    if (this.#database.inTransaction) this.#database.end('ROLLBACK')
  }
}
