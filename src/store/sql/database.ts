// The interface to a database: statements with values, and failures.

import { StoreFailure } from '../../exchange/store-failure.ts'

/** Booleans are the integers 1 and 0. */
export type SqlValue = null | bigint | number | string | Uint8Array
/** Integers come as bigint, so that none loses digits. */
export type SqlRow = { readonly [column: string]: SqlValue }

/** A failure of the database. */
export class DatabaseFailure extends StoreFailure {
  readonly kind:
    | 'full'
    | 'failing'
    | 'read-only'
    | 'locked'
    | 'corrupt'
    | 'constraint'
    | 'not-a-database'
    | 'cannot-open'
    | 'denied'
    | 'no-folder'
    | 'directory'
    | 'linked'
    | 'gone'
    | 'other'
  override readonly isConstraint: boolean
  override readonly isOutage: boolean

  constructor(kind: DatabaseFailure['kind'], message: string) {
    super(message)
    this.kind = kind
    this.isConstraint = kind === 'constraint'
    this.isOutage = kind !== 'constraint' && kind !== 'other'
  }
}

/** Represents all tables, for statements that end or roll back a transaction, and for deletions, which may cascade. */
export const allTables = '*'

/** A prepared statement; each row is a list of its columns. It must be the last of its transaction, and begins none. */
export type RowQuery = (parameters: readonly SqlValue[]) => readonly (readonly SqlValue[])[]

/** Runs statements with a `?` for each value. */
export type Database = {
  all(sql: string, parameters: readonly SqlValue[]): SqlRow[]
  get(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined
  /**
   * Runs the statement in its own transaction if the database supports concurrent transactions, so that a frequently written row is
   * locked only briefly.
   */
  getAlone(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined
  /** `isLast`: the caller writes nothing more. */
  run(sql: string, parameters: readonly SqlValue[], isLast?: boolean): void
  /** Begins a transaction for a statement that does not begin one by itself. */
  ensureTransaction(): void
  /** `exact`: integers come as bigint; otherwise as numbers. */
  prepareQuery(sql: string, exact: boolean): RowQuery
  /** Prepares a query for the first row only. */
  readingOne(sql: string, exact: boolean): (parameters: readonly SqlValue[]) => readonly SqlValue[] | undefined
  /** True if a statement sorts its rows because no index has their order. */
  sorts(sql: string): boolean
}
