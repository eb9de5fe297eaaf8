// Records read as JSON text: one statement reads only what is shown of them, printed by SQL as far as it can.

import type { Expression } from '../../cel/expression.ts'
import { folded } from '../../cel/values/fold.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Asker, PrintMany, PrintOne, Printing, Selection, Shown } from '../../meaning/store.ts'
import { type Layout, versionColumn } from '../layout.ts'
import type { Asking, Decided } from './asking.ts'
import { type AskerOfTenant, type Binder, binder } from './binding.ts'
import type { Database, Reading, SqlValue } from './database.ts'
import { isWide, keptPrinter, onlyColumn } from './fields.ts'
import { givenValues } from './given.ts'
import { quote } from './names.ts'
import type { columnValues } from './column-values.ts'
import { type ShownColumns, shownColumns } from './shown/shown-record.ts'
import { Aliases, type Source, printJoins, source } from './source.ts'

/** So many combinations of filters and orders are kept prepared for one list. */
const mostReadings = 100

/** What is kept apart by tenant is asked for by the interpreter alone. */
const ofNobody = (): undefined => undefined

export function printingOf(database: Database, layout: Layout, asking: Asking, keys: RecordKeys, valuesOf: ReadonlyMap<string, ReturnType<typeof columnValues>>): Printing {
  const { domain, tables } = layout

  /** What is shown of the record that the statement knows as `alias`; what is joined for it has names of its own. */
  function columnsOf(resource: string, alias: string, shown: Shown, withVersions: boolean): ShownColumns {
    const from: Source = { ...source(tables.get(resource)!, new Aliases()), alias }
    return shownColumns({ layout, aliases: new Aliases('s'), keys, valuesOf }, from, shown, withVersions)
  }

  function one(resource: string, by: readonly string[], where: readonly Expression[], shown: Shown): PrintOne | undefined {
    const table = tables.get(resource)!
    const info = domain.resources.get(resource)!
    const found = asking.finding(resource, where)
    if (found === undefined) return undefined
    const columns = columnsOf(resource, found.alias, shown, true)
    const wanted = by.flatMap((name) => table.folded.get(name) ?? (table.byProperty.get(name) ?? []).map((column) => column.name))
    const conditions = [...wanted.map((column) => `${found.alias}.${quote(column)} = ?`), ...(found.sql === '' ? [] : [found.sql])]
    const select = [...columns.select, `${found.alias}.${quote(versionColumn)}`].join(', ')
    const reading = database.readingOne(`SELECT ${select} FROM ${found.from}${printJoins(columns.source)} WHERE ${conditions.join(' AND ')}`, columns.exact)
    const values = binder(columns.parameters, keys)
    const version = columns.select.length
    return {
      isAlone: values.fixed !== undefined && !columns.computes,
      computes: columns.computes,
      print(sought, asker) {
        const ofAll = { ...asker, tenant: ofNobody }
        const first = values.fixed ?? values.bind(ofAll)
        if (first === undefined) return undefined
        const given: SqlValue[] = [...first]
        for (const [index, name] of by.entries()) {
          const value = sought[index] ?? null
          const held = value === null ? undefined : givenValues(table, info.properties.get(name)!, value, layout, keys)
          if (held === undefined) return undefined
          given.push(...held.values)
        }
        const bound = found.fixed ?? found.bind(ofAll)
        if (bound === undefined) return undefined
        given.push(...bound)
        const row = reading(given)
        return row && { text: columns.print(row, asker) ?? 'null', versions: [Number(row[version]), ...columns.versions(row)] }
      },
    }
  }

  function many(resource: string, shown: Shown): PrintMany {
    const columns = columnsOf(resource, 't0', shown, false)
    const values = binder(columns.parameters, keys)
    const joins = printJoins(columns.source)
    const readings = new Map<string, Reading>()

    function statementOf(decided: Exclude<Decided, 'nothing'>, ordered: Ordered): Bound | undefined {
      const statement = asking.selected(decided, { columns: [...columns.select, ...ordered.select].join(', '), joins })
      if (statement === undefined) return undefined
      const reading = readings.get(statement.sql) ?? database.reading(statement.sql, columns.exact || ordered.exact)
      if (readings.size >= mostReadings) readings.clear()
      readings.set(statement.sql, reading)
      return { reading, conditions: statement, fixed: values.fixed && statement.fixed && [...values.fixed, ...statement.fixed] }
    }

    return (selection) => {
      const ordered = orderColumns(resource, selection)
      const whole = ordered && statementOf({ key: '', selection, given: new Set() }, ordered)
      if (ordered === undefined || whole === undefined) return undefined
      const decides = asking.decides(selection)
      const made = new Map<string, Bound | undefined>()
      const boundFor = (asker: Asker): Bound | 'nothing' | undefined => {
        if (!decides) return whole
        const decided = asking.decide(selection, asker)
        return decided === 'nothing' ? decided : made.getOrInsertComputed(decided.key, () => statementOf(decided, ordered))
      }
      return {
        asks: whole.fixed === undefined || columns.computes,
        computes: columns.computes,
        print(asker) {
          const bound = boundFor(asker)
          if (bound === 'nothing') return { texts: [], orderedBy: () => [] }
          const given = bound && (bound.fixed ?? bindBoth(values, bound.conditions, { ...asker, tenant: ofNobody }))
          if (bound === undefined || given === undefined) return undefined
          const rows = bound.reading(given)
          return {
            texts: rows.map((row) => columns.print(row, asker) ?? 'null'),
            orderedBy: (index) => ordered.texts(rows[index]!, columns.select.length),
          }
        },
      }
    }
  }

  /** What a cursor says of the last record of a page. */
  function orderColumns(resource: string, { order, limit, offset }: Selection): Ordered | undefined {
    const isByCursor = limit !== undefined && offset === undefined
    const { properties } = domain.resources.get(resource)!
    const kept = !isByCursor ? [] : order.map(({ property: name }) => ({ property: properties.get(name)!, column: onlyColumn(layout, resource, properties.get(name)!) }))
    const all = kept.flatMap(({ property, column }) => {
      if (column === undefined) return []
      const print = keptPrinter(column.kept)
      return [{ sql: `t0.${quote(column.name)}`, wide: isWide(column.kept, property), print: (value: SqlValue) => (value === null ? 'null' : property.fold ? JSON.stringify(folded(value as string)) : print(value)) }]
    })
    if (all.length < kept.length) return undefined
    return { select: all.map(({ sql }) => sql), exact: all.some(({ wide }) => wide), texts: (row, from) => all.map(({ print }, index) => print(row[from + index]!)) }
  }

  return { one, many }
}

/** A statement that is ready to run, as soon as its values are known. */
type Bound = { readonly reading: Reading; readonly conditions: Binder; readonly fixed: readonly SqlValue[] | undefined }

/** What is shown stands before the conditions. */
function bindBoth(shown: Binder, conditions: Binder, asker: AskerOfTenant): readonly SqlValue[] | undefined {
  const [first, then] = [shown.bind(asker), conditions.bind(asker)]
  return first && then && [...first, ...then]
}

/** What records are ordered by, each as JSON text: what is absent comes where null does, and texts that ignore case as they are compared. */
type Ordered = { readonly select: readonly string[]; readonly exact: boolean; texts(row: readonly SqlValue[], from: number): readonly string[] }
