// The indexes of a table: for what is unique, what is referred by, what the document names, and what its lists filter and sort by.

import { parse } from '../../cel/parse.ts'
import type { Syntax } from '../../cel/syntax.ts'
import { untied } from '../../exchange/list-request.ts'
import type { Operation } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { shown } from '../../model/slot.ts'
import { type Layout, type Table, deletedColumn, isSoft } from '../layout.ts'
import type { Index, IndexColumn } from '../migration/outline.ts'
import { quote } from './names.ts'

/** What a table is asked by. The first `held` columns are only held equal to something, so which way they are kept says nothing. */
type Wanted = { readonly index: Index; readonly held: number }

/** Words of an order, of which the first `held` are only held equal to something. */
type Asked = { readonly words: readonly string[]; readonly held: number }

/** An index that another one does for is left out, unless it keeps something unique. */
export function indexesOf(table: Table, layout: Layout): readonly Index[] {
  const wanted = wantedOf(table, layout)
  const chosen = new Set(wanted.filter(({ index }) => index.unique))
  const key = [...table.tenant, ...table.key].map(({ name }) => ({ name, descending: false }))
  // The longer ones first, as they do for what they begin with; of equal length those that leave less open.
  for (const each of wanted.toSorted((a, b) => b.index.columns.length - a.index.columns.length || a.held - b.held)) {
    const isAnswered = doesFor(key, each) || chosen.values().some(({ index: { unique, columns } }) =>
      // What is unique needs nothing after it to be in order.
      doesFor(columns, each) || (unique && doesFor(columns, { ...each, index: { ...each.index, columns: each.index.columns.slice(0, columns.length) } })))
    if (!isAnswered) chosen.add(each)
  }
  return wanted.filter((each) => chosen.has(each)).map(({ index }) => index)
}

/** All that something asks for, once: under the name that the document gives it, and with as little left open as any of them leaves. */
function wantedOf(table: Table, layout: Layout): readonly Wanted[] {
  const alike = Map.groupBy(askedOf(table, layout), ({ index: { unique, living, columns } }) => JSON.stringify([unique, living, columns]))
  return [...alike.values()].map((each) => ({ index: each[0]!.index, held: Math.min(...each.map(({ held }) => held)) }))
}

function askedOf(table: Table, layout: Layout): readonly Wanted[] {
  const info = layout.domain.resources.get(table.resource)!
  const soft = isSoft(layout, table.resource)
  const tenant = table.tenant.map(({ name }) => ({ name, descending: false }))
  const wanted = (index: Index, held = 0): Wanted[] => {
    if (index.columns.length === 0) return []
    // Nothing is looked for but within one tenant.
    const isOther = ({ name }: IndexColumn): boolean => !tenant.some((column) => column.name === name)
    return [{ index: { ...index, columns: [...tenant, ...index.columns.filter(isOther)] }, held: tenant.length + index.columns.slice(0, held).filter(isOther).length }]
  }
  const usual = (name: string, words: readonly string[], held: number): Wanted[] =>
    wanted({ unique: false, living: false, name, columns: ordered(table, words) }, ordered(table, words.slice(0, held)).length)
  // What is deleted and kept holds on to its key, and to nothing else.
  const uniques = info.uniques.flatMap(({ name, members }) => wanted({ unique: true, living: soft, name, columns: columnsOf(table, members).flat() }))
  const isFolded = table.key.some(({ property }) => table.folded.has(property))
  const key = isFolded ? wanted({ unique: true, living: false, name: 'key', columns: columnsOf(table, info.key).flat() }) : []
  const references = [...info.properties.values()].filter(({ reference }) => reference !== undefined && !reference.many).map(({ name }): Asked => ({ words: [name], held: 1 }))
  const asked = [...references, ...lists(layout, table.resource).flatMap((list) => askedBy(list, info))].toSorted((a, b) => b.words.length - a.words.length)
  return [...key, ...uniques, ...info.indexes.flatMap(({ name, members }) => usual(name, members, members.length)), ...asked.flatMap(({ words, held }) => usual(`by ${words.join(', ')}`, words, held))]
}

