// Splits recorded calls at their transactions, and prints the statements that begin one.

import { type Statement, type StatementCall, rowsExactly } from './call.ts'
import { Recording, beginSql } from './recording.ts'

/** The outcome of a commit without an answer can be queried only by the number of the transaction, so that comes first. */
export function listOpeningStatements(
  { opening, isReading }: { readonly opening: readonly string[]; readonly isReading?: boolean },
  commits: boolean,
): readonly Statement[] {
  return opening.map((sql, index) => ({
    sql,
    values: [],
    form: rowsExactly,
    ...(commits && isReading !== true && index === opening.length - 1 ? { isAhead: true as const } : {}),
  }))
}

export function isEnd({ sql }: StatementCall): boolean {
  return sql === 'COMMIT' || sql === 'ROLLBACK'
}

/** `isOpen`: the calls begin within a transaction. */
export function splitAtTransactions(calls: Recording['calls'], isOpen: boolean): readonly StatementCall[][] {
  const parts: StatementCall[][] = isOpen ? [[]] : []
  let isInside = isOpen
  for (const call of calls) {
    if (call.sql === beginSql) isInside = true
    if (call.sql === beginSql || parts.length === 0 || !isInside) parts.push([])
    parts.at(-1)!.push(call)
    if (isEnd(call)) isInside = false
  }
  return parts.filter((part) => part.length > 0)
}
