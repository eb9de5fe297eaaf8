// The sort keys of a page's last record, from which its cursor is made.

import { foldValue } from '../../cel/values/fold.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { RecordView, Selection } from '../../meaning/store.ts'
import type { Property } from '../../typing/domain.ts'
import { findCalledView } from '../../typing/selected-members.ts'
import type { Column, Layout } from '../layout.ts'
import type { SqlValue } from './database.ts'
import { makeColumnPrinter, isWide, findOnlyColumn } from './fields.ts'
import { quote } from './names.ts'

/** The sort keys as JSON text: absent values sort as null, and texts that ignore case are folded. */
export type Ordered = {
  readonly select: readonly string[]
  readonly exact: boolean
  texts(row: readonly SqlValue[], from: number, text: string): readonly string[]
}

export const nothingOrdered: Ordered = { select: [], exact: false, texts: () => [] }

/** True if the platform parses the column's text exactly as it was printed. */
function isRead({ kept }: Column, property: Property): boolean {
  return kept.kind !== 'json' && kept.kind !== 'double' && kept.kind !== 'decimal' && !isWide(kept, property)
}

function listMembers(text: string, properties: readonly Property[]): readonly string[] {
  const record = JSON.parse(text) as { readonly [member: string]: string | number | boolean | null | undefined }
  return properties.map(({ name, fold }) => {
    const value = record[name] ?? null
    return JSON.stringify(fold ? foldValue(value) : value)
  })
}

/** The cursor columns of a page's last record: part of the printed columns, or additional columns. */
export function orderColumns(
  layout: Layout,
  keys: RecordKeys,
  resource: string,
  order: Selection['order'],
  shown: RecordView,
): Ordered | undefined {
  const { properties } = layout.domain.resources.get(resource)!
  const ordered = order.map(({ property: name }) => ({
    property: properties.get(name)!,
    column: findOnlyColumn(layout, resource, properties.get(name)!),
  }))
  if (
    order.every(({ property }) => isCopied(layout, property, shown)) &&
    ordered.every(({ property, column }) => column !== undefined && !property.secret && isRead(column, property))
  ) {
    return {
      select: [],
      exact: false,
      texts: (_row, _from, text) =>
        listMembers(
          text,
          ordered.map(({ property }) => property),
        ),
    }
  }
  const all = ordered.flatMap(({ property, column }) => {
    if (column === undefined) return []
    const print = makeColumnPrinter(column.kept, property, keys)
    return [
      {
        sql: `t0.${quote(column.name)}`,
        wide: isWide(column.kept, property),
        print: (value: SqlValue) => {
          if (value === null) return 'null'
          return property.fold ? JSON.stringify(foldValue(value as string)) : print(value)
        },
      },
    ]
  })
  if (all.length < ordered.length) return undefined
  return {
    select: all.map(({ sql }) => sql),
    exact: all.some(({ wide }) => wide),
    texts: (row, from) => all.map(({ print }, index) => print(row[from + index]!)),
  }
}

/** True if a view shows the record with this property. */
function isCopied(layout: Layout, property: string, { variable, part }: RecordView): boolean {
  if (part.kind !== 'item' || part.expression.kind !== 'call') return false
  const {
    arguments: [record],
  } = part.expression
  const view = findCalledView(layout.domain, part.expression, (text) => layout.expressions?.(text))
  return (
    record?.kind === 'variable' &&
    record.name === variable &&
    view?.members.some((member) => member.kind === 'take' && member.name === property) === true
  )
}
