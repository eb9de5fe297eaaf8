// Converts new records from JSON to columns, mostly without decoding values.

import type { Draft } from '../../meaning/record/draft.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import { type Column, type Layout, type TableLayout, isSoft } from '../layout.ts'
import { encode, encodeFolded } from './codec.ts'
import type { SqlValue } from './database.ts'
import { isCheckedAtOnce } from './foreign-keys.ts'

/** True if the table itself refuses invalid rows at once, and each property has one column. */
export function takesDrafts(layout: Layout, resource: string): boolean {
  const table = layout.tables.get(resource)
  const info = layout.domain.resources.get(resource)
  if (table === undefined || info === undefined || table.tenant.length > 0) return false
  return (
    [...table.byProperty.values()].every((columns) => columns.length === 1) &&
    [...info.properties.values()].every(
      (property) => property.reference === undefined || property.reference.many || isCheckedAtOnce(property, table, layout),
    )
  )
}

/** In the order of the statement that inserts a row. */
export function listDraftValues(draft: Draft, table: TableLayout, layout: Layout, keys: RecordKeys): SqlValue[] {
  const values: SqlValue[] = []
  const { columns } = table
  for (let place = 0; place < columns.length; place++) values.push(encodeColumn(draft, place, columns[place]!, keys))
  for (const name of table.folded.keys()) values.push(encodeFolded(draft.values.get(name)))
  values.push(BigInt(draft.version))
  if (isSoft(layout, draft.resource)) values.push(null)
  return values
}

function encodeColumn(draft: Draft, index: number, { kept, property }: Column, keys: RecordKeys): SqlValue {
  const json = draft.json[index]
  if (json === undefined) return null
  switch (kept.kind) {
    case 'text':
    case 'timestamp':
      return json as string
    case 'boolean':
      return json === true ? 1n : 0n
    case 'integer':
      return BigInt(json as number | bigint)
    case 'json':
      return draft.holdsDecimals(index) ? encode(draft.values.get(property), kept, keys) : draft.text(index)!
    default:
      return encode(draft.values.get(property), kept, keys)
  }
}
