// Determines the requested page of a list, and the sizes, offsets and cursors of the response.

import { reads } from '../../cel/reads.ts'
import type { Json } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { evaluateExpression } from '../../exchange/context.ts'
import { decodeCursor } from '../../exchange/cursor.ts'
import type { ListRequest } from '../../exchange/list-request.ts'
import { listTypedExpressions, listMembersRead, toReadPath } from '../../exchange/reads.ts'
import type { Failed, Refusal } from '../../exchange/refusal.ts'
import type { Page as PageSlots } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import type { ExpressionText, Slot } from '../../model/slot.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { makeContext } from '../transaction-context.ts'
import { type ReadValues, readValues } from '../read-values.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import { makeCursorUse } from './cursor-use.ts'

/** The requested part of a list: all, a range by offset, or a range after a cursor. */
export type RequestedPage =
  | { readonly style: 'all' }
  | { readonly style: 'offset'; readonly size: number; readonly offset: number }
  | { readonly style: 'cursor'; readonly size: number; readonly after: readonly Json[] | undefined }

/** The value of `page` in expressions. */
export type PageValues = ReadonlyMap<string, Value>

/** The expressions that determine the requested part of a list. */
export function listPageTexts({ slots }: Operation): readonly ExpressionText[] {
  const page = slotValueOf(slots.page)
  return page === undefined ? [] : [page.size, page.offset, page.cursor].flatMap((slot) => slotValueOf(slot) ?? [])
}

const valuesRead = new WeakMap<Operation, ReadValues>()

/** The parts of the request that those expressions read. */
export function readPageValues(operation: Operation, service: Interpreter): ReadValues {
  return valuesRead.getOrInsertComputed(operation, () => readValues(listPageTexts(operation), operation, service))
}

/** The refusal of an invalid page: `invalid query` or `cursor-expired`. */
export function findPageRefusal(requestState: RequestState): Refusal | undefined {
  const requested = readRequestedPage(requestState)
  return 'condition' in requested ? requested : undefined
}

/** `position`: the list's position among events. `cursor` makes a cursor from the last item, and is called if more items follow. */
type PageEnd = {
  readonly more: boolean
  readonly total: number | undefined
  readonly position: string | undefined
  readonly cursor: () => string
}

export function makePage(wanted: RequestedPage, { more, total, position, cursor }: PageEnd): PageValues {
  const page = new Map<string, Value>()
  if (position !== undefined) page.set('position', position)
  if (total !== undefined) page.set('total', BigInt(total))
  if (wanted.style === 'all') return page.set('next', null)
  page.set('size', BigInt(wanted.size))
  // A page without records has no next page.
  if (wanted.size === 0)
    return (wanted.style === 'offset' ? page.set('offset', BigInt(wanted.offset)).set('prev', null) : page).set('next', null)
  if (wanted.style === 'offset') {
    page.set('offset', BigInt(wanted.offset))
    page.set('next', more ? BigInt(wanted.offset + wanted.size) : null)
    return page.set('prev', wanted.offset > 0 ? BigInt(Math.max(0, wanted.offset - wanted.size)) : null)
  }
  return page.set('next', more ? cursor() : null)
}

/** True for each value that the response reads: the total, and the event position. */
export type PageReads = { readonly total: boolean; readonly position: boolean }

const readsByOperation = new WeakMap<Operation, PageReads>()

/** Counting a long list costs more than a page of it, so it is counted only if the answer reads `page.total`. */
export function findPageReads(operation: Operation, service: Interpreter): PageReads {
  return readsByOperation.getOrInsertComputed(operation, () => ({
    total: isReadByAnswer(operation, service, 'total'),
    position: isFollowed(service) && isReadByAnswer(operation, service, 'position'),
  }))
}

function isReadByAnswer(operation: Operation, { facts: { typing } }: Interpreter, kind: 'total' | 'position'): boolean {
  const output = slotValueOf(operation.slots.output)
  const paths = output === undefined ? [] : listTypedExpressions(output, typing).flatMap((expression) => reads(expression).variables)
  const texts = listSpecifiedEntries(operation.slots.headers).flatMap(({ value }) => listMembersRead(value, 'page', typing))
  return texts.includes(kind) || paths.some(({ name, path: [member] }) => name === 'page' && (member === undefined || member === kind))
}

