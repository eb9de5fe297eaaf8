// What depends on no row: it has one value for the whole statement, and is computed before it.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Rows } from './source.ts'

/** Whether an expression reads no row and no records: then its value is the same for every row. */
export function isClosed(expression: Expression, rows: Rows): boolean {
  if (expression.kind === 'variable') return !rows.has(expression.name)
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return false
  return partsOf(expression).every((part) => isClosed(part.expression, rows))
}
