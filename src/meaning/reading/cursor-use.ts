// Binds a cursor to its list, with all request values that choose the records.

import { reads } from '../../cel/reads.ts'
import type { Json } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import type { CursorUse } from '../../exchange/cursor.ts'
import type { ListRequest } from '../../exchange/list-request.ts'
import type { ReadPath } from '../../exchange/reads.ts'
import { valueToJson } from '../../exchange/value-json.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, specifiedEntries, slotValue } from '../../model/slot.ts'
import { readScopeOf } from '../caller/visibility.ts'
import { printTenant } from '../caller/tenancy.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'

export function makeCursorUse(requestState: RequestState, { filtersJson, order }: ListRequest): CursorUse {
  const { operation, exchange, transaction, resource } = requestState
  const sort = order.map(({ property, direction }) => (direction === 'ascending' ? property : `-${property}`))
  const version = exchange.requestedVersion?.version.name
  const tenant = resource === undefined ? '' : printTenant(transaction.tx.tenantValues(resource.name), transaction.service.keys)
  const selectingValues = listSelectingValues(requestState)
  const filter = [filtersJson, [...exchange.path], ...(selectingValues.length === 0 ? [] : [selectingValues])]
  return { operation: operation.id, filter, sort, ...(version === undefined ? {} : { version }), ...(tenant === '' ? {} : { tenant }) }
}

/** Values of the request that choose the records, apart from filters and the path. */
function listSelectingValues(requestState: RequestState): readonly Json[] {
  const {
    operation,
    transaction: { service },
  } = requestState
  const { selecting, paging } = pathsByOperation.getOrInsertComputed(operation, () => findSelectingPaths(operation, service))
  if (selecting.length === 0) return []
  const input = requestState.names().get('input') ?? null
  return selecting.map((path) => valueToJson(readValueAt(input, path, paging) ?? null, service.keys))
}

/** Paths of `input` that choose records, and those that choose the page: pages of one list may differ in these. */
type Paths = { readonly selecting: readonly ReadPath[]; readonly paging: readonly ReadPath[] }

const pathsByOperation = new WeakMap<Operation, Paths>()

function findSelectingPaths({ slots, subject }: Operation, service: Interpreter): Paths {
  const readScope = readScopeOf({ service }, subject?.text ?? '')
  const lookUps = specifiedEntries(slots.with).flatMap(({ value }) => specifiedEntries(value.by).map((by) => by.value))
  const page = slotValue(slots.page)
  const pageExpressions = page === undefined ? [] : [page.size, page.offset, page.cursor].flatMap((slot) => slotValue(slot) ?? [])
  const paging = listInputPaths(pageExpressions, service)
  const chosen = listInputPaths(
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
function listInputPaths(texts: readonly ExpressionText[], { facts: { typing } }: Interpreter): readonly ReadPath[] {
  const expressions = texts.flatMap((text) => typing.expression(text) ?? [])
  const paths = expressions
    .flatMap((expression) => reads(expression).variables)
    .flatMap(({ name, path }) => (name === 'input' ? [path] : []))
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/** Removes the paths that choose the page, if an expression reads a whole place. */
function readValueAt(value: Value, path: ReadPath, paging: readonly ReadPath[]): Value | undefined {
  const [name, ...rest] = path
  if (!(value instanceof Map)) return value
  const members = value as ReadonlyMap<string, Value>
  const listPathsInside = (member: string): readonly ReadPath[] => paging.flatMap(([first, ...more]) => (first === member ? [more] : []))
  if (name !== undefined) return members.has(name) ? readValueAt(members.get(name)!, rest, listPathsInside(name)) : undefined
  const others = [...members].filter(([member]) => !listPathsInside(member).some((deeper) => deeper.length === 0))
  return new Map(others.map(([member, each]) => [member, readValueAt(each, [], listPathsInside(member)) ?? null]))
}
