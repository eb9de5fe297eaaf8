// Finds expressions that depend on no row: they have one value for a whole statement and are computed before it.

import type { Expression } from './expression.ts'
import { partsOf } from './parts.ts'

/** True if an expression reads no row and no records; `rows` holds the variables that represent rows. */
export function isClosed(expression: Expression, rows: { has(name: string): boolean }): boolean {
  if (expression.kind === 'variable') return !rows.has(expression.name)
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return false
  return partsOf(expression).every((part) => isClosed(part.expression, rows))
}
