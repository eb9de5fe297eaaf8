// Records that come as JSON, as columns: no value is made of them on the way.

import type { Draft } from '../../meaning/draft.ts'
import { type Kept, type Layout, type Table, isSoft } from '../layout.ts'
import type { SqlValue } from './database.ts'
import { isCheckedAtOnce } from './schema.ts'

/** What a column keeps just as JSON has it, or as its text. */
const asSent: ReadonlySet<Kept['kind']> = new Set<Kept['kind']>(['text', 'integer', 'double', 'boolean', 'timestamp', 'json'])

/** Whether the table itself refuses what may not be added, as soon as it is, and its columns are all that is kept of a record. */
export function takesDrafts(layout: Layout, resource: string): boolean {
  const table = layout.tables.get(resource)
  const info = layout.domain.resources.get(resource)
  if (table === undefined || info === undefined || table.folded.size + table.ordered.size + table.tenant.length > 0) return false
  const isSingle = [...table.byProperty.values()].every((columns) => columns.length === 1 && asSent.has(columns[0]!.kept.kind))
  return isSingle && [...info.properties.values()].every((property) => property.reference === undefined || property.reference.many || isCheckedAtOnce(property, table, layout))
}

/** In the order of the statement that inserts a row. */
export function valuesOfDraft(draft: Draft, table: Table, layout: Layout): SqlValue[] {
  const values: SqlValue[] = []
  for (const [index, { kept }] of table.columns.entries()) values.push(columnOf(draft, index, kept))
  values.push(BigInt(draft.version))
  if (isSoft(layout, draft.resource)) values.push(null)
  return values
}

function columnOf(draft: Draft, index: number, { kind }: Kept): SqlValue {
  const json = draft.json[index]
  if (json === undefined) return null
  if (kind === 'json') return draft.text(index)!
  if (kind === 'boolean') return json === true ? 1n : 0n
  return kind === 'integer' ? BigInt(json as number | bigint) : (json as string | number)
}
