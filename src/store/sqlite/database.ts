// Wraps `node:sqlite`: connections, prepared statements, and the meaning of its errors.

import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { StatementSpans } from '../../base/statement-spans.ts'
import { TurnExceeded, isTurnLimited, spendSteps } from '../../base/turn.ts'
import { matchesPattern } from '../../cel/library/strings.ts'
import { type Database, DatabaseFailure, type RowQuery, type SqlRow, type SqlValue, allTables } from '../sql/database.ts'
import { countRows, countSorts, countingFunctions, firstLimit, maxAtOnce, mayBeLong, readsOrWrites, stepsPerStatement } from './counting.ts'
import { dropNeedlessCounts, readPlan } from './needed-counts.ts'
import { timeStatement } from './timed-statement.ts'

/** Primary result codes (sqlite.org/rescode.html); the extended code's low byte is the primary one. */
const kinds: { readonly [code: number]: DatabaseFailure['kind'] } = {
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  10: 'failing',
  11: 'corrupt',
  13: 'full',
  14: 'cannot-open',
  19: 'constraint',
  26: 'not-a-database',
}

/** The most prepared statements to keep. Combinations of filters are unlimited. */
const maxPrepared = 500

const writes = /^(INSERT|UPDATE|DELETE|REPLACE)\b/i

/** `touches`: the table whose rows it may change, or allTables; undefined if it changes none. */
type Prepared = {
  readonly statement: StatementSync
  readonly writes: boolean
  readonly touches: string | undefined
  readonly mayBeLong: boolean
  /** The steps that it counts against the limit of a turn. */
  readonly steps: number
  /** Of a statement that may be long: the one that reads its first rows; made when it is first needed. */
  first: StatementSync | undefined
}
type Writing = (isLast: boolean) => void

export type Connecting = {
  readonly readOnly: boolean
  /** Milliseconds to wait while another process has locked the file. */
  readonly patience?: number
  /** Called with every statement before it runs. */
  readonly onStatement?: ((sql: string) => void) | undefined
  readonly spans?: StatementSpans | undefined
}

export class SqliteDatabase implements Database {
  readonly #connection: DatabaseSync
  /** The least recently used statement is first. */
  readonly #statements = new Map<string, Prepared>()
  readonly #onStatement: ((sql: string) => void) | undefined
  readonly #spans: StatementSpans | undefined
  /** True if the next statement must begin a transaction. */
  #mustBegin = false
  #beforeWriting: Writing | undefined
  #beforeTouching: ((table: string) => void) | undefined
  #writingFailed: (() => void) | undefined

  constructor(path: string, { readOnly, onStatement, spans, patience = 2000 }: Connecting) {
    this.#connection = attempt(() => new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: patience }))
    this.#onStatement = onStatement
    this.#spans = spans
    for (const [name, count] of Object.entries(countingFunctions)) this.define(name, count)
    this.define('matches', (text, pattern) => {
      if (text === null) return null
      return matchesPattern(String(text), String(pattern)) ? 1n : 0n
    })
  }

  /** Calls `onWrite` before each statement that changes table data, and `onFailure` after a failure. */
  onWriting(onWrite: Writing, onFailure: () => void): void {
    this.#beforeWriting = onWrite
    this.#writingFailed = onFailure
  }

  /** Calls `onTouch` with a table, or for all tables, before each statement that may make cached reads stale. */
  onTouching(onTouch: (table: string) => void): void {
    this.#beforeTouching = onTouch
  }

