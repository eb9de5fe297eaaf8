// Lists records: those that `where` and the filters let through, in order, one page of them.

import type { Json } from '../base/json.ts'
import { reads } from '../cel/reads.ts'
import { equal } from '../cel/values/equality.ts'
import { isList } from '../cel/values/kind.ts'
import type { RecordValue, Value } from '../cel/value.ts'
import { holds, isRecord, valueOfExpression } from '../exchange/context.ts'
import { type CursorUse, openCursor, sealCursor } from '../exchange/cursor.ts'
import type { Comparison, ListRequest, Sorting } from '../exchange/list-request.ts'
import { sealPosition } from '../exchange/position.ts'
import { folded } from '../cel/values/fold.ts'
import { compareInOrder } from '../exchange/order.ts'
import { expressionsOf, membersRead, pathOf } from '../exchange/reads.ts'
import { type Failed, type Refusal, refuse } from '../exchange/refusal.ts'
import { jsonOf, valueOf } from '../exchange/value-json.ts'
import type { Page as PageSlots } from '../model/endpoints.ts'
import type { Operation } from '../model/model.ts'
import type { ExpressionText, Slot } from '../model/slot.ts'
import { each, shown } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { contextOf } from './act.ts'
import { type Lent, compareKeys } from './keys.ts'
import { listRule } from './rules.ts'
import type { Service } from './service.ts'
import type { Situation } from './situation.ts'
import { sizeOf } from './sizes.ts'
import type { Asker, PrintMany, Row, Selection, Texts } from './store.ts'
import { tenantText } from './tenancy.ts'

/** Which part of the list is asked for: all of it, so many from a place, or so many after a position. */
type Wanted =
  | { readonly style: 'all' }
  | { readonly style: 'offset'; readonly size: number; readonly offset: number }
  | { readonly style: 'cursor'; readonly size: number; readonly after: readonly Json[] | undefined }

/** What keeps the page from being given: `invalid query`, or `cursor-expired`. */
export function pageRefusal(situation: Situation): Refusal | undefined {
  const wanted = wantedPage(situation)
  return 'condition' in wanted ? wanted : undefined
}

/** What expressions see as `page`. */
export type Page = ReadonlyMap<string, Value>

export function listed(situation: Situation): { readonly items: readonly RecordValue[]; readonly page: Page } {
  const wanted = wantedPage(situation)
  if ('condition' in wanted) return refuse(wanted)
  const request = situation.list()
  const { items, more, total } = pieceOf(situation, request, wanted)
  return { items: recordsOf(situation, items), page: pageOf(situation, request, wanted, { more, last: items.at(-1)?.values, total }) }
}

/** The same, printed by the store; undefined where it does not, or where the page is refused. */
export function printedPage(situation: Situation, many: PrintMany): { readonly texts: readonly Texts[]; readonly page: Page } | undefined {
  const wanted = wantedPage(situation)
  if ('condition' in wanted) return undefined
  const request = situation.list()
  const asked = selectionOf(situation, request, wanted)
  const found = asked && many(asked.selection, asked.asker)
  if (asked === undefined || found === undefined) return undefined
  const total = totalOf(situation, asked)
  const size = wanted.style === 'all' ? found.texts.length : Math.min(wanted.size, found.texts.length)
  const more = found.texts.length > size
  const last = more && wanted.style === 'cursor' ? found.orderedBy(size - 1) : undefined
  return { texts: more ? found.texts.slice(0, size) : found.texts, page: pageOf(situation, request, wanted, { more, last, total }) }
}

/** `last` is what the last item of the page is ordered by. */
type Cut = { readonly more: boolean; readonly last: readonly Value[] | undefined; readonly total: number | undefined }

