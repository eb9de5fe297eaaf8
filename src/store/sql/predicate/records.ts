// Translates an expression whose value is records (a resource, an inverse, or a filter of either) to the source of a statement.

import type { Expression } from '../../../cel/expression.ts'
import { type Layout, deletedColumn, isSoft } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import { selectionOf, scansAll } from '../../../fact/full-scans.ts'
import { quote } from '../names.ts'
import { type RowSources, type RowSource, printFrom, rowSource } from '../source.ts'
import { boundKey, keyColumnsOf } from './paths.ts'
import {
  type ReadGuard,
  type SqlParameter,
  type Translation,
  bind,
  giveUpIfHidden,
  failTranslation,
  guardedBy,
  guardsOf,
  isRecordType,
  noExpression,
  resourceOfType,
} from './translation.ts'
import { withRulesOpen, visibleProperty, visibleRecords } from './visible.ts'

/** `guards` hold for the reads of the selected records' conditions. */
export type RecordQuery = { readonly from: RowSource; readonly where: string[]; readonly guards: readonly ReadGuard[] }

/** The body of a macro over records: its variable, its test, and whether the test must be true or false. */
export type Extra = { readonly variable: string; readonly test: Expression; readonly negated: boolean }

/** `Table AS t … WHERE …`. */
export function subquery(translation: Translation, range: Expression, rows: RowSources, extra?: Extra): string {
  const { from, where, guards } = recordsOf(translation, range, rows)
  if (extra !== undefined) {
    const before = translation.hiding?.count
    const test = translation.condition(
      guardedBy(withRulesOpen(translation), guards),
      extra.test,
      new Map([...rows, [extra.variable, from]]),
    )
    // A hidden value makes both forms false.
    const canHide = translation.hiding?.count !== before
    where.push(!extra.negated ? test : canHide ? `(${test}) IS NOT TRUE` : `NOT ${test}`)
  }
  where.unshift(...countedScan(translation.layout, from, range, extra))
  return `${printFrom(from)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`
}

/** Counts the rows of a scan, before other conditions reject them; a counterexample of `all` is searched for without an index. */
export function countedScan(layout: Layout, from: RowSource, range: Expression, extra?: Extra): readonly string[] {
  const chosen = selectionOf(range)
  if (chosen === undefined) return []
  // No index can answer a test without variables.
  return countedTests(layout, from, [...chosen.tests, ...(extra === undefined ? [] : [extra.negated ? { ...extra, variable: '' } : extra])])
}

/** Builds the count for tests of records. A key column is in every index. */
export function countedTests(
  { domain, dialect: { countingScan: counted } }: Layout,
  { alias, table }: RowSource,
  tests: Parameters<typeof scansAll>[2],
): readonly string[] {
  return counted === undefined || !scansAll(domain, table.resource, tests) ? [] : [counted(`${alias}.${quote(table.key[0]!.name)}`)]
}

export function recordsOf(translation: Translation, range: Expression, rows: RowSources): RecordQuery {
  if (range.kind === 'records') return allRecords(translation, range.resource)
  if (range.kind === 'macro' && (range.name === 'filter' || range.name === 'sortBy')) {
    if (range.variables.length > 1) return failTranslation()
    const inner = recordsOf(translation, range.range, rows)
    if (range.name === 'sortBy') return inner
    const [test] = range.arguments as readonly [Expression]
    const inside = new Map([...rows, [range.variables[0]!, inner.from]])
    inner.where.push(translation.condition(guardedBy(withRulesOpen(translation), inner.guards), test, inside))
    return { ...inner, guards: [...inner.guards, ...guardsOf(test, true, inside)] }
  }
  return range.kind === 'select' ? inverseQuery(translation, range, rows) : failTranslation()
}

function allRecords(translation: Translation, resource: string): RecordQuery {
  const { layout, aliases, out } = translation
  const from = rowSource(layout.tables.get(resource) ?? failTranslation(), aliases)
  const living = isSoft(layout, resource) ? [`${from.alias}.${quote(deletedColumn)} IS NULL`] : []
  return { from, where: [...tenantConditions(from, layout, out), ...living, ...visibleRecords(translation, from)], guards: [] }
}

function inverseQuery(translation: Translation, range: Extract<Expression, { kind: 'select' }>, rows: RowSources): RecordQuery {
  const { domain } = translation.layout
  const owner = isRecordType(range.operand.type) ? resourceOfType(range.operand.type) : undefined
  const way = owner === undefined ? undefined : domain.resources.get(owner)?.properties.get(range.member)?.inverse
  if (way === undefined) return failTranslation()
  giveUpIfHidden(translation, range.operand, range.member)
  const inner = allRecords(translation, way.resource)
  const reference = domain.resources.get(way.resource)?.properties.get(way.property)?.reference
  if (reference === undefined || reference.many) return failTranslation()
  const columns = inner.from.table.byProperty.get(way.property)!.map(({ name }) => `${inner.from.alias}.${quote(name)}`)
  inner.where.push(...visibleProperty(translation, inner.from, way.property))
  const keys = isClosed(range.operand, rows) ? boundKey(translation, range.operand) : keyColumnsOf(translation, range.operand, rows)
  inner.where.push(...columns.map((column, index) => `${column} = ${keys[index] ?? failTranslation()}`))
  return inner
}

/** Restricts rows to one tenant: one condition per tenant column. */
export function tenantConditions({ table, alias }: RowSource, layout: Layout, out: SqlParameter[]): string[] {
  return table.tenant.map(
    ({ name }, index) =>
      `${alias}.${quote(name)} = ${bind({ layout, out, guards: [] }, noExpression, { kind: 'tenant', resource: table.resource, index })}`,
  )
}

/** True if the records have an explicit order. */
export function isSorted(expression: Expression): boolean {
  return expression.kind === 'macro' && (expression.name === 'sortBy' || isSorted(expression.range))
}
