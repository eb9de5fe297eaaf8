// The tables of list members, maintained by triggers for every writer of the file, and rebuilt if they differ.

import type { Layout } from '../layout.ts'
import { type Members, mapMemberTables, memberColumn } from '../sql/members.ts'
import { quote } from '../sql/names.ts'
import type { SqliteDatabase } from './database.ts'

/** Creates missing or different tables of members, fills them, and drops all others of this kind. */
export function updateMemberTables(database: SqliteDatabase, layout: Layout): void {
  const wantedTables = new Map(Array.from(mapMemberTables(layout), ([name, members]) => [name, makeMemberStatements(members, layout)]))
  const existing = new Map(
    database
      .all("SELECT name, sql FROM sqlite_schema WHERE name LIKE '%.%' AND type IN ('table', 'trigger') AND substr(name, 1, 1) <> '$'", [])
      .map(({ name, sql }) => [String(name), String(sql)]),
  )
  const stale = [...wantedTables].filter(([, { create }]) => create.some(({ name, sql }) => existing.get(name) !== sql))
  const gone = [...existing.keys()].filter((name) => !name.includes(' ') && !wantedTables.has(name))
  if (stale.length + gone.length === 0) return
  const isOuter = !database.inTransaction
  if (isOuter) database.execute('BEGIN IMMEDIATE')
  for (const name of [...gone, ...stale.map(([each]) => each)]) {
    for (const event of events) database.execute(`DROP TRIGGER IF EXISTS ${quote(`${name} ${event}`)}`)
    database.execute(`DROP TABLE IF EXISTS ${quote(name)}`)
  }
  for (const [, { create, fill }] of stale) for (const sql of [...create.map((each) => each.sql), fill]) database.execute(sql)
  if (isOuter) database.execute('COMMIT')
}

const events = ['inserted', 'updated', 'deleted'] as const

/** SQLite's types of stored values; all others are TEXT. */
const columnTypes: { readonly [kind: string]: string } = {
  integer: 'INTEGER',
  duration: 'INTEGER',
  boolean: 'INTEGER',
  decimal: 'INTEGER',
  double: 'REAL',
}

function makeMemberStatements(
  { table: name, property, owner, kept }: Members,
  layout: Layout,
): { readonly create: readonly { readonly name: string; readonly sql: string }[]; readonly fill: string } {
  const resource = name.slice(0, -property.length - 1)
  const column = quote(property)
  const owners = owner.map(quote).join(', ')
  const printOwner = (row: string): string => owner.map((each) => `${row}.${quote(each)}`).join(', ')
  const add = (row: string, from: string): string =>
    `INSERT INTO ${quote(name)} (${owners}, ${memberColumn}) SELECT DISTINCT ${printOwner(row)}, each.value FROM ${from}json_each(${row}.${column}) AS each`
  const forget = `DELETE FROM ${quote(name)} WHERE ${owner.map((each) => `${quote(each)} = old.${quote(each)}`).join(' AND ')}`
  const types = new Map(
    [...layout.tables.get(resource)!.columns].map(({ name: column, kept }) => [column, columnTypes[kept.kind] ?? 'TEXT']),
  )
  const columns = [
    ...owner.map((each) => `${quote(each)} ${types.get(each)} NOT NULL`),
    `${memberColumn} ${kept.kind === 'integer' ? 'INTEGER' : 'TEXT'} NOT NULL`,
  ]
  const makeTrigger = (event: (typeof events)[number], on: string, work: string): { name: string; sql: string } => ({
    name: `${name} ${event}`,
    sql: `CREATE TRIGGER ${quote(`${name} ${event}`)} AFTER ${on} ON ${quote(resource)} BEGIN ${work}; END`,
  })
  return {
    create: [
      { name, sql: `CREATE TABLE ${quote(name)} (${columns.join(', ')}, PRIMARY KEY (${memberColumn}, ${owners})) STRICT, WITHOUT ROWID` },
      makeTrigger('inserted', 'INSERT', add('new', '')),
      {
        name: `${name} updated`,
        sql: `CREATE TRIGGER ${quote(`${name} updated`)} AFTER UPDATE OF ${column} ON ${quote(resource)} WHEN new.${column} IS NOT old.${column} BEGIN ${forget}; ${add('new', '')}; END`,
      },
      makeTrigger('deleted', 'DELETE', forget),
    ],
    fill: `CREATE INDEX ${quote(`${name} by owner`)} ON ${quote(name)} (${owners}); ${add('t0', `${quote(resource)} AS t0, `)}`,
  }
}