function pageOf(situation: Situation, request: ListRequest, wanted: Wanted, { more, last, total }: Cut): Page {
  const { keys, lending } = situation.act.service
  const page = new Map<string, Value>()
  if (isFollowed(situation) && says(situation, 'position')) page.set('position', sealPosition(situation.act.tx.newestEvent(), lending.cursors))
  if (total !== undefined) page.set('total', BigInt(total))
  if (wanted.style === 'all') return page.set('next', null)
  page.set('size', BigInt(wanted.size))
  if (wanted.style === 'offset') {
    page.set('offset', BigInt(wanted.offset))
    page.set('next', more ? BigInt(wanted.offset + wanted.size) : null)
    return page.set('prev', wanted.offset > 0 ? BigInt(Math.max(0, wanted.offset - wanted.size)) : null)
  }
  return page.set('next', more && last !== undefined ? sealCursor(last.map((value) => jsonOf(value, keys)), useOf(situation, request), lending.cursors) : null)
}

/** The wanted piece of the list, whether there is more after it, and how many there are in all where the answer says so. */
type Piece = { readonly items: readonly Ordered[]; readonly more: boolean; readonly total: number | undefined }

function pieceOf(situation: Situation, request: ListRequest, wanted: Wanted): Piece {
  const selected = selectedPiece(situation, request, wanted)
  if (selected !== undefined) return selected
  const info = situation.resource!
  const sorted = matching(situation, info, request).toSorted((a, b) => compareBy(request.order, a.values, b.values))
  const total = sorted.length
  if (wanted.style === 'all') return { items: sorted, more: false, total }
  const rest = wanted.style === 'offset' ? sorted.slice(wanted.offset) : sorted.filter(({ values }) => isAfter(situation, info, request, values, wanted.after))
  return { items: rest.slice(0, wanted.size), more: rest.length > wanted.size, total }
}

/** What a store is asked for: the wanted piece and one more, of all that the caller may list. */
type Selecting = { readonly selection: Selection; readonly all: Selection; readonly asker: Asker }

/** Undefined where nothing of it may be read. */
function selectionOf(situation: Situation, request: ListRequest, wanted: Wanted): Selecting | undefined {
  const { act, operation } = situation
  const info = situation.resource!
  const rule = listRule(act, info.name)
  if (rule === 'none') return undefined
  const conditions = [rule, shown(operation.slots.where)].flatMap((text) => (text === undefined ? [] : (act.service.facts.typing.expression(text) ?? [])))
  const all: Selection = { resource: info.name, where: conditions, filters: request.filters, order: request.order }
  const after = wanted.style === 'cursor' ? positionOf(situation, info, request, wanted.after) : undefined
  const piece = wanted.style === 'all' ? {} : { limit: wanted.size + 1, offset: wanted.style === 'offset' ? wanted.offset : 0 }
  const variables = contextOf(act, conditions.length === 0 ? new Map() : situation.names()).variables
  return { all, selection: { ...all, ...(after === undefined ? {} : { after }), ...piece }, asker: { variables, host: act.host } }
}

/** The same from a store that selects by itself; undefined where it does not. */
function selectedPiece(situation: Situation, request: ListRequest, wanted: Wanted): Piece | undefined {
  const { act } = situation
  const asked = selectionOf(situation, request, wanted)
  if (asked === undefined) return { items: [], more: false, total: 0 }
  const rows = act.tx.select?.(asked.selection, asked.asker)
  if (rows === undefined) return undefined
  const size = wanted.style === 'all' ? rows.length : wanted.size
  const items = rows.slice(0, size).map((row) => ({ row, values: request.order.map(({ property }) => orderedBy(situation, situation.resource!, row, property)) }))
  return { items, more: rows.length > size, total: totalOf(situation, asked) }
}

function totalOf(situation: Situation, { all, asker }: Selecting): number | undefined {
  return says(situation, 'total') ? situation.act.tx.count?.(all, asker) : undefined
}

