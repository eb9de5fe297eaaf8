// Opens a file as the store of a document: creates the tables in a new file, and refuses a file of another document.

import type { Layout } from '../layout.ts'
import { describeForeignDatabase } from '../foreign.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { type Connecting, SqliteDatabase } from './database.ts'
import { printDeletedIndexes } from '../sql/retention.ts'
import { isSameOutline, keepOutline, readStoredOutline, describeSqliteLayout } from './stored-layout.ts'
import { updateMemberTables } from './members.ts'
import { bookkeeping, createTables } from './schema.ts'

/** `differs`: another layout created it. `problem`: the reason why it cannot be this document's store, in words for the operator. */
export type OpenedDatabase =
  | { readonly writer: SqliteDatabase; readonly reader: SqliteDatabase; readonly isNew: boolean }
  | { readonly differs: true }
  | { readonly problem: string }

const words: { readonly [kind in DatabaseFailure['kind']]: string } = {
  full: 'the disk is full',
  failing: 'the disk fails',
  'read-only': 'the file or its folder is read-only',
  locked: 'another process holds it',
  corrupt: 'the file is damaged; `ninefold restore` creates a store from a backup',
  constraint: 'its content breaks its own constraints',
  'not-a-database': 'it is not an SQLite database',
  'cannot-open': 'it cannot be opened: permission is denied, or its folder is read-only',
  denied: 'permission is denied for the file or its folder',
  'no-folder': 'its folder does not exist',
  directory: 'it is a directory: name a file in it',
  linked: 'it has several names, and what is written by one of them would be lost by another: remove the others',
  gone: 'it was removed or replaced while it was served: put it back, or start the service again',
  other: 'SQLite refuses it',
}

export function explainFailure(failure: DatabaseFailure): string {
  return `${words[failure.kind]} (${failure.message})`
}

/** `name` is the file's name in messages. */
export function openDatabases(
  path: string,
  layout: Layout,
  { onStatement, spans }: Pick<Connecting, 'onStatement' | 'spans'>,
  name = path,
): OpenedDatabase {
  let writer: SqliteDatabase | undefined
  try {
    writer = new SqliteDatabase(path, { readOnly: false, onStatement, spans })
    const isNew = writer.get("SELECT 1 FROM sqlite_schema WHERE name = '$ninefold'", []) === undefined
    const others = isNew ? listTables(writer) : []
    if (others.length > 0) {
      writer.close()
      return { problem: describeForeignDatabase(name, `sqlite:${name}`, others) }
    }
    writer.execute('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY')
    if (isNew) createStore(writer, layout)
    else if (!isSameOutline(readStoredOutline(writer), describeSqliteLayout(layout))) {
      writer.close()
      return { differs: true }
    } else updateBookkeeping(writer, layout)
    const reader = new SqliteDatabase(path, { readOnly: true, onStatement, spans })
    // In KiB, while nothing is written: a missing page is read from the file, one call per page.
    reader.execute('PRAGMA cache_size = -8192')
    return { writer, reader, isNew }
  } catch (error) {
    writer?.close()
    if (error instanceof DatabaseFailure) return { problem: `${name}: ${explainFailure(error)}` }
    throw error
  }
}

/** The names of the file's tables, without those of SQLite itself. */
function listTables(database: SqliteDatabase): readonly string[] {
  const rows = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
  return rows.map((row) => String(row['name']))
}

export type OpenFile = {
  readonly reader: SqliteDatabase
  /** Opens the file for writing, beside a serving process. */
  withWriter<T>(work: (writer: SqliteDatabase) => T): T
  close(): void
}

/** Opens a document's file for inspection, served or not; inspection writes nothing. `problem` is a message for the operator. */
export function openFile(path: string, layout: Layout): OpenFile | { readonly problem: string } {
  let reader: SqliteDatabase | undefined
  try {
    reader = new SqliteDatabase(path, { readOnly: true })
    const problem = explainForeignFile(reader, layout)
    if (problem === undefined && lacksBookkeeping(reader)) createMissingBookkeeping(path)
    if (problem !== undefined) {
      reader.close()
      return { problem: `${path} ${problem}` }
    }
  } catch (error) {
    reader?.close()
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  }
  return {
    reader,
    withWriter: (work) => withWriter(path, work),
    close: () => reader.close(),
  }
}

function withWriter<T>(path: string, work: (writer: SqliteDatabase) => T): T {
  const writer = new SqliteDatabase(path, { readOnly: false })
  try {
    writer.execute('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    return work(writer)
  } finally {
    writer.close()
  }
}

/** The reason why the file is not the store of a document with this layout; undefined if it is. */
function explainForeignFile(reader: SqliteDatabase, layout: Layout): string | undefined {
  if (reader.get("SELECT 1 FROM sqlite_schema WHERE name = '$ninefold'", []) === undefined) return 'is not the store of any document'
  return isSameOutline(readStoredOutline(reader), describeSqliteLayout(layout))
    ? undefined
    : "was made by another document; `migrate` turns it into this one's"
}

/** True if an earlier edition, which stored less, created the file, and no process has served it since. */
function lacksBookkeeping(reader: SqliteDatabase): boolean {
  const existing = new Set(reader.all('SELECT name FROM sqlite_schema', []).map(({ name }) => name))
  return bookkeeping.some((sql) => !existing.has(/ IF NOT EXISTS "((?:[^"]|"")+)"/.exec(sql)?.[1] ?? ''))
}

function createMissingBookkeeping(path: string): void {
  withWriter(path, (writer) => {
    for (const sql of bookkeeping) writer.execute(sql)
  })
}

/** Also valid for a file of an earlier edition, which may have stored less. */
function updateBookkeeping(database: SqliteDatabase, layout: Layout): void {
  for (const sql of [...bookkeeping, ...printDeletedIndexes(layout)]) database.execute(sql)
  updateMemberTables(database, layout)
}

function createStore(database: SqliteDatabase, layout: Layout): void {
  database.execute('BEGIN IMMEDIATE')
  for (const sql of createTables(layout)) database.execute(sql)
  updateBookkeeping(database, layout)
  keepOutline(database, describeSqliteLayout(layout))
  database.execute('COMMIT')
}
