// Reads records as JSON text: one statement reads only the shown parts, printed by SQL where possible.

import type { Expression } from '../../cel/expression.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Value } from '../../cel/value.ts'
import type { QueryContext, PrintOne, PrintSelected, Printing, Selection, RecordView } from '../../meaning/store.ts'
import { type Layout, versionColumn } from '../layout.ts'
import { Decided } from './decisions.ts'
import type { StatementMaker } from './statement-maker.ts'
import type { TenantQueryContext, Binder } from './binding.ts'
import { rowSeparator } from './dialect.ts'
import type { Database, RowQuery, SqlValue } from './database.ts'
import { bindColumns } from './bound-values.ts'
import { quote } from './names.ts'
import { type Ordered, nothingOrdered, orderColumns } from './page-order.ts'
import type { makeColumnValues } from './column-values.ts'
import { type RecordColumns, makeRecordColumns } from './representation/record-columns.ts'
import type { PrintedQuery } from './representation/unprinted.ts'
import { encodeTenantColumns } from './rows.ts'
import { type Variant, type Variants, makeVariants } from './representation/variants.ts'
import { Aliases, type RowSource, printJoins, makeRowSource } from './source.ts'

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

/** What all printing of one store needs. */
type PrintContext = {
  readonly database: Database
  readonly layout: Layout
  readonly asking: StatementMaker
  readonly keys: RecordKeys
  readonly valuesOf: ReadonlyMap<string, ReturnType<typeof makeColumnValues>>
}

export function makeSqlPrinting(
  database: Database,
  layout: Layout,
  asking: StatementMaker,
  keys: RecordKeys,
  valuesOf: ReadonlyMap<string, ReturnType<typeof makeColumnValues>>,
): SqlPrinting {
  const context: PrintContext = { database, layout, asking, keys, valuesOf }
  return {
    forRecord: (...args) => makeRecordPrinting(context, ...args),
    forSelection: (...args) => makeSelectionPrinting(context, ...args),
  }
}

/** Within the tenant of the query. */
function withTenant({ layout, keys }: PrintContext, asker: QueryContext): TenantQueryContext {
  const { tenantOf } = asker
  return { ...asker, tenant: (resource) => tenantOf && encodeTenantColumns({ layout, keys }, resource, tenantOf(resource)) }
}

/** The columns for the record with this `alias`; joins use separate names. */
function makeColumnVariants(
  { layout, keys, valuesOf }: PrintContext,
  resource: string,
  alias: string,
  shown: RecordView,
  withVersions: boolean,
): Variants {
  return makeVariants(keys, (decisions) => {
    const from: RowSource = { ...makeRowSource(layout.tables.get(resource)!, new Aliases()), alias }
    return makeRecordColumns({ layout, aliases: new Aliases('s'), keys, valuesOf }, from, shown, withVersions, decisions)
  })
}

function makeRecordPrinting(
  context: PrintContext,
  resource: string,
  by: readonly string[],
  where: readonly Expression[],
  shown: RecordView,
): ReturnType<SqlPrinting['forRecord']> {
  const { layout, keys, database, asking } = context
  const table = layout.tables.get(resource)!
  const info = layout.domain.resources.get(resource)!
  const finding = asking.fromAndWhere(resource, where)
  if (finding === undefined) return undefined
  const variants = makeColumnVariants(context, resource, finding.alias, shown, true)
  const soughtColumns = by.flatMap((name) => table.folded.get(name) ?? (table.byProperty.get(name) ?? []).map((column) => column.name))
  const conditions = [
    ...soughtColumns.map((column) => `${finding.alias}.${quote(column)} = ?`),
    ...(finding.sql === '' ? [] : [finding.sql]),
  ]
  const boundByVariant = new Map<Variant, BoundOne>()

  function bindRecordQuery(variant: Variant): BoundOne {
    return boundByVariant.getOrInsertComputed(variant, ({ columns, values }) => {
      const select = [...columns.select, `${finding!.alias}.${quote(versionColumn)}`].join(', ')
      const sql = `SELECT ${select} FROM ${finding!.from}${printJoins(columns.source)} WHERE ${conditions.join(' AND ')}`
      return { columns, sql, reading: database.readingOne(sql, columns.exact), values }
    })
  }
  const {
    columns: { computes },
  } = variants.whole
  const wholeStatement = bindRecordQuery(variants.whole)
  return {
    isSelfContained: wholeStatement.values.fixed !== undefined && finding.fixed !== undefined && !computes,
    computes,
    statement: (value) => toPrintedQuery(bindRecordQuery(variants.forValues(value))),
    print(sought, asker) {
      const { columns, reading, values } = variants.decides ? bindRecordQuery(variants.forContext(asker)) : wholeStatement
      const first = values.fixed ?? values.bind(withTenant(context, asker))
      const conditionValues = finding.fixed ?? finding.bind(withTenant(context, asker))
      if (first === undefined || conditionValues === undefined) return undefined
      const given: SqlValue[] = first.length === 0 ? [] : [...first]
      for (const [index, name] of by.entries()) {
        const value = sought[index] ?? null
        const bound = value === null ? undefined : bindColumns(table, info.properties.get(name)!, value, layout, keys)
        if (bound === undefined) return undefined
        given.push(...bound.values)
      }
      given.push(...conditionValues)
      const row = reading(given)
      return row && { text: columns.print(row, asker) ?? 'null', versions: [Number(row[columns.select.length]), ...columns.versions(row)] }
    },
  }
}

