// Translates an expression whose value is records (a resource, an inverse, or a filter of either) to the source of a statement.

import type { Expression } from '../../../cel/expression.ts'
import { type Layout, deletedColumn, isSoft } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import { type ScanTest, countExactMembers, findsExactly } from '../../../fact/exact-records.ts'
import type { Property } from '../../../typing/domain.ts'
import { quote } from '../names.ts'
import { type RowSources, type RowSource, printFrom, makeRowSource } from '../source.ts'
import { bindKeyColumns, findKeyColumns } from './paths.ts'
import {
  type ReadGuard,
  type SqlParameter,
  type Translation,
  bind,
  giveUpIfHidden,
  failTranslation,
  addGuards,
  listGuards,
  isRecordType,
  noExpression,
  findResourceOfType,
} from './translation.ts'
import { withRulesOpen, listPropertyConditions, listRecordConditions } from './visible.ts'

/** `guards` hold for the reads of the selected records' conditions; `hasRules`: read rules are among the conditions. */
export type RecordQuery = {
  readonly from: RowSource
  readonly where: string[]
  readonly guards: readonly ReadGuard[]
  readonly hasRules: boolean
}

/** The body of a macro over records: its variable, its test, and whether the test must be true or false. */
export type Extra = { readonly variable: string; readonly test: Expression; readonly negated: boolean }

/** `Table AS t … WHERE …`. */
export function printSubquery(translation: Translation, range: Expression, rows: RowSources, extra?: Extra): string {
  const query = makeRecordQuery(translation, range, rows)
  const { from, where, guards } = query
  if (extra !== undefined) {
    const before = translation.hiding?.count
    const test = translation.condition(
      addGuards(withRulesOpen(translation), guards),
      extra.test,
      new Map([...rows, [extra.variable, from]]),
    )
    // A hidden value makes both forms false.
    const canHide = translation.hiding?.count !== before
    const negation = canHide ? `(${test}) IS NOT TRUE` : `NOT ${test}`
    where.push(extra.negated ? negation : test)
  }
  where.unshift(...printCountedScan(translation.layout, query, range, extra))
  return `${printFrom(from)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`
}

/** Counts the rows that a query over records looks at, before its conditions reject them. */
export function printCountedScan(
  layout: Layout,
  { from, hasRules }: Pick<RecordQuery, 'from' | 'hasRules'>,
  range: Expression,
  extra?: Extra,
): readonly string[] {
  if (hasRules) return printCountedRows(layout, from)
  const { tests, equalities } = findRecordTests(layout, range)
  // A counterexample of `all` is searched for without an index.
  const extraTests = extra === undefined ? [] : [extra.negated ? { ...extra, variable: '' } : extra]
  return printCountedTests(layout, from, [...tests, ...extraTests], equalities)
}

/** Builds the counts for tests of records, and for their order. An index that finds exactly these records needs no count. */
export function printCountedTests(
  layout: Layout,
  from: RowSource,
  tests: readonly ScanTest[],
  equalities: readonly string[] = [],
  order: readonly string[] = [],
): readonly string[] {
  const { resource } = from.table
  const isPlain = tests.length === 0 && order.length === 0
  if (isPlain || findsExactly(layout.domain, resource, tests, equalities, order)) return []
  return printCountedRows(layout, from, countExactMembers(layout.domain, resource, tests, equalities, order))
}

/**
 * Conditions that count the rows of a table, and of those that its paths reach, because a database may start with any of them. `exact`: the
 * number of members by whose index the database may find exactly these rows.
 */
export function printCountedRows({ dialect: { countingScan: counted } }: Layout, from: RowSource, exact?: number): readonly string[] {
  // A key column is in every index.
  const count = ({ alias, table, joins }: RowSource, members: number | undefined): readonly string[] => [
    counted!(`${alias}.${quote(table.key[0]!.name)}`, members),
    ...joins.flatMap(({ source }) => count(source, exact && 1)),
  ]
  return counted === undefined ? [] : count(from, exact)
}

