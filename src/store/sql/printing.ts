// Reads records as JSON text: one statement reads only the shown parts, printed by SQL where possible.

import type { Expression } from '../../cel/expression.ts'
import { foldValue } from '../../cel/values/fold.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Value } from '../../cel/value.ts'
import type { QueryContext, PrintOne, PrintSelected, Printing, Selection, RecordView } from '../../meaning/store.ts'
import { calledView } from '../../typing/selected-members.ts'
import type { Property } from '../../typing/domain.ts'
import { type Column, type Layout, versionColumn } from '../layout.ts'
import type { DecidedSelection } from './decisions.ts'
import type { StatementMaker } from './statement-maker.ts'
import type { TenantQueryContext, Binder } from './binding.ts'
import { rowSeparator } from './dialect.ts'
import type { Database, RowQuery, SqlValue } from './database.ts'
import { isWide, columnPrinter, onlyColumn } from './fields.ts'
import { boundColumns } from './bound-values.ts'
import { quote } from './names.ts'
import type { columnValues } from './column-values.ts'
import { type RecordColumns, recordColumns } from './representation/record-columns.ts'
import type { PrintedQuery } from './representation/unprinted.ts'
import { tenantColumns } from './rows.ts'
import { type Variant, type Variants, variantsOf } from './representation/variants.ts'
import { Aliases, type RowSource, printJoins, rowSource } from './source.ts'

/** The most combinations of filters and orders that stay prepared for one list. */
const maxReadings = 100

/** A page that begins behind more records than these is chosen by its keys first. */
export const farBehind = 200

/** Chooses the statement for a request; `value` evaluates the parts that read no row. `nothing` if no statement is needed. */
type PrintedBy<T> = (value: (expression: Expression) => Value) => PrintedQuery | T | undefined

/** Printing that also returns its statements, for explanation. */
export type SqlPrinting = {
  forRecord(...args: Parameters<Printing['forRecord']>): (PrintOne & { readonly statement: PrintedBy<never> }) | undefined
  forSelection(
    ...args: Parameters<Printing['forSelection']>
  ): (selection: Selection) => (PrintSelected & { readonly statement: PrintedBy<'nothing'> }) | undefined
}

