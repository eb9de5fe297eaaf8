// Lists records: those that satisfy `where` and the filters, in order, one page of them.

import { type Json, printJson } from '../../base/json.ts'
import { spendSteps } from '../../base/turn.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { unlessHidden } from '../../cel/values/hidden.ts'
import { bindNames, holds, isRecord, runExpression } from '../../exchange/context.ts'
import { encodeCursor, useHash } from '../../exchange/cursor.ts'
import type { ListRequest, Sorting } from '../../exchange/list-request.ts'
import { encodePosition } from '../../exchange/position.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { compareInOrder } from '../../exchange/order.ts'
import { refuse } from '../../exchange/refusal.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { makeContext } from '../transaction-context.ts'
import { callerlessContext } from '../caller/callerless.ts'
import { type RecordContent, compareKeys } from '../record/keys.ts'
import { readScopeOf } from '../caller/visibility.ts'
import type { RequestState } from '../request-state.ts'
import { makeCursorUse } from './cursor-use.ts'
import type { QueryContext, PrintMany, Row, Selection } from '../store.ts'
import { evaluateForRecord } from './left-out.ts'
import { answerQueryContext, makeResponseContext, findWhereRules } from './response-context.ts'
import { prepareWhere } from './where.ts'
import { type PageValues, type RequestedPage, makePage, findPageReads, readRequestedPage } from './page.ts'
import { matchesFilterInside, matchesFilter } from './matches.ts'

export function listRecords(requestState: RequestState): { readonly items: readonly RecordValue[]; readonly page: PageValues } {
  const page = readRequestedPage(requestState)
  if ('condition' in page) return refuse(page)
  const request = requestState.list()
  const { items, more, total } = findPage(requestState, request, page)
  const { keys, environment } = requestState.transaction.service
  const makeCursor = (): string => {
    const position = (items.at(-1)?.values ?? []).map((value) => printJson(convertValueToJson(value, keys)))
    return encodeCursor(position, useHash(makeCursorUse(requestState, request)), environment.cursors)
  }
  return {
    items: nameRecords(requestState, items),
    page: makePage(page, { more, total, position: findDeclaredPosition(requestState), cursor: makeCursor }),
  }
}

/** Makes one query; its result is not used. */
export type QueryMaker = () => unknown

/** A page that the store prints, prepared from the query. */
export type PreparedList = {
  /** True if another request with the same query can use it. */
  readonly isReusable: boolean
  print(requestState: RequestState): { readonly texts: readonly string[]; readonly page: PageValues } | undefined
  /** The queries of the page and its total. */
  queries(requestState: RequestState): readonly QueryMaker[]
}

/** Returns undefined if the store cannot print the list, or if the page is invalid. */
export function prepareList(requestState: RequestState, printSelection: PrintMany): PreparedList | undefined {
  const page = readRequestedPage(requestState)
  if ('condition' in page) return undefined
  const request = requestState.list()
  const pageSelection = makeSelection(requestState, request, page)
  const selected = pageSelection && printSelection(pageSelection.selection)
  if (pageSelection === undefined || selected === undefined) return undefined
  const makeQueryContextFor = (state: RequestState): QueryContext =>
    selected.readsContext ? answerQueryContext(state.transaction, state.operation, state.names()) : callerlessContext
  return {
    // A cursor is bound to everything that chose its records.
    isReusable: page.style !== 'cursor' || page.after === undefined,
    queries(state) {
      const asker = makeQueryContextFor(state)
      return [() => countTotal(state, pageSelection.all, asker), () => selected.print(asker)]
    },
    print(state) {
      const { transaction } = state
      const asker = makeQueryContextFor(state)
      // Printing must be the last read: see `Printing`.
      const total = countTotal(state, pageSelection.all, asker)
      const position = findDeclaredPosition(state)
      const printed = selected.print(asker)
      if (printed === undefined) return undefined
      const size = page.style === 'all' ? printed.texts.length : Math.min(page.size, printed.texts.length)
      const more = printed.texts.length > size
      const makeCursor = (): string =>
        encodeCursor(printed.orderedBy(size - 1), useHash(makeCursorUse(state, request)), transaction.service.environment.cursors)
      return {
        texts: more ? printed.texts.slice(0, size) : printed.texts,
        page: makePage(page, { more, total, position, cursor: makeCursor }),
      }
    },
  }
}

