// What explaining an operation works with: the very code that makes statements at run time, over an empty store.

import type { Facts } from '../../../fact/fact.ts'
import type { World } from '../../../fact/world.ts'
import type { Service } from '../../../meaning/service.ts'
import type { Database } from '../database.ts'
import type { SqlitePrinting } from '../printing.ts'
import type { Shared } from '../shared.ts'
import type { PrintedViews } from '../shown/printed-views.ts'
import type { Printed } from '../shown/unprinted.ts'
import type { SqliteStore } from '../store.ts'

export type About = {
  readonly facts: Facts
  readonly world: World
  readonly service: Service
  readonly shared: Shared
  readonly database: Database
  readonly store: SqliteStore
  readonly printing: SqlitePrinting
  readonly views: PrintedViews
  /** Statements that are run meanwhile; nothing of it is left. */
  readonly trace: (work: (store: SqliteStore) => void) => readonly string[]
}

/** Without `sql`, no statement is asked: records are gone through. */
export type Asked = { readonly what: string; readonly sql: string | undefined; readonly afterwards?: Printed['afterwards'] }
