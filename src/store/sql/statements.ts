// The statements that read and write a table, built once.

import { type Column, type Layout, type TableLayout, deletedColumn, isSoft, versionColumn } from '../layout.ts'
import type { Dialect } from './dialect.ts'
import { quote } from './names.ts'

export type TableStatements = {
  /** Conditions on the tenant columns, each with a `?`; they precede all others. */
  readonly tenant: readonly string[]
  /** The columns of a row, as a select list. */
  readonly columns: string
  /** The columns of its key, as a select list. */
  readonly keyColumns: string
  readonly byKey: string
  /** Without a tenant condition, for reads of all tenants. */
  readonly anyByKey: string
  readonly all: string
  /** By a JSON list of keys, where a key is one value. */
  readonly byKeys?: string
  readonly living: string
  /** Without another order, records are in the order of their keys. */
  readonly order: string
  readonly upsert: string
  /** For a new row. */
  readonly insert: string
  /** Updates these columns and the version of one row; parameters end with the values of `identity`. */
  readonly update: (columns: readonly string[]) => string
  /** The properties that identify a row, tenant properties first. */
  readonly identity: readonly { readonly name: string; readonly isFolded: boolean }[]
  readonly erase: string
}

const statementsByTable = new WeakMap<TableLayout, Map<string, TableStatements>>()

export function makeTableStatements(layout: Layout, table: TableLayout, alias = 't0'): TableStatements {
  const known = statementsByTable.get(table) ?? new Map<string, TableStatements>()
  statementsByTable.set(table, known)
  const statements = known.get(alias) ?? makeStatements(table, isSoft(layout, table.resource), alias, layout.dialect)
  known.set(alias, statements)
  return statements
}

function makeStatements(table: TableLayout, soft: boolean, alias: string, dialect: Dialect): TableStatements {
  const names = [...table.columns.map(({ name }) => name), versionColumn, ...(soft ? [deletedColumn] : [])]
  const writtenColumns = [
    ...table.columns.map(({ name }) => name),
    ...table.folded.values(),
    versionColumn,
    ...(soft ? [deletedColumn] : []),
  ]
  const key = table.key.map(({ name }) => name)
  const set = writtenColumns
    .filter((name) => !key.includes(name) && !table.tenant.some((column) => column.name === name))
    .map((name) => `${quote(name)} = excluded.${quote(name)}`)
  const columns = names.map((name) => `${alias}.${quote(name)}`).join(', ')
  const name = quote(table.resource)
  const sorted = table.key.map(({ name: own, property }) => table.ordered.get(property) ?? own)
  const order = ` ORDER BY ${sorted.map((column) => `${alias}.${quote(column)}`).join(', ')}`
  const isKey = listKeyColumns(table).map((column) => `${quote(column)} = ?`)
  const tenant = table.tenant.map((column) => `${quote(column.name)} = ?`)
  const isRow = [...tenant, ...isKey].join(' AND ')
  const living = [...tenant, ...(soft ? [`${alias}.${quote(deletedColumn)} IS NULL`] : [])]
  const conflict = [...table.tenant.map((column) => column.name), ...key].map(quote).join(', ')
  const insert = `INSERT INTO ${name} (${writtenColumns.map(quote).join(', ')}) VALUES (${writtenColumns.map(() => '?').join(', ')})`
  return {
    tenant: table.tenant.map((column) => `${alias}.${quote(column.name)} = ${dialect.place(column.kept.kind)}`),
    anyByKey: `SELECT ${columns} FROM ${name} AS ${alias} WHERE ${isKey.join(' AND ')}`,
    all: `SELECT ${columns} FROM ${name} AS ${alias}${soft ? ` WHERE ${alias}.${quote(deletedColumn)} IS NULL` : ''}${order}`,
    columns,
    keyColumns: key.map((column) => `${alias}.${quote(column)}`).join(', '),
    order,
    byKey: `SELECT ${columns} FROM ${name} AS ${alias} WHERE ${isRow}`,
    living: `SELECT ${columns} FROM ${name} AS ${alias}${living.length === 0 ? '' : ` WHERE ${living.join(' AND ')}`}${order}`,
    insert,
    update: (changed) =>
      `UPDATE ${name} SET ${[...changed, versionColumn].map((column) => `${quote(column)} = ?`).join(', ')} WHERE ${isRow}`,
    identity: [...new Set([...table.tenant, ...table.key].map(({ property }) => property))].map((property) => ({
      name: property,
      isFolded: table.folded.has(property) && table.key.some((column) => column.property === property),
    })),
    upsert: `${insert} ON CONFLICT (${conflict}) DO UPDATE SET ${set.join(', ')}`,
    ...(key.length === 1
      ? {
          byKeys: `SELECT ${columns} FROM ${name} AS ${alias} WHERE ${[...tenant, `${quote(listKeyColumns(table)[0]!)} IN (${dialect.items('?', findKeyKind(table.key[0]!, table))})`].join(' AND ')}`,
        }
      : {}),
    erase: `DELETE FROM ${name} WHERE ${isRow}`,
  }
}

/** The columns that a key is compared by: a folded one where a property ignores case. */
export function listKeyColumns(table: TableLayout): string[] {
  return table.key.map(({ name, property }) => table.folded.get(property) ?? name)
}

function findKeyKind({ property, kept }: Column, table: TableLayout): Column['kept']['kind'] {
  return table.folded.has(property) ? 'text' : kept.kind
}
