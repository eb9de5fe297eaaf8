// One statement of a piece of work, with its result once it is available.

import type { SqlRow, SqlValue } from '../sql/database.ts'

/** `lists`: each row is a list of its columns. `exact`: integers come as bigint; otherwise as numbers. */
export type StatementForm = { readonly lists: boolean; readonly exact: boolean }

export const rowsExactly: StatementForm = { lists: false, exact: true }

export type SqlRows = readonly (SqlRow | readonly SqlValue[])[]

/** `isAhead`: the server sends its result at once, not with those of the statements that follow. */
export type Statement = {
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly form: StatementForm
  readonly isAhead?: true
}

/** `rows`: of the statements that ran. `failure`: a `StoreFailure` of the next one, after which none ran. */
export type SentTogether = { readonly rows: readonly SqlRows[]; readonly failure?: unknown }

export type StatementCall = Statement & {
  rows: SqlRows | undefined
  isSent: boolean
  /** Calls a service outside the database. */
  readonly elsewhere?: () => Promise<SqlRows>
  /** Reverts the effect of a separate statement whose answer no work used. */
  readonly undo?: (rows: SqlRows) => Promise<unknown>
  isUsed?: boolean
}
