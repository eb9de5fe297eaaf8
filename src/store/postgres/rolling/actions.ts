// Plans the SQL of each phase of a migration, in small pieces that succeed or fail as a whole.

import { printTimestamp } from '../../../base/time.ts'
import { convertJsonToValue } from '../../../exchange/value-json.ts'
import { makeRecordKeys } from '../../../meaning/record/keys.ts'
import type { Layout, TableLayout } from '../../layout.ts'
import type { ColumnOutline, Index } from '../../migration/outline.ts'
import type { PairedColumn, PairedTable, Pairing } from '../../migration/pairing.ts'
import { encodeFolded, encodeProperty } from '../../sql/codec.ts'
import { quote, printSqlLiteral } from '../../sql/names.ts'
import { columnTypeOf, createIndex, createTable, indexName, listIndexStatements, listForeignKeys } from '../schema.ts'
import { type Fills, constantOf, isDrawn } from './plan.ts'

export type RollingAction = { readonly key: string; readonly table: string } &
  /** In one transaction. */
  (
    | { readonly kind: 'statements'; readonly statements: readonly string[] }
    /** Builds an index without blocking writes. `instead`: replaces an index of the same name. */
    | { readonly kind: 'index'; readonly name: string; readonly create: (name: string) => string; readonly instead: boolean }
    | { readonly kind: 'drop-index'; readonly name: string }
    /** Runs until it changes no row, each time in a transaction of its own. */
    | { readonly kind: 'batches'; readonly statement: string }
  )

/** The number of rows that one transaction fills. */
const batch = 1000

/** Additions for the next document, with which the former one can continue. */
export function expandActions({ tables }: Pairing, layout: Layout, fills: Fills, now: number): readonly RollingAction[] {
  const added = tables.filter(({ former }) => former === undefined)
  const pairs = tables.filter(({ former }) => former !== undefined)
  return [
    ...added.map(({ table }): RollingAction => ({
      kind: 'statements',
      key: `table ${table.name}`,
      table: table.name,
      statements: [
        `CREATE TABLE IF NOT EXISTS ${createTable(table).slice('CREATE TABLE '.length)}`,
        ...listIndexStatements(table).map(ifAbsent),
      ],
    })),
    ...pairs.flatMap((paired) => [...listColumnActions(paired, layout, now), ...keepForNext(paired, fills)]),
    ...tables.flatMap((paired) => listReferenceActions(paired, layout)),
    ...pairs.flatMap((paired) => indexActions(paired)),
  ]
}

function ifAbsent(sql: string): string {
  return sql.replace(/^CREATE (UNIQUE )?INDEX /, (start) => `${start}IF NOT EXISTS `)
}

/** The database fills columns that the former document does not write. */
function listColumnActions({ table, columns }: PairedTable, layout: Layout, now: number): RollingAction[] {
  const layoutTable = layout.tables.get(table.name)!
  const alterTable = `ALTER TABLE ${quote(table.name)}`
  return columns
    .filter(({ source }) => source.kind !== 'former')
    .flatMap((paired): RollingAction[] => {
      const { column } = paired
      const name = quote(column.name)
      const key = `column ${table.name}.${column.name}`
      const adding = `${alterTable} ADD COLUMN IF NOT EXISTS ${name} ${columnTypeOf(column)}`
      const statements = (suffix: string, ...all: string[]): RollingAction => ({
        kind: 'statements',
        key: `${key}${suffix}`,
        table: table.name,
        statements: all,
      })
      if (isDrawn(paired)) {
        const check = quote(`${column.name} is there`)
        return [
          statements('', adding, `${alterTable} ALTER COLUMN ${name} SET DEFAULT ${makeRandomKeySql(paired)}`),
          {
            kind: 'batches',
            key: `${key} filled`,
            table: table.name,
            statement: `UPDATE ${quote(table.name)} SET ${name} = DEFAULT WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${quote(table.name)} WHERE ${name} IS NULL LIMIT ${batch})) RETURNING 1 AS one`,
          },
          ...(column.nullable
            ? []
            : [
                statements(' checked', `${alterTable} ADD CONSTRAINT ${check} CHECK (${name} IS NOT NULL) NOT VALID`),
                statements(' validated', `${alterTable} VALIDATE CONSTRAINT ${check}`),
                statements(' required', `${alterTable} ALTER COLUMN ${name} SET NOT NULL`, `${alterTable} DROP CONSTRAINT ${check}`),
              ]),
        ]
      }
      const value = makeConstantSql(paired, layoutTable, layout, now)
      return [
        statements(
          '',
          `${adding}${column.nullable || value === undefined ? '' : ' NOT NULL'}${value === undefined ? '' : ` DEFAULT ${value}`}`,
          ...listDerivedColumns(paired, layoutTable, layout, alterTable),
        ),
      ]
    })
}

