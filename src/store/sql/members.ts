// Separate tables for searched lists, one row per member, so that records are found by a list's content. Triggers maintain these tables for
// every writer of the file; they are rebuilt if they differ.

import { withoutNull } from '../../cel/fits.ts'
import { parse } from '../../cel/parse.ts'
import type { Syntax } from '../../cel/syntax.ts'
import type { Type } from '../../cel/type.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import { filterWords } from '../../model/filters.ts'
import { type Kept, type Layout, type TableLayout, isSoft } from '../layout.ts'
import { quote } from './names.ts'

export type Members = {
  readonly property: string
  readonly table: string
  /** The columns that identify the owner of a member; they have the same names in both tables. */
  readonly owner: readonly string[]
  readonly kept: Kept
}

/** No property has this name. */
export const memberColumn = '"$member"'

const membersByLayout = new WeakMap<Layout, ReadonlyMap<string, Members>>()

/** For a property whose members have their own table. */
export function findMemberTable(layout: Layout, resource: string, property: string): Members | undefined {
  return mapMemberTables(layout).get(`${resource}.${property}`)
}

/** True in SQL if one of the values is among the members of a row's list. */
export function printMemberTest(members: Members, alias: string, among: readonly string[]): string {
  const { owner } = members
  const ownerList = owner.map((name) => `${alias}.${quote(name)}`).join(', ')
  return `${owner.length === 1 ? ownerList : `(${ownerList})`} IN (SELECT ${owner.map(quote).join(', ')} ${printMemberRows(members, among)})`
}

/** The FROM and WHERE of the rows of these members: a record has one for each of its own members among them. */
export function printMemberRows({ table }: Members, among: readonly string[]): string {
  return `FROM ${quote(table)} WHERE ${memberColumn} ${among.length === 1 ? `= ${among[0]}` : `IN (${among.join(', ')})`}`
}

/**
 * The distinct members of a list over all records, in the order in which a scan of the records would find them. It looks up one member
 * after the other, so its cost grows with the number of distinct members, not of records. Undefined if the members' table does
 * not contain this information.
 */
export function printDistinctMembers(layout: Layout, resource: string, property: string): string | undefined {
  const memberRows = findMemberTable(layout, resource, property)
  const table = layout.tables.get(resource)
  const [owner, ...more] = memberRows?.owner ?? []
  if (memberRows?.kept.kind !== 'text' || owner === undefined || more.length > 0 || table === undefined || isSoft(layout, resource))
    return undefined
  const type = withoutNull(layout.domain.resources.get(resource)!.properties.get(property)!.type)
  if (
    type.kind !== 'list' ||
    (type.element.kind !== 'string' && type.element.kind !== 'enum') ||
    table.key.some(({ property: name }) => table.ordered.has(name))
  )
    return undefined
  const [from, key] = [quote(memberRows.table), quote(owner)]
  // The primary key orders the rows of a member by record, so its first row names its first record.
  const firstRow = (condition: string): string =>
    `(r.${memberColumn}, r.${key}) = (SELECT ${memberColumn}, ${key} FROM ${from} WHERE ${memberColumn} ${condition} ORDER BY ${memberColumn}, ${key} LIMIT 1)`
  const members = `SELECT r.${memberColumn}, r.${key} FROM ${from} AS r WHERE ${firstRow(">= ''")} UNION ALL SELECT r.${memberColumn}, r.${key} FROM m JOIN ${from} AS r ON ${firstRow('> m.x')}`
  // Only among the members that one record is the first to have.
  const firstIndex = `SELECT j.key FROM ${quote(resource)} AS a CROSS JOIN json_each(a.${quote(property)}) AS j WHERE a.${key} = first AND j.value = x LIMIT 1`
  return `WITH RECURSIVE m(x, first) AS (${members}) SELECT x AS n FROM m ORDER BY first, (${firstIndex})`
}

/** The names of lists that clients filter by or that conditions search. */
export function mapMemberTables(layout: Layout): ReadonlyMap<string, Members> {
  const found = membersByLayout.get(layout)
  if (found !== undefined) return found
  const lists = layout.dialect.keepsMembers ? [...layout.tables.values()].flatMap((table) => listMemberTables(table, layout)) : []
  // The document is scanned for look-ups only if it has lists.
  const looked = lists.length === 0 ? new Set<string>() : listLookedInto(layout.domain.model)
  const usedLists = new Map(
    lists.filter(({ property, table }) => looked.has(table) || looked.has(property)).map((each) => [each.table, each]),
  )
  membersByLayout.set(layout, usedLists)
  return usedLists
}

/** The lists of a resource whose members SQL compares as expressions do. */
function listMemberTables(table: TableLayout, { domain, tables }: Layout): Members[] {
  return [...domain.resources.get(table.resource)!.properties.values()].flatMap(({ name, type, fold }) => {
    const storedType = !fold && table.byProperty.has(name) ? findMemberStoredType(type, tables) : undefined
    return storedType === undefined
      ? []
      : [{ property: name, table: `${table.resource}.${name}`, owner: listOwnerColumns(table), kept: storedType }]
  })
}

function listOwnerColumns({ tenant, key }: TableLayout): string[] {
  return [...tenant, ...key].map(({ name }) => name)
}

/** The storage of each member; undefined if SQL does not compare members as expressions do. */
function findMemberStoredType(type: Type, tables: Layout['tables']): Kept | undefined {
  if (type.kind === 'nullable' || type.kind === 'optional') return findMemberStoredType(type.of, tables)
  if (type.kind !== 'list') return undefined
  const { element } = type
  if (element.kind === 'string' || element.kind === 'enum') return { kind: 'text' }
  const other = element.kind === 'record' ? tables.get(element.resource) : undefined
  const [only, ...more] = other?.key ?? []
  // A reference to a key that ignores case may be spelled differently from the record.
  return only !== undefined &&
    more.length === 0 &&
    (only.kept.kind === 'text' || only.kept.kind === 'integer') &&
    !other!.folded.has(only.property)
    ? only.kept
    : undefined
}

/** Filters of clients, as `Order.tags`, and the last names of paths after `in`: untyped, so a superset. */
function listLookedInto(model: Layout['domain']['model']): Set<string> {
  const names = new Set<string>()
  for (const { slots, subject, action } of model.endpoints.value.operations) {
    if (action === 'list') for (const { text } of filterWords(slots)) names.add(`${subject?.text}.${text}`)
  }
  const { expressions } = collectExpressions([
    model.endpoints.value,
    model.authentication.value,
    model.resources.value,
    model.states.value,
    model.events.value,
  ])
  for (const { text } of expressions) {
    if (!/\bin\b/.test(text)) continue
    const { syntax } = parse(text)
    if (syntax !== undefined) addSearchedMembers(syntax, names)
  }
  return names
}

function addSearchedMembers(syntax: Syntax, names: Set<string>): void {
  if (syntax.kind === 'binary' && syntax.operator === 'in' && syntax.right.kind === 'select') names.add(syntax.right.member)
  for (const part of Object.values(syntax)) for (const each of [part].flat()) if (isSyntax(each)) addSearchedMembers(each, names)
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === 'object' && value !== null && 'kind' in value && 'start' in value
}
