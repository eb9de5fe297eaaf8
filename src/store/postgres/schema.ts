// The tables, indexes and constraints of a layout as PostgreSQL's DDL.

import { type Layout, type TableLayout, deletedColumn, versionColumn } from '../layout.ts'
import { type ColumnOutline, type Index, type TableOutline, describeLayout } from '../migration/outline.ts'
import { printForeignKey } from '../sql/foreign-keys.ts'
import { listIndexes } from '../sql/indexes.ts'
import { quote } from '../sql/names.ts'
import { printOrderedText } from '../sql/ordered.ts'
import { claimTables } from './claims.ts'
import { postgres, types } from './dialect.ts'
import { eventTables } from './events.ts'

const text = 'text COLLATE "C"'

/** The store's own tables. Their names differ from a resource's, which begins with a letter. */
export const bookkeeping = [
  `CREATE TABLE IF NOT EXISTS "$ninefold" (name ${text} PRIMARY KEY, value text NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS "$sequence" (name ${text} PRIMARY KEY, last bigint NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS "$timer" (
  id bigint PRIMARY KEY, resource ${text} NOT NULL, key ${text} NOT NULL, field ${text} NOT NULL, state ${text} NOT NULL,
  duration ${text} NOT NULL, due bigint NOT NULL, attempts bigint NOT NULL, dead text)`,
  'CREATE INDEX IF NOT EXISTS "$timer due" ON "$timer" (due, id) WHERE dead IS NULL',
  'CREATE INDEX IF NOT EXISTS "$timer record" ON "$timer" (resource, key)',
  `CREATE TABLE IF NOT EXISTS "$job" (
  id bigint PRIMARY KEY, behaviour ${text} NOT NULL, input text NOT NULL, due bigint NOT NULL, attempts bigint NOT NULL, dead text, owner bigint)`,
  'CREATE INDEX IF NOT EXISTS "$job due" ON "$job" (due, id) WHERE dead IS NULL',
  `CREATE TABLE IF NOT EXISTS "$kept" (name ${text} PRIMARY KEY, fingerprint text NOT NULL, answer text NOT NULL, at bigint NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS "$kept at" ON "$kept" (at)',
  ...eventTables,
  `CREATE TABLE IF NOT EXISTS "$limit" (name ${text} PRIMARY KEY, at bigint NOT NULL, debt double precision NOT NULL, "full" bigint NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS "$limit full" ON "$limit" ("full")',
  `CREATE TABLE IF NOT EXISTS "$delivery" (
  id bigint PRIMARY KEY, via ${text} NOT NULL, name ${text} NOT NULL, message ${text} NOT NULL, destination ${text} NOT NULL, lane ${text}, content text NOT NULL,
  made bigint NOT NULL, state ${text} NOT NULL, due bigint, ended bigint, forget bigint, tries bigint NOT NULL, attempts text NOT NULL, reason text, owner bigint)`,
  'CREATE SEQUENCE IF NOT EXISTS "$delivery id"',
  'CREATE INDEX IF NOT EXISTS "$delivery destination" ON "$delivery" (destination, due, id) WHERE due IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS "$delivery due" ON "$delivery" (due) WHERE due IS NOT NULL',
  `CREATE INDEX IF NOT EXISTS "$delivery lane" ON "$delivery" (lane, id) WHERE lane IS NOT NULL AND state = 'waiting'`,
  'CREATE INDEX IF NOT EXISTS "$delivery lane due" ON "$delivery" (lane) WHERE lane IS NOT NULL AND due IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS "$delivery forget" ON "$delivery" (forget) WHERE forget IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS "$delivery state" ON "$delivery" (state, id)',
  `CREATE TABLE IF NOT EXISTS "$gone" (destination ${text} PRIMARY KEY, url text NOT NULL)`,
  ...claimTables,
]

/** The number of the next delivery: higher than all earlier numbers, in any process. */
export const nextDelivery = `nextval('"$delivery id"')`

/** References are added after all tables exist. */
export function listCreateStatements(layout: Layout): readonly string[] {
  const { tables } = describeLayout(layout, listIndexes)
  return [
    ...tables.map(createTable),
    ...tables.flatMap(listIndexStatements),
    ...[...layout.tables.values()].flatMap((table) => listReferenceStatements(table, layout)),
  ]
}

export function createTable({ name: table, columns, key, soft }: TableOutline): string {
  const folded = new Set(columns.flatMap((column) => column.folded ?? []))
  const lines = [
    ...columns.map((column) => `${quote(column.name)} ${columnTypeOf(column)}${column.nullable ? '' : ' NOT NULL'}`),
    ...Array.from(folded, (name) => `${quote(name)} ${text}`),
    ...columns.flatMap(({ name, ordered }) =>
      ordered === undefined ? [] : [`${quote(ordered)} ${text} GENERATED ALWAYS AS (${printOrderedText(quote(name), postgres)}) STORED`],
    ),
    `${quote(versionColumn)} bigint NOT NULL`,
    ...(soft ? [`${quote(deletedColumn)} bigint`] : []),
    `PRIMARY KEY (${key.map(quote).join(', ')})`,
  ]
  return `CREATE TABLE ${quote(table)} (\n  ${lines.join(',\n  ')}\n)`
}

/** Text is compared by code points, independent of the database's collation. */
export function columnTypeOf({ kept }: Pick<ColumnOutline, 'kept'>): string {
  return types[kept.kind] === 'text' ? text : types[kept.kind]
}

export function listIndexStatements(table: TableOutline): readonly string[] {
  const soft = table.soft
    ? [
        `CREATE INDEX ${quote(`$deleted ${table.name}`)} ON ${quote(table.name)} (${quote(deletedColumn)}) WHERE ${quote(deletedColumn)} IS NOT NULL`,
      ]
    : []
  return [...table.indexes.map((index) => createIndex(index, table)), ...soft]
}

/** `as`: another name than the index's own. `concurrently`: without blocking writes, and not within a transaction. */
export function createIndex(
  { unique, living, name, columns }: Index,
  table: TableOutline,
  { as = indexName(table.name, name), concurrently = false } = {},
): string {
  const where = living ? ` WHERE ${quote(deletedColumn)} IS NULL` : ''
  const canBeNull = (column: string): boolean => {
    const own = table.columns.find((each) => each.name === column || each.folded === column || each.ordered === column)
    return own?.nullable !== false
  }
  const on = columns
    .map((column) => `${quote(column.name)}${postgres.direction(column.descending, !unique && canBeNull(column.name))}`)
    .join(', ')
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${concurrently ? 'CONCURRENTLY ' : ''}${quote(as)} ON ${quote(table.name)} (${on})${where}`
}

/** PostgreSQL cuts names to 63 bytes, and cut names may collide. */
export function indexName(resource: string, name: string): string {
  const fullName = `${resource} ${name}`
  if (Buffer.byteLength(fullName) <= 63) return fullName
  let sum = 0
  for (const letter of fullName) sum = (sum * 31 + letter.codePointAt(0)!) % 0xffff_ffff
  return `${Buffer.from(fullName).subarray(0, 48).toString('utf8').replaceAll('�', '')} ${sum.toString(16)}`
}

export function listReferenceStatements(table: TableLayout, layout: Layout): readonly string[] {
  return listForeignKeys(table, layout).map(({ text: line }) => `ALTER TABLE ${quote(table.resource)} ADD ${line}`)
}

/** The foreign keys of a table: the properties' own columns, and the constraint. */
export function listForeignKeys(
  table: TableLayout,
  layout: Layout,
): readonly { readonly columns: readonly string[]; readonly text: string }[] {
  const info = layout.domain.resources.get(table.resource)!
  return [...info.properties.values()].flatMap((property) =>
    printForeignKey(property, table, layout).map((line) => ({
      columns: table.byProperty.get(property.name)!.map(({ name }) => name),
      text: line,
    })),
  )
}
