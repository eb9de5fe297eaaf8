// Binds a cursor to its list, with all values of the request and its caller that choose the records.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Json } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { isRecord } from '../../exchange/context.ts'
import type { CursorUse } from '../../exchange/cursor.ts'
import type { ListRequest } from '../../exchange/list-request.ts'
import { type ReadPath, toReadPath } from '../../exchange/reads.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
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

/** Values that choose the records, apart from filters and the path. */
function listSelectingValues(requestState: RequestState): readonly Json[] {
  const {
    operation,
    transaction: { service, base },
  } = requestState
  const { selecting, paging } = listSelectingPaths(operation, service)
  if (selecting.length === 0) return []
  const names = requestState.names()
  return selecting.map(([name, ...path]) => {
    const value = readValueAt(names.get(name) ?? base.get(name) ?? null, path, name === 'input' ? paging : []) ?? null
    return isRecord(value) ? [value.resource, service.keys.keyOf(value)] : convertValueToJson(value, service.keys)
  })
}

/** True if the query alone chooses the records of a list, so that its cursors belong to the query. */
export function isChosenByQuery(operation: Operation, service: Interpreter): boolean {
  const { path, headers } = service.facts.typing.input(operation)
  const hasTenants = operation.subject !== undefined && service.resource(operation.subject.text).tenant.length > 0
  const { selecting } = listSelectingPaths(operation, service)
  return (
    path.size + headers.size === 0 &&
    !hasTenants &&
    operation.slots.with.state !== 'shown' &&
    selecting.every(([name, place]) => name === 'input' && place === 'query')
  )
}

/** A name, and the members below it. */
type SelectingPath = readonly [name: string, ...path: ReadPath]

/** Paths that choose records, and those of `input` that choose the page: pages of one list may differ in these. */
type Paths = { readonly selecting: readonly SelectingPath[]; readonly paging: readonly ReadPath[] }

const pathsByOperation = new WeakMap<Operation, Paths>()

function listSelectingPaths(operation: Operation, service: Interpreter): Paths {
  return pathsByOperation.getOrInsertComputed(operation, () => findSelectingPaths(operation, service))
}

function findSelectingPaths({ slots, subject }: Operation, service: Interpreter): Paths {
  const { typing } = service.facts
  const typed = (texts: readonly ExpressionText[]): readonly Expression[] => texts.flatMap((text) => typing.expression(text) ?? [])
  const readScope = readScopeOf({ service }, subject?.text ?? '')
  const where = slotValueOf(slots.where)
  const lookUps = listSpecifiedEntries(slots.with).flatMap(({ value }) => listSpecifiedEntries(value.by).map((by) => by.value))
  const page = slotValueOf(slots.page)
  const pageExpressions = page === undefined ? [] : [page.size, page.offset, page.cursor].flatMap((slot) => slotValueOf(slot) ?? [])
  const chosen = typed([...(typeof readScope === 'string' ? [] : [readScope]), ...(where === undefined ? [] : [where]), ...lookUps])
  const lets = new Map(listSpecifiedEntries(slots.let).flatMap(({ name, value }) => typed([value]).map((each) => [name, each] as const)))
  return {
    selecting: listPaths(withLets(chosen, lets)).filter(([name, place]) => !(name === 'input' && place === 'path')),
    paging: listPaths(typed(pageExpressions)).flatMap(([name, ...path]) => (name === 'input' ? [path] : [])),
  }
}

/** The expressions, and those of the names of `let` that they read. */
function withLets(expressions: readonly Expression[], lets: ReadonlyMap<string, Expression>): readonly Expression[] {
  const all = new Set(expressions)
  for (const expression of all) for (const { name } of reads(expression).variables) if (lets.has(name)) all.add(lets.get(name)!)
  return [...all]
}

/** Each path once. */
function listPaths(expressions: readonly Expression[]): readonly SelectingPath[] {
  const paths = expressions.flatMap((expression) => [
    ...reads(expression).variables.flatMap(({ name, path }): SelectingPath[] => (isSelecting(name, path) ? [[name, ...path]] : [])),
    ...listHeadersRead(expression).map((name): SelectingPath => ['request', 'headers', name]),
  ])
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/** Whole claims and all header fields change from one request to the next. */
function isSelecting(name: string, [member]: ReadPath): boolean {
  if (name === 'request') return member === 'address'
  return name === 'claims' ? member !== undefined : callerOrInput.has(name)
}

const callerOrInput: ReadonlySet<string> = new Set(['input', 'caller', 'credential'])

/** The names in `request.headers["name"]`. */
function listHeadersRead(expression: Expression): readonly string[] {
  const inside = partsOf(expression).flatMap((part) => listHeadersRead(part.expression))
  if (expression.kind !== 'index' || toReadPath(expression.operand)?.join('.') !== 'request.headers') return inside
  return expression.index.kind === 'literal' && typeof expression.index.value === 'string' ? [expression.index.value, ...inside] : inside
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
