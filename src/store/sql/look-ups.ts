// Statements that find rows by the values of some columns, built once for each set of columns.

import { type ComparedAs, type Layout, type TableLayout, deletedColumn, isSoft } from '../layout.ts'
import { quote } from './names.ts'
import { type SqlQuery, nameQuery } from './sql-query.ts'
import type { TableStatements } from './statements.ts'

/** The statement without its values: the tenant's values come first if `ofTenant` is true. */
export type LookUps = (
  resource: string,
  columns: readonly string[],
  ofTenant: boolean,
) => Omit<Extract<SqlQuery, { readonly kind: 'records' }>, 'values'>

export function lookUps(layout: Layout, statements: ReadonlyMap<string, TableStatements>): LookUps {
  const ownTenantQueries = new Map([...statements.keys()].map((resource) => [resource, new Map<string, ReturnType<LookUps>>()]))
  const allTenantQueries = new Map([...statements.keys()].map((resource) => [resource, new Map<string, ReturnType<LookUps>>()]))
  return (resource, columns, ofTenant) => {
    const cache = (ofTenant ? ownTenantQueries : allTenantQueries).get(resource)!
    const text = columns.length === 1 ? columns[0]! : columns.join('\0')
    let question = cache.get(text)
    if (question === undefined) {
      question = makeLookUp(layout, statements.get(resource)!, { resource, columns, ofTenant, name: `${resource}\0${text}\0${ofTenant}` })
      cache.set(text, question)
    }
    return question
  }
}

type LookUpKey = { readonly resource: string; readonly columns: readonly string[]; readonly ofTenant: boolean; readonly name: string }

function makeLookUp(
  layout: Layout,
  { tenant, columns, order }: TableStatements,
  { resource, columns: by, ofTenant, name }: LookUpKey,
): ReturnType<LookUps> {
  const living = isSoft(layout, resource) ? [`t0.${quote(deletedColumn)} IS NULL`] : []
  const { dialect } = layout
  const table = layout.tables.get(resource)!
  const where = [
    ...(ofTenant ? tenant : []),
    ...by.map((column) => `t0.${quote(column)} = ${dialect.place(kindOf(table, column))}`),
    ...living,
  ].join(' AND ')
  return nameQuery({ kind: 'records', resource, columns, from: `${quote(resource)} AS t0`, where, order }, name)
}

/** The comparison column of a property contains text. */
function kindOf({ columns, ordered }: TableLayout, name: string): ComparedAs['kind'] {
  return columns.find((column) => column.name === name)?.kept.kind ?? ([...ordered.values()].includes(name) ? 'ordered' : 'text')
}
