// Reads the schema of any SQLite file; writes nothing.

import { existsSync } from 'node:fs'
import type { Json } from '../../base/json.ts'
import { readRow } from '../../import/database/rows.ts'
import type { DatabaseColumn, DatabaseSchema, DatabaseTable, TableReference, UniqueColumns } from '../../import/database/schema.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { quote } from '../sql/names.ts'
import type { StoreProblem } from '../kind.ts'
import { SqliteDatabase } from './database.ts'
import { explainFailure } from './open.ts'

export function describeFile(path: string): DatabaseSchema | StoreProblem {
  if (!existsSync(path)) return { problem: `${path} does not exist` }
  let database: SqliteDatabase | undefined
  try {
    database = new SqliteDatabase(path, { readOnly: true })
    const all = database.all("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid", [])
    if (all.some(({ name }) => name === '$ninefold'))
      return { problem: `${path} is the store of a Ninefold document, which says more than its tables do: use that document` }
    const virtual = new Set(all.filter(({ sql }) => /^\s*create\s+virtual\s+table/i.test(toText(sql))).map(({ name }) => toText(name)))
    // Skips the internal tables of virtual tables.
    const isShadow = (name: string): boolean => [...virtual].some((each) => name.startsWith(`${each}_`))
    const tables = all.filter(({ type, name }) => type === 'table' && !virtual.has(toText(name)) && !isShadow(toText(name)))
    return {
      kind: 'SQLite',
      name: path
        .split(/[/\\]/)
        .at(-1)!
        .replace(/\.\w+$/, ''),
      tables: tables.map(({ name, sql }) => describeTable(toText(name), toText(sql), database!)),
      others: [
        ...all
          .filter(({ type }) => type === 'view' || type === 'trigger')
          .map(({ type, name }) => `The ${toText(type)} \`${toText(name)}\``),
        ...[...virtual].map((name) => `The virtual table \`${name}\``),
      ],
    }
  } catch (error) {
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  } finally {
    database?.close()
  }
}

/** All rows of the tables, in the order of the file. */
export function readRowsOfFile(path: string, tables: readonly DatabaseTable[]): ReadonlyMap<string, readonly Json[]> | StoreProblem {
  let database: SqliteDatabase | undefined
  try {
    const opened = (database = new SqliteDatabase(path, { readOnly: true }))
    return new Map(
      tables.map(({ name, columns }) => {
        const rows = opened.all(`SELECT ${columns.map((each) => quote(each.name)).join(', ')} FROM ${quote(name)}`, [])
        return [name, rows.map((row) => readRow(columns, (column) => row[column] ?? null))]
      }),
    )
  } catch (error) {
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  } finally {
    database?.close()
  }
}

const toText = (value: SqlRow[string] | undefined): string => (value === null || value === undefined ? '' : String(value))

function describeTable(name: string, sql: string, database: SqliteDatabase): DatabaseTable {
  const rows = database
    .all('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid', [name])
    .filter(({ hidden }) => Number(hidden) !== 1)
  const key = rows
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
    .map((row) => toText(row['name']))
  const parts = splitDefinitions(sql)
  const columns = rows.map((row): DatabaseColumn => {
    const tableName = toText(row['name'])
    const type = toText(row['type']).toLowerCase().trim()
    // A single integer key is the row id, which the database generates.
    const isCounted =
      key.length === 1 && key[0] === tableName && type === 'integer' && !/without\s+rowid/i.test(sql.slice(sql.lastIndexOf(')')))
    const computed =
      Number(row['hidden']) > 1 ? /\bas\s*(\(.*\))/is.exec(parts.find((part) => startsWithName(part, tableName)) ?? '')?.[1] : undefined
    return {
      name: tableName,
      type,
      isNullable: Number(row['notnull']) === 0 && !key.includes(tableName),
      ...(row['dflt_value'] === null ? {} : { default: toText(row['dflt_value']) }),
      ...(isCounted ? { isCounted } : {}),
      ...(Number(row['hidden']) > 1 ? { computed: computed ?? 'an expression' } : {}),
    }
  })
  return {
    name,
    columns,
    key,
    uniques: listUniqueKeys(name, database),
    references: listReferences(name, database),
    checks: parts.flatMap(listChecks),
  }
}

function listUniqueKeys(table: string, database: SqliteDatabase): UniqueColumns[] {
  return database
    .all('SELECT name, origin, partial FROM pragma_index_list(?) WHERE "unique" = 1 ORDER BY seq DESC', [table])
    .flatMap(({ name, origin, partial }): UniqueColumns[] => {
      if (origin === 'pk') return []
      const parts = database.all('SELECT name, coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno', [toText(name)])
      const columns = parts.map((row) => row['name'])
      const sql = toText(database.get('SELECT sql FROM sqlite_schema WHERE name = ?', [toText(name)])?.['sql'])
      const where = Number(partial) === 1 ? (/\bwhere\b(.*)$/is.exec(sql)?.[1]?.trim() ?? 'some rows') : undefined
      // NOCASE compares without regard to case.
      const folded =
        parts.length === 1 && toText(parts[0]!['coll']).toUpperCase() === 'NOCASE' ? `lower("${toText(columns[0]!)}")` : undefined
      const expression = columns.includes(null) ? (/\(([\s\S]*)\)/.exec(sql)?.[1] ?? sql) : folded
      return [
        {
          columns: columns.flatMap((each) => (each === null ? [] : [toText(each)])),
          ...(where === undefined ? {} : { where }),
          ...(expression === undefined ? {} : { expression }),
        },
      ]
    })
}

const actions: { readonly [action: string]: TableReference['onDelete'] } = {
  CASCADE: 'cascade',
  'SET NULL': 'set-null',
  'SET DEFAULT': 'other',
}

function listReferences(table: string, database: SqliteDatabase): TableReference[] {
  const rows = database.all('SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq', [table])
  return [...Map.groupBy(rows, ({ id }) => Number(id)).values()].map((group) => ({
    columns: group.map(({ from }) => toText(from)),
    table: toText(group[0]!['table']),
    to: group.flatMap(({ to }) => (to === null ? [] : [toText(to)])),
    onDelete: actions[toText(group[0]!['on_delete'])] ?? 'restrict',
  }))
}

/** The definitions of a table's columns and constraints, in order. */
function splitDefinitions(sql: string): string[] {
  const pieces: string[] = []
  let [depth, start] = [0, 0]
  for (const { 0: each, index } of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[(),]/g)) {
    if (each === '(' && ++depth === 1) start = index + 1
    else if ((each === ',' && depth === 1) || (each === ')' && --depth === 0)) {
      pieces.push(sql.slice(start, index).trim())
      start = index + 1
      if (depth === 0) break
    }
  }
  return pieces
}

function startsWithName(part: string, name: string): boolean {
  const [first = ''] = /^(?:"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|\S+)/.exec(part) ?? []
  return first.replaceAll(/^["`[]|["`\]]$/g, '').toLowerCase() === name.toLowerCase()
}

/** The conditions of a definition, without their brackets. */
function listChecks(part: string): string[] {
  const conditions: string[] = []
  for (const {
    index,
    0: { length },
  } of part.matchAll(/\bcheck\s*\(/gi)) {
    let depth = 1
    for (const { 0: each, index: at } of part.slice(index + length).matchAll(/'(?:[^']|'')*'|[()]/g)) {
      if (each === '(') depth++
      else if (each === ')' && --depth === 0) {
        conditions.push(part.slice(index + length, index + length + at).trim())
        break
      }
    }
  }
  return conditions
}
