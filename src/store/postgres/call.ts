// One statement of a piece of work, with its result once it is available.

import type { SqlValue } from '../sql/database.ts'
import type { StatementForm, SqlRows } from './connections.ts'

export type StatementCall = {
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly form: StatementForm
  rows: SqlRows | undefined
  isSent: boolean
  /** Calls a service outside the database. */
  readonly elsewhere?: () => Promise<SqlRows>
}
