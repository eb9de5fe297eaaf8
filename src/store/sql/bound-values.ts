// Converts a look-up value to column values; its kind may differ from the property's.

import { withoutNull } from '../../cel/fits.ts'
import type { Value } from '../../cel/value.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Property } from '../../typing/domain.ts'
import type { Layout, TableLayout } from '../layout.ts'
import { encodeCompared, isRecordValue } from './binding.ts'
import { encodeFolded, encodeProperty } from './codec.ts'
import type { SqlValue } from './database.ts'

/** The columns to compare for a property, with their values; `value` may have another type than the property. */
export function bindColumns(
  table: TableLayout,
  property: Property,
  value: Value,
  layout: Layout,
  keys: RecordKeys,
): { columns: readonly string[]; values: readonly SqlValue[] } | undefined {
  const columns = table.byProperty.get(property.name) ?? []
  const folded = table.folded.get(property.name)
  if (folded !== undefined) return typeof value === 'string' ? { columns: [folded], values: [encodeFolded(value)] } : undefined
  const names = columns.map(({ name }) => name)
  if (isRecordValue(value)) {
    const key = layout.tables.get(value.resource)?.key ?? []
    // A reference to a key that ignores case may be spelled differently from the record.
    const isFolded = key.some((column) => layout.tables.get(value.resource)!.folded.has(column.property))
    return isFolded || columns.length !== key.length || property.reference?.many !== false
      ? undefined
      : { columns: names, values: encodeProperty(table, property, value, keys) }
  }
  const [only] = columns
  const isEncodable =
    only !== undefined && columns.length === 1 && (only.kept.kind !== 'json' || withoutNull(property.type).kind === 'decimal')
  const encoded = isEncodable ? encodeCompared(value, only.kept, 'exact', { keys, comparesTypes: layout.dialect.comparesTypes }) : undefined
  return encoded === undefined ? undefined : { columns: names, values: [encoded] }
}
