// Translates values of a row, and determines how they are stored.

import type { Expression } from '../../../cel/expression.ts'
import { isClosed } from '../../../cel/closed.ts'
import { type Kept, chooseStoredType } from '../../layout.ts'
import type { RowSources } from '../source.ts'
import { translateExactNumber, makeExactStoredType, timeColumn } from './numbers.ts'
import { findColumn, findComputedExpression, findRecordSource } from './paths.ts'
import { timeCallOf, timeTextSql } from './times.ts'
import { type Translation, bind, failTranslation, tryTranslate } from './translation.ts'

/** Translates a value of a row: a column, a count of rows, or a computation with them. */
export function translateValue(translation: Translation, expression: Expression, rows: RowSources): string {
  const computed = findComputedExpression(translation, expression, rows)
  if (computed !== undefined) return translateValue(translation, computed.expression, computed.rows)
  if (expression.kind === 'select') return findColumn(translation, expression, rows).sql
  if (expression.kind === 'binary' && expression.type.kind === 'string') return joinParts(translation, expression, rows)
  if (expression.kind === 'call' && expression.name === 'string') return timeText(translation, expression, rows)
  if (expression.kind === 'call' && expression.name === 'size') return translateSize(translation, expression, rows)
  return translateExactNumber(translation, expression, rows).sql
}

function joinParts(translation: Translation, { operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: RowSources): string {
  if (operator !== '+') return failTranslation()
  const translatePart = (side: Expression): string => {
    if (isClosed(side, rows)) return bind(translation, side, { kind: 'value', kept: { kind: 'text' }, round: 'exact' })
    return side.type.kind === 'string' || side.type.kind === 'enum' ? translateValue(translation, side, rows) : failTranslation()
  }
  const first = translatePart(left)
  return `(${first} || ${translatePart(right)})`
}

function timeText(translation: Translation, expression: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const timeCall = timeCallOf(expression) ?? failTranslation()
  return timeTextSql(timeCall, timeColumn(translation, timeCall.time, rows), translation.layout.dialect.localText)
}

function translateSize(translation: Translation, expression: Extract<Expression, { kind: 'call' }>, rows: RowSources): string {
  const operand = expression.target ?? expression.arguments[0]!
  if (operand.type.kind === 'query') return translateExactNumber(translation, expression, rows).sql
  if (operand.kind !== 'select' || operand.type.kind === 'nullable') return failTranslation()
  const { sql } = findColumn(translation, operand, rows)
  if (operand.type.kind === 'string' || operand.type.kind === 'enum') return `length(${sql})`
  return operand.type.kind === 'list' ? translation.layout.dialect.countItems(sql) : failTranslation()
}

/** How the value is stored, if a column or a type determines it. */
export function findStoredType(translation: Translation, expression: Expression, rows: RowSources): Kept | undefined {
  const computed = findComputedExpression(translation, expression, rows)
  if (computed !== undefined) return findStoredType(translation, computed.expression, computed.rows)
  if (expression.kind === 'select') {
    const owner = findRecordSource(translation, expression.operand, rows)
    const columns = owner?.table.byProperty.get(expression.member)
    return columns?.length === 1 ? columns[0]!.kept : undefined
  }
  if (expression.kind === 'call' || expression.kind === 'macro' || expression.type.kind === 'string')
    return chooseStoredType(expression.type)
  // A trial translation: its parameters are discarded.
  const exact = tryTranslate(() => translateExactNumber({ ...translation, out: [] }, expression, rows))
  return exact && makeExactStoredType(expression, exact)
}