/** Counting all of a long list costs more than a page of it: it is counted only where the answer reads `page.total`. */
function says({ operation, act }: Situation, what: 'total' | 'position'): boolean {
  const known = said.get(operation) ?? { total: isSaid(operation, act.service, 'total'), position: isSaid(operation, act.service, 'position') }
  said.set(operation, known)
  return known[what]
}

const said = new WeakMap<Operation, { readonly total: boolean; readonly position: boolean }>()

function isSaid(operation: Operation, { facts: { typing } }: Service, what: 'total' | 'position'): boolean {
  const output = shown(operation.slots.output)
  const paths = output === undefined ? [] : expressionsOf(output, typing).flatMap((expression) => reads(expression).variables)
  const texts = each(operation.slots.headers).flatMap(({ value }) => membersRead(value, 'page', typing))
  return texts.includes(what) || paths.some(({ name, path: [member] }) => name === 'page' && (member === undefined || member === what))
}

/** Whether there is a stream that can begin where the list ends. */
function isFollowed({ act }: Situation): boolean {
  const delivery = shown(act.service.facts.model.events.value.delivery)
  return delivery?.stream.state === 'shown'
}

/** A row with what it is ordered by. */
type Ordered = { readonly row: Row; readonly values: readonly Value[] }

function recordsOf({ act }: Situation, items: readonly Ordered[]): readonly RecordValue[] {
  return items.map(({ row }) => act.service.keys.recordOfRow(row))
}

function matching(situation: Situation, info: ResourceInfo, { filters, order }: ListRequest): Ordered[] {
  const { act, operation } = situation
  const names = situation.names()
  const rule = listRule(act, info.name)
  const conditions = [rule, shown(operation.slots.where)].filter((text) => text !== undefined && text !== 'none')
  return rule === 'none' ? [] : [...act.tx.rows(info.name)].flatMap((row) => {
    const record = act.service.keys.recordOfRow(row)
    const valueAt = (property: string): Value => orderedBy(situation, info, row, property)
    const passes = conditions.every((text) => holds(text, contextOf(act, new Map([...names, ['this', record]])))) &&
      filters.every((filter) => compares(filter, valueAt(filter.property), info))
    return passes ? [{ row, values: order.map(({ property }) => valueAt(property)) }] : []
  })
}

/** What a row is filtered and ordered by: the folded text where the property ignores case. */
function orderedBy({ act }: Situation, info: ResourceInfo, row: Row, property: string): Value {
  const value = act.host.property(act.service.keys.recordOfRow(row, 'then'), property) ?? null
  return info.properties.get(property)?.fold === true ? folded(value) : value
}

/** Null is equal to nothing that can be sent, and has no place before or after it. */
function compares({ property, operator, value }: Comparison, own: Value, info: ResourceInfo): boolean {
  const other = info.properties.get(property)?.fold === true ? (isList(value) ? value.map(folded) : folded(value)) : value
  switch (operator) {
    case 'exists':
      return (own !== null) === other
    case 'eq':
      return equal(own, other)
    case 'ne':
      return !equal(own, other)
    case 'in':
      return (other as readonly Value[]).some((each) => equal(own, each))
    case 'contains':
      return isList(own) && own.some((each) => equal(each, other))
    case 'gt':
      return own !== null && compareInOrder(own, other) > 0
    case 'gte':
      return own !== null && compareInOrder(own, other) >= 0
    case 'lt':
      return own !== null && compareInOrder(own, other) < 0
    case 'lte':
      return own !== null && compareInOrder(own, other) <= 0
  }
}

function compareBy(order: readonly Sorting[], a: readonly Value[], b: readonly Value[]): number {
  for (const [index, { direction }] of order.entries()) {
    const compared = compareValues(a[index]!, b[index]!)
    if (compared !== 0) return direction === 'ascending' ? compared : -compared
  }
  return 0
}

/** Records stand in the order of their keys. */
function compareValues(a: Value, b: Value): number {
  return isRecord(a) && isRecord(b) ? compareKeys((a.of as Lent).key, (b.of as Lent).key) : compareInOrder(a, b)
}

