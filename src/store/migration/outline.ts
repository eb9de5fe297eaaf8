// The stored outline of a store's layout: tables, columns, indexes, references and machines as plain data, for comparison with the next
// document's layout.

import { normalizeExpression } from '../../explain/expression-text.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Type } from '../../cel/type.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type Column, type Kept, type Layout, type TableLayout, isSoft, findTenantColumns } from '../layout.ts'

export type Outline = { readonly tables: readonly TableOutline[] }

export type TableOutline = {
  readonly name: string
  readonly columns: readonly ColumnOutline[]
  /** The columns of the key, in its order. */
  readonly key: readonly string[]
  /** The resource is soft-deleted. */
  readonly soft: boolean
  readonly indexes: readonly Index[]
  readonly references: readonly ReferenceOutline[]
  readonly machines: readonly { readonly field: string; readonly states: readonly string[] }[]
}

export type ColumnOutline = {
  readonly name: string
  readonly kept: Kept
  readonly nullable: boolean
  readonly property: string
  /** For a reference: the member of the other record's key that the column contains. */
  readonly member?: string
  /** For JSON: lists and objects are never confused. */
  readonly json?: 'list' | 'object' | 'number' | 'anything'
  /** For a list of scalars: their JSON type. A file of an earlier edition lacks it. */
  readonly items?: ItemKind
  /** For a stored computed property: its normalised expression, and those of the computed properties that it reads. */
  readonly computed?: string
  /** The column with its case-folded text. */
  readonly folded?: string
  /** The column that sorts in its order. */
  readonly ordered?: string
}

export type ItemKind = 'text' | 'integer' | 'number' | 'boolean'

/** `living`: soft-deleted records are excluded. */
export type Index = { readonly name: string; readonly unique: boolean; readonly living: boolean; readonly columns: readonly IndexColumn[] }

export type IndexColumn = { readonly name: string; readonly descending: boolean }

export type ReferenceOutline = {
  readonly property: string
  readonly columns: readonly string[]
  readonly resource: string
  readonly members: readonly string[]
}

/** The database chooses the indexes of a table. */
export function describeLayout(layout: Layout, indexes: (table: TableLayout, layout: Layout) => readonly Index[]): Outline {
  return {
    tables: Array.from(layout.tables.values(), (table) => {
      const info = layout.domain.resources.get(table.resource)!
      return {
        name: table.resource,
        columns: table.columns.map((column) => describeColumn(column, table, info)),
        key: [...table.tenant, ...table.key].map(({ name }) => name),
        soft: isSoft(layout, table.resource),
        indexes: indexes(table, layout),
        references: describeReferences(table, info, layout),
        machines: info.machines.map(({ field, slots }) => ({ field, states: (slotValueOf(slots.states) ?? []).map(({ name }) => name) })),
      }
    }),
  }
}

function describeColumn({ name, kept, nullable, property, member }: Column, table: TableLayout, info: ResourceInfo): ColumnOutline {
  const folded = table.folded.get(property)
  const ordered = table.ordered.get(property)
  const { compute } = info.properties.get(property)!
  return {
    name,
    kept,
    property,
    nullable: nullable && !info.key.includes(property),
    ...(member === undefined ? {} : { member }),
    ...(kept.kind === 'json'
      ? { json: describeJson(info.properties.get(property)!.type), ...describeItems(info.properties.get(property)!.type) }
      : {}),
    ...(compute === undefined ? {} : { computed: printComputation(property, info) }),
    ...(folded === undefined ? {} : { folded }),
    ...(ordered === undefined ? {} : { ordered }),
  }
}

/** Compares by text only; if a name in it has another meaning, the values are computed once more with the same result. */
function printComputation(property: string, { properties }: ResourceInfo): string {
  const lines = new Map<string, string>()
  const add = (name: string): void => {
    const text = properties.get(name)?.compute?.expression.text
    if (text === undefined || lines.has(name)) return
    const normal = normalizeExpression(text)
    lines.set(name, name === property ? normal : `${name}: ${normal}`)
    for (const [word] of normal.matchAll(/[A-Za-z_]\w*/g)) add(word)
  }
  add(property)
  return [...lines.values()].join('\n')
}

function describeJson(type: Type): NonNullable<ColumnOutline['json']> {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return describeJson(type.of)
    case 'list':
      return 'list'
    case 'object':
    case 'map':
      return 'object'
    case 'decimal':
      return 'number'
    default:
      return 'anything'
  }
}

function describeItems(type: Type): Pick<ColumnOutline, 'items'> {
  if (type.kind === 'nullable' || type.kind === 'optional') return describeItems(type.of)
  const items = type.kind === 'list' ? itemKinds[type.element.kind] : undefined
  return items === undefined ? {} : { items }
}

const itemKinds: { readonly [kind in Type['kind']]?: ItemKind } = {
  string: 'text',
  enum: 'text',
  timestamp: 'text',
  duration: 'text',
  int: 'integer',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
}

function describeReferences(table: TableLayout, info: ResourceInfo, layout: Layout): ReferenceOutline[] {
  return [...info.properties.values()].flatMap(({ name, reference }) => {
    const columns = table.byProperty.get(name) ?? []
    const other = reference === undefined || reference.many ? undefined : layout.tables.get(reference.resource)
    if (other === undefined || columns.length === 0 || other.key.length !== columns.length) return []
    const tenant = findTenantColumns(layout, table.resource, other.resource)
    if (tenant === undefined) return []
    return [
      {
        property: name,
        columns: [...tenant, ...columns].map((column) => column.name),
        resource: other.resource,
        members: [...other.tenant, ...other.key].map((column) => column.name),
      },
    ]
  })
}

/** True if both have the same set of values. */
export function haveSameKind(a: ColumnOutline, b: ColumnOutline): boolean {
  const known = a.items !== undefined && b.items !== undefined
  return JSON.stringify([a.kept, a.json, known ? a.items : '']) === JSON.stringify([b.kept, b.json, known ? b.items : ''])
}
