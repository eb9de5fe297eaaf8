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

export function cursorUseOf(requestState: RequestState, { filtersJson, order }: ListRequest): CursorUse {
  const { operation, exchange, transaction, resource } = requestState
  const sort = order.map(({ property, direction }) => (direction === 'ascending' ? property : `-${property}`))
  const version = exchange.requestedVersion?.version.name
  const tenant = resource === undefined ? '' : tenantText(transaction.tx.tenantValues(resource.name), transaction.service.keys)
  const selectingValues = selectingValuesOf(requestState)
  const filter = [filtersJson, [...exchange.path], ...(selectingValues.length === 0 ? [] : [selectingValues])]
  return { operation: operation.id, filter, sort, ...(version === undefined ? {} : { version }), ...(tenant === '' ? {} : { tenant }) }
}

/** Values of the request that choose the records, apart from filters and the path. */
function selectingValuesOf(requestState: RequestState): readonly Json[] {
  const {
    operation,
    transaction: { service },
  } = requestState
  const { selecting, paging } = pathsByOperation.getOrInsertComputed(operation, () => pathsOf(operation, service))
  if (selecting.length === 0) return []
  const input = requestState.names().get('input') ?? null
  return selecting.map((path) => jsonOf(valueAt(input, path, paging) ?? null, service.keys))
}

/** Paths of `input` that choose records, and those that choose the page: pages of one list may differ in these. */
type Paths = { readonly selecting: readonly ReadPath[]; readonly paging: readonly ReadPath[] }

const pathsByOperation = new WeakMap<Operation, Paths>()

function pathsOf({ slots, subject }: Operation, service: Interpreter): Paths {
  const readScope = readScopeOf({ service }, subject?.text ?? '')
  const lookUps = specifiedEntries(slots.with).flatMap(({ value }) => specifiedEntries(value.by).map((by) => by.value))
  const page = slotValue(slots.page)
  const pageExpressions = page === undefined ? [] : [page.size, page.offset, page.cursor].flatMap((slot) => slotValue(slot) ?? [])
  const paging = inputPathsIn(pageExpressions, service)
  const chosen = inputPathsIn(
    [
      ...(typeof readScope === 'string' ? [] : [readScope]),
      ...(slotValue(slots.where) === undefined ? [] : [slotValue(slots.where)!]),
      ...lookUps,
    ],
    service,
  )
  return { selecting: chosen.filter(([place]) => place !== 'path'), paging }
}

/** Each path once. */
function inputPathsIn(texts: readonly ExpressionText[], { facts: { typing } }: Interpreter): readonly ReadPath[] {
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