/** The tests of records, and the properties that an inverse compares. */
function findRecordTests(
  layout: Layout,
  range: Expression,
): { readonly tests: readonly ScanTest[]; readonly equalities: readonly string[] } {
  if (range.kind === 'select') {
    const way = findInverse(layout, range)
    return { tests: [], equalities: way === undefined ? [] : [way.property] }
  }
  if (range.kind !== 'macro' || (range.name !== 'filter' && range.name !== 'sortBy')) return { tests: [], equalities: [] }
  const { tests, equalities } = findRecordTests(layout, range.range)
  const [[variable], [test]] = [range.variables, range.arguments]
  return range.name === 'sortBy' || variable === undefined || test === undefined
    ? { tests, equalities }
    : { tests: [...tests, { variable, test }], equalities }
}

export function makeRecordQuery(translation: Translation, range: Expression, rows: RowSources): RecordQuery {
  if (range.kind === 'records') return makeQueryOfAll(translation, range.resource)
  if (range.kind === 'macro' && (range.name === 'filter' || range.name === 'sortBy')) {
    if (range.variables.length > 1) return failTranslation()
    const inner = makeRecordQuery(translation, range.range, rows)
    if (range.name === 'sortBy') return inner
    const [test] = range.arguments as readonly [Expression]
    const inside = new Map([...rows, [range.variables[0]!, inner.from]])
    inner.where.push(translation.condition(addGuards(withRulesOpen(translation), inner.guards), test, inside))
    return { ...inner, guards: [...inner.guards, ...listGuards(test, true, inside)] }
  }
  return range.kind === 'select' ? makeInverseQuery(translation, range, rows) : failTranslation()
}

function makeQueryOfAll(translation: Translation, resource: string): RecordQuery {
  const { layout, aliases, out } = translation
  const from = makeRowSource(layout.tables.get(resource) ?? failTranslation(), aliases)
  const living = isSoft(layout, resource) ? [`${from.alias}.${quote(deletedColumn)} IS NULL`] : []
  // In the order of the statement, because each adds its values.
  const tenant = printTenantConditions(from, layout, out)
  const rules = listRecordConditions(translation, from)
  return { from, where: [...tenant, ...living, ...rules], guards: [], hasRules: rules.length > 0 }
}

function makeInverseQuery(translation: Translation, range: Extract<Expression, { kind: 'select' }>, rows: RowSources): RecordQuery {
  const { domain } = translation.layout
  const way = findInverse(translation.layout, range) ?? failTranslation()
  giveUpIfHidden(translation, range.operand, range.member)
  const inner = makeQueryOfAll(translation, way.resource)
  const reference = domain.resources.get(way.resource)?.properties.get(way.property)?.reference
  if (reference === undefined || reference.many) return failTranslation()
  const columns = inner.from.table.byProperty.get(way.property)!.map(({ name }) => `${inner.from.alias}.${quote(name)}`)
  const rules = listPropertyConditions(translation, inner.from, way.property)
  inner.where.push(...rules)
  const keys = isClosed(range.operand, rows) ? bindKeyColumns(translation, range.operand) : findKeyColumns(translation, range.operand, rows)
  inner.where.push(...columns.map((column, index) => `${column} = ${keys[index] ?? failTranslation()}`))
  return { ...inner, hasRules: inner.hasRules || rules.length > 0 }
}

function findInverse({ domain }: Layout, { operand, member }: Extract<Expression, { kind: 'select' }>): Property['inverse'] {
  const owner = isRecordType(operand.type) ? findResourceOfType(operand.type) : undefined
  return owner === undefined ? undefined : domain.resources.get(owner)?.properties.get(member)?.inverse
}

/** Restricts rows to one tenant: one condition per tenant column. */
export function printTenantConditions({ table, alias }: RowSource, layout: Layout, out: SqlParameter[]): string[] {
  return table.tenant.map(
    ({ name }, index) =>
      `${alias}.${quote(name)} = ${bind({ layout, out, guards: [] }, noExpression, { kind: 'tenant', resource: table.resource, index })}`,
  )
}

/** True if the records have an explicit order. */
export function isSorted(expression: Expression): boolean {
  return expression.kind === 'macro' && (expression.name === 'sortBy' || isSorted(expression.range))
}
