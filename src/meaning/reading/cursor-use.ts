// Binds a cursor to its list, with all request values that choose the records.

import { reads } from '../../cel/reads.ts'
import type { Json } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import type { CursorUse } from '../../exchange/cursor.ts'
import type { ListRequest } from '../../exchange/list-request.ts'
import type { ReadPath } from '../../exchange/reads.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, specifiedEntries, slotValue } from '../../model/slot.ts'
import { readScopeOf } from '../caller/visibility.ts'
import { tenantText } from '../caller/tenancy.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'

export function useOf(requestState: RequestState, { sent, order }: ListRequest): CursorUse {
  const { operation, exchange, transaction, resource } = requestState
  const sort = order.map(({ property, direction }) => (direction === 'ascending' ? property : `-${property}`))
  const version = exchange.spoken?.version.name
  const tenant = resource === undefined ? '' : tenantText(transaction.tx.tenant(resource.name), transaction.service.keys)
  const chosen = chosenBy(requestState)
  const filter = [sent, [...exchange.path], ...(chosen.length === 0 ? [] : [chosen])]
  return { operation: operation.id, filter, sort, ...(version === undefined ? {} : { version }), ...(tenant === '' ? {} : { tenant }) }
}

/** Values of the request that choose the records, apart from filters and the path. */
function chosenBy(requestState: RequestState): readonly Json[] {
  const { operation, transaction: { service } } = requestState
  const { chosen, paging } = known.getOrInsertComputed(operation, () => pathsOf(operation, service))
  if (chosen.length === 0) return []
  const input = requestState.names().get('input') ?? null
  return chosen.map((path) => jsonOf(valueAt(input, path, paging) ?? null, service.keys))
}

/** Paths of `input` that choose records, and those that choose the page: pages of one list may differ in these. */
type Paths = { readonly chosen: readonly ReadPath[]; readonly paging: readonly ReadPath[] }

const known = new WeakMap<Operation, Paths>()

function pathsOf({ slots, subject }: Operation, service: Interpreter): Paths {
  const sight = readScopeOf({ service }, subject?.text ?? '')
  const looks = specifiedEntries(slots.with).flatMap(({ value }) => specifiedEntries(value.by).map((by) => by.value))
  const page = slotValue(slots.page)
  const ofPage = page === undefined ? [] : [page.size, page.offset, page.cursor].flatMap((slot) => slotValue(slot) ?? [])
  const paging = inputRead(ofPage, service)
  const chosen = inputRead(
    [...(typeof sight === 'string' ? [] : [sight]), ...(slotValue(slots.where) === undefined ? [] : [slotValue(slots.where)!]), ...looks],
    service,
  )
  return { chosen: chosen.filter(([place]) => place !== 'path'), paging }
}

/** Each path once. */
function inputRead(texts: readonly ExpressionText[], { facts: { typing } }: Interpreter): readonly ReadPath[] {
  const expressions = texts.flatMap((text) => typing.expression(text) ?? [])
  const paths = expressions
    .flatMap((expression) => reads(expression).variables)
    .flatMap(({ name, path }) => (name === 'input' ? [path] : []))
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/** Removes the paths that choose the page, if an expression reads a whole place. */
function valueAt(value: Value, path: ReadPath, paging: readonly ReadPath[]): Value | undefined {
  const [name, ...rest] = path
  if (!(value instanceof Map)) return value
  const members = value as ReadonlyMap<string, Value>
  const pathsInside = (member: string): readonly ReadPath[] => paging.flatMap(([first, ...more]) => (first === member ? [more] : []))
  if (name !== undefined) return members.has(name) ? valueAt(members.get(name)!, rest, pathsInside(name)) : undefined
  const others = [...members].filter(([member]) => !pathsInside(member).some((deeper) => deeper.length === 0))
  return new Map(others.map(([member, each]) => [member, valueAt(each, [], pathsInside(member)) ?? null]))
}
