// Runs work over PostgreSQL, each in its own transactions. Repeats it after a conflict between transactions, and from its beginning
// whenever an answer arrives.

import { StoreFailure } from '../../exchange/store-failure.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { joinInserts } from './bulk.ts'
import type { StatementCall } from './call.ts'
import type { Contention, Turns } from './contention.ts'
import { listContestedNames, listQueryNames } from './contested-names.ts'
import { type Connection, type Connections, eraSql } from './connections.ts'
import { CommitUnknown, TransactionConflict } from './failures.ts'
import type { RecordedDatabase } from './recorded-database.ts'
import { Diverged, Recording, awaiting, beginSql } from './recording.ts'
import { sendSeparately } from './sequence-numbers.ts'
import { listOpeningStatements, isEnd, splitAtTransactions } from './calls-of-transactions.ts'

/** The maximum number of attempts after conflicts with other transactions; the waits between them grow. */
const maxAttempts = 12
const longestPause = 64

/** After this many attempts with locks on the written rows, work locks the whole tables that it writes. */
const triesByRow = 4

/** The number of attempts, and the milliseconds between them, to learn the outcome of a transaction. */
const maxRounds = 40
const outcomePause = 250

/** The number of restarts for work whose statements differ between runs. */
const maxDiverged = 3

/** A constraint refused a write after the work continued: the next attempt checks before it writes. */
export class RefusedLate extends StoreFailure {}

/** Work conflicted with other transactions too often. */
export class Contended extends StoreFailure {}

/** The work reads several times, so it needs one snapshot. */
export class NeedsSnapshot extends StoreFailure {}

/** `unused`: values that separate transactions took for a rolled-back one. */
export type Performed<T> = { readonly value: T; readonly marks: ReadonlySet<string>; readonly unused: readonly StatementCall[] }

export type Performing = {
  /** The statements that begin a transaction; the last one may return its number. */
  readonly opening: readonly string[]
  /** True if one statement without a transaction is expected to suffice; otherwise throws `NeedsSnapshot`. */
  readonly single?: boolean
  /** True for reads, which need not wait for the end of a transaction. */
  readonly isReading?: boolean
  readonly random: () => number
  /** Names of locks to acquire before a transaction begins; work with a common name takes turns. */
  readonly locks?: readonly string[]
  /** The conflicts of the same operation. Without it, work takes turns only after a conflict of its own. */
  readonly contention?: Contention
  readonly turns?: Turns
  /** Runs look-ups that the work will need, so that their queries are sent together with others. */
  readonly foresee?: () => void
  /** Called for each attempt that conflicted. */
  readonly onConflict?: () => void
  readonly onWait?: () => void
}

