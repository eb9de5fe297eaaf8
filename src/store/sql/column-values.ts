// Decodes the columns of a row when they are first read; columns that are only sent are printed directly.

import type { Value } from '../../cel/value.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import { LazyValues } from '../../meaning/record/lazy-values.ts'
import type { Property } from '../../typing/domain.ts'
import type { Column, Layout, TableLayout } from '../layout.ts'
import { decodeProperty } from './codec.ts'
import type { SqlRow, SqlValue } from './database.ts'
import { makeColumnPrinter } from './fields.ts'

/** The data that all rows of one table share. */
type TableContext = {
  readonly layout: Layout
  readonly keys: RecordKeys
  readonly table: TableLayout
  readonly properties: ReadonlyMap<string, DecodedProperty>
}

/** `print` is present for a property with its own column. */
type DecodedProperty = {
  readonly property: Property
  readonly columns: readonly Column[]
  readonly print: ((value: SqlValue) => string) | undefined
}

/** Creates the lazy values of a resource's rows. */
export function makeColumnValues(layout: Layout, resource: string, keys: RecordKeys): (row: SqlRow) => LazyValues {
  const table = layout.tables.get(resource)!
  const info = layout.domain.resources.get(resource)!
  const properties = new Map(
    [...table.byProperty].map(([name, columns]) => {
      const property = info.properties.get(name)!
      return [name, { property, columns, print: columns.length === 1 ? makeColumnPrinter(columns[0]!.kept, property, keys) : undefined }]
    }),
  )
  const shared: TableContext = { layout, keys, table, properties }
  return (row) => new ColumnValues(shared, row)
}

class ColumnValues extends LazyValues {
  readonly #shared: TableContext
  readonly #row: SqlRow

  constructor(shared: TableContext, row: SqlRow) {
    super()
    this.#shared = shared
    this.#row = row
  }

  has(name: string): boolean {
    const columns = this.#shared.properties.get(name)?.columns ?? []
    return columns.length > 0 && columns.every((column) => (this.#row[column.name] ?? null) !== null)
  }

  *names(): Iterable<string> {
    for (const name of this.#shared.properties.keys()) if (this.has(name)) yield name
  }

  text(name: string): string | undefined {
    const columnProperty = this.#shared.properties.get(name)
    if (columnProperty?.print !== undefined) {
      const value = this.#row[columnProperty.columns[0]!.name] ?? null
      return value === null ? undefined : columnProperty.print(value)
    }
    const value = this.get(name)
    return value === undefined ? undefined : printValue(value, this.#shared.keys)
  }

  protected decode(name: string): Value | undefined {
    const { properties, table, keys, layout } = this.#shared
    const decoded = properties.get(name)
    return decoded && decodeProperty(table, decoded.property, this.#row, keys, layout.domain)
  }
}
