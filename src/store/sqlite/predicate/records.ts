// Records that are an expression's value: a resource, an inverse, or a filter of either, as what a statement selects from.

import type { Expression } from '../../../cel/expression.ts'
import { deletedColumn, isSoft } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import { quote } from '../names.ts'
import { type Rows, type Source, printFrom, source } from '../source.ts'
import { boundKey, keyOf } from './paths.ts'
import { type Guard, type Parameter, type Translation, bind, demandAsked, give, guardedBy, guardsOf, isRecord, noExpression, resourceOf } from './translation.ts'
import { unasked, visibleProperty, visibleRecords } from './visible.ts'

/** `guards` are those of what is asked of the records that the conditions select. */
export type Records = { readonly from: Source; readonly where: string[]; readonly guards: readonly Guard[] }

/** The body of a macro over records: a variable for each of them, and whether it is to hold or not to hold. */
export type Extra = { readonly variable: string; readonly test: Expression; readonly negated: boolean }

/** `Table AS t … WHERE …`. */
export function subquery(translation: Translation, range: Expression, rows: Rows, extra?: Extra): string {
  const { from, where, guards } = recordsOf(translation, range, rows)
  if (extra !== undefined) {
    const before = translation.hiding?.count
    const test = translation.condition(guardedBy(unasked(translation), guards), extra.test, new Map([...rows, [extra.variable, from]]))
    // What is hidden does not hold, of either.
    const canHide = translation.hiding?.count !== before
    where.push(!extra.negated ? test : canHide ? `(${test}) IS NOT TRUE` : `NOT ${test}`)
  }
  return `${printFrom(from)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`
}

export function recordsOf(translation: Translation, range: Expression, rows: Rows): Records {
  if (range.kind === 'records') return all(translation, range.resource)
  if (range.kind === 'macro' && (range.name === 'filter' || range.name === 'sortBy')) {
    if (range.variables.length > 1) return give()
    const inner = recordsOf(translation, range.range, rows)
    if (range.name === 'sortBy') return inner
    const [test] = range.arguments as readonly [Expression]
    const inside = new Map([...rows, [range.variables[0]!, inner.from]])
    inner.where.push(translation.condition(guardedBy(unasked(translation), inner.guards), test, inside))
    return { ...inner, guards: [...inner.guards, ...guardsOf(test, true, inside)] }
  }
  return range.kind === 'select' ? inverse(translation, range, rows) : give()
}

function all(translation: Translation, resource: string): Records {
  const { layout, aliases, out } = translation
  const from = source(layout.tables.get(resource) ?? give(), aliases)
  const living = isSoft(layout, resource) ? [`${from.alias}.${quote(deletedColumn)} IS NULL`] : []
  return { from, where: [...ofTenant(from, out), ...living, ...visibleRecords(translation, from)], guards: [] }
}

function inverse(translation: Translation, range: Extract<Expression, { kind: 'select' }>, rows: Rows): Records {
  const { domain } = translation.layout
  const owner = isRecord(range.operand.type) ? resourceOf(range.operand.type) : undefined
  const way = owner === undefined ? undefined : domain.resources.get(owner)?.properties.get(range.member)?.inverse
  if (way === undefined) return give()
  demandAsked(translation, range.operand, range.member)
  const inner = all(translation, way.resource)
  const reference = domain.resources.get(way.resource)?.properties.get(way.property)?.reference
  if (reference === undefined || reference.many) return give()
  const columns = inner.from.table.byProperty.get(way.property)!.map(({ name }) => `${inner.from.alias}.${quote(name)}`)
  inner.where.push(...visibleProperty(translation, inner.from, way.property))
  const keys = isClosed(range.operand, rows) ? boundKey(translation, range.operand) : keyOf(translation, range.operand, rows)
  inner.where.push(...columns.map((column, index) => `${column} = ${keys[index] ?? give()}`))
  return inner
}

/** The records of one tenant: a condition for each column that says whose they are. */
export function ofTenant({ table, alias }: Source, out: Parameter[]): string[] {
  return table.tenant.map(({ name }, index) => `${alias}.${quote(name)} = ${bind({ out, when: [] }, noExpression, { kind: 'tenant', resource: table.resource, index })}`)
}

/** Whether records were put in an order of their own. */
export function isSorted(expression: Expression): boolean {
  return expression.kind === 'macro' && (expression.name === 'sortBy' || isSorted(expression.range))
}