/** `recording`: of an attempt that was refused late, so that its random values and numbers are reused. */
export async function performWork<T>(
  connections: Connections,
  database: RecordedDatabase,
  work: () => T,
  performing: Performing,
  recording = new Recording(),
): Promise<Performed<T>> {
  let diverged = 0
  const { contention } = performing
  let locks = performing.locks
  for (let tries = 1; ; tries++) {
    const attempt = new Attempt(connections, recording, performing, locks)
    try {
      const performed = await attempt.run(database, work)
      attempt.end()
      contention?.note(false)
      return performed
    } catch (error) {
      await attempt.abandon(error)
      attempt.end()
      // Reads conflict with nothing; they run again only if their statements differ between runs.
      locks = performing.locks ?? (performing.isReading === true ? [] : listContestedNames(recording.calls, tries >= triesByRow))
      recording.forget()
      if (error instanceof Diverged && ++diverged < maxDiverged) continue
      if (!(error instanceof TransactionConflict)) throw error
      performing.onConflict?.()
      contention?.note(true)
      if (tries === maxAttempts) throw new Contended(error.message)
      const pause = Math.min(longestPause, 2 ** tries) * performing.random()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

class Attempt {
  readonly #connections: Connections
  readonly #recording: Recording
  readonly #performing: Performing
  /** The locks acquired before a transaction begins, in a global order; undefined if its first statements decide. */
  #locks: readonly string[] | undefined
  #endTurn: (() => void) | undefined
  #connection: Connection | undefined
  /** True if statements were sent without a commit or a rollback after them. */
  #isOpen = false
  /** The number of the newest transaction. */
  #number: SqlRow | undefined

  constructor(connections: Connections, recording: Recording, performing: Performing, locks: readonly string[] | undefined) {
    this.#locks = locks
    this.#connections = connections
    this.#recording = recording
    this.#performing = performing
  }

  async run<T>(database: RecordedDatabase, work: () => T): Promise<Performed<T>> {
    for (;;) {
      try {
        const value = database.runRecorded(this.#recording, work)
        const { marks } = this.#recording
        if (this.#performing.isReading === true) this.#endReading()
        else await this.#flush().catch((error: unknown) => this.#settle(error))
        if (this.#connection !== undefined) this.#unlock(this.#connection)
        this.#connection?.release()
        this.#connection = undefined
        return { value, marks, unused: this.#recording.unusedCalls }
      } catch (error) {
        if (error !== awaiting) throw error
      }
      if (this.#performing.foresee !== undefined) database.ahead(this.#recording, this.#performing.foresee)
      await this.#flush()
    }
  }

  /**
   * If the connection was lost during a commit, the database is queried for the transaction's outcome, if its number has arrived. A crash
   * may forget a transaction, and a later one may get its number: after a crash `committed` may mean the later one, while `aborted` is
   * still certain.
   */
  async #settle(error: unknown): Promise<void> {
    const number = this.#number?.['xid']
    if (!(error instanceof CommitUnknown)) throw error
    if (number === undefined) throw new DatabaseFailure('gone', error.message)
    const era = await this.#connection?.era
    this.#connection?.release(true)
    this.#connection = undefined
    for (let runs = 0; runs < maxRounds; runs++) {
      await new Promise((resolve) => setTimeout(resolve, outcomePause))
      const answer = await this.#connections
        .send(`SELECT pg_xact_status((?::text)::xid8) AS status, ${eraSql} AS era`, [number])
        .catch(() => undefined)
      const { status, era: now } = (answer?.[0] as SqlRow | undefined) ?? {}
      if (status === 'committed' && (era === undefined || now !== era)) throw error
      if (status === 'committed') return
      if (status === 'aborted') throw new TransactionConflict('the transaction was lost with its connection')
    }
    throw error
  }

  /** Ends the transaction after the answer is sent, because the answer does not depend on its end. Reads have no locks to release. */
  #endReading(): void {
    const connection = this.#connection
    if (connection === undefined) return
    this.#connection = undefined
    if (!this.#isOpen) return connection.release()
    connection.send('ROLLBACK', []).then(
      () => connection.release(),
      () => connection.release(true),
    )
  }

  /** `calls`: the first statements. Requests with the same look-ups decide by the same records. */
  async #take(calls: Recording['calls']): Promise<Connection> {
    const { contention, turns } = this.#performing
    this.#locks ??= contention?.isHigh === true ? listQueryNames(calls) : []
    if (this.#locks.length > 0) this.#endTurn = await turns?.take(this.#locks)
    const connection = await this.#connections.acquire()
    for (const lock of this.#locks)
      connection.send('SELECT pg_advisory_lock(?::int, hashtext(current_schema() || ?))', [lockClass, lock]).catch(() => undefined)
    return connection
  }

  /** Releases the locks last; if that fails, the connection is closed, which releases them too. */
  #unlock(connection: Connection): void {
    if (this.#locks !== undefined && this.#locks.length > 0) connection.send('SELECT pg_advisory_unlock_all()', []).catch(() => undefined)
  }

  /** Called when the attempt has ended in any way. */
  end(): void {
    this.#endTurn?.()
  }

  /** Rolls back everything that was not committed. */
  async abandon(error: unknown): Promise<void> {
    const connection = this.#connection
    if (connection === undefined) return
    this.#connection = undefined
    const isLost = error instanceof CommitUnknown || (error instanceof DatabaseFailure && error.isOutage)
    if (!isLost && this.#isOpen) connection.send('ROLLBACK', []).catch(() => undefined)
    if (!isLost) this.#unlock(connection)
    connection.release(isLost)
  }

  /** Sends all pending statements in one batch, and waits for the answers. */
  async #flush(): Promise<void> {
    const calls = [...new Set([...this.#recording.calls.filter(({ isSent }) => !isSent), ...this.#recording.prefetchedCalls.unsent])]
    const first = calls.length === 0 ? this.#recording.unsentFirstCall : undefined
    const separate = [...this.#recording.unansweredCalls, ...(first === undefined ? [] : [first])]
    if (separate.length === 0) return this.#send(calls)
    if (calls.length === 0) this.#performing.onWait?.()
    const [failed] = (await Promise.allSettled([...sendSeparately(this.#connections, separate), this.#send(calls)])).filter(
      (each) => each.status === 'rejected',
    )
    if (failed !== undefined) throw failed.reason
  }

  async #send(calls: Recording['calls']): Promise<void> {
    const [first, ...more] = calls
    if (first === undefined) return
    if (this.#performing.single === true) {
      // A single statement has its own snapshot.
      const [firstCall, ...others] = first.sql === beginSql ? more : calls
      if (firstCall === undefined || others.length > 0 || this.#recording.calls.some(({ isSent }) => isSent))
        throw new NeedsSnapshot('it reads more than once')
      first.isSent = true
      this.#performing.onWait?.()
      return sendInOrder((statements) => this.#connections.read(statements), [...this.#takeFirstCall(), firstCall])
    }
    const connection = (this.#connection ??= await this.#take(calls))
    this.#performing.onWait?.()
    // Is answered before the statements that follow it on the same connection.
    const checked = sendInOrder((statements) => connection.sendAll(statements), this.#takeFirstCall())
    checked.catch(() => undefined)
    for (const call of calls) call.isSent = true
    for (const together of splitAtTransactions(calls, this.#isOpen)) await this.#sendTogether(connection, together)
    await checked
  }

  #takeFirstCall(): readonly StatementCall[] {
    const first = this.#recording.unsentFirstCall
    return first === undefined ? [] : [first]
  }

  /** Statements of one transaction, or a single one outside of transactions. */
  async #sendTogether(connection: Connection, calls: Recording['calls']): Promise<void> {
    const begins = calls[0]!.sql === beginSql
    const opening = begins ? listOpeningStatements(this.#performing, calls.at(-1)!.sql === 'COMMIT') : []
    const rest = begins ? calls.slice(1) : calls
    const joined = joinInserts(rest)
    if (begins) this.#isOpen = true
    const { rows, failure } = await connection.sendAll([...opening, ...joined])
    if (begins) {
      calls[0]!.rows = rows[opening.length - 1]
      this.#number = calls[0]!.rows?.[0] as SqlRow | undefined
    }
    let at = 0
    for (const [index, { count = 1 }] of joined.entries())
      for (const end = at + count; at < end; at++) rest[at]!.rows = rows[opening.length + index]
    const last = calls.at(-1)!
    // A failed end ends the transaction too; after the failure of another statement it is still open.
    if (isEnd(last) && rows.length >= opening.length + joined.length - 1) this.#isOpen = false
    if (failure !== undefined) throw failure instanceof DatabaseFailure && failure.isConstraint ? new RefusedLate(failure.message) : failure
  }
}

/** Sends statements outside of transactions. Each one sees all data that was committed before the preceding one was answered. */
async function sendInOrder(send: Connection['sendAll'], calls: readonly StatementCall[]): Promise<void> {
  if (calls.length === 0) return
  for (const call of calls) call.isSent = true
  const { rows, failure } = await send(calls)
  for (const [index, call] of calls.entries()) call.rows = rows[index]
  if (failure !== undefined) throw failure
}

/** The first number of advisory locks with two numbers. */
const lockClass = 20038n
