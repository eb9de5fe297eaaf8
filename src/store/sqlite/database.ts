// The one place that knows `node:sqlite`: connections, prepared statements, and what its errors mean.

import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { StoreFailure } from '../../exchange/store-failure.ts'

export type SqlValue = null | bigint | number | string | Uint8Array
/** Integers come as bigint, so that none loses digits. */
export type SqlRow = { readonly [column: string]: SqlValue }

/** Why a database did not do what it was told. */
export class DatabaseFailure extends StoreFailure {
  readonly kind: 'full' | 'failing' | 'read-only' | 'locked' | 'corrupt' | 'constraint' | 'not-a-database' | 'cannot-open' | 'linked' | 'gone' | 'other'
  override readonly isConstraint: boolean
  override readonly isOutage: boolean

  constructor(kind: DatabaseFailure['kind'], message: string) {
    super(message)
    this.kind = kind
    this.isConstraint = kind === 'constraint'
    this.isOutage = kind !== 'constraint' && kind !== 'other'
  }
}

/** Primary result codes (sqlite.org/rescode.html); the extended code's low byte is the primary one. */
const kinds: { readonly [code: number]: DatabaseFailure['kind'] } = {
  5: 'locked', 6: 'locked', 8: 'read-only', 10: 'failing', 11: 'corrupt', 13: 'full', 14: 'cannot-open', 19: 'constraint', 26: 'not-a-database',
}

/** So many statements are kept prepared: those of a document are far fewer, but filters can be combined without end. */
const mostPrepared = 500

const writes = /^(INSERT|UPDATE|DELETE|REPLACE)\b/i

/** Stands for all tables: of what ends or takes back a transaction, and of what is deleted, which others may follow. */
export const everything = '*'

/** `touches`: the table whose rows may be others afterwards, or everything; undefined where none are. */
type Prepared = { readonly statement: StatementSync; readonly writes: boolean; readonly touches: string | undefined }
type Writing = (isLast: boolean) => void

export type Connecting = {
  readonly readOnly: boolean
  /** Milliseconds to wait while another process holds the file. */
  readonly patience?: number
  /** Told of every statement before it runs. */
  readonly onStatement?: ((sql: string) => void) | undefined
}

/**
 * Runs one statement again and again; each row is a list of its columns. It is the last of its transaction, and begins none: a statement
 * sees one moment by itself.
 */
export type Reading = (parameters: readonly SqlValue[]) => readonly (readonly SqlValue[])[]

export class Database {
  readonly #connection: DatabaseSync
  /** Those that were used last stand last. */
  readonly #statements = new Map<string, Prepared>()
  readonly #onStatement: ((sql: string) => void) | undefined
  /** Whether a transaction is to begin with the next statement. */
  #begins = false
  #beforeWriting: Writing | undefined
  #beforeTouching: ((table: string) => void) | undefined
  #writingFailed: (() => void) | undefined

  constructor(path: string, { readOnly, onStatement, patience = 2000 }: Connecting) {
    this.#connection = attempt(() => new DatabaseSync(path, { readOnly, enableForeignKeyConstraints: true, timeout: patience }))
    this.#onStatement = onStatement
  }

  /** `writing` is told before each statement that changes what is in the tables, `failed` where it has not. */
  onWriting(writing: Writing, failed: () => void): void {
    this.#beforeWriting = writing
    this.#writingFailed = failed
  }

  /** `touching` is told of the table, or of everything, before each statement after which what was read may be otherwise. */
  onTouching(touching: (table: string) => void): void {
    this.#beforeTouching = touching
  }

