// Conditions that select rows, joined by AND. If one requires referring records, the database may start with those.

import type { Expression } from '../../../cel/expression.ts'
import { listConjuncts } from '../../../cel/parts.ts'
import { reads } from '../../../cel/reads.ts'
import { type RowSources, printFrom } from '../source.ts'
import { translateCondition } from './conditions.ts'
import { findKeyColumns } from './paths.ts'
import { printCountedRows, printCountedTests, makeRecordQuery } from './records.ts'
import { type Translation, addGuards, listGuards, isRecordType, findResourceOfType, tryTranslate } from './translation.ts'

/** Gives up if a condition has no translation. */
export function filter(translation: Translation, expression: Expression, rows: RowSources): string {
  const parts: string[] = []
  let guarded = translation
  for (const part of listConjuncts(expression)) {
    parts.push(filterInRecords(guarded, part, rows) ?? translateCondition(guarded, part, rows))
    guarded = addGuards(guarded, listGuards(part, true, rows))
  }
  return parts.join(' AND ')
}

/**
 * Translates `R.exists(x, x.ref == row && …)`, if the rest reads no row but `x`, as `row IN (SELECT ref …)`. Unlike with `EXISTS`, the
 * database may start from either side.
 */
function filterInRecords(translation: Translation, expression: Expression, rows: RowSources): string | undefined {
  if (
    expression.kind !== 'macro' ||
    expression.name !== 'exists' ||
    expression.range.type.kind !== 'query' ||
    expression.range.kind !== 'records'
  )
    return undefined
  const [variable, ...more] = expression.variables
  const [test] = expression.arguments
  if (variable === undefined || test === undefined || more.length > 0) return undefined
  const parts = listConjuncts(test)
  const links = parts.filter((part) => linkOf(part, variable, rows) !== undefined)
  const remaining = parts.filter((part) => !links.includes(part))
  const link = links[0] && linkOf(links[0], variable, rows)
  if (link === undefined || links.length > 1 || remaining.some((part) => readsAny(part, rows))) return undefined
  const before = translation.out.length
  const translatedFilter = tryTranslate(() => {
    const { from, where, hasRules } = makeRecordQuery(translation, expression.range, rows)
    const among = new Map([...rows, [variable, from]])
    where.push(...remaining.map((part) => translateCondition(translation, part, among)))
    const [outer, ...outerMore] = findKeyColumns(translation, link.outer, rows)
    const [inner, ...innerMore] = findKeyColumns(translation, link.inner, among)
    if (outer === undefined || inner === undefined || outerMore.length + innerMore.length > 0 || ignoresCase(translation, link.outer))
      return undefined
    const tests = remaining.map((part) => ({ variable, test: part }))
    const scan = hasRules ? printCountedRows(translation.layout, from) : printCountedTests(translation.layout, from, tests)
    const conditions = [...scan, ...where].map((part) => `(${part})`).join(' AND ')
    return `${outer} IN (SELECT ${inner} FROM ${printFrom(from)}${conditions === '' ? '' : ` WHERE ${conditions}`})`
  })
  if (translatedFilter === undefined) translation.out.length = before
  return translatedFilter
}

/** An equality between a record's reference and a row, or a record that the row refers to. */
function linkOf(
  expression: Expression,
  variable: string,
  rows: RowSources,
): { readonly outer: Expression; readonly inner: Expression } | undefined {
  if (expression.kind !== 'binary' || expression.operator !== '==') return undefined
  const { left, right } = expression
  if (!isRecordType(left.type) || !isRecordType(right.type)) return undefined
  if (findRootVariable(left) === variable && rows.has(findRootVariable(right) ?? '')) return { inner: left, outer: right }
  return findRootVariable(right) === variable && rows.has(findRootVariable(left) ?? '') ? { inner: right, outer: left } : undefined
}

/** The variable that a path begins with. */
function findRootVariable(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  return expression.kind === 'select' && !expression.optional ? findRootVariable(expression.operand) : undefined
}

function readsAny(expression: Expression, rows: RowSources): boolean {
  return reads(expression).variables.some(({ name }) => rows.has(name))
}

/** A reference to a key that ignores case may be spelled differently from the record. */
function ignoresCase({ layout }: Translation, { type }: Expression): boolean {
  const table = layout.tables.get(findResourceOfType(type) ?? '')
  return table === undefined || table.key.some(({ property }) => table.folded.has(property))
}
