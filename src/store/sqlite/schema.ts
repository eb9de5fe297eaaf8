// The tables, indexes and constraints of a layout as SQLite's DDL. Other programs can open the file: it has no user functions or custom
// collations.

import { type Column, type Kept, type Layout, type TableLayout, deletedColumn, isSoft, versionColumn } from '../layout.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { printColumnNames, printForeignKey } from '../sql/foreign-keys.ts'
import { deliveryTables } from '../sql/delivery-rows.ts'
import { createIndex, listIndexes } from '../sql/indexes.ts'
import { quote } from '../sql/names.ts'
import { printOrderedText } from '../sql/ordered.ts'

const types: { readonly [kind in Kept['kind']]: string } = {
  text: 'TEXT',
  integer: 'INTEGER',
  double: 'REAL',
  boolean: 'INTEGER',
  timestamp: 'TEXT',
  duration: 'INTEGER',
  bytes: 'BLOB',
  json: 'TEXT',
  decimal: 'INTEGER',
}

/** The store's own tables. Their names cannot be a resource's, which begins with a letter. */
export const bookkeeping = [
  'CREATE TABLE IF NOT EXISTS "$ninefold" (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
  'CREATE TABLE IF NOT EXISTS "$sequence" (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT',
  `CREATE TABLE IF NOT EXISTS "$timer" (
  id INTEGER PRIMARY KEY, resource TEXT NOT NULL, key TEXT NOT NULL, field TEXT NOT NULL, state TEXT NOT NULL,
  duration TEXT NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL, dead TEXT) STRICT`,
  'CREATE INDEX IF NOT EXISTS "$timer due" ON "$timer" (due) WHERE dead IS NULL',
  'CREATE INDEX IF NOT EXISTS "$timer record" ON "$timer" (resource, key)',
  `CREATE TABLE IF NOT EXISTS "$job" (
  id INTEGER PRIMARY KEY, behaviour TEXT NOT NULL, input TEXT NOT NULL, due INTEGER NOT NULL, attempts INTEGER NOT NULL, dead TEXT) STRICT`,
  'CREATE INDEX IF NOT EXISTS "$job due" ON "$job" (due) WHERE dead IS NULL',
  'CREATE TABLE IF NOT EXISTS "$kept" (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
  'CREATE INDEX IF NOT EXISTS "$kept at" ON "$kept" (at)',
  `CREATE TABLE IF NOT EXISTS "$event" (
  "commit" INTEGER NOT NULL, "index" INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, time INTEGER NOT NULL,
  resource TEXT NOT NULL, key TEXT NOT NULL, partitionkey TEXT, subject TEXT, dataschema TEXT, data TEXT, cause TEXT NOT NULL, record TEXT,
  PRIMARY KEY ("commit", "index")) STRICT, WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS "$limit" (name TEXT PRIMARY KEY, at INTEGER NOT NULL, debt REAL NOT NULL, "full" INTEGER NOT NULL) STRICT',
  'CREATE INDEX IF NOT EXISTS "$limit full" ON "$limit" ("full")',
  ...deliveryTables,
]

/** SQLite allows references to tables that are created later, so the order is the document's. */
export function createTables(layout: Layout): readonly string[] {
  return [...layout.tables.values()].flatMap((table) => [
    createTable(table, layout),
    ...listIndexes(table, layout).map((index) => createIndex(index, table.resource)),
  ])
}

/** `name`: the temporary name while its rows are copied. */
export function createTable(table: TableLayout, layout: Layout, name = table.resource): string {
  const info = layout.domain.resources.get(table.resource)!
  const lines = [
    ...table.columns.map((column) => `${quote(column.name)} ${printColumnType(column, info)}`),
    ...[...table.folded.values()].map((name) => `${quote(name)} TEXT`),
    ...Array.from(
      table.ordered,
      ([property, column]) => `${quote(column)} TEXT GENERATED ALWAYS AS (${printOrderedText(quote(property), layout.dialect)}) VIRTUAL`,
    ),
    `${quote(versionColumn)} INTEGER NOT NULL`,
    ...(isSoft(layout, table.resource) ? [`${quote(deletedColumn)} INTEGER`] : []),
    `PRIMARY KEY (${printColumnNames([...table.tenant, ...table.key])})`,
    ...[...info.properties.values()].flatMap((property) => printForeignKey(property, table, layout)),
  ]
  return `CREATE TABLE ${quote(name)} (\n  ${lines.join(',\n  ')}\n) STRICT, WITHOUT ROWID`
}

function printColumnType({ kept, nullable, property }: Column, info: ResourceInfo): string {
  const isKey = info.key.includes(property)
  return `${types[kept.kind]}${nullable && !isKey ? '' : ' NOT NULL'}`
}
