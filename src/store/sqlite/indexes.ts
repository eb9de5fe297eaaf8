// The indexes of a table: for what is unique, what is referred by, what the document names, and what its lists filter and sort by.

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
  const usual = [...references.map(({ name }) => [name]), ...lists(layout, table.resource).flatMap(askedBy)]
  const others = usual.map((members): Index => ({ unique: false, living: false, name: `by ${members.join(', ')}`, columns: ordered(table, members) }))
  const chosen: Index[] = []
  const tenant = table.tenant.map(({ name }) => ({ name, descending: false }))
  for (const { columns: own, ...rest } of [...key, ...uniques, ...named, ...others]) {
    if (own.length === 0) continue
    // Nothing is looked for but within one tenant.
    const wanted: Index = { ...rest, columns: [...tenant, ...own.filter(({ name }) => !tenant.some((column) => column.name === name))] }
    const covers = [[...tenant, ...table.key.map(({ name }) => ({ name, descending: false }))], ...chosen.map(({ columns }) => columns)]
    const isCovered = covers.some((columns) => wanted.columns.every(({ name, descending }, index) => columns[index]?.name === name && columns[index].descending === descending))
    if (wanted.columns.length > 0 && (wanted.unique || !isCovered)) chosen.push(wanted)
  }
  return chosen
}

const known = new WeakMap<Layout, Map<string | undefined, Operation[]>>()

function lists(layout: Layout, resource: string): Operation[] {
  const { operations } = layout.domain.model.endpoints.value
  const all = known.get(layout) ?? Map.groupBy(operations.filter(({ action }) => action === 'list'), ({ subject }) => subject?.text)
  known.set(layout, all)
  return all.get(resource) ?? []
}

/** What the client may filter and sort by, each alone, and the order of the document. The key follows by itself. */
function askedBy({ slots }: Operation): string[][] {
  const single = [...(shown(slots.filter) ?? []), ...(shown(slots.sort) ?? [])].map(({ text }) => [text])
  return [...single, (shown(slots.order) ?? []).map(({ text }) => text)]
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
