// Translates values of a row, and determines how they are stored.

import type { Expression } from '../../../cel/expression.ts'
import { isClosed } from '../../../cel/closed.ts'
import { type Kept, storedTypeOf } from '../../layout.ts'
import type { RowSources } from '../source.ts'
import { exactNumber, storedTypeOfExact, timeColumn } from './numbers.ts'
import { columnAt, computedAt, recordSource } from './paths.ts'
import { timeCallOf, timeTextSql } from './times.ts'
import { type Translation, bind, failTranslation, tryTranslate } from './translation.ts'

/** Translates a value of a row: a column, a count of rows, or a computation with them. */
export function value(translation: Translation, expression: Expression, rows: RowSources): string {
  const computed = computedAt(translation, expression, rows)
  if (computed !== undefined) return value(translation, computed.expression, computed.rows)
  if (expression.kind === 'select') return columnAt(translation, expression, rows).sql
  if (expression.kind === 'binary' && expression.type.kind === 'string') return joinParts(translation, expression, rows)
  if (expression.kind === 'call' && expression.name === 'string') return timeText(translation, expression, rows)
  if (expression.kind === 'call' && expression.name === 'size') return size(translation, expression, rows)
  return exactNumber(translation, expression, rows).sql
}

function joinParts(translation: Translation, { operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: RowSources): string {
  if (operator !== '+') return failTranslation()
  const part = (side: Expression): string => {
    if (isClosed(side, rows)) return bind(translation, side, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })
    return side.type.kind === 'string' || side.type.kind === 'enum' ? value(translation, side, rows) : failTranslation()
  }
  const first = part(left)
  return `(${first} || ${part(right)})`
}

function timeText(translation: Translation, expression: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const timeCall = timeCallOf(expression) ?? failTranslation()
  return timeTextSql(timeCall, timeColumn(translation, timeCall.time, rows), translation.layout.dialect.localText)
}

function size(translation: Translation, expression: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const operand = expression.target ?? expression.arguments[0]!
  if (operand.type.kind === 'query') return exactNumber(translation, expression, rows).sql
  if (operand.kind !== 'select' || operand.type.kind === 'nullable') return failTranslation()
  const { sql } = columnAt(translation, operand, rows)
  return operand.type.kind === 'string' || operand.type.kind === 'enum'
    ? `length(${sql})`
    : operand.type.kind === 'list'
      ? translation.layout.dialect.countItems(sql)
      : failTranslation()
}

/** How the value is stored, if a column or a type determines it. */
export function storedTypeIn(translation: Translation, expression: Expression, rows: RowSources): Kept | undefined {
  const computed = computedAt(translation, expression, rows)
  if (computed !== undefined) return storedTypeIn(translation, computed.expression, computed.rows)
  if (expression.kind === 'select') {
    const owner = recordSource(translation, expression.operand, rows)
    const columns = owner?.table.byProperty.get(expression.member)
    return columns?.length === 1 ? columns[0]!.kept : undefined
  }
  if (expression.kind === 'call' || expression.kind === 'macro' || expression.type.kind === 'string') return storedTypeOf(expression.type)
  // A trial translation: its parameters are discarded.
  const exact = tryTranslate(() => exactNumber({ ...translation, out: [] }, expression, rows))
  return exact && storedTypeOfExact(expression, exact)
}