/** True if a stream or feed can begin at the list's position. */
function isFollowed({ facts: { model } }: Interpreter): boolean {
  const delivery = slotValueOf(model.events.value.delivery)
  return delivery?.stream.state === 'shown' || delivery?.feed.state === 'shown'
}

export function readRequestedPage(requestState: RequestState): RequestedPage | Refusal {
  return requestState.once('page', () => decodePage(requestState))
}

function decodePage(requestState: RequestState): RequestedPage | Refusal {
  const page = slotValueOf(requestState.operation.slots.page)
  if (page === undefined) return { style: 'all' }
  const request = requestState.list()
  const size = readPageSize(requestState, page, request)
  if (typeof size !== 'number') return size
  if (slotValueOf(page.style) !== 'cursor') {
    const offset = readNumber(requestState, 'offset', page.offset, request.page.offset, { min: 0, max: undefined })
    return typeof offset === 'number' ? { style: 'offset', size, offset } : refuseInvalid(offset)
  }
  const cursor = readSentCursor(requestState, page, request)
  if (cursor === undefined) return { style: 'cursor', size, after: undefined }
  const decodedCursor = decodeCursor(cursor, makeCursorUse(requestState, request), requestState.transaction.service.environment.cursors)
  if (decodedCursor.kind === 'expired') return { condition: 'cursor-expired', subject: requestState.resource!.name }
  if (decodedCursor.kind === 'foreign') return foreignCursor
  return { style: 'cursor', size, after: decodedCursor.position }
}

/** The size of the page; or the refusal of one out of bounds. */
export function readPageSize(requestState: RequestState, page: PageSlots, request: ListRequest): number | Refusal {
  const size = readNumber(requestState, 'size', page.size, request.page.size, {
    min: slotValueOf(page.min) ?? 1,
    max: chooseSmaller(slotValueOf(page.max), requestState.transaction.service.sizes.page),
  })
  return typeof size === 'number' ? size : refuseInvalid(size)
}

/** The refusal of a cursor that was changed or belongs to another list. */
export const foreignCursor: Refusal = {
  condition: 'invalid',
  name: 'query',
  failures: [{ property: 'cursor', keyword: 'format', limit: 'cursor' }],
}

function refuseInvalid(failed: Failed): Refusal {
  return { condition: 'invalid', name: 'query', failures: [failed] }
}

/** The request's value, or else the operation's; within the bounds, because an expression may exceed them. */
function readNumber(
  requestState: RequestState,
  name: 'size' | 'offset',
  declared: Slot<ExpressionText>,
  sent: Value | undefined,
  { min, max }: { readonly min: number; readonly max: number | undefined },
): number | Failed {
  const text = slotValueOf(declared)
  const value = sent ?? (text === undefined ? 0n : evaluateExpression(text, makeContext(requestState.transaction, requestState.names())))
  const number = Number(value)
  const property = text === undefined || sent !== undefined ? name : (findParameter(requestState, text) ?? name)
  if (number < min) return { property, keyword: 'minimum', limit: min, value: number }
  return max !== undefined && number > max ? { property, keyword: 'maximum', limit: max, value: number } : number
}

/** The smaller of two optional bounds. */
function chooseSmaller(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}

/** The query parameter that an expression consists of. */
function findParameter({ transaction }: RequestState, text: ExpressionText): string | undefined {
  const expression = transaction.service.facts.typing.expression(text)
  const [input, place, name, ...rest] = (expression && toReadPath(expression)) ?? []
  return input === 'input' && place === 'query' && rest.length === 0 ? name : undefined
}

export function readSentCursor(requestState: RequestState, { cursor }: PageSlots, request: ListRequest): string | undefined {
  const text = slotValueOf(cursor)
  const value =
    text === undefined ? request.page.cursor : evaluateExpression(text, makeContext(requestState.transaction, requestState.names()))
  return typeof value === 'string' ? value : undefined
}
