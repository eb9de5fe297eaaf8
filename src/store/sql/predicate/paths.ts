// Resolves a path to its columns: joins the tables on the way.

import type { Expression } from '../../../cel/expression.ts'
import { provesComputed } from '../../../typing/proof.ts'
import { type Column, type Layout, isStored, findTenantColumns } from '../../layout.ts'
import { quote } from '../names.ts'
import { type RowSources, type RowSource, makeRowSource } from '../source.ts'
import { type Translation, bind, giveUpIfHidden, failTranslation, findResourceOfType } from './translation.ts'

/** The table of an expression's record, joined if a path leads to it. */
export function findRecordSource(translation: Translation, expression: Expression, rows: RowSources): RowSource | undefined {
  const { layout, aliases } = translation
  if (expression.kind === 'variable') return rows.get(expression.name)
  if (expression.kind !== 'select' || expression.optional) return undefined
  const owner = findRecordSource(translation, expression.operand, rows)
  const resource = findResourceOfType(expression.type)
  if (owner === undefined || resource === undefined) return undefined
  const existing = owner.joins.find(({ path }) => path === expression.member)
  if (existing !== undefined) return existing.source
  const columns = owner.table.byProperty.get(expression.member)
  const table = layout.tables.get(resource)
  if (columns === undefined || table === undefined || columns.length !== table.key.length) return undefined
  const joined = makeRowSource(table, aliases)
  const tenant = findTenantColumns(layout, owner.table.resource, resource)
  if (tenant === undefined) return undefined
  const pairs = [
    ...tenant.map((column, index) => [table.tenant[index]!, column] as const),
    ...columns.map((column, index) => [table.key[index]!, column] as const),
  ]
  const on = pairs.map(([theirs, own]) => `${joined.alias}.${quote(theirs.name)} = ${owner.alias}.${quote(own.name)}`).join(' AND ')
  owner.joins.push({ path: expression.member, source: joined, on })
  return joined
}

/** The column of a property, with its stored type. */
export function findColumn(
  translation: Translation,
  { operand, member }: { readonly operand: Expression; readonly member: string },
  rows: RowSources,
): { readonly sql: string; readonly column: Column; readonly owner: RowSource } {
  giveUpIfHidden(translation, operand, member)
  const owner = findRecordSource(translation, operand, rows) ?? failTranslation()
  const [column = failTranslation()]: readonly Column[] = owner.table.byProperty.get(member) ?? failTranslation()
  return { sql: `${owner.alias}.${quote(column.name)}`, column, owner }
}

/** The columns that identify the record of an expression: its own key, or a reference's columns. */
export function findKeyColumns(translation: Translation, expression: Expression, rows: RowSources): string[] {
  if (expression.kind === 'variable') {
    const from = rows.get(expression.name) ?? failTranslation()
    return from.table.key.map(({ name }) => `${from.alias}.${quote(name)}`)
  }
  if (expression.kind !== 'select' || expression.optional) return failTranslation()
  giveUpIfHidden(translation, expression.operand, expression.member)
  const owner = findRecordSource(translation, expression.operand, rows) ?? failTranslation()
  return (owner.table.byProperty.get(expression.member) ?? failTranslation()).map(({ name }) => `${owner.alias}.${quote(name)}`)
}

export function bindKeyColumns(translation: Translation, expression: Expression, fallbackResource?: string): string[] {
  const resource = findResourceOfType(expression.type) ?? fallbackResource ?? failTranslation()
  const key = translation.layout.tables.get(resource)?.key ?? failTranslation()
  return key.map((_, index) => bind(translation, expression, { kind: 'key', resource, index }))
}

/** Replaces a property that is computed on read by its expression on the same record. */
export function findComputedExpression(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
): { readonly expression: Expression; readonly rows: RowSources } | undefined {
  if (expression.kind !== 'select' || expression.optional) return undefined
  const computed = findComputation(translation.layout, findResourceOfType(expression.operand.type), expression.member)
  if (computed === undefined) return undefined
  const owner = findRecordSource(translation, expression.operand, rows)
  return owner && { expression: computed, rows: new Map([['this', owner]]) }
}

function findComputation({ domain, expressions }: Layout, resource: string | undefined, member: string): Expression | undefined {
  const property = resource === undefined ? undefined : domain.resources.get(resource)?.properties.get(member)
  const expression = property?.compute === undefined || isStored(property) ? undefined : expressions?.(property.compute.expression)
  // A value that must be checked against its schema is computed by the service.
  return property === undefined || expression === undefined || !provesComputed(property, expression, domain) ? undefined : expression
}
