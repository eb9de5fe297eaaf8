// The tables of a document as SQLite takes them.

import type { Facts } from '../fact/fact.ts'
import { layoutOf } from '../store/layout.ts'
import { bookkeeping, tablesOf } from '../store/sqlite/schema.ts'

export function tablesText({ typing }: Facts): string {
  return `${[...bookkeeping, ...tablesOf(layoutOf(typing.domain))].map((statement) => `${statement};`).join('\n\n')}\n`
}
