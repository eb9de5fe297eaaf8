// Runs synchronous work over an asynchronous database. Statements are recorded with their answers: if the work needs a missing answer, it
// stops, the statement is sent, and the work runs again from its beginning with the recorded answers.

import type { Clock } from '../../base/clock.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { SqlValue } from '../sql/database.ts'
import { nextOfSequence } from '../sql/transaction.ts'
import { type SqlRows, type StatementCall, type StatementForm, rowsExactly } from './call.ts'
import { PrefetchedCalls, isPlainQuery, isSame } from './prefetched.ts'

/** Thrown when the work needs an answer that has not arrived. */
class Awaiting extends StoreFailure {}

/** A shared error object: its stack is never read, and creating one costs as much as a short piece of work. */
export const awaiting = new Awaiting('the database has not answered yet')

/** The work sent other statements than in its previous run, so its recording is discarded. */
export class Diverged extends StoreFailure {}

/** Marks the beginning of a transaction in a recording. */
export const beginSql = 'BEGIN'

const none: ReadonlySet<string> = new Set()

/** The statements, random values and answers of one piece of work. */
export class Recording {
  /** The statements in order, inside and between transactions. */
  calls: StatementCall[] = []
  /** Queries that were sent ahead of the work. */
  readonly prefetchedCalls = new PrefetchedCalls()
  /** True if its transactions begin with the announcement of a writer of events. */
  announcesEvents = true
  #isPrefetching = false
  /** The BEGIN that look-ups ahead of the work needed. */
  #prefetchedBegin: StatementCall | undefined
  #isOpen = false
  /** Statements that are separate transactions, by their text and occurrence. */
  #separateCalls: Map<string, StatementCall> | undefined
  #marks: Set<string> | undefined
  #draws: Map<string, { readonly values: unknown[]; at: number; mark: number }> | undefined
  #position = 0
  #occurrences: Map<string, number> | undefined
  /** Values that the open transaction took by separate statements, and those of the transaction that committed. */
  #takenCalls: Set<StatementCall> | undefined
  #committedCalls: Set<StatementCall> | undefined
  #isSuspended = false
  #firstCall: StatementCall | undefined
  /** True if the present run checks for due timers. */
  #checksDue = false
  /** True if the next statement must begin a transaction. */
  #mustBegin = false
  #now: number | undefined

