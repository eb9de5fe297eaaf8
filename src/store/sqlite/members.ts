// What stands in lists that are looked into, a row a member: so that records are found by what is in a list of theirs.
// Triggers keep these tables, so that they are true whoever writes to the file; they are made anew where they are not.

import { withoutNull } from '../../cel/fits.ts'
import { parse } from '../../cel/parse.ts'
import type { Syntax } from '../../cel/syntax.ts'
import type { Type } from '../../cel/type.ts'
import { expressionsSaid } from '../../fact/expressions.ts'
import { shown } from '../../model/slot.ts'
import { type Kept, type Layout, type Table, isSoft } from '../layout.ts'
import type { Database } from './database.ts'
import { quote } from './names.ts'

export type Members = {
  readonly property: string
  readonly table: string
  /** The columns that say whose the member is, as they are called in both tables. */
  readonly owner: readonly string[]
  readonly kept: Kept
}

/** No property is called so. */
const memberColumn = '"$member"'

const known = new WeakMap<Layout, ReadonlyMap<string, Members>>()

/** Of a property whose members have a table of their own. */
export function membersOf(layout: Layout, resource: string, property: string): Members | undefined {
  return allMembers(layout).get(`${resource}.${property}`)
}

/** Whether a value, as SQL, is among the members of a row's list. */
export function memberSql({ table, owner }: Members, alias: string, value: string): string {
  const own = owner.map((name) => `${alias}.${quote(name)}`).join(', ')
  return `${owner.length === 1 ? own : `(${own})`} IN (SELECT ${owner.map(quote).join(', ')} FROM ${quote(table)} WHERE ${memberColumn} = ${value})`
}

/**
 * The different members of a list over all records, in the order in which going through the records would meet them. It looks up one member
 * after the other, so its cost grows with how many different ones there are, not with the records. Undefined where the table of members does not tell.
 */
export function distinctMembersSql(layout: Layout, resource: string, property: string): string | undefined {
  const members = membersOf(layout, resource, property)
  const table = layout.tables.get(resource)
  const [owner, ...more] = members?.owner ?? []
  if (members?.kept.kind !== 'text' || owner === undefined || more.length > 0 || table === undefined || isSoft(layout, resource)) return undefined
  const type = withoutNull(layout.domain.resources.get(resource)!.properties.get(property)!.type)
  if (type.kind !== 'list' || (type.element.kind !== 'string' && type.element.kind !== 'enum') || table.key.some(({ property: name }) => table.ordered.has(name))) return undefined
  const from = quote(members.table)
  const found = `SELECT x, (SELECT min(${quote(owner)}) FROM ${from} WHERE ${memberColumn} = x) AS first FROM m WHERE x IS NOT NULL`
  const place = `SELECT j.key FROM ${quote(resource)} AS a, json_each(a.${quote(property)}) AS j WHERE a.${quote(owner)} = first AND j.value = x ORDER BY j.key LIMIT 1`
  return `WITH RECURSIVE m(x) AS (SELECT min(${memberColumn}) FROM ${from} UNION ALL SELECT (SELECT min(${memberColumn}) FROM ${from} WHERE ${memberColumn} > x) FROM m WHERE x IS NOT NULL) SELECT x AS n FROM (${found}) ORDER BY first, (${place})`
}

/** The lists that clients filter by, and those that conditions look into, by their names. */
function allMembers(layout: Layout): ReadonlyMap<string, Members> {
  const found = known.get(layout)
  if (found !== undefined) return found
  const lists = [...layout.tables.values()].flatMap((table) => listsOf(table, layout))
  // All that a document says is gone through only where there is a list that it could look into.
  const looked = lists.length === 0 ? new Set<string>() : lookedInto(layout.domain.model)
  const made = new Map(lists.filter(({ property, table }) => looked.has(table) || looked.has(property)).map((each) => [each.table, each]))
  known.set(layout, made)
  return made
}

/** The lists of a resource whose members SQL compares as expressions do. */
function listsOf(table: Table, { domain, tables }: Layout): Members[] {
  return [...domain.resources.get(table.resource)!.properties.values()].flatMap(({ name, type, fold }) => {
    const kept = !fold && table.byProperty.has(name) ? memberKept(type, tables) : undefined
    return kept === undefined ? [] : [{ property: name, table: `${table.resource}.${name}`, owner: ownerColumns(table), kept }]
  })
}

function ownerColumns({ tenant, key }: Table): string[] {
  return [...tenant, ...key].map(({ name }) => name)
}

