// Pairs a new layout with the former one: each table and column with the source of its data, or its fill value.

import { slotValueOf } from '../../model/slot.ts'
import { type Layout, isStored } from '../layout.ts'
import type { ColumnOutline, Outline, TableOutline } from './outline.ts'
import type { Renames } from './renames.ts'

export type Pairing = { readonly tables: readonly PairedTable[]; readonly droppedTables: readonly TableOutline[] }

export type PairedTable = {
  readonly table: TableOutline
  /** Undefined for a new table. */
  readonly former?: TableOutline
  readonly columns: readonly PairedColumn[]
  readonly droppedColumns: readonly ColumnOutline[]
}

export type PairedColumn = { readonly column: ColumnOutline; readonly source: ColumnSource }

export type ColumnSource =
  /** `states`: the new state for records of each former state. `fill`: the replacement of null in a column that can no longer be null. */
  | { readonly kind: 'former'; readonly former: ColumnOutline; readonly states?: ReadonlyMap<string, string>; readonly fill?: Fill }
  | { readonly kind: 'filled'; readonly fill: Fill }
  /** The new value is null. `computed`: the document computes it from the rest of the record. */
  | { readonly kind: 'nothing'; readonly computed: boolean }

export type Fill =
  | { readonly kind: 'default' }
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'generated'; readonly by: 'uuidv7' | 'uuidv4' | 'sequence' | 'now' | 'now-on-update' }

/** `next` is the outline of `layout`. Only names pair columns; nothing is guessed. */
export function pairOutlines(last: Outline, next: Outline, layout: Layout, renames: Renames): Pairing {
  const tablesByName = new Map(last.tables.map((table) => [table.name, table]))
  const tables = next.tables.map((table) => {
    const isFormer = (name: string): boolean => tablesByName.has(name) && !next.tables.some((other) => other.name === name)
    const name = tablesByName.has(table.name) ? table.name : (renames.resources.get(table.name) ?? []).find(isFormer)
    const former = name === undefined ? undefined : tablesByName.get(name)
    if (name !== undefined) tablesByName.delete(name)
    return pairTable(table, former, layout, renames)
  })
  return { tables, droppedTables: [...tablesByName.values()] }
}

function pairTable(table: TableOutline, former: TableOutline | undefined, layout: Layout, renames: Renames): PairedTable {
  const properties = Map.groupBy(table.columns, ({ property }) => property)
  const unpaired = Map.groupBy(former?.columns ?? [], ({ property }) => property)
  const columns = Array.from(properties).flatMap(([property, own]): PairedColumn[] => {
    const isFormer = (name: string): boolean => unpaired.has(name) && !properties.has(name)
    const name = unpaired.has(property) ? property : (renames.properties.get(`${table.name}.${property}`) ?? []).find(isFormer)
    const others = name === undefined ? [] : unpaired.get(name)!
    // A reference whose key has another number of columns cannot be converted.
    if (name === undefined || others.length !== own.length)
      return own.map((column) => ({ column, source: findSource(table, column, layout) }))
    unpaired.delete(name)
    return own.map((column, index) => ({ column, source: findFormerSource(table, column, others[index]!, layout, renames) }))
  })
  return { table, ...(former === undefined ? {} : { former }), columns, droppedColumns: [...unpaired.values()].flat() }
}

function findFormerSource(
  table: TableOutline,
  column: ColumnOutline,
  former: ColumnOutline,
  layout: Layout,
  renames: Renames,
): ColumnSource {
  const machine = table.machines.find(({ field }) => field === column.property)
  const fill = former.nullable && !column.nullable ? fillOf(table, column, layout) : undefined
  return {
    kind: 'former',
    former,
    ...(machine === undefined ? {} : { states: mapFormerStates(machine.states, renames.states.get(`${table.name}.${machine.field}`)) }),
    ...(fill === undefined ? {} : { fill }),
  }
}

/** A state that still exists keeps its records, even if another state is declared as its successor. */
function mapFormerStates(
  states: readonly string[],
  renames: ReadonlyMap<string, readonly string[]> | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    Array.from(renames ?? []).flatMap(([state, formers]) =>
      formers.filter((name) => !states.includes(name)).map((name) => [name, state] as const),
    ),
  )
}

function findSource(table: TableOutline, column: ColumnOutline, layout: Layout): ColumnSource {
  const fill = fillOf(table, column, layout)
  if (fill !== undefined) return { kind: 'filled', fill }
  const property = layout.domain.resources.get(table.name)!.properties.get(column.property)!
  return { kind: 'nothing', computed: property.compute !== undefined && isStored(property) }
}

/** The value of a new record's column, if it does not depend on the record. */
function fillOf(table: TableOutline, column: ColumnOutline, layout: Layout): Fill | undefined {
  const property = layout.domain.resources.get(table.name)!.properties.get(column.property)!
  if (property.machine !== undefined) {
    const state = slotValueOf(property.machine.slots.initial)?.text
    return state === undefined ? undefined : { kind: 'state', state }
  }
  if (property.generate !== undefined)
    return property.generate.kind === 'expression' ? undefined : { kind: 'generated', by: property.generate.kind }
  return property.default === undefined || property.default.value === null ? undefined : { kind: 'default' }
}
