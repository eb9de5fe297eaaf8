// Statements that find rows by the values of some columns, built once for each set of columns.

import { type ComparedAs, type Layout, type TableLayout, deletedColumn, isSoft } from '../layout.ts'
import { quote } from './names.ts'
import { type SqlQuery, nameQuery } from './sql-query.ts'
import type { TableStatements } from './statements.ts'

type LookUpKind = 'records' | 'keys'

/** The statement without its values: the tenant's values come first if `ofTenant` is true. */
export type LookUps = (
  resource: string,
  columns: readonly string[],
  ofTenant: boolean,
  kind?: LookUpKind,
) => Omit<Extract<SqlQuery, { readonly kind: LookUpKind }>, 'values'>

export function lookUps(layout: Layout, statements: ReadonlyMap<string, TableStatements>): LookUps {
  const makeCache = () => new Map([...statements.keys()].map((resource) => [resource, new Map<string, ReturnType<LookUps>>()]))
  const queries = { records: { ofTenant: makeCache(), ofAll: makeCache() }, keys: { ofTenant: makeCache(), ofAll: makeCache() } }
  return (resource, columns, ofTenant, kind = 'records') => {
    const cache = queries[kind][ofTenant ? 'ofTenant' : 'ofAll'].get(resource)!
    const text = columns.length === 1 ? columns[0]! : columns.join('\0')
    let question = cache.get(text)
    if (question === undefined) {
      question = makeLookUp(layout, statements.get(resource)!, {
        kind,
        resource,
        columns,
        ofTenant,
        name: `${resource}\0${text}\0${ofTenant}\0${kind}`,
      })
      cache.set(text, question)
    }
    return question
  }
}

type LookUpKey = {
  readonly kind: LookUpKind
  readonly resource: string
  readonly columns: readonly string[]
  readonly ofTenant: boolean
  readonly name: string
}

function makeLookUp(
  layout: Layout,
  { tenant, columns, keyColumns, order }: TableStatements,
  { kind, resource, columns: by, ofTenant, name }: LookUpKey,
): ReturnType<LookUps> {
  const living = isSoft(layout, resource) ? [`t0.${quote(deletedColumn)} IS NULL`] : []
  const { dialect } = layout
  const table = layout.tables.get(resource)!
  const where = [
    ...(ofTenant ? tenant : []),
    ...by.map((column) => `t0.${quote(column)} = ${dialect.place(findComparisonKind(table, column))}`),
    ...living,
  ].join(' AND ')
  return nameQuery(
    { kind, resource, columns: kind === 'keys' ? keyColumns : columns, from: `${quote(resource)} AS t0`, where, order },
    name,
  )
}

/** The comparison column of a property contains text. */
function findComparisonKind({ columns, ordered }: TableLayout, name: string): ComparedAs['kind'] {
  return columns.find((column) => column.name === name)?.kept.kind ?? ([...ordered.values()].includes(name) ? 'ordered' : 'text')
}