function isAfter(situation: Situation, info: ResourceInfo, request: ListRequest, values: readonly Value[], after: readonly Json[] | undefined): boolean {
  const position = positionOf(situation, info, request, after)
  return position === undefined || compareBy(request.order, values, position) > 0
}

function positionOf({ act }: Situation, info: ResourceInfo, { order }: ListRequest, after: readonly Json[] | undefined): readonly Value[] | undefined {
  return after && order.map(({ property }, index) => valueOf(after[index] ?? null, info.properties.get(property)!.type, act.service.keys))
}

/** What a cursor of this list is good for. */
function useOf({ operation, exchange, act, resource }: Situation, { sent, order }: ListRequest): CursorUse {
  const sort = order.map(({ property, direction }) => (direction === 'ascending' ? property : `-${property}`))
  const version = exchange.spoken?.version.name
  const tenant = resource === undefined ? '' : tenantText(act.tx.tenant(resource.name), act.service.keys)
  return { operation: operation.id, filter: [sent, [...exchange.path]], sort, ...(version === undefined ? {} : { version }), ...(tenant === '' ? {} : { tenant }) }
}

function wantedPage(situation: Situation): Wanted | Refusal {
  const page = shown(situation.operation.slots.page)
  if (page === undefined) return { style: 'all' }
  const request = situation.list()
  const size = count(situation, 'size', page.size, request.page.size, smaller(shown(page.max), sizeOf(situation.act.service, 'page')))
  if (typeof size !== 'number') return invalid(size)
  if (shown(page.style) !== 'cursor') {
    const offset = count(situation, 'offset', page.offset, request.page.offset, undefined)
    return typeof offset === 'number' ? { style: 'offset', size, offset } : invalid(offset)
  }
  const cursor = cursorSent(situation, page, request)
  if (cursor === undefined) return { style: 'cursor', size, after: undefined }
  const opened = openCursor(cursor, useOf(situation, request), situation.act.service.lending.cursors)
  if (opened.kind === 'expired') return { condition: 'cursor-expired', subject: situation.resource!.name }
  if (opened.kind === 'foreign') return invalid({ property: 'cursor', keyword: 'format', limit: 'cursor' })
  return { style: 'cursor', size, after: opened.position }
}

function invalid(failed: Failed): Refusal {
  return { condition: 'invalid', name: 'query', failures: [failed] }
}

/** What the request says, or else the operation; an expression may come to more than `max`, or to less than is possible. */
function count(situation: Situation, what: 'size' | 'offset', said: Slot<ExpressionText>, sent: Value | undefined, max: number | undefined): number | Failed {
  const text = shown(said)
  const value = sent ?? (text === undefined ? 0n : valueOfExpression(text, contextOf(situation.act, situation.names())))
  const number = Number(value)
  const property = text === undefined || sent !== undefined ? what : (parameterIn(situation, text) ?? what)
  const least = what === 'size' ? 1 : 0
  if (number < least) return { property, keyword: 'minimum', limit: least, value: number }
  return max !== undefined && number > max ? { property, keyword: 'maximum', limit: max, value: number } : number
}

/** The smaller of two bounds, of which either may be missing. */
function smaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}

/** The query parameter that an expression is. */
function parameterIn({ act }: Situation, text: ExpressionText): string | undefined {
  const expression = act.service.facts.typing.expression(text)
  const [input, place, name, ...rest] = (expression && pathOf(expression)) ?? []
  return input === 'input' && place === 'query' && rest.length === 0 ? name : undefined
}

function cursorSent(situation: Situation, { cursor }: PageSlots, request: ListRequest): string | undefined {
  const text = shown(cursor)
  const value = text === undefined ? request.page.cursor : valueOfExpression(text, contextOf(situation.act, situation.names()))
  return typeof value === 'string' ? value : undefined
}
