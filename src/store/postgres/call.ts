// One statement of a piece of work, with its answer once that is there.

import type { SqlValue } from '../sql/database.ts'
import type { Form, SqlRows } from './connections.ts'

export type Call = {
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly form: Form
  rows: SqlRows | undefined
  isSent: boolean
  /** Calls a service outside the database. */
  readonly elsewhere?: () => Promise<SqlRows>
}