/** The wanted items, whether more follow, and the total if the answer includes it. */
type RecordPage = { readonly items: readonly Ordered[]; readonly more: boolean; readonly total: number | undefined }

function findPage(requestState: RequestState, request: ListRequest, page: RequestedPage): RecordPage {
  const selected = selectPage(requestState, request, page)
  if (selected !== undefined) return selected
  const info = requestState.resource!
  const sorted = listMatchingRecords(requestState, info, request).toSorted((a, b) => compareBy(request.order, a.values, b.values))
  const total = sorted.length
  if (page.style === 'all') return { items: sorted, more: false, total }
  const rest =
    page.style === 'offset'
      ? sorted.slice(page.offset)
      : sorted.filter(({ values }) => isAfter(requestState, info, request, values, page.after))
  return { items: rest.slice(0, page.size), more: rest.length > page.size, total }
}

/** The query for a page: the wanted records plus one, among all that the caller may list. */
type PageSelection = { readonly selection: Selection; readonly all: Selection }

/** Undefined if the caller may read no record. */
function makeSelection(requestState: RequestState, request: ListRequest, wanted: RequestedPage): PageSelection | undefined {
  const { transaction, operation } = requestState
  const info = requestState.resource!
  const readScope = readScopeOf(transaction, info.name)
  if (readScope === 'none') return undefined
  const rule = readScope === 'all' ? undefined : transaction.service.facts.typing.expression(readScope)
  const { byDocument, byCaller } = prepareWhere(transaction.service, operation)
  const conditions = [...(rule === undefined ? [] : [rule]), ...byDocument]
  const rules = byCaller.length === 0 ? undefined : findWhereRules(transaction.service, operation)
  const all: Selection = {
    resource: info.name,
    where: conditions,
    ...(rules === undefined ? {} : { visible: { where: byCaller, rules } }),
    filters: request.filters,
    order: request.order,
  }
  const after = wanted.style === 'cursor' ? parsePosition(requestState, info, request, wanted.after) : undefined
  const piece = wanted.style === 'all' ? {} : { limit: wanted.size + 1, ...(wanted.style === 'offset' ? { offset: wanted.offset } : {}) }
  return { all, selection: { ...all, ...(after === undefined ? {} : { after }), ...piece } }
}

/** The queries of a page that is read as rows, and of its total. */
export function listPageQueries(requestState: RequestState): readonly QueryMaker[] {
  const wanted = readRequestedPage(requestState)
  const selection = 'condition' in wanted ? undefined : makeSelection(requestState, requestState.list(), wanted)
  if (selection === undefined) return []
  const asker = makeQueryContext(requestState, selection.all)
  return [() => requestState.transaction.tx.select?.(selection.selection, asker), () => countTotal(requestState, selection.all, asker)]
}

function makeQueryContext(requestState: RequestState, { where, visible }: Selection): QueryContext {
  const { transaction } = requestState
  if (visible !== undefined) return answerQueryContext(transaction, requestState.operation, requestState.names())
  return { variables: makeContext(transaction, where.length === 0 ? nothing : requestState.names()).variables, host: transaction.host }
}

/** The page from a store that selects records itself; undefined if the store does not. */
function selectPage(requestState: RequestState, request: ListRequest, wanted: RequestedPage): RecordPage | undefined {
  const { transaction } = requestState
  const selection = makeSelection(requestState, request, wanted)
  if (selection === undefined) return { items: [], more: false, total: 0 }
  const asker = makeQueryContext(requestState, selection.all)
  const rows = transaction.tx.select?.(selection.selection, asker)
  if (rows === undefined) return undefined
  const size = wanted.style === 'all' ? rows.length : wanted.size
  const items = rows.slice(0, size).map((row) => ({
    row,
    values: request.order.map(({ property }) => readOrderingValue(requestState, requestState.resource!, row, property)),
  }))
  return { items, more: rows.length > size, total: countTotal(requestState, selection.all, asker) }
}

