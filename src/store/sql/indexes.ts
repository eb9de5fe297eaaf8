// Determines the indexes of a table from the columns by which records are looked up.

import { type WantedIndex, listWantedIndexes } from '../../fact/indexes.ts'
import { type Layout, type TableLayout, deletedColumn, isSoft } from '../layout.ts'
import type { Index, IndexColumn } from '../migration/outline.ts'
import { quote } from './names.ts'

/** A wanted index. The first `held` columns are compared for equality only, so their direction is irrelevant. */
type Wanted = { readonly index: Index; readonly equalCount: number }

/** An index is omitted if another one replaces it, unless it enforces uniqueness. */
export function listIndexes(table: TableLayout, layout: Layout): readonly Index[] {
  const wanted = mergeWantedIndexes(table, layout)
  const chosen = new Set(wanted.filter(({ index }) => index.unique))
  const key = [...table.tenant, ...table.key].map(({ name }) => ({ name, descending: false }))
  // Longer indexes come first, because they replace their prefixes; of equal length, the more specific one comes first.
  for (const each of wanted.toSorted((a, b) => b.index.columns.length - a.index.columns.length || a.equalCount - b.equalCount)) {
    const isAnswered =
      doesFor(key, each) ||
      chosen.values().some(
        ({ index: { unique, columns } }) =>
          // Columns after a complete unique do not affect its order.
          doesFor(columns, each) ||
          (unique && doesFor(columns, { ...each, index: { ...each.index, columns: each.index.columns.slice(0, columns.length) } })),
      )
    if (!isAnswered) chosen.add(each)
  }
  return wanted.filter((each) => chosen.has(each)).map(({ index }) => index)
}

/** The wanted indexes without duplicates: under the document's name, and with the strictest order that any use needs. */
function mergeWantedIndexes(table: TableLayout, layout: Layout): readonly Wanted[] {
  const byColumns = Map.groupBy(collectWantedIndexes(table, layout), ({ index: { unique, living, columns } }) =>
    JSON.stringify([unique, living, columns]),
  )
  return [...byColumns.values()].map((each) => ({
    index: each[0]!.index,
    equalCount: Math.min(...each.map(({ equalCount }) => equalCount)),
  }))
}

function collectWantedIndexes(table: TableLayout, layout: Layout): readonly Wanted[] {
  const info = layout.domain.resources.get(table.resource)!
  const soft = isSoft(layout, table.resource)
  const tenant = table.tenant.map(({ name }) => ({ name, descending: false }))
  const addIndex = (index: Index, held = 0): Wanted[] => {
    if (index.columns.length === 0) return []
    // Every query is limited to one tenant.
    const isOther = ({ name }: IndexColumn): boolean => !tenant.some((column) => column.name === name)
    return [
      {
        index: { ...index, columns: [...tenant, ...index.columns.filter(isOther)] },
        equalCount: tenant.length + index.columns.slice(0, held).filter(isOther).length,
      },
    ]
  }
  const indexOf = ({ name, unique, words, equalities }: WantedIndex): Wanted[] =>
    unique
      ? // A soft-deleted record reserves its key, but no other unique.
        addIndex({ unique, living: soft, name, columns: listIndexColumns(table, words).flat() })
      : addIndex({ unique, living: false, name, columns: order(table, words) }, order(table, words.slice(0, equalities)).length)
  const isFolded = table.key.some(({ property }) => table.folded.has(property))
  const key = isFolded ? addIndex({ unique: true, living: false, name: 'key', columns: listIndexColumns(table, info.key).flat() }) : []
  return [...key, ...listWantedIndexes(layout.domain, info).flatMap(indexOf)]
}

/**
 * True if these columns start with all columns of the wanted index. An index is read from either end, so all directions may be inverted.
 */
function doesFor(columns: readonly IndexColumn[], { index: { columns: wanted }, equalCount }: Wanted): boolean {
  if (!wanted.every(({ name }, position) => columns[position]?.name === name)) return false
  const directions = wanted.slice(equalCount).map(({ descending }, place) => descending !== columns[equalCount + place]!.descending)
  return directions.every((each) => each === directions[0])
}

/** A folded property is compared, and so indexed, by its folded column. Of words of an order, `-` descends. */
function listIndexColumns(table: TableLayout, words: readonly string[]): IndexColumn[][] {
  return words.map((word) => {
    const member = word.replace(/^-/, '')
    const folded = table.folded.get(member)
    const names = folded === undefined ? (table.byProperty.get(member) ?? []).map(({ name }) => name) : [folded]
    // An index is read from either end, so only directions opposite to the first count as descending.
    const descending = word.startsWith('-') !== words[0]!.startsWith('-')
    return names.map((name) => ({ name, descending }))
  })
}

/** Only up to the first column that cannot be ordered: values computed on read, and JSON. */
function order(table: TableLayout, words: readonly string[]): IndexColumn[] {
  const columns = listIndexColumns(table, words)
  const members = words.map((word) => word.replace(/^-/, ''))
  const end = members.findIndex((member, index) => columns[index]!.length === 0 || (isJson(table, member) && !table.ordered.has(member)))
  return columns.slice(0, end < 0 ? undefined : end).flatMap((each, index) => {
    const orderedColumn = table.ordered.get(members[index]!)
    return orderedColumn === undefined ? each : each.map(({ descending }) => ({ name: orderedColumn, descending }))
  })
}

function isJson(table: TableLayout, member: string): boolean {
  return (table.byProperty.get(member) ?? []).some(({ kept }) => kept.kind === 'json')
}

export function createIndex({ unique, living, name, columns }: Index, resource: string): string {
  const where = living ? ` WHERE ${quote(deletedColumn)} IS NULL` : ''
  const on = columns.map((column) => `${quote(column.name)}${column.descending ? ' DESC' : ''}`).join(', ')
  return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quote(`${resource} ${name}`)} ON ${quote(resource)} (${on})${where}`
}
