// The SQL that fills each column from the former table; uses functions that only a migration's connection has.

import type { Randomness } from '../../base/clock.ts'
import { printTimestamp } from '../../base/time.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { generateValue } from '../../meaning/record/generate.ts'
import { makeRecordKeys } from '../../meaning/record/keys.ts'
import { type Layout, deletedColumn, versionColumn } from '../layout.ts'
import { haveSameKind } from '../migration/outline.ts'
import type { Fill, PairedColumn, PairedTable } from '../migration/pairing.ts'
import { encodeProperty } from '../sql/codec.ts'
import { type ColumnKind, convertValue } from './convert.ts'
import type { SqlValue } from '../sql/database.ts'
import type { SqliteDatabase } from './database.ts'
import { printSqlLiteral, quote } from '../sql/names.ts'

export type Copying = {
  /** A column of the new table, over the former one. */
  value(table: PairedTable, column: PairedColumn): string
  /** Any column of an index: a property's or a folded one. */
  copiedColumn(table: PairedTable, name: string): string
  /** `INSERT … SELECT` into a table of that name; every row gets the version. */
  statement(table: PairedTable, into: string, version: bigint): string
}

export function createCopying(layout: Layout, now: number): Copying {
  function fillText(fill: Fill, { table, former }: PairedTable, name: string): string {
    switch (fill.kind) {
      case 'state':
        return printSqlLiteral(fill.state)
      case 'default':
        return printSqlValue(encodeDefault(layout, table.name, name))
      case 'generated':
        if (fill.by === 'sequence') return `row_number() OVER (ORDER BY ${former!.key.map(quote).join(', ')})`
        return fill.by === 'now' || fill.by === 'now-on-update'
          ? printSqlLiteral(printTimestamp(now))
          : `"$generated"(${printSqlLiteral(fill.by)})`
    }
  }

  function printSourceValue(paired: PairedTable, { column, source }: PairedColumn): string {
    if (source.kind === 'nothing') return 'NULL'
    if (source.kind === 'filled') return fillText(source.fill, paired, column.name)
    const kind = haveSameKind(column, source.former) ? quote(source.former.name) : convertColumn('$converted', source.former, column)
    const states = Array.from(source.states ?? [])
    const moved =
      states.length === 0
        ? kind
        : `CASE ${kind} ${states.map(([from, to]) => `WHEN ${printSqlLiteral(from)} THEN ${printSqlLiteral(to)}`).join(' ')} ELSE ${kind} END`
    return source.fill === undefined ? moved : `coalesce(${moved}, ${fillText(source.fill, paired, column.name)})`
  }

  function printCopiedColumn(paired: PairedTable, name: string): string {
    const pairedColumn = paired.columns.find(({ column }) => column.name === name || column.folded === name)!
    return pairedColumn.column.folded === name
      ? `"$folded"(${printSourceValue(paired, pairedColumn)})`
      : printSourceValue(paired, pairedColumn)
  }

  return {
    value: printSourceValue,
    copiedColumn: printCopiedColumn,
    statement(paired, into, version) {
      const { table, former } = paired
      const values = new Map(paired.columns.map((column) => [column.column.name, printSourceValue(paired, column)]))
      for (const { column } of paired.columns)
        if (column.folded !== undefined) values.set(column.folded, printCopiedColumn(paired, column.folded))
      values.set(versionColumn, String(version))
      if (table.soft) values.set(deletedColumn, former!.soft ? quote(deletedColumn) : 'NULL')
      const where = former!.soft && !table.soft ? ` WHERE ${quote(deletedColumn)} IS NULL` : ''
      return `INSERT INTO ${quote(into)} (${[...values.keys()].map(quote).join(', ')}) SELECT ${[...values.values()].join(', ')} FROM ${quote(former!.name)}${where}`
    },
  }
}

/** `$converted`, `$misfit`: a former column by its kind and the new one. */
export function convertColumn(
  name: string,
  from: ColumnKind,
  to: ColumnKind & { readonly name: string },
  column = (from as { readonly name?: string }).name!,
): string {
  const kinds = JSON.stringify([
    { kept: from.kept, json: from.json, items: from.items },
    { kept: to.kept, json: to.json, items: to.items },
  ])
  return `${quote(name)}(${quote(column)}, ${printSqlLiteral(kinds)})`
}

/** The default of a property, encoded for its column. */
function encodeDefault(layout: Layout, resource: string, column: string): SqlValue {
  const keys = makeRecordKeys(layout.domain)
  const table = layout.tables.get(resource)!
  const { property: name } = table.columns.find((each) => each.name === column)!
  const property = layout.domain.resources.get(resource)!.properties.get(name)!
  const values = encodeProperty(table, property, convertJsonToValue(property.default!.value, property.type, keys), keys)
  return values[table.byProperty.get(name)!.findIndex((each) => each.name === column)]!
}

function printSqlValue(value: SqlValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return printSqlLiteral(value)
  return value instanceof Uint8Array ? `x'${value.toHex()}'` : String(value)
}

/** `$misfit` is 0 if a value stays the same, 1 if it changes, 2 if it is lost. */
export function defineFunctions(database: SqliteDatabase, now: number, randomness: Randomness): void {
  const kinds = new Map<string, readonly [ColumnKind, ColumnKind]>()
  const parseKinds = (text: string): readonly [ColumnKind, ColumnKind] => {
    const pair = kinds.get(text) ?? (JSON.parse(text) as [ColumnKind, ColumnKind])
    kinds.set(text, pair)
    return pair
  }
  database.define('$converted', (value, text) =>
    value === null ? null : (convertValue(value!, ...parseKinds(text as string))?.value ?? null),
  )
  database.define('$misfit', (value, text) => {
    const converted = value === null ? { exact: true } : convertValue(value!, ...parseKinds(text as string))
    if (converted === undefined) return 2n
    return converted.exact ? 0n : 1n
  })
  database.define('$folded', (value) => (value === null ? null : (foldValue(value as string) as string)))
  database.define('$generated', (by) => generateValue(by as 'uuidv7' | 'uuidv4', now, randomness) as string)
}