/** Whether all that is wanted stands first in these columns. An index is read from either end, so all may go the other way. */
function doesFor(columns: readonly IndexColumn[], { index: { columns: wanted }, held }: Wanted): boolean {
  if (!wanted.every(({ name }, place) => columns[place]?.name === name)) return false
  const turned = wanted.slice(held).map(({ descending }, place) => descending !== columns[held + place]!.descending)
  return turned.every((each) => each === turned[0])
}

const known = new WeakMap<Layout, Map<string | undefined, Operation[]>>()

function lists(layout: Layout, resource: string): Operation[] {
  const { operations } = layout.domain.model.endpoints.value
  const all = known.get(layout) ?? Map.groupBy(operations.filter(({ action }) => action === 'list'), ({ subject }) => subject?.text)
  known.set(layout, all)
  return all.get(resource) ?? []
}

/** A list begins with what it is filtered by, the document's own condition first, and goes on in its order, so that a page of it is read and nothing more. */
function askedBy({ slots }: Operation, { key, properties }: ResourceInfo): Asked[] {
  const order = untied((shown(slots.order) ?? []).map(({ text }) => text), key)
  const where = shown(slots.where)
  const fixed = where === undefined ? [] : equalities(where.text)
  const begun = (first: readonly string[], then: readonly string[]): Asked => {
    const known = new Set([...fixed, ...first.filter((member) => member !== then[0]?.replace(/^-/, ''))])
    return { words: [...known, ...then.filter((word) => !known.has(word.replace(/^-/, '')))], held: known.size }
  }
  const filters = [...(shown(slots.filter) ?? []).map(({ text }) => text), ...(where === undefined ? [] : references(where.text, properties))].map((member) => begun([member], order))
  const sorts = (shown(slots.sort) ?? []).map(({ text }) => begun([], untied([text], key)))
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

/** References whose records a condition looks at, or compares, anywhere: where that is what a request asks for, its list begins with them. */
function references(text: string, properties: ResourceInfo['properties']): string[] {
  const { syntax } = parse(text)
  const isSingle = (name: string | undefined): name is string => name !== undefined && properties.get(name)?.reference?.many === false
  const visit = (part: Syntax): string[] => {
    const own = ownMember(part)
    return isSingle(own) ? [own] : innerSyntax(part).flatMap(visit)
  }
  return syntax === undefined ? [] : [...new Set(visit(syntax))]
}

function innerSyntax(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'literal':
    case 'name':
      return []
    case 'select':
    case 'not':
    case 'negate':
      return [syntax.operand]
    case 'index':
      return [syntax.operand, syntax.index]
    case 'call':
      return [...(syntax.target === undefined ? [] : [syntax.target]), ...syntax.arguments]
    case 'and':
    case 'or':
    case 'binary':
      return [syntax.left, syntax.right]
    case 'conditional':
      return [syntax.test, syntax.then, syntax.otherwise]
    case 'list':
      return syntax.items.map(({ value }) => value)
    case 'map':
      return syntax.entries.flatMap(({ key, value }) => [key, value])
  }
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
  const members = words.map((word) => word.replace(/^-/, ''))
  const end = members.findIndex((member, index) => columns[index]!.length === 0 || (isJson(table, member) && !table.ordered.has(member)))
  return columns.slice(0, end < 0 ? undefined : end).flatMap((each, index) => {
    const beside = table.ordered.get(members[index]!)
    return beside === undefined ? each : each.map(({ descending }) => ({ name: beside, descending }))
  })
}

function isJson(table: Table, member: string): boolean {
  return (table.byProperty.get(member) ?? []).some(({ kept }) => kept.kind === 'json')
}

export function createIndex({ unique, living, name, columns }: Index, resource: string): string {
  const where = living ? ` WHERE ${quote(deletedColumn)} IS NULL` : ''
  const on = columns.map((column) => `${quote(column.name)}${column.descending ? ' DESC' : ''}`).join(', ')
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(`${resource} ${name}`)} ON ${quote(resource)} (${on})${where}`
}