export function printingOf(
  database: Database,
  layout: Layout,
  asking: StatementMaker,
  keys: RecordKeys,
  valuesOf: ReadonlyMap<string, ReturnType<typeof columnValues>>,
): SqlPrinting {
  const { domain, tables } = layout

  /** Within the tenant of the query. */
  function withTenant(asker: QueryContext): TenantQueryContext {
    const { tenantOf } = asker
    return { ...asker, tenant: (resource) => tenantOf && tenantColumns({ layout, keys }, resource, tenantOf(resource)) }
  }

  /** The columns for the record with this `alias`; joins use separate names. */
  function columnsOf(resource: string, alias: string, shown: RecordView, withVersions: boolean): Variants {
    return variantsOf(keys, (decisions) => {
      const from: RowSource = { ...rowSource(tables.get(resource)!, new Aliases()), alias }
      return recordColumns({ layout, aliases: new Aliases('s'), keys, valuesOf }, from, shown, withVersions, decisions)
    })
  }

  function forRecord(
    resource: string,
    by: readonly string[],
    where: readonly Expression[],
    shown: RecordView,
  ): ReturnType<SqlPrinting['forRecord']> {
    const table = tables.get(resource)!
    const info = domain.resources.get(resource)!
    const finding = asking.fromAndWhere(resource, where)
    if (finding === undefined) return undefined
    const variants = columnsOf(resource, finding.alias, shown, true)
    const soughtColumns = by.flatMap((name) => table.folded.get(name) ?? (table.byProperty.get(name) ?? []).map((column) => column.name))
    const conditions = [
      ...soughtColumns.map((column) => `${finding.alias}.${quote(column)} = ?`),
      ...(finding.sql === '' ? [] : [finding.sql]),
    ]
    const boundByVariant = new Map<Variant, BoundOne>()

    function boundTo(variant: Variant): BoundOne {
      return boundByVariant.getOrInsertComputed(variant, ({ columns, values }) => {
        const select = [...columns.select, `${finding!.alias}.${quote(versionColumn)}`].join(', ')
        const sql = `SELECT ${select} FROM ${finding!.from}${printJoins(columns.source)} WHERE ${conditions.join(' AND ')}`
        return { columns, sql, reading: database.readingOne(sql, columns.exact), values }
      })
    }
    const {
      columns: { computes },
    } = variants.whole
    const wholeStatement = boundTo(variants.whole)
    return {
      isSelfContained: wholeStatement.values.fixed !== undefined && finding.fixed !== undefined && !computes,
      computes,
      statement: (value) => printedQueryOf(boundTo(variants.forValues(value))),
      print(sought, asker) {
        const { columns, reading, values } = variants.decides ? boundTo(variants.forContext(asker)) : wholeStatement
        const first = values.fixed ?? values.bind(withTenant(asker))
        const conditionValues = finding.fixed ?? finding.bind(withTenant(asker))
        if (first === undefined || conditionValues === undefined) return undefined
        const given: SqlValue[] = first.length === 0 ? [] : [...first]
        for (const [index, name] of by.entries()) {
          const value = sought[index] ?? null
          const bound = value === null ? undefined : boundColumns(table, info.properties.get(name)!, value, layout, keys)
          if (bound === undefined) return undefined
          given.push(...bound.values)
        }
        given.push(...conditionValues)
        const row = reading(given)
        return (
          row && { text: columns.print(row, asker) ?? 'null', versions: [Number(row[columns.select.length]), ...columns.versions(row)] }
        )
      },
    }
  }

  function forSelection(resource: string, shown: RecordView): ReturnType<SqlPrinting['forSelection']> {
    const variants = columnsOf(resource, 't0', shown, false)
    // Hidden items would be missing from the page without a trace, so the service reads records instead.
    if (shown.rules !== undefined && variants.whole.columns.canHide) return () => undefined
    const readings = new Map<string, PageQuery | 'sorts'>()

    /** Undefined if the rows must be sorted; then choosing them by their keys first is faster. */
    function readingOf(
      query: string,
      { exact, canSort, isJoined }: { readonly exact: boolean; readonly canSort: boolean; readonly isJoined: boolean },
    ): PageQuery | undefined {
      let reading = readings.get(query)
      if (reading === undefined) {
        reading =
          !canSort && database.sorts(query)
            ? 'sorts'
            : { sql: query, isJoined, reading: database.prepareQuery(isJoined ? layout.dialect.joinRows(query) : query, exact) }
        if (readings.size >= maxReadings) readings.clear()
        readings.set(query, reading)
      }
      return reading === 'sorts' ? undefined : reading
    }

    function boundTo(decided: Exclude<DecidedSelection, 'nothing'>, { columns, values }: Variant, ordered: Ordered): BoundMany | undefined {
      const isJoined = columns.isText && ordered.select.length === 0 && decided.selection.limit !== undefined
      const printedColumns = {
        columns: isJoined ? `${columns.select[0]!} AS x` : [...columns.select, ...ordered.select].join(', '),
        joins: printJoins(columns.source),
        keysFirst: false,
      }
      const selectedStatement = asking.selectColumns(decided, printedColumns)
      if (selectedStatement === undefined) return undefined
      const exact = columns.exact || ordered.exact
      // Skips rows before a page by keys alone, without joins.
      const inPlace =
        (decided.selection.offset ?? 0) > farBehind
          ? undefined
          : readingOf(selectedStatement.sql, { exact, isJoined, canSort: decided.selection.limit === undefined })
      const conditions = inPlace === undefined ? asking.selectColumns(decided, { ...printedColumns, keysFirst: true })! : selectedStatement
      const query = inPlace ?? readingOf(conditions.sql, { exact, isJoined, canSort: true })!
      return { columns, ...query, values, conditions, fixed: values.fixed && conditions.fixed && [...values.fixed, ...conditions.fixed] }
    }

    const orders = new Map<string, Ordered | 'none'>()

    /** Cached, because requests use few orders. */
    function orderedBy({ order, limit, offset }: Selection): Ordered | undefined {
      if (limit === undefined || offset !== undefined) return nothingOrdered
      let key = ''
      for (const { property } of order) key += `${property},`
      let known = orders.get(key)
      if (known === undefined) orders.set(key, (known = orderColumns(resource, order, shown) ?? 'none'))
      return known === 'none' ? undefined : known
    }

    return (selection) => {
      const ordered = orderedBy(selection)
      if (ordered === undefined) return undefined
      const decides = asking.decides(selection) || variants.decides
      const wholeStatement = decides ? undefined : boundTo({ key: '', selection, given: new Set() }, variants.whole, ordered)
      if (decides ? !asking.selects(selection) : wholeStatement === undefined) return undefined
      const boundByDecision = decides ? new Map<string, BoundMany | undefined>() : undefined
      const boundFor = (asker: QueryContext): BoundMany | 'nothing' | undefined => {
        if (boundByDecision === undefined) return wholeStatement
        const decided = asking.decide(selection, asker)
        return decided === 'nothing' ? decided : boundAs(boundByDecision, decided, variants.forContext(asker))
      }
      const boundAs = (
        among: NonNullable<typeof boundByDecision>,
        decided: Exclude<DecidedSelection, 'nothing'>,
        variant: Variant,
      ): BoundMany | undefined => among.getOrInsertComputed(`${decided.key};${variant.key}`, () => boundTo(decided, variant, ordered))
      const {
        columns: { computes },
      } = variants.whole
      return {
        readsContext: wholeStatement?.fixed === undefined || computes,
        computes,
        statement(value) {
          const decided = boundByDecision === undefined ? undefined : asking.decideBy(selection, value)
          if (decided === 'nothing') return decided
          const bound =
            boundByDecision === undefined || decided === undefined
              ? wholeStatement
              : boundAs(boundByDecision, decided, variants.forValues(value))
          return bound && printedQueryOf(bound)
        },
        print(asker) {
          const bound = boundFor(asker)
          if (bound === 'nothing') return { texts: [], orderedBy: () => [] }
          const boundValues = bound && (bound.fixed ?? bindBoth(bound, withTenant(asker)))
          if (bound === undefined || boundValues === undefined) return undefined
          const rows = bound.reading(boundValues)
          const texts = bound.isJoined ? splitRows(rows) : rows.map((row) => bound.columns.print(row, asker) ?? 'null')
          return {
            texts,
            orderedBy: (index) => ordered.texts(bound.isJoined ? [] : rows[index]!, bound.columns.select.length, texts[index]!),
          }
        },
      }
    }
  }

  /** The cursor columns of a page's last record: part of the printed columns, or additional columns. */
  function orderColumns(resource: string, order: Selection['order'], shown: RecordView): Ordered | undefined {
    const { properties } = domain.resources.get(resource)!
    const ordered = order.map(({ property: name }) => ({
      property: properties.get(name)!,
      column: onlyColumn(layout, resource, properties.get(name)!),
    }))
    if (
      order.every(({ property }) => isCopied(property, shown)) &&
      ordered.every(({ property, column }) => column !== undefined && !property.secret && isRead(column, property))
    ) {
      return {
        select: [],
        exact: false,
        texts: (_row, _from, text) =>
          membersOf(
            text,
            ordered.map(({ property }) => property),
          ),
      }
    }
    const all = ordered.flatMap(({ property, column }) => {
      if (column === undefined) return []
      const print = columnPrinter(column.kept, property, keys)
      return [
        {
          sql: `t0.${quote(column.name)}`,
          wide: isWide(column.kept, property),
          print: (value: SqlValue) => (value === null ? 'null' : property.fold ? JSON.stringify(foldValue(value as string)) : print(value)),
        },
      ]
    })
    if (all.length < ordered.length) return undefined
    return {
      select: all.map(({ sql }) => sql),
      exact: all.some(({ wide }) => wide),
      texts: (row, from) => all.map(({ print }, index) => print(row[from + index]!)),
    }
  }

  /** True if a view shows the record with this property. */
  function isCopied(property: string, { variable, part }: RecordView): boolean {
    if (part.kind !== 'item' || part.expression.kind !== 'call') return false
    const {
      arguments: [record],
    } = part.expression
    const view = calledView(domain, part.expression, (text) => layout.expressions?.(text))
    return (
      record?.kind === 'variable' &&
      record.name === variable &&
      view?.members.some((member) => member.kind === 'take' && member.name === property) === true
    )
  }

  return { forRecord, forSelection }
}

