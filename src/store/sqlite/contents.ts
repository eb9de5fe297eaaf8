// The whole content of a file, read in one transaction while no process serves it.

import type { StoreContents, TableContents } from '../contents.ts'
import type { StoreProblem } from '../kind.ts'
import type { Outline } from '../migration/outline.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { deletedColumn, versionColumn } from '../layout.ts'
import { quote } from '../sql/names.ts'
import { SqliteDatabase } from './database.ts'
import { findDamage } from './copy.ts'
import { lockFile } from './locked-store.ts'
import { readStoredOutline } from './stored-layout.ts'
import { explainFailure } from './open.ts'
import { bookkeeping } from './schema.ts'

/** The named values that are valid in another store. `tried` belongs to the file. */
const copiedValues: ReadonlySet<string> = new Set(['layout', 'versions', 'cursors', 'records', 'deliveries'])
const unwanted: ReadonlySet<string> = new Set(['tried'])

/** Refused if a process serves the file, if it is damaged, or if it contains unknown tables. */
export function readStoreContents(path: string, now: number): StoreContents | StoreProblem {
  const lock = lockFile(path, now)
  if ('problem' in lock) return lock
  let database: SqliteDatabase | undefined
  const close = (): void => {
    database?.close()
    lock.release()
  }
  try {
    database = new SqliteDatabase(lock.file, { readOnly: true })
    database.execute('BEGIN')
    const contents = readContents(database, path)
    if ('problem' in contents) {
      close()
      return { problem: `${path} ${contents.problem}` }
    }
    return { ...contents, close }
  } catch (error) {
    close()
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  }
}

function readContents(database: SqliteDatabase, name: string): Omit<StoreContents, 'close'> | StoreProblem {
  const tables = new Map(
    database
      .all("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
      .map((row) => [String(row['name']), String(row['sql'])]),
  )
  if (!tables.has('$ninefold')) return { problem: 'is not the store of any document' }
  const outline = readStoredOutline(database)
  if (outline === undefined) return { problem: 'does not describe the layout of its tables' }
  const damage = findDamage(database)
  if (damage !== undefined) return { problem: `is not whole: ${damage}` }
  const all = new Map(database.all('SELECT name, value FROM "$ninefold"', []).map((row) => [String(row['name']), String(row['value'])]))
  if (all.has('recompute')) return { problem: 'was migrated, and its stored computed values do not follow yet: serve it once' }
  const books = bookkeeping
    .flatMap((sql) => /^CREATE TABLE IF NOT EXISTS "([^"]+)"/.exec(sql)?.[1] ?? [])
    .filter((book) => book !== '$ninefold')
  const foreign =
    [...tables.keys()].find((table) => table !== '$ninefold' && !books.includes(table) && !isOf(outline, table)) ??
    [...all.keys()].find((each) => !copiedValues.has(each) && !unwanted.has(each))
  if (foreign !== undefined) return { problem: `keeps ${foreign}, which this version does not support` }
  return {
    name,
    outline,
    references: new Map(outline.tables.map((table) => [table.name, listForeignKeys(tables.get(table.name)!)])),
    tables: [
      ...outline.tables.map((table) => ({ name: table.name, columns: listOwnColumns(table) })),
      ...books.filter((book) => tables.has(book)).map((book) => ({ name: book, columns: readColumnNames(database, book) })),
    ].map((table) => readTableContents(database, table)),
    values: new Map([...all].filter(([each]) => copiedValues.has(each))),
  }
}

/** A table of records, or one of list members, which follows from them. */
function isOf({ tables }: Outline, name: string): boolean {
  return tables.some((table) => table.name === name || table.columns.some((column) => name === `${table.name}.${column.property}`))
}

/** Tables that are not derived from others. */
function listOwnColumns({ columns, soft }: Outline['tables'][number]): readonly string[] {
  return [
    ...columns.map(({ name }) => name),
    ...new Set(columns.flatMap(({ folded }) => folded ?? [])),
    versionColumn,
    ...(soft ? [deletedColumn] : []),
  ]
}

function readColumnNames(database: SqliteDatabase, table: string): readonly string[] {
  return database.all(`PRAGMA table_info(${quote(table)})`, []).map((row) => String(row['name']))
}

function readTableContents(database: SqliteDatabase, { name, columns }: Omit<TableContents, 'rows'>): TableContents {
  const order = name === '$event' ? ' ORDER BY "commit", "index"' : ''
  return { name, columns, rows: () => database.each(`SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}${order}`) }
}

const names = String.raw`\("(?:[^"]|"")+"(?:, "(?:[^"]|"")+")*\)`
const foreignKey = new RegExp(String.raw`FOREIGN KEY ${names} REFERENCES "(?:[^"]|"")+" ${names}(?: DEFERRABLE INITIALLY DEFERRED)?`, 'g')

/** The definition as the file has it: the SQL of both databases is the same. */
function listForeignKeys(sql: string): readonly string[] {
  return sql.match(foreignKey) ?? []
}