function makeSelectionPrinting(context: PrintContext, resource: string, shown: RecordView): ReturnType<SqlPrinting['forSelection']> {
  const variants = makeColumnVariants(context, resource, 't0', shown, false)
  // Hidden items would be missing from the page without a trace, so the service reads records instead.
  if (shown.rules !== undefined && variants.whole.columns.canHide) return () => undefined
  const pages = new PageQueries(context)
  const { layout, keys } = context
  const orders = new Map<string, Ordered | 'none'>()

  /** Cached, because requests use few orders. */
  function findPreparedOrder({ order, limit, offset }: Selection): Ordered | undefined {
    if (limit === undefined || offset !== undefined) return nothingOrdered
    let key = ''
    for (const { property } of order) key += `${property},`
    let known = orders.get(key)
    if (known === undefined) orders.set(key, (known = orderColumns(layout, keys, resource, order, shown) ?? 'none'))
    return known === 'none' ? undefined : known
  }

  return (selection) => {
    const ordered = findPreparedOrder(selection)
    return ordered && makePagePrinting(context, pages, selection, variants, ordered)
  }
}

function makePagePrinting(
  context: PrintContext,
  pages: PageQueries,
  selection: Selection,
  variants: Variants,
  ordered: Ordered,
): ReturnType<ReturnType<SqlPrinting['forSelection']>> {
  const { asking } = context
  const decides = asking.decides(selection) || variants.decides
  const wholeStatement = decides
    ? undefined
    : pages.bindPage(new Decided(selection, '', selection.where, selection.visible?.where ?? []), variants.whole, ordered)
  if (decides ? !asking.selects(selection) : wholeStatement === undefined) return undefined
  const boundByDecision = decides ? new Map<Variant, Map<string, BoundMany | 'none'>>() : undefined
  const bindForCaller = (asker: QueryContext): BoundMany | 'nothing' | undefined => {
    if (boundByDecision === undefined) return wholeStatement
    const decided = asking.decide(selection, asker)
    return decided === 'nothing' ? decided : bindVariant(boundByDecision, decided, variants.forContext(asker))
  }
  const bindVariant = (among: NonNullable<typeof boundByDecision>, decided: Decided, variant: Variant): BoundMany | undefined => {
    let ofVariant = among.get(variant)
    if (ofVariant === undefined) among.set(variant, (ofVariant = new Map()))
    let bound = ofVariant.get(decided.key)
    if (bound === undefined) ofVariant.set(decided.key, (bound = pages.bindPage(decided, variant, ordered) ?? 'none'))
    return bound === 'none' ? undefined : bound
  }
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
          : bindVariant(boundByDecision, decided, variants.forValues(value))
      return bound && toPrintedQuery(bound)
    },
    print(asker) {
      const bound = bindForCaller(asker)
      if (bound === 'nothing') return { texts: [], orderedBy: () => [] }
      const boundValues = bound && (bound.fixed ?? bindBoth(bound, withTenant(context, asker)))
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

/** Prepares the statements of pages of one list. */
class PageQueries {
  readonly #context: PrintContext
  readonly #readings = new Map<string, PageQuery | 'sorts'>()

  constructor(context: PrintContext) {
    this.#context = context
  }

  bindPage(decided: Decided, { columns, values }: Variant, ordered: Ordered): BoundMany | undefined {
    const { asking } = this.#context
    const { limit, offset = 0 } = decided.selection
    const isJoined = columns.isText && ordered.select.length === 0 && limit !== undefined
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
      offset > farBehind ? undefined : this.#chooseReading(selectedStatement.sql, { exact, isJoined, canSort: limit === undefined })
    const conditions = inPlace === undefined ? asking.selectColumns(decided, { ...printedColumns, keysFirst: true })! : selectedStatement
    const query = inPlace ?? this.#chooseReading(conditions.sql, { exact, isJoined, canSort: true })!
    return { columns, ...query, values, conditions, fixed: values.fixed && conditions.fixed && [...values.fixed, ...conditions.fixed] }
  }

  /** Undefined if the rows must be sorted; then choosing them by their keys first is faster. */
  #chooseReading(
    query: string,
    { exact, canSort, isJoined }: { readonly exact: boolean; readonly canSort: boolean; readonly isJoined: boolean },
  ): PageQuery | undefined {
    const { database, layout } = this.#context
    let reading = this.#readings.get(query)
    if (reading === undefined) {
      reading =
        !canSort && database.sorts(query)
          ? 'sorts'
          : { sql: query, isJoined, reading: database.prepareQuery(isJoined ? layout.dialect.joinRows(query) : query, exact) }
      if (this.#readings.size >= maxReadings) this.#readings.clear()
      this.#readings.set(query, reading)
    }
    return reading === 'sorts' ? undefined : reading
  }
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

function toPrintedQuery({ columns, sql }: BoundOne | BoundMany): PrintedQuery {
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
