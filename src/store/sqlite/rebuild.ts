// Rebuilds changed tables: copies their rows, then restores indexes, timers and sequences (the procedure of
// sqlite.org/lang_altertable.html, section 7). Runs in a transaction with foreign keys off.

import type { Layout } from '../layout.ts'
import type { PairedTable, Pairing } from '../migration/pairing.ts'
import type { Copying } from './copying.ts'
import type { SqliteDatabase } from './database.ts'
import { createIndex } from '../sql/indexes.ts'
import { takeVersion } from '../sql/store-values.ts'
import { quote } from '../sql/names.ts'
import { createTable } from './schema.ts'

export function rebuild(database: SqliteDatabase, pairing: Pairing, copy: Copying, layout: Layout): void {
  const version = BigInt(takeVersion(database))
  const changed = pairing.tables.filter((paired) => !isAsItWas(database, paired, copy, layout))
  for (const paired of changed) {
    const { table, former } = paired
    database.execute(createTable(layout.tables.get(table.name)!, layout, makeTemporaryName(table.name)))
    if (former !== undefined) database.run(copy.statement(paired, makeTemporaryName(table.name), version), [])
  }
  // All former tables are dropped before a new one takes its name, because names may be swapped.
  for (const { former } of changed) if (former !== undefined) database.execute(`DROP TABLE ${quote(former.name)}`)
  for (const { name } of pairing.droppedTables) {
    database.execute(`DROP TABLE ${quote(name)}`)
    database.run('DELETE FROM "$timer" WHERE resource = ?', [name])
  }
  for (const { table } of changed) database.execute(`ALTER TABLE ${quote(makeTemporaryName(table.name))} RENAME TO ${quote(table.name)}`)
  for (const paired of pairing.tables) {
    bringIndexes(database, paired)
    bringSequences(database, paired)
    bringTimers(database, paired)
  }
}

function makeTemporaryName(name: string): string {
  return `$new ${name}`
}

/** True if its definition has the same text and every row keeps its values. */
function isAsItWas(database: SqliteDatabase, paired: PairedTable, copy: Copying, layout: Layout): boolean {
  const { table, former } = paired
  if (former === undefined) return false
  const sql = database.get("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [former.name])?.['sql']
  return (
    sql === createTable(layout.tables.get(table.name)!, layout) &&
    paired.columns.every((own) => copy.value(paired, own) === quote(own.column.name))
  )
}

/** Changes only generated indexes; those of a rebuilt table were dropped with it. */
function bringIndexes(database: SqliteDatabase, { table, former }: PairedTable): void {
  const existing = new Map(
    database
      .all("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL", [table.name])
      .map(({ name, sql }) => [name, sql]),
  )
  const wantedIndexes = new Map(table.indexes.map((index) => [`${table.name} ${index.name}`, createIndex(index, table.name)]))
  for (const { name } of former?.indexes ?? []) {
    const full = `${table.name} ${name}`
    if (existing.has(full) && existing.get(full) !== wantedIndexes.get(full)) {
      database.execute(`DROP INDEX ${quote(full)}`)
      existing.delete(full)
    }
  }
  for (const [name, sql] of wantedIndexes) if (!existing.has(name)) database.execute(sql)
}

/** A sequence continues at its number, under the current name of its property; a new one starts after the existing numbers. */
function bringSequences(database: SqliteDatabase, { table, former, columns }: PairedTable): void {
  for (const { column, source } of columns) {
    const name = `${table.name}.${column.property}`
    if (source.kind === 'filled' && source.fill.kind === 'generated' && source.fill.by === 'sequence' && former !== undefined) {
      const last = `SELECT coalesce(max(${quote(column.name)}), 0) FROM ${quote(table.name)}`
      database.run(
        `INSERT INTO "$sequence" (name, last) VALUES (?, (${last})) ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)`,
        [name],
      )
    }
    if (source.kind !== 'former') continue
    const was = `${former!.name}.${source.former.property}`
    if (was === name) continue
    database.run('UPDATE OR REPLACE "$sequence" SET name = ? WHERE name = ?', [name, was])
    // The key's part follows the tenant's, on its own line.
    database.run(
      'UPDATE OR REPLACE "$sequence" SET name = substr(name, 1, length(name) - length(?)) || ? WHERE substr(name, -length(?) - 1) = char(10) || ?',
      [was, name, was, was],
    )
  }
}

/**
 * Timers continue under the current names of their record and state. If the state no longer has the time, the timer is dropped when it
 * is due.
 */
function bringTimers(database: SqliteDatabase, { table, former, columns }: PairedTable): void {
  if (former === undefined) return
  if (former.name !== table.name) database.run('UPDATE "$timer" SET resource = ? WHERE resource = ?', [table.name, former.name])
  for (const { column, source } of columns) {
    if (source.kind !== 'former') continue
    const was = source.former.property
    if (was !== column.property)
      database.run('UPDATE "$timer" SET field = ? WHERE resource = ? AND field = ?', [column.property, table.name, was])
    for (const [from, to] of source.states ?? []) {
      database.run('UPDATE "$timer" SET state = ? WHERE resource = ? AND field = ? AND state = ?', [to, table.name, column.property, from])
    }
  }
}