/** The folded text of a column. */
export function listDerivedColumns(paired: PairedColumn, table: TableLayout, layout: Layout, at: string): readonly string[] {
  const { folded, property } = paired.column
  if (folded === undefined) return []
  const { default: defaultValue, type } = layout.domain.resources.get(table.resource)!.properties.get(property)!
  const value =
    constantOf(paired) === 'default'
      ? ` DEFAULT ${printSqlLiteral(encodeFolded(convertJsonToValue(defaultValue!.value, type, makeRecordKeys(layout.domain))) as string)}`
      : ''
  return [`${at} ADD COLUMN IF NOT EXISTS ${quote(folded)} text COLLATE "C"${value}`]
}

export function makeRandomKeySql({ source }: PairedColumn): string {
  const isTimed = source.kind === 'filled' && source.fill.kind === 'generated' && source.fill.by === 'uuidv7'
  if (!isTimed) return 'gen_random_uuid()::text'
  // RFC 9562, 5.7: 48 bits of milliseconds, version 7 instead of the version of the function, and its variant and random bits.
  const time = `lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')`
  return `regexp_replace(${time} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14), '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5')`
}

/** The value that all rows get, as SQL; undefined if they get no value or different values. */
export function makeConstantSql(paired: PairedColumn, table: TableLayout, layout: Layout, now: number): string | undefined {
  switch (constantOf(paired)) {
    case undefined:
      return undefined
    case 'now':
      return printSqlLiteral(printTimestamp(now))
    case 'state':
      return 'fill' in paired.source && paired.source.fill?.kind === 'state' ? printSqlLiteral(paired.source.fill.state) : undefined
    case 'default':
      return defaultSql(layout, table, paired.column.name)
  }
}

function defaultSql(layout: Layout, table: TableLayout, column: string): string {
  const keys = makeRecordKeys(layout.domain)
  const { property: name, kept } = table.columns.find((each) => each.name === column)!
  const property = layout.domain.resources.get(table.resource)!.properties.get(name)!
  const value = encodeProperty(table, property, convertJsonToValue(property.default!.value, property.type, keys), keys)[
    table.byProperty.get(name)!.findIndex((each) => each.name === column)
  ]!
  if (value === null) return 'NULL'
  if (kept.kind === 'boolean') return value === 1n ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return printSqlLiteral(value)
  return value instanceof Uint8Array ? `'\\x${value.toHex()}'` : String(value)
}

/** Gives defaults to columns that only the former document requires, and drops unique indexes that the next document lacks. */
function keepForNext({ table, former, droppedColumns }: PairedTable, fills: Fills): RollingAction[] {
  const required = droppedColumns.filter((column) => !column.nullable)
  const at = `ALTER TABLE ${quote(table.name)}`
  const uniques = former!.indexes.filter((index) => index.unique && !table.indexes.some((each) => isSame(each, index)))
  return [
    ...required.map(({ name }): RollingAction => ({
      kind: 'statements',
      key: `fill ${table.name}.${name}`,
      table: table.name,
      statements: [`${at} ALTER COLUMN ${quote(name)} SET DEFAULT ${fills[`${table.name}.${name}`]}`],
    })),
    ...uniques
      .filter(({ name }) => !table.indexes.some((each) => each.name === name))
      .map(({ name }): RollingAction => ({
        kind: 'drop-index',
        key: `no unique ${table.name} ${name}`,
        table: table.name,
        name: indexName(table.name, name),
      })),
  ]
}

function isSame(a: Index, b: Index): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Drops references that no longer exist, and adds new references without checking the rows. The check follows without a lock. */
function listReferenceActions({ table, former, columns }: PairedTable, layout: Layout): RollingAction[] {
  const at = `ALTER TABLE ${quote(table.name)}`
  const isKnown = (names: readonly string[]): boolean =>
    names.every((name) => columns.find(({ column }) => column.name === name)?.source.kind === 'former')
  const formerReferences = former?.references ?? []
  const dropped = formerReferences.filter(
    (each) => !table.references.some((other) => other.columns.join() === each.columns.join() && other.resource === each.resource),
  )
  const added = listForeignKeys(layout.tables.get(table.name)!, layout).filter((each) => former === undefined || !isKnown(each.columns))
  return [
    ...dropped.map((each): RollingAction => ({
      kind: 'statements',
      key: `no reference ${table.name}.${each.property}`,
      table: table.name,
      statements: [dropReference(table.name, each.columns)],
    })),
    ...added.flatMap((each): RollingAction[] => {
      const name = quote(indexName(table.name, `refers by ${each.columns.join(', ')}`))
      const key = `reference ${table.name}.${each.columns.join(', ')}`
      return [
        { kind: 'statements', key, table: table.name, statements: [`${at} ADD CONSTRAINT ${name} ${each.text} NOT VALID`] },
        { kind: 'statements', key: `${key} validated`, table: table.name, statements: [`${at} VALIDATE CONSTRAINT ${name}`] },
      ]
    }),
  ]
}