function countTotal(
  { operation, transaction }: Pick<RequestState, 'operation' | 'transaction'>,
  all: Selection,
  asker: QueryContext,
): number | undefined {
  return findPageReads(operation, transaction.service).total ? transaction.tx.count?.(all, asker) : undefined
}

/** The event position from which the list can be followed, if the response includes it. */
function findDeclaredPosition({ operation, transaction }: Pick<RequestState, 'operation' | 'transaction'>): string | undefined {
  return findPageReads(operation, transaction.service).position
    ? encodePosition(transaction.tx.log.newestEvent(), transaction.service.environment.cursors)
    : undefined
}

const nothing: ReadonlyMap<string, Value> = new Map()

/** A row with its ordering values. */
type Ordered = { readonly row: Row; readonly values: readonly Value[] }

function nameRecords({ transaction }: RequestState, items: readonly Ordered[]): readonly RecordValue[] {
  return items.map(({ row }) => transaction.service.keys.recordOfRow(row))
}

function listMatchingRecords(requestState: RequestState, info: ResourceInfo, { filters, order }: ListRequest): Ordered[] {
  const { transaction, operation } = requestState
  const names = requestState.names()
  const readScope = readScopeOf(transaction, info.name)
  if (readScope === 'none') return []
  const { byDocument, byCaller } = prepareWhere(transaction.service, operation)
  const context = makeContext(transaction, names)
  const visibleContext = byCaller.length === 0 ? undefined : makeResponseContext(transaction, operation, names)
  return [...transaction.tx.rows(info.name)].flatMap((row) => {
    spendSteps(2)
    const thisBinding: readonly [string, Value][] = [['this', transaction.service.keys.recordOfRow(row)]]
    const valueAt = (property: string): Value => readOrderingValue(requestState, info, row, property)
    return (
      evaluateForRecord(requestState, () => {
        const passes =
          (readScope === 'all' || holds(readScope, bindNames(context, thisBinding))) &&
          byDocument.every((each) => unlessHidden(() => runExpression(each, bindNames(context, thisBinding))) === true) &&
          (visibleContext === undefined ||
            byCaller.every((each) => unlessHidden(() => runExpression(each, bindNames(visibleContext, thisBinding))) === true)) &&
          filters.every((filter) =>
            filter.path === undefined
              ? matchesFilter(filter, valueAt(filter.property), info)
              : matchesFilterInside(filter, valueAt(filter.property)),
          )
        return passes ? [{ row, values: order.map(({ property }) => valueAt(property)) }] : []
      }) ?? []
    )
  })
}

/** The value by which a row is filtered and sorted: folded text if the property ignores case. */
function readOrderingValue({ transaction }: RequestState, info: ResourceInfo, row: Row, property: string): Value {
  const value = transaction.host.property(transaction.service.keys.recordOfRow(row, 'then'), property) ?? null
  return info.properties.get(property)?.fold === true ? foldValue(value) : value
}

function compareBy(order: readonly Sorting[], a: readonly Value[], b: readonly Value[]): number {
  spendSteps(1)
  for (const [index, { direction }] of order.entries()) {
    const compared = compareValues(a[index]!, b[index]!)
    if (compared !== 0) return direction === 'ascending' ? compared : -compared
  }
  return 0
}

/** Records are in the order of their keys. */
function compareValues(a: Value, b: Value): number {
  return isRecord(a) && isRecord(b) ? compareKeys((a.of as RecordContent).key, (b.of as RecordContent).key) : compareInOrder(a, b)
}

function isAfter(
  requestState: RequestState,
  info: ResourceInfo,
  request: ListRequest,
  values: readonly Value[],
  after: readonly Json[] | undefined,
): boolean {
  const position = parsePosition(requestState, info, request, after)
  return position === undefined || compareBy(request.order, values, position) > 0
}

function parsePosition(
  { transaction }: RequestState,
  info: ResourceInfo,
  { order }: ListRequest,
  after: readonly Json[] | undefined,
): readonly Value[] | undefined {
  return (
    after &&
    order.map(({ property }, index) =>
      convertJsonToValue(after[index] ?? null, info.properties.get(property)!.type, transaction.service.keys),
    )
  )
}