  /** Called before each run of the work. */
  rewind(): void {
    this.#position = 0
    for (const drawn of this.#draws?.values() ?? []) drawn.at = drawn.mark = 0
    this.#occurrences = undefined
    this.#takenCalls = undefined
    this.#committedCalls = undefined
    this.#isSuspended = false
    this.#checksDue = false
    this.#mustBegin = false
    this.#marks = undefined
    this.#isPrefetching = false
    this.#isOpen = false
    this.prefetchedCalls.rewind()
  }

  /**
   * Runs look-ups before the work needs them: only their queries are noted. Their transaction begins with them, or with a number of a
   * sequence. Limits are queried before everything else, so that refusing is cheap.
   */
  prefetch(work: () => void): void {
    if ((!this.#isOpen && !this.#mustBegin) || this.unansweredCalls.some(({ sql }) => sql !== nextOfSequence)) return
    this.#isPrefetching = true
    this.#isSuspended = false
    this.#occurrences = undefined
    work()
    this.#isPrefetching = false
    this.#isSuspended = true
    if (this.prefetchedCalls.unsent.length > 0 || this.unansweredCalls.length > 0)
      this.#prefetchedBegin = this.#open() ?? this.#prefetchedBegin
  }

  /** Forgets the statements of transactions, so that they run again. Random values and separate transactions stay. */
  forget(): void {
    this.calls = []
    this.prefetchedCalls.forget()
  }

  /** The time, which stays the same in all runs. */
  now(clock: Clock): number {
    return (this.#now ??= clock.now())
  }

  /** The draws of one kind, if any; those after `mark` can be drawn again. */
  valuesOf(kind: string): { readonly values: unknown[]; at: number; mark: number } | undefined {
    return this.#draws?.get(kind)
  }

  /** A random or counted value is generated once, and reused in each run of the work. */
  draw<T>(kind: string, make: () => T): T {
    if (this.#isPrefetching) throw awaiting
    const entry = (this.#draws ??= new Map()).getOrInsertComputed(kind, () => ({ values: [], at: 0, mark: 0 }))
    if (entry.at === entry.values.length) entry.values.push(make())
    return entry.values[entry.at++] as T
  }

  /** Adds a mark, which listeners receive when the work is done. */
  mark(what: string): void {
    ;(this.#marks ??= new Set()).add(what)
  }

  get marks(): ReadonlySet<string> {
    return this.#marks ?? none
  }

  /** Separate statements without an answer. */
  get unansweredCalls(): readonly StatementCall[] {
    return this.#separateCalls === undefined
      ? []
      : this.#separateCalls
          .values()
          .filter(({ rows }) => rows === undefined)
          .toArray()
  }

  /** Returns the result of a query; throws `awaiting` if it has not arrived. */
  query(sql: string, values: readonly SqlValue[], form: StatementForm): SqlRows {
    if (this.#isPrefetching) return this.prefetchedCalls.result(sql, values, form) ?? abandonLookUp()
    if (this.#isSuspended) throw awaiting
    this.#open()
    const call = this.#next(sql, values, form)
    return call.rows ?? this.#suspend()
  }

  /** A transaction begins with the next statement. */
  begin(): void {
    if (!this.#isPrefetching) this.#mustBegin = true
  }

  /**
   * A transaction without statements has not begun. Only one transaction of a piece of work commits: after a conflict of a second one, the
   * work would run again without the result of the first, and with the numbers that it took.
   */
  end(how: 'COMMIT' | 'ROLLBACK'): void {
    if (this.#isPrefetching) return
    // A value that a rolled-back transaction used, such as a sequence number, goes to the next transaction.
    if (how === 'ROLLBACK') this.#occurrences = undefined
    else for (const call of this.#takenCalls ?? []) (this.#committedCalls ??= new Set()).add(call)
    this.#takenCalls = undefined
    // A query ahead of the work began the transaction; another BEGIN here belongs to the next attempt.
    if (this.#mustBegin && this.#prefetchedBegin !== undefined && this.calls[this.#position] === this.#prefetchedBegin) this.#open()
    this.#isOpen = false
    if (this.#mustBegin) this.#mustBegin = false
    else {
      if (how === 'COMMIT' && this.calls.slice(0, this.#position).some(({ sql }) => sql === 'COMMIT'))
        throw new Error('a piece of work commits twice')
      if (how === 'COMMIT' && this.#checksDue && !this.#isSuspended) this.demand(this.#firstCall!)
      this.execute(how, [])
    }
  }

  #open(): StatementCall | undefined {
    if (!this.#mustBegin) return undefined
    this.#mustBegin = false
    this.#isOpen = true
    return this.#next(beginSql, [], rowsExactly)
  }

  /** Adds a statement without a result: it is sent with the next query, or at the end. */
  execute(sql: string, values: readonly SqlValue[]): void {
    if (this.#isSuspended || this.#isPrefetching) return
    this.#open()
    this.#next(sql, values, rowsExactly)
  }

  /** `undo` reverts the effect of the statement if no work uses its answer. */
  queryAlone(sql: string, values: readonly SqlValue[], form: StatementForm, undo?: StatementCall['undo']): SqlRows {
    if (this.#isSuspended) throw awaiting
    const call = this.#callAlone(sql, values, form, undo === undefined ? {} : { undo })
    if (this.#isPrefetching) return call.rows ?? abandonLookUp()
    return this.#use(call)
  }

  /** Queries another server, once for all runs of the work. */
  queryElsewhere(name: string, values: readonly SqlValue[], elsewhere: () => Promise<SqlRows>, undo?: StatementCall['undo']): SqlRows {
    if (this.#isSuspended || this.#isPrefetching) throw awaiting
    return this.#use(this.#callAlone(name, values, rowsExactly, undo === undefined ? { elsewhere } : { elsewhere, undo }))
  }

  #use(call: StatementCall): SqlRows {
    ;(this.#takenCalls ??= new Set()).add(call)
    if (call.rows === undefined) return this.#suspend()
    call.isUsed = true
    return call.rows
  }

  /** Runs queries that do not depend on each other, so that those without an answer are sent together. */
  together<T>(queries: readonly (() => T)[]): readonly T[] {
    if (this.#isSuspended) throw awaiting
    const results: T[] = []
    let isWaiting = false
    for (const query of queries)
      try {
        results.push(query())
      } catch (error) {
        if (error !== awaiting) throw error
        isWaiting = true
        this.#isSuspended = false
      }
    if (isWaiting) this.#suspend()
    return results
  }

  #callAlone(
    sql: string,
    values: readonly SqlValue[],
    form: StatementForm,
    more: Pick<StatementCall, 'elsewhere' | 'undo'> = {},
  ): StatementCall {
    const text = `${sql}\n${JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`
    const count = this.#occurrences?.get(text) ?? 0
    ;(this.#occurrences ??= new Map()).set(text, count + 1)
    return (this.#separateCalls ??= new Map<string, StatementCall>()).getOrInsertComputed(`${count} ${text}`, () => ({
      sql,
      values,
      form,
      rows: undefined,
      isSent: false,
      ...more,
    }))
  }

  /** Queries due timers outside of the transaction, before the statements of the work. A commit waits for the answer. */
  queryDue(sql: string, values: readonly SqlValue[]): StatementCall {
    this.#checksDue = true
    return (this.#firstCall ??= { sql, values, form: rowsExactly, rows: undefined, isSent: false })
  }

  /** The query that must run before all others, if it was not sent yet: the others then read no older data. */
  get unsentFirstCall(): StatementCall | undefined {
    return this.#firstCall?.isSent === false ? this.#firstCall : undefined
  }

  /** Throws `awaiting` if the result has not arrived. */
  demand({ rows }: StatementCall): void {
    if (rows === undefined) this.#suspend()
  }

  /**
   * Values that no committed transaction used, including those of attempts that the last attempt did not repeat; and statements that are taken
   * back if no run got their answer.
   */
  get unusedCalls(): readonly StatementCall[] {
    const isUnused = (call: StatementCall): boolean =>
      call.undo !== undefined ? call.isUsed !== true : this.#committedCalls?.has(call) !== true && this.#takenCalls?.has(call) !== true
    return this.#separateCalls === undefined
      ? []
      : this.#separateCalls
          .values()
          .filter((call) => call.rows !== undefined && isUnused(call))
          .toArray()
  }

  #suspend(): never {
    this.#isSuspended = true
    throw awaiting
  }

  #next(sql: string, values: readonly SqlValue[], form: StatementForm): StatementCall {
    const isQuery = isPlainQuery(sql)
    const before = isQuery && this.calls.length === this.#position ? this.prefetchedCalls.takeCall(sql, values, form) : undefined
    if (!isQuery) this.prefetchedCalls.noteWrite(sql, values)
    const recorded = this.calls[this.#position++]
    if (recorded !== undefined) {
      if (recorded.sql !== sql || !isSame(recorded.values, values))
        throw new Diverged(`a repeated run queries \`${sql}\` with other values, or instead of \`${recorded.sql}\``)
      return recorded
    }
    const call: StatementCall = before ?? { sql, values, form, rows: undefined, isSent: false }
    if (isQuery && before === undefined) this.prefetchedCalls.note(call)
    this.calls.push(call)
    return call
  }
}

/** Ends a look-up that waits for an answer, so that the next one can run. */
function abandonLookUp(): never {
  throw awaiting
}
