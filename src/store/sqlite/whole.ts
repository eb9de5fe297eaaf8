// Whole records as the JSON text that SQLite itself makes of them, so that a list costs one text a record instead of one a column.

import { folded } from '../../cel/values/fold.ts'
import type { Sorting } from '../../exchange/list-request.ts'
import type { Field, Printed } from '../../meaning/store.ts'
import type { Property } from '../../typing/domain.ts'
import type { Column, Layout } from '../layout.ts'
import { isWide, onlyColumn } from './fields.ts'
import { quote } from './names.ts'

export type Whole = {
  /** One expression: the text of a record. */
  readonly sql: string
  /** What a record is ordered by, each as JSON text, from its own text; undefined where it does not show all of that. */
  order(by: readonly Sorting[]): ((text: string) => readonly string[]) | undefined
}

/** Columns beyond it are read one by one: a function takes no more. */
const mostPieces = 100

/** Undefined where something of it may be absent, or is not printed in SQL as it is here. */
export function wholeText(layout: Layout, resource: string, alias: string, { fields, print }: Printed): Whole | undefined {
  const texts = fields.map((field) => fieldSql(layout, resource, alias, field))
  const sample = print(fields.map((_field, index) => JSON.stringify(marker(index))))
  if (sample === undefined || !texts.every((text) => text !== undefined)) return undefined
  // What stands between the markers is the same of every record.
  const pieces = sample.split(marked).flatMap((piece, at) => (at % 2 === 1 ? texts[Number(piece)]! : piece === '' ? [] : [literal(piece)]))
  if (pieces.length > mostPieces) return undefined
  const shown: unknown = JSON.parse(sample)
  const members = typeof shown === 'object' && shown !== null && !Array.isArray(shown) ? Object.entries(shown) : []
  return {
    sql: `concat(${pieces.join(', ')})`,
    order(by) {
      const found = by.map(({ property: name }) => {
        const index = fields.findIndex(({ through, property }) => through.length === 0 && property.name === name)
        const field = fields[index]
        const member = members.find(([, value]) => value === marker(index))?.[0]
        return field === undefined || member === undefined || !isRead(layout, resource, field) ? undefined : { member, fold: field.property.fold }
      })
      if (!found.every((each) => each !== undefined)) return undefined
      return (text) => {
        const record = JSON.parse(text) as { readonly [member: string]: string | number | boolean | null }
        return found.map(({ member, fold }) => JSON.stringify(fold ? folded(record[member]!) : record[member]))
      }
    },
  }
}

function marker(index: number): string {
  return `\u0001${index}`
}

const marked = /"\\u0001(\d+)"/

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The pieces of a field's text. */
function fieldSql(layout: Layout, resource: string, alias: string, { through, property }: Field): readonly string[] | undefined {
  const column = through.length > 0 ? undefined : onlyColumn(layout, resource, property)
  // Null is absent of what cannot be null.
  if (column === undefined || (column.nullable && !property.nullable)) return undefined
  const own = `${alias}.${quote(column.name)}`
  const pieces = columnSql(own, column, property)
  if (pieces === undefined || !column.nullable) return pieces
  return [`iif(${own} IS NULL, 'null', ${pieces.length === 1 ? pieces[0]! : `concat(${pieces.join(', ')})`})`]
}

function columnSql(own: string, { kept }: Column, property: Property): readonly string[] | undefined {
  switch (kept.kind) {
    case 'text':
      return isPlain(property) ? [`'"'`, own, `'"'`] : [`json_quote(${own})`]
    case 'timestamp':
      return [`'"'`, own, `'"'`]
    case 'integer':
    case 'json':
      return [own]
    case 'boolean':
      return [`iif(${own} = 1, 'true', 'false')`]
    case 'double':
    case 'decimal':
    case 'duration':
    case 'bytes':
      return undefined
  }
}

/** Texts in which nothing needs to be escaped. */
function isPlain({ schema }: Property): boolean {
  if (typeof schema === 'boolean') return false
  return schema.format === 'uuid' || (schema.enum?.every((value) => typeof value === 'string' && JSON.stringify(value) === `"${value}"`) === true)
}

/** Whether the platform reads the text as it was printed. */
function isRead(layout: Layout, resource: string, { property }: Field): boolean {
  const column = onlyColumn(layout, resource, property)
  return column !== undefined && column.kept.kind !== 'json' && !isWide(column.kept, property)
}
