// What columns hold of a value that a property is looked up by, which may be of another kind than the property's own.

import { withoutNull } from '../../cel/fits.ts'
import type { Value } from '../../cel/value.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Property } from '../../typing/domain.ts'
import type { Layout, Table } from '../layout.ts'
import { encodeGiven, isRecord } from './binding.ts'
import { encodeFolded, encodeProperty } from './codec.ts'
import type { SqlValue } from './database.ts'

/** The columns that a property is found by, with what they hold of a value that may be of another kind. */
export function givenValues(table: Table, property: Property, value: Value, layout: Layout, keys: RecordKeys): { columns: readonly string[]; values: readonly SqlValue[] } | undefined {
  const columns = table.byProperty.get(property.name) ?? []
  const folded = table.folded.get(property.name)
  if (folded !== undefined) return typeof value === 'string' ? { columns: [folded], values: [encodeFolded(value)] } : undefined
  const names = columns.map(({ name }) => name)
  if (isRecord(value)) {
    const key = layout.tables.get(value.resource)?.key ?? []
    // Of a key that ignores case, a reference may be spelled otherwise than the record.
    const isFolded = key.some((column) => layout.tables.get(value.resource)!.folded.has(column.property))
    return isFolded || columns.length !== key.length || property.reference?.many !== false ? undefined : { columns: names, values: encodeProperty(table, property, value, keys) }
  }
  const [only] = columns
  const isTold = only !== undefined && columns.length === 1 && (only.kept.kind !== 'json' || withoutNull(property.type).kind === 'decimal')
  const given = isTold ? encodeGiven(value, only.kept, 'exact', keys) : undefined
  return given === undefined ? undefined : { columns: names, values: [given] }
}
