// Records read as JSON text: only the columns that are sent, each printed as it comes, with no row and no value in between.

import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import { folded } from '../../cel/values/fold.ts'
import type { RecordKeys } from '../../meaning/keys.ts'
import type { Field, PrintMany, PrintOne, Printing, Texts } from '../../meaning/store.ts'
import { type Layout, versionColumn } from '../layout.ts'
import type { Asking } from './asking.ts'
import { decodeProperty, widen } from './codec.ts'
import type { Database, Reading, SqlRow, SqlValue } from './database.ts'
import { type PrintedFields, printedFields } from './fields.ts'
import { givenValues } from './given.ts'
import { quote } from './names.ts'

/** So many combinations of filters and orders are kept prepared for one list. */
const mostReadings = 100

/** What is kept apart by tenant is asked for by the interpreter alone. */
const ofNobody = (): undefined => undefined

export function printingOf(database: Database, layout: Layout, asking: Asking, keys: RecordKeys): Printing {
  const { domain, tables } = layout

  function one(resource: string, by: readonly string[], where: readonly Expression[], fields: readonly Field[]): PrintOne | undefined {
    const table = tables.get(resource)!
    const info = domain.resources.get(resource)!
    const found = asking.finding(resource, where)
    const printed = found && printedFields(layout, resource, found.alias, fields)
    if (found === undefined || printed === undefined) return undefined
    const wanted = by.flatMap((name) => table.folded.get(name) ?? (table.byProperty.get(name) ?? []).map((column) => column.name))
    const conditions = [...wanted.map((column) => `${found.alias}.${quote(column)} = ?`), ...(found.sql === '' ? [] : [found.sql])]
    const select = [`${found.alias}.${quote(versionColumn)}`, ...printed.select].join(', ')
    const reading = database.reading(`SELECT ${select} FROM ${found.from}${printed.joins} WHERE ${conditions.join(' AND ')}`, printed.exact)
    return (values, asker) => {
      const given: SqlValue[] = []
      for (const [index, name] of by.entries()) {
        const value = values[index] ?? null
        const columns = value === null ? undefined : givenValues(table, info.properties.get(name)!, value, layout, keys)
        if (columns === undefined) return undefined
        given.push(...columns.values)
      }
      const bound = found.bind({ ...asker, tenant: ofNobody })
      const row = bound && reading([...given, ...bound])[0]
      return row && { texts: textsOf(printed, row, 1), versions: [Number(row[0]), ...printed.versionsIn(row, 1)] }
    }
  }

  function many(resource: string, fields: readonly Field[]): PrintMany | undefined {
    const table = tables.get(resource)!
    const { properties } = domain.resources.get(resource)!
    const printed = printedFields(layout, resource, 't0', fields)
    if (printed === undefined) return undefined
    const readings = new Map<string, Reading>()
    return (selection, asker) => {
      // What the records are ordered by stands last.
      const order = selection.order.flatMap(({ property }) => table.byProperty.get(property) ?? [])
      const columns = [...printed.select, ...order.map(({ name }) => `t0.${quote(name)}`)].join(', ')
      const statement = asking.select(selection, { ...asker, tenant: ofNobody }, { columns, joins: printed.joins })
      if (statement === undefined) return undefined
      const reading = readings.get(statement.sql) ?? database.reading(statement.sql, printed.exact)
      if (readings.size >= mostReadings) readings.clear()
      readings.set(statement.sql, reading)
      const rows = reading(statement.values)
      return {
        texts: rows.map((row) => textsOf(printed, row, 0)),
        orderedBy(index) {
          const row: SqlRow = Object.fromEntries(order.map(({ name, kept }, at) => [name, widen(rows[index]![printed.select.length + at]!, kept)]))
          return selection.order.map(({ property }): Value => {
            const value = decodeProperty(table, properties.get(property)!, row, keys, domain) ?? null
            return properties.get(property)!.fold ? folded(value) : value
          })
        },
      }
    }
  }

  return { one, many }
}

function textsOf({ prints }: PrintedFields, row: readonly SqlValue[], from: number): Texts {
  const texts: (string | undefined)[] = []
  for (const print of prints) texts.push(print(row, from))
  return texts
}
