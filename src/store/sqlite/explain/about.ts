// The context of explaining an operation: the code that builds statements at run time, over an empty store.

import type { Facts } from '../../../fact/fact.ts'
import type { World } from '../../../fact/world.ts'
import type { Interpreter } from '../../../meaning/service.ts'
import type { SqliteDatabase } from '../database.ts'
import type { SqlPrinting } from '../../sql/printing.ts'
import type { Shared } from '../../sql/shared.ts'
import type { PrintedViews } from '../../sql/shown/printed-views.ts'
import type { PrintedQuery } from '../../sql/shown/unprinted.ts'
import type { SqliteStore } from '../store.ts'

export type About = {
  readonly facts: Facts
  readonly world: World
  readonly service: Interpreter
  readonly shared: Shared
  readonly database: SqliteDatabase
  readonly store: SqliteStore
  readonly printing: SqlPrinting
  readonly views: PrintedViews
  /** Records the statements of some work, which is rolled back. */
  readonly trace: (work: (store: SqliteStore) => void) => readonly string[]
}

/** Without `sql`, the records are iterated without a statement. */
export type ExplainedQuery = { readonly what: string; readonly sql: string | undefined; readonly afterwards?: PrintedQuery['afterwards'] }
