// The indexes of a table: for what is unique, what is referred by, what the document names, and what its lists filter and sort by.

import { parse } from '../../cel/parse.ts'
import type { Syntax } from '../../cel/syntax.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import { type Layout, type Table, deletedColumn, isSoft } from '../layout.ts'
import type { Index, IndexColumn } from '../migration/outline.ts'
import { quote } from './names.ts'

/** An index on columns that another one begins with is left out, unless it keeps something unique. */
export function indexesOf(table: Table, layout: Layout): readonly Index[] {
  const info = layout.domain.resources.get(table.resource)!
  const soft = isSoft(layout, table.resource)
  // What is deleted and kept holds on to its key, and to nothing else.
  const uniques = info.uniques.map(({ name, members }): Index => ({ unique: true, living: soft, name, columns: columnsOf(table, members).flat() }))
  const isFolded = table.key.some(({ property }) => table.folded.has(property))
  const key: Index[] = isFolded ? [{ unique: true, living: false, name: 'key', columns: columnsOf(table, info.key).flat() }] : []
  const named = info.indexes.map(({ name, members }): Index => ({ unique: false, living: false, name, columns: ordered(table, members) }))
  const references = [...info.properties.values()].filter(({ reference }) => reference !== undefined && !reference.many)
  // The longer ones first: they do for what they begin with.
  const usual = [...references.map(({ name }) => [name]), ...lists(layout, table.resource).flatMap((list) => askedBy(list, info.key))].toSorted((a, b) => b.length - a.length)
  const others = usual.map((members): Index => ({ unique: false, living: false, name: `by ${members.join(', ')}`, columns: ordered(table, members) }))
  const chosen: Index[] = []
  const tenant = table.tenant.map(({ name }) => ({ name, descending: false }))
  for (const { columns: own, ...rest } of [...key, ...uniques, ...named, ...others]) {
    if (own.length === 0) continue
    // Nothing is looked for but within one tenant.
    const wanted: Index = { ...rest, columns: [...tenant, ...own.filter(({ name }) => !tenant.some((column) => column.name === name))] }
    const covers = [[...tenant, ...table.key.map(({ name }) => ({ name, descending: false }))], ...chosen.map(({ columns }) => columns)]
    // What is unique needs nothing after it to be in order.
    const isKnown = chosen.some(({ unique, columns }) => unique && begins(wanted.columns, columns))
    if (wanted.unique || !(isKnown || covers.some((columns) => begins(columns, wanted.columns)))) chosen.push(wanted)
  }
  return chosen
}

function begins(columns: readonly IndexColumn[], first: readonly IndexColumn[]): boolean {
  return first.every(({ name, descending }, index) => columns[index]?.name === name && columns[index].descending === descending)
}

const known = new WeakMap<Layout, Map<string | undefined, Operation[]>>()

function lists(layout: Layout, resource: string): Operation[] {
  const { operations } = layout.domain.model.endpoints.value
  const all = known.get(layout) ?? Map.groupBy(operations.filter(({ action }) => action === 'list'), ({ subject }) => subject?.text)
  known.set(layout, all)
  return all.get(resource) ?? []
}

/** A list begins with what it is filtered by, the document's own condition first, and goes on in its order, so that a page of it is read and nothing more. */
function askedBy({ slots }: Operation, key: readonly string[]): string[][] {
  const inFull = (words: readonly string[]): string[] => [...words, ...key.filter((member) => !words.some((word) => word.replace(/^-/, '') === member))]
  const order = inFull((shown(slots.order) ?? []).map(({ text }) => text))
  const where = shown(slots.where)
  const fixed = where === undefined ? [] : equalities(where.text)
  const begun = (first: readonly string[], then: readonly string[]): string[] => {
    const known = new Set([...fixed, ...first.filter((member) => member !== then[0]?.replace(/^-/, ''))])
    return [...known, ...then.filter((word) => !known.has(word.replace(/^-/, '')))]
  }
  const filters = (shown(slots.filter) ?? []).map(({ text }) => begun([text], order))
  const sorts = (shown(slots.sort) ?? []).map(({ text }) => begun([], inFull([text])))
  return [begun([], order), ...filters, ...sorts]
}

/** Properties of a record that a condition holds equal to something, wherever it holds. */
function equalities(text: string): string[] {
  const parsed = parse(text)
  const found: string[] = []
  const visit = (syntax: Syntax): void => {
    if (syntax.kind === 'and') {
      visit(syntax.left)
      visit(syntax.right)
    }
    if (syntax.kind !== 'binary' || syntax.operator !== '==') return
    const own = [syntax.left, syntax.right].map(ownMember)
    const [member] = own.filter((name) => name !== undefined)
    if (member !== undefined && own.includes(undefined)) found.push(member)
  }
  if (parsed.syntax !== undefined) visit(parsed.syntax)
  return found
}

function ownMember(syntax: Syntax): string | undefined {
  return syntax.kind === 'select' && syntax.operand.kind === 'name' && syntax.operand.name === 'this' ? syntax.member : undefined
}

/** A folded property is compared, and so indexed, by its folded column. Of words of an order, `-` descends. */
function columnsOf(table: Table, words: readonly string[]): IndexColumn[][] {
  return words.map((word) => {
    const member = word.replace(/^-/, '')
    const folded = table.folded.get(member)
    const names = folded === undefined ? (table.byProperty.get(member) ?? []).map(({ name }) => name) : [folded]
    // An index is read from either end: only what goes against the first is said to descend.
    const descending = word.startsWith('-') !== words[0]!.startsWith('-')
    return names.map((name) => ({ name, descending }))
  })
}

/** As far as columns order by themselves: what is computed when it is read, and JSON, end what an index is good for. */
function ordered(table: Table, words: readonly string[]): IndexColumn[] {
  const columns = columnsOf(table, words)
  const end = words.findIndex((word, index) => columns[index]!.length === 0 || isJson(table, word.replace(/^-/, '')))
  return columns.slice(0, end < 0 ? undefined : end).flat()
}

function isJson(table: Table, member: string): boolean {
  return (table.byProperty.get(member) ?? []).some(({ kept }) => kept.kind === 'json')
}

export function createIndex({ unique, living, name, columns }: Index, resource: string): string {
  const where = living ? ` WHERE ${quote(deletedColumn)} IS NULL` : ''
  const on = columns.map((column) => `${quote(column.name)}${column.descending ? ' DESC' : ''}`).join(', ')
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(`${resource} ${name}`)} ON ${quote(resource)} (${on})${where}`
}