/** A statement that is ready to run, as soon as its values are known. */
type BoundOne = {
  readonly columns: RecordColumns
  readonly sql: string
  readonly reading: ReturnType<Database['readingOne']>
  readonly values: Binder
}
/** `sql` selects the rows of the page. `isJoined`: they come as one text. */
type PageQuery = { readonly sql: string; readonly isJoined: boolean; readonly reading: RowQuery }
type BoundMany = PageQuery & {
  readonly columns: RecordColumns
  readonly values: Binder
  readonly conditions: Binder
  readonly fixed: readonly SqlValue[] | undefined
}

function printedQueryOf({ columns, sql }: BoundOne | BoundMany): PrintedQuery {
  return { sql, afterwards: columns.afterwards() }
}

function splitRows([row]: ReturnType<RowQuery>): readonly string[] {
  const [text] = row ?? []
  return typeof text === 'string' ? text.split(rowSeparator) : []
}

/** The values of columns precede those of conditions. */
function bindBoth({ values, conditions }: BoundMany, asker: TenantQueryContext): readonly SqlValue[] | undefined {
  const [first, then] = [values.bind(asker), conditions.bind(asker)]
  return first && then && [...first, ...then]
}

/** The sort keys as JSON text: absent values sort as null, and texts that ignore case are folded. */
type Ordered = {
  readonly select: readonly string[]
  readonly exact: boolean
  texts(row: readonly SqlValue[], from: number, text: string): readonly string[]
}

const nothingOrdered: Ordered = { select: [], exact: false, texts: () => [] }

/** True if the platform parses the column's text exactly as it was printed. */
function isRead({ kept }: Column, property: Property): boolean {
  return kept.kind !== 'json' && kept.kind !== 'double' && kept.kind !== 'decimal' && !isWide(kept, property)
}

function membersOf(text: string, properties: readonly Property[]): readonly string[] {
  const record = JSON.parse(text) as { readonly [member: string]: string | number | boolean | null | undefined }
  return properties.map(({ name, fold }) => {
    const value = record[name] ?? null
    return JSON.stringify(fold ? foldValue(value) : value)
  })
}
