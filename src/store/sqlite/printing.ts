// Records read as JSON text: only the columns that are sent, each printed as it comes, with no row and no value in between.

import type { Expression } from '../../cel/expression.ts'
import { folded } from '../../cel/values/fold.ts'
import { isSameField } from '../../meaning/plan/record.ts'
import type { RecordKeys } from '../../meaning/keys.ts'
import type { Field, PrintMany, PrintOne, Printing, Texts } from '../../meaning/store.ts'
import { type Layout, versionColumn } from '../layout.ts'
import type { Asking } from './asking.ts'
import type { Database, Reading, SqlValue } from './database.ts'
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
    const { properties } = domain.resources.get(resource)!
    if (printedFields(layout, resource, 't0', fields) === undefined) return undefined
    const readings = new Map<string, Reading>()
    return (selection) => {
      // What the records are ordered by is read too, where it is not sent.
      const order = selection.order.map(({ property }): Field => ({ through: [], property: properties.get(property)! }))
      const all = [...fields, ...order.filter((field) => !fields.some((other) => isSameField(other, field)))]
      const printed = printedFields(layout, resource, 't0', all)
      const statement = printed && asking.selected(selection, { columns: printed.select.join(', '), joins: printed.joins })
      if (printed === undefined || statement === undefined) return undefined
      const reading = readings.get(statement.sql) ?? database.reading(statement.sql, printed.exact)
      if (readings.size >= mostReadings) readings.clear()
      readings.set(statement.sql, reading)
      const places = order.map((field) => all.findIndex((other) => isSameField(other, field)))
      return {
        asks: statement.asks,
        print(asker) {
          const values = statement.bind({ ...asker, tenant: ofNobody })
          if (values === undefined) return undefined
          const texts = reading(values).map((row) => textsOf(printed, row, 0))
          return { texts, orderedBy: (index) => places.map((place, at) => orderText(texts[index]![place], order[at]!)) }
        },
      }
    }
  }

  return { one, many }
}

/** What is absent comes where null does; texts that ignore case come as they are compared. */
function orderText(text: string | undefined, { property: { fold } }: Field): string {
  return text === undefined ? 'null' : fold ? JSON.stringify(folded(JSON.parse(text) as string | null)) : text
}

function textsOf({ prints }: PrintedFields, row: readonly SqlValue[], from: number): Texts {
  const texts: (string | undefined)[] = []
  for (const print of prints) texts.push(print(row, from))
  return texts
}
