// Records read as JSON text: only the columns that are sent, each printed as it comes, with no row and no value in between.

import type { Expression } from '../../cel/expression.ts'
import { folded } from '../../cel/values/fold.ts'
import { isSameField } from '../../meaning/plan/record.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Field, PrintMany, PrintOne, PrintSelected, Printed, Printing, Selection, Texts } from '../../meaning/store.ts'
import { type Layout, versionColumn } from '../layout.ts'
import type { Asking } from './asking.ts'
import type { Database, Reading, SqlValue } from './database.ts'
import { type PrintedFields, printedFields } from './fields.ts'
import { givenValues } from './given.ts'
import { quote } from './names.ts'
import { type Whole, wholeText } from './whole.ts'

/** So many combinations of filters and orders are kept prepared for one list. */
const mostReadings = 100

/** What is kept apart by tenant is asked for by the interpreter alone. */
const ofNobody = (): undefined => undefined

export function printingOf(database: Database, layout: Layout, asking: Asking, keys: RecordKeys): Printing {
  const { domain, tables } = layout

  function one(resource: string, by: readonly string[], where: readonly Expression[], printed: Printed): PrintOne | undefined {
    const table = tables.get(resource)!
    const info = domain.resources.get(resource)!
    const found = asking.finding(resource, where)
    const single = found && singly(resource, found.alias, printed)
    if (found === undefined || single === undefined) return undefined
    const wanted = by.flatMap((name) => table.folded.get(name) ?? (table.byProperty.get(name) ?? []).map((column) => column.name))
    const conditions = [...wanted.map((column) => `${found.alias}.${quote(column)} = ?`), ...(found.sql === '' ? [] : [found.sql])]
    const select = [`${found.alias}.${quote(versionColumn)}`, ...single.select].join(', ')
    const reading = database.readingOne(`SELECT ${select} FROM ${found.from}${single.joins} WHERE ${conditions.join(' AND ')}`, single.exact)
    return (values, asker) => {
      const given: SqlValue[] = []
      for (const [index, name] of by.entries()) {
        const value = values[index] ?? null
        const columns = value === null ? undefined : givenValues(table, info.properties.get(name)!, value, layout, keys)
        if (columns === undefined) return undefined
        given.push(...columns.values)
      }
      const bound = found.fixed ?? found.bind({ ...asker, tenant: ofNobody })
      if (bound !== undefined) given.push(...bound)
      const row = bound && reading(given)
      return row && { text: single.text(row), versions: [Number(row[0]), ...single.versions(row)] }
    }
  }

  /** One record, after its version. */
  function singly(resource: string, alias: string, printed: Printed): Single | undefined {
    const whole = wholeText(layout, resource, alias, printed)
    if (whole !== undefined) return { select: [whole.sql], joins: '', exact: false, text: (row) => row[1] as string, versions: () => [] }
    const from = printedFields(layout, resource, alias, printed.fields)
    return from && { ...from, text: (row) => printed.print(textsOf(from, row, 1)) ?? 'null', versions: (row) => from.versionsIn(row, 1) }
  }

  function many(resource: string, printed: Printed): PrintMany | undefined {
    if (printedFields(layout, resource, 't0', printed.fields) === undefined) return undefined
    const whole = wholeText(layout, resource, 't0', printed)
    const readings = new Map<string, Reading>()
    return (selection) => {
      const ordered = whole?.order(selection.order)
      const from = whole && ordered ? inSql(whole, ordered) : byColumns(resource, printed, selection)
      const statement = from && asking.selected(selection, { columns: from.columns, joins: from.joins })
      if (from === undefined || statement === undefined) return undefined
      const reading = readings.get(statement.sql) ?? database.reading(statement.sql, from.exact)
      if (readings.size >= mostReadings) readings.clear()
      readings.set(statement.sql, reading)
      return {
        asks: statement.fixed === undefined,
        print(asker) {
          const values = statement.fixed ?? statement.bind({ ...asker, tenant: ofNobody })
          return values && from.records(reading(values))
        },
      }
    }
  }

  /** What the records are ordered by is read too, where it is not sent. */
  function byColumns(resource: string, { fields, print }: Printed, { order }: Selection): Columns | undefined {
    const { properties } = domain.resources.get(resource)!
    const by = order.map(({ property }): Field => ({ through: [], property: properties.get(property)! }))
    const all = [...fields, ...by.filter((field) => !fields.some((other) => isSameField(other, field)))]
    const printed = printedFields(layout, resource, 't0', all)
    const places = by.map((field) => all.findIndex((other) => isSameField(other, field)))
    return printed && {
      columns: printed.select.join(', '), joins: printed.joins, exact: printed.exact,
      records(rows) {
        const texts = rows.map((row) => textsOf(printed, row, 0))
        return { texts: texts.map((each) => print(each) ?? 'null'), orderedBy: (index) => places.map((place, at) => orderText(texts[index]![place], by[at]!)) }
      },
    }
  }

  return { one, many }
}

type Row = readonly SqlValue[]

/** `versions`: of the records that references lead to. */
type Single = { readonly select: readonly string[]; readonly joins: string; readonly exact: boolean; readonly text: (row: Row) => string; readonly versions: (row: Row) => readonly number[] }

/** What of records is read, and what is made of the rows. */
type Columns = { readonly columns: string; readonly joins: string; readonly exact: boolean; readonly records: (rows: ReturnType<Reading>) => ReturnType<PrintSelected['print']> }

/** A text for each record, which what it is ordered by is read from again. */
function inSql({ sql }: Whole, ordered: (text: string) => readonly string[]): Columns {
  return {
    columns: sql, joins: '', exact: false,
    records(rows) {
      const texts = rows.map((row) => row[0] as string)
      return { texts, orderedBy: (index) => ordered(texts[index]!) }
    },
  }
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