/** PostgreSQL chose the names of most constraints, so constraints are identified by their columns. */
function dropReference(table: string, columns: readonly string[]): string {
  const names = `ARRAY[${columns.map(printSqlLiteral).join(', ')}]`
  const of =
    '(SELECT array_agg(attname::text ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS k (number, place) JOIN pg_attribute ON attrelid = conrelid AND attnum = number)'
  return `DO $drop$ DECLARE each record; BEGIN FOR each IN SELECT conname FROM pg_constraint WHERE conrelid = ${printSqlLiteral(quote(table))}::regclass AND contype = 'f' AND ${of} = ${names} LOOP EXECUTE format('ALTER TABLE ${quote(table).replaceAll("'", "''")} DROP CONSTRAINT %I', each.conname); END LOOP; END $drop$`
}

function indexActions({ table, former }: PairedTable): RollingAction[] {
  const formerIndexes = new Map(former!.indexes.map((index) => [index.name, index]))
  return table.indexes.flatMap((index): RollingAction[] => {
    const last = formerIndexes.get(index.name)
    if (last !== undefined && isSame(last, index)) return []
    return [
      {
        kind: 'index',
        key: `index ${table.name} ${index.name}`,
        table: table.name,
        name: indexName(table.name, index.name),
        create: (name) => createIndex(index, table, { as: name, concurrently: true }),
        instead: last !== undefined,
      },
    ]
  })
}

/** Removes everything that only the former document needed. */
export function listContractActions({ tables, droppedTables }: Pairing): readonly RollingAction[] {
  return [
    ...tables.flatMap(contractTable),
    ...droppedTables.map(({ name }): RollingAction => ({
      kind: 'statements',
      key: `no table ${name}`,
      table: name,
      statements: [`DROP TABLE IF EXISTS ${quote(name)} CASCADE`, `DELETE FROM "$timer" WHERE resource = ${printSqlLiteral(name)}`],
    })),
  ]
}

function contractTable({ table, former, columns, droppedColumns }: PairedTable): RollingAction[] {
  if (former === undefined) return []
  const at = `ALTER TABLE ${quote(table.name)}`
  const lost = new Set(droppedColumns.flatMap(listNames))
  const indexes = former.indexes.filter(
    (index) => !index.unique && !table.indexes.some(({ name }) => name === index.name) && !index.columns.some(({ name }) => lost.has(name)),
  )
  const filled = columns.filter(({ source }) => source.kind === 'filled')
  const derived = filled.flatMap(({ column }) => listNames(column))
  return [
    ...indexes.map(({ name }): RollingAction => ({
      kind: 'drop-index',
      key: `no index ${table.name} ${name}`,
      table: table.name,
      name: indexName(table.name, name),
    })),
    ...droppedColumns.map((column): RollingAction => ({
      kind: 'statements',
      key: `no column ${table.name}.${column.name}`,
      table: table.name,
      statements: listNames(column)
        .toReversed()
        .map((name) => `${at} DROP COLUMN IF EXISTS ${quote(name)}`),
    })),
    ...(derived.length === 0
      ? []
      : [
          {
            kind: 'statements',
            key: `no defaults ${table.name}`,
            table: table.name,
            statements: derived.map((name) => `${at} ALTER COLUMN ${quote(name)} DROP DEFAULT`),
          } as const,
        ]),
  ]
}

function listNames({ name, folded, ordered }: ColumnOutline): string[] {
  return [name, ...(folded === undefined ? [] : [folded]), ...(ordered === undefined ? [] : [ordered])]
}

/** The value that a document gives a column in every new record, as SQL by `Table.column`; columns with varying values are absent. */
export function computeFills(pairing: Pairing, layout: Layout): Fills {
  return Object.fromEntries(
    pairing.tables.flatMap(({ table, columns }) =>
      columns.flatMap((paired) => {
        const { source } = paired
        if (source.kind !== 'filled' || source.fill.kind === 'generated') return []
        const value = makeConstantSql(paired, layout.tables.get(table.name)!, layout, 0)
        return value === undefined ? [] : [[`${table.name}.${paired.column.name}`, value]]
      }),
    ),
  )
}