  /** Runs one or more statements that are not worth preparing, such as DDL and pragmas. */
  execute(sql: string): void {
    this.#onStatement?.(sql)
    this.#beforeTouching?.(allTables)
    attempt(() => this.#connection.exec(sql))
  }

  all(sql: string, parameters: readonly SqlValue[]): SqlRow[] {
    const values = parameters as SQLInputValue[]
    try {
      this.ensureTransaction()
      const prepared = this.#prepare(sql)
      if (!isTurnLimited() || !prepared.mayBeLong) return this.#noteStatement(sql, prepared, prepared.statement).all(...values) as SqlRow[]
      prepared.first ??= this.#prepareExactly(`${sql}${firstLimit}`)
      const first = this.#noteStatement(sql, prepared, prepared.first).all(...values)
      return (first.length <= maxAtOnce ? first : countRows(prepared.statement.iterate(...values))) as SqlRow[]
    } catch (error) {
      throw toStoreFailure(error)
    }
  }

  /** All rows, one at a time, each a list of its columns. */
  *each(sql: string): Generator<readonly SqlValue[]> {
    try {
      yield* this.#prepareWithLists(sql, true).iterate() as unknown as Iterable<SqlValue[]>
    } catch (error) {
      throw toStoreFailure(error)
    }
  }

  get(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    try {
      return this.#findStatement(sql).get(...(parameters as SQLInputValue[])) as SqlRow | undefined
    } catch (error) {
      throw toStoreFailure(error)
    }
  }

  getAlone(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    return this.get(sql, parameters)
  }

  /** Integers come as numbers, or as bigint if they may exceed a double: `exact`. */
  prepareQuery(sql: string, exact: boolean): RowQuery {
    let [wholeStatement, begin]: readonly [StatementSync?, StatementSync?] = []
    const isLong = mayBeLong(sql)
    return (parameters) => {
      this.#onStatement?.(sql)
      spendSteps(stepsPerStatement)
      const values = parameters as SQLInputValue[]
      try {
        if (isLong && isTurnLimited()) {
          const first = (begin ??= this.#prepareWithLists(`${sql}${firstLimit}`, exact)).all(...values)
          if (first.length <= maxAtOnce) return first as unknown as SqlValue[][]
          return countRows((wholeStatement ??= this.#prepareWithLists(sql, exact)).iterate(...values)) as unknown as SqlValue[][]
        }
        return (wholeStatement ??= this.#prepareWithLists(sql, exact)).all(...values) as unknown as SqlValue[][]
      } catch (error) {
        throw toStoreFailure(error)
      }
    }
  }

  /** Prepares a query for the first row only. */
  readingOne(sql: string, exact: boolean): (parameters: readonly SqlValue[]) => readonly SqlValue[] | undefined {
    const statement = this.#prepareWithLists(sql, exact)
    return (parameters) => {
      this.#onStatement?.(sql)
      spendSteps(stepsPerStatement)
      try {
        return statement.get(...(parameters as SQLInputValue[])) as unknown as SqlValue[] | undefined
      } catch (error) {
        throw toStoreFailure(error)
      }
    }
  }

  /** True if a statement sorts its rows because no index has their order. */
  sorts(sql: string): boolean {
    return readPlan(sql, this.#connection).some(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
  }

  /** True if a selection sorts its own rows, or those that are equal in the order of an index. */
  readonly #sortsItself = (sql: string): boolean =>
    readPlan(sql, this.#connection).some(({ parent, detail }) => parent === 0 && /^USE TEMP B-TREE FOR .*ORDER BY$/.test(detail))

  /** Drops needless counts. */
  readonly withNeededCounts = (sql: string): string => dropNeedlessCounts(sql, this.#connection)

  #prepareCounted(sql: string): StatementSync {
    return this.#connection.prepare(sql.startsWith('SELECT') ? countSorts(this.withNeededCounts(sql), this.#sortsItself) : sql)
  }

  #prepareExactly(sql: string): StatementSync {
    const statement = this.#prepareCounted(sql)
    statement.setReadBigInts(true)
    return statement
  }

  #prepareWithLists(sql: string, exact: boolean): StatementSync {
    const statement = this.#prepareCounted(sql)
    statement.setReadBigInts(exact)
    statement.setReturnArrays(true)
    return this.#timeStatement(statement, sql)
  }

  /** `isLast`: the caller writes nothing more. */
  run(sql: string, parameters: readonly SqlValue[], isLast = false): void {
    try {
      this.#findStatement(sql, isLast).run(...(parameters as SQLInputValue[]))
    } catch (error) {
      if (writes.test(sql) && !(error instanceof TurnExceeded)) this.#writingFailed?.()
      throw toStoreFailure(error)
    }
  }

  /** A function for this connection's statements only: nothing in the file may depend on it. */
  define(name: string, compute: (...values: SqlValue[]) => SqlValue): void {
    this.#connection.function(name, { useBigIntArguments: true, varargs: true }, compute as (...values: SQLOutputValue[]) => SQLInputValue)
  }

  /** A transaction in which all statements see one snapshot; it begins with the first statement, if there is any. */
  begin(): void {
    this.#mustBegin = true
  }

  /** Begins a pending transaction, for a statement that does not begin one by itself. */
  ensureTransaction(): void {
    if (!this.#mustBegin) return
    this.#mustBegin = false
    this.run('BEGIN', [])
  }

  end(ending: 'COMMIT' | 'ROLLBACK'): void {
    if (this.#mustBegin) this.#mustBegin = false
    else this.run(ending, [])
  }

  /** True if the pending transaction has begun with its first statement. */
  get hasBegun(): boolean {
    return !this.#mustBegin
  }

  /**
   * True if a transaction is open. Checked after every error: a full disk or an I/O error rolls back the whole transaction, and a later
   * savepoint would silently begin a new one.
   */
  get inTransaction(): boolean {
    return this.#mustBegin || this.#connection.isTransaction
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #findStatement(sql: string, isLast = false): StatementSync {
    this.ensureTransaction()
    const prepared = this.#prepare(sql)
    return this.#noteStatement(sql, prepared, prepared.statement, isLast)
  }

  /** Reports a statement that runs now. */
  #noteStatement(sql: string, { steps, writes, touches }: Prepared, run: StatementSync, isLast = false): StatementSync {
    spendSteps(steps)
    if (writes) this.#beforeWriting?.(isLast)
    if (touches !== undefined) this.#beforeTouching?.(touches)
    this.#onStatement?.(sql)
    return this.#timeStatement(run, sql)
  }

  #timeStatement(statement: StatementSync, sql: string): StatementSync {
    return this.#spans === undefined ? statement : timeStatement(statement, sql, this.#spans)
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql)
    if (cached !== undefined) {
      if (this.#statements.size < maxPrepared) return cached
      this.#statements.delete(sql)
      this.#statements.set(sql, cached)
      return cached
    }
    const prepared: Prepared = {
      statement: this.#prepareExactly(sql),
      writes: writes.test(sql),
      touches: findTouchedTable(sql),
      mayBeLong: mayBeLong(sql),
      steps: readsOrWrites(sql) ? stepsPerStatement : 0,
      first: undefined,
    }
    if (this.#statements.size >= maxPrepared) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** A statement that is not known to be read-only, or to write one table, may touch all. */
function findTouchedTable(sql: string): string | undefined {
  if (/^(SELECT|SAVEPOINT|RELEASE)\b/.test(sql)) return undefined
  return /^(?:INSERT INTO|UPDATE) "((?:[^"]|"")*)"/.exec(sql)?.[1]?.replaceAll('""', '"') ?? allTables
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreFailure(error)
  }
}

function toStoreFailure(error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string }
  return errcode === undefined ? error : new DatabaseFailure(kinds[errcode & 0xff] ?? 'other', message)
}
