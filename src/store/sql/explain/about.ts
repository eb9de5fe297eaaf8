// The context of explaining an operation: the code that builds statements at run time, over an empty store.

import type { Facts } from '../../../fact/fact.ts'
import type { ModelIndex } from '../../../fact/model-index.ts'
import type { Interpreter } from '../../../meaning/service.ts'
import type { SqlPrinting } from '../printing.ts'
import type { Shared } from '../shared.ts'
import type { PrintedViews } from '../representation/printed-views.ts'
import type { PrintedQuery } from '../representation/unprinted.ts'
import type { Store } from '../../../meaning/store.ts'

export type ExplainContext = {
  readonly facts: Facts
  readonly modelIndex: ModelIndex
  readonly service: Interpreter
  readonly shared: Shared
  readonly store: Store
  readonly printing: SqlPrinting
  readonly views: PrintedViews
  /** Records the statements of some work, which is rolled back. */
  readonly trace: (work: (store: Store) => void) => readonly string[]
}

/** Without `sql`, the records are iterated without a statement. */
export type ExplainedQuery = {
  readonly what: string
  readonly sql: string | undefined
  readonly afterwards?: PrintedQuery['afterwards']
  /**
   * The value that the statement finds: `caller`, `record NAME`, `number`. `needs` lists the values that must be found before; without
   * it, the request suffices.
   */
  readonly gives?: string
  readonly needs?: readonly string[]
  /** Runs in its own round trip: when an expression needs it, or after the write. */
  readonly isAlone?: true
}