/** What each member is kept as; undefined where SQL does not compare members as expressions do. */
function memberKept(type: Type, tables: Layout['tables']): Kept | undefined {
  if (type.kind === 'nullable' || type.kind === 'optional') return memberKept(type.of, tables)
  if (type.kind !== 'list') return undefined
  const { element } = type
  if (element.kind === 'string' || element.kind === 'enum') return { kind: 'text' }
  const other = element.kind === 'record' ? tables.get(element.resource) : undefined
  const [only, ...more] = other?.key ?? []
  // Of a key that ignores case, a reference may be spelled otherwise than the record.
  return only !== undefined && more.length === 0 && (only.kept.kind === 'text' || only.kept.kind === 'integer') && !other!.folded.has(only.property) ? only.kept : undefined
}

/**
 * What clients filter by, as `Order.tags`, and the last names of paths that stand after `in`: by them alone, whatever they turn out to
 * be, so that nothing needs to be typed.
 */
function lookedInto(model: Layout['domain']['model']): Set<string> {
  const found = new Set<string>()
  for (const { slots, subject, action } of model.endpoints.value.operations) {
    if (action === 'list') for (const { text } of shown(slots.filter) ?? []) found.add(`${subject?.text}.${text}`)
  }
  const { expressions } = expressionsSaid([model.endpoints.value, model.authentication.value, model.resources.value, model.states.value, model.events.value])
  for (const { text } of expressions) {
    if (!/\bin\b/.test(text)) continue
    const { syntax } = parse(text)
    if (syntax !== undefined) visit(syntax, found)
  }
  return found
}

function visit(syntax: Syntax, found: Set<string>): void {
  if (syntax.kind === 'binary' && syntax.operator === 'in' && syntax.right.kind === 'select') found.add(syntax.right.member)
  for (const part of Object.values(syntax)) for (const each of [part].flat()) if (isSyntax(each)) visit(each, found)
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'kind' in value && 'start' in value
}

/** Makes the tables that are wanted and are not there as they should be, fills them, and drops all others of ours. */
export function bringMembers(database: Database, layout: Layout): void {
  const wanted = new Map(Array.from(allMembers(layout), ([name, members]) => [name, statementsFor(members, layout)]))
  const there = new Map(database.all("SELECT name, sql FROM sqlite_schema WHERE name LIKE '%.%' AND type IN ('table', 'trigger') AND substr(name, 1, 1) <> '$'", []).map(({ name, sql }) => [String(name), String(sql)]))
  const stale = [...wanted].filter(([, { create }]) => create.some(({ name, sql }) => there.get(name) !== sql))
  const gone = [...there.keys()].filter((name) => !name.includes(' ') && !wanted.has(name))
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

function statementsFor({ table: name, property, owner, kept }: Members, layout: Layout): { readonly create: readonly { readonly name: string; readonly sql: string }[]; readonly fill: string } {
  const resource = name.slice(0, -property.length - 1)
  const column = quote(property)
  const owners = owner.map(quote).join(', ')
  const of = (row: string): string => owner.map((each) => `${row}.${quote(each)}`).join(', ')
  const add = (row: string, from: string): string => `INSERT INTO ${quote(name)} (${owners}, ${memberColumn}) SELECT DISTINCT ${of(row)}, each.value FROM ${from}json_each(${row}.${column}) AS each`
  const forget = `DELETE FROM ${quote(name)} WHERE ${owner.map((each) => `${quote(each)} = old.${quote(each)}`).join(' AND ')}`
  const types = new Map([...layout.tables.get(resource)!.columns].map((each) => [each.name, each.kept.kind === 'integer' || each.kept.kind === 'duration' || each.kept.kind === 'boolean' || each.kept.kind === 'decimal' ? 'INTEGER' : each.kept.kind === 'double' ? 'REAL' : 'TEXT']))
  const columns = [...owner.map((each) => `${quote(each)} ${types.get(each)} NOT NULL`), `${memberColumn} ${kept.kind === 'integer' ? 'INTEGER' : 'TEXT'} NOT NULL`]
  const trigger = (event: (typeof events)[number], on: string, work: string): { name: string; sql: string } =>
    ({ name: `${name} ${event}`, sql: `CREATE TRIGGER ${quote(`${name} ${event}`)} AFTER ${on} ON ${quote(resource)} BEGIN ${work}; END` })
  return {
    create: [
      { name, sql: `CREATE TABLE ${quote(name)} (${columns.join(', ')}, PRIMARY KEY (${memberColumn}, ${owners})) STRICT, WITHOUT ROWID` },
      trigger('inserted', 'INSERT', add('new', '')),
      { name: `${name} updated`, sql: `CREATE TRIGGER ${quote(`${name} updated`)} AFTER UPDATE OF ${column} ON ${quote(resource)} WHEN new.${column} IS NOT old.${column} BEGIN ${forget}; ${add('new', '')}; END` },
      trigger('deleted', 'DELETE', forget),
    ],
    fill: `CREATE INDEX ${quote(`${name} by owner`)} ON ${quote(name)} (${owners}); ${add('t0', `${quote(resource)} AS t0, `)}`,
  }
}