  /** Statements that are not run again and again: DDL, pragmas; several at once. */
  execute(sql: string): void {
    this.#onStatement?.(sql)
    this.#beforeTouching?.(everything)
    attempt(() => this.#connection.exec(sql))
  }

  all(sql: string, parameters: readonly SqlValue[]): SqlRow[] {
    return attempt(() => this.#statement(sql).all(...(parameters as SQLInputValue[])) as SqlRow[])
  }

  get(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    return attempt(() => this.#statement(sql).get(...(parameters as SQLInputValue[])) as SqlRow | undefined)
  }

  /** Integers come as numbers, or as bigint where they may be beyond what a double holds: `exact`. */
  reading(sql: string, exact: boolean): Reading {
    const statement = this.#inLists(sql, exact)
    return (parameters) => {
      this.#onStatement?.(sql)
      try {
        return statement.all(...(parameters as SQLInputValue[])) as unknown as SqlValue[][]
      } catch (error) {
        throw failureOf(error)
      }
    }
  }

  /** The same of the first row alone. */
  readingOne(sql: string, exact: boolean): (parameters: readonly SqlValue[]) => readonly SqlValue[] | undefined {
    const statement = this.#inLists(sql, exact)
    return (parameters) => {
      this.#onStatement?.(sql)
      try {
        return statement.get(...(parameters as SQLInputValue[])) as unknown as SqlValue[] | undefined
      } catch (error) {
        throw failureOf(error)
      }
    }
  }

  /** Whether a statement sorts the rows that it finds, because no index has them in its order. */
  sorts(sql: string): boolean {
    return this.#connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all().some(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')
  }

  #inLists(sql: string, exact: boolean): StatementSync {
    const statement = this.#connection.prepare(sql)
    statement.setReadBigInts(exact)
    statement.setReturnArrays(true)
    return statement
  }

  /** `isLast`: nothing more is written by whoever runs it. */
  run(sql: string, parameters: readonly SqlValue[], isLast = false): void {
    try {
      this.#statement(sql, isLast).run(...(parameters as SQLInputValue[]))
    } catch (error) {
      if (writes.test(sql)) this.#writingFailed?.()
      throw failureOf(error)
    }
  }

  /** A function for statements of this connection alone: nothing in the file may rest on it. */
  define(name: string, of: (...values: SqlValue[]) => SqlValue): void {
    this.#connection.function(name, { useBigIntArguments: true, varargs: true }, of as (...values: SQLOutputValue[]) => SQLInputValue)
  }

  /** A transaction in which all statements see one moment: it begins with the first of them, if there is any. */
  begin(): void {
    this.#begins = true
  }

  /** Begins a transaction that has not yet begun, for a statement that begins none by itself. */
  hold(): void {
    if (!this.#begins) return
    this.#begins = false
    this.run('BEGIN', [])
  }

  end(how: 'COMMIT' | 'ROLLBACK'): void {
    if (this.#begins) this.#begins = false
    else this.run(how, [])
  }

  /** Whether the transaction that was to begin with its first statement has begun. */
  get hasBegun(): boolean {
    return !this.#begins
  }

  /**
   * Whether a transaction is open. Asked after every error: a full disk or an I/O error rolls the whole transaction back,
   * and a savepoint taken after that would silently begin a new one.
   */
  get inTransaction(): boolean {
    return this.#begins || this.#connection.isTransaction
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #statement(sql: string, isLast = false): StatementSync {
    this.hold()
    const { statement, writes, touches } = this.#prepared(sql)
    if (writes) this.#beforeWriting?.(isLast)
    if (touches !== undefined) this.#beforeTouching?.(touches)
    this.#onStatement?.(sql)
    return statement
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) {
      if (this.#statements.size < mostPrepared) return known
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#connection.prepare(sql)
    statement.setReadBigInts(true)
    const prepared = { statement, writes: writes.test(sql), touches: touchedBy(sql) }
    if (this.#statements.size >= mostPrepared) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** Whatever is not known to read alone, or to write one table alone, may touch everything. */
function touchedBy(sql: string): string | undefined {
  if (/^(SELECT|SAVEPOINT|RELEASE)\b/.test(sql)) return undefined
  return /^(?:INSERT INTO|UPDATE) "((?:[^"]|"")*)"/.exec(sql)?.[1]?.replaceAll('""', '"') ?? everything
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): unknown {
  const { errcode, message } = error as { errcode?: number; message: string }
  return errcode === undefined ? error : new DatabaseFailure(kinds[errcode & 0xff] ?? 'other', message)
}
