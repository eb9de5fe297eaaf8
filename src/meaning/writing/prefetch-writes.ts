// Prefetches the records for an operation's own write, if the request determines their keys: referenced records, uniques, referrers,
// timers and sequence numbers.

import type { RecordValue, Value } from '../../cel/value.ts'
import { timedOf } from '../../model/timed.ts'
import { specifiedEntries } from '../../model/slot.ts'
import type { OperationContext } from '../../fact/operation-context.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { recordsIn, referrersOf } from '../record/host.ts'
import type { RequestState } from '../request-state.ts'
import type { Row } from '../store.ts'
import type { Interpreter } from '../service.ts'
import { type TransactionContext, contextOf } from '../transaction-context.ts'
import { holdsRecords, rowLike } from './write-checks.ts'
import { fromOf, sentFields } from './changes.ts'
import { generatedInOrder } from './generate-order.ts'
import { type LookAhead, namesAhead, rowAhead, tryAhead } from './try-prefetch.ts'
import { valueOfSet } from './set-values.ts'
import { keptValue } from './stored-value.ts'
import { evaluateGenerated, nextNumber } from './generated-values.ts'
import type { WriteSources } from './write.ts'

export function writesAhead(service: Interpreter, { operation, action, resource }: OperationContext): readonly LookAhead[] {
  if (resource === undefined) return []
  const looks: LookAhead[] = []
  const writes = action === 'create' || action === 'put' || action === 'update' || action === 'replace' || action === 'transition'
  const written = [...sentProperties(service, operation), ...specifiedEntries(operation.slots.set).map(({ name }) => name)]
  if (writes && mayLookUp(resource, written, action === 'create'))
    looks.push((requestState, isDrafted) => changesAhead(requestState, resource, action === 'create', isDrafted(operation)))
  if (action === 'create' && hasNumbers(resource))
    looks.push((requestState, isDrafted) =>
      numbersAhead(requestState.transaction, resource, valuesSent(requestState), isDrafted(operation)),
    )
  if (action === 'delete' && (service.world.referrers.has(resource.name) || hasInverses(resource)))
    looks.push((requestState) => referrersAhead(requestState, resource))
  if (action !== 'create' && (writes || action === 'delete') && hasTimers(resource))
    looks.push((requestState) => timersAhead(requestState.transaction, keyAhead(requestState, resource)))
  return looks
}

function sentProperties(service: Interpreter, operation: OperationContext['operation']): readonly string[] {
  return (service.facts.typing.input(operation).body?.writes ?? []).map(({ property }) => property)
}

/** True if a write of these properties looks up other records. */
export function mayLookUp(info: ResourceInfo, names: readonly string[], isNew: boolean): boolean {
  return names.some((name) => {
    const property = info.properties.get(name)
    return (
      property !== undefined &&
      (holdsRecords(property) || info.uniques.some(({ members }) => members.includes(name)) || (isNew && info.key.includes(name)))
    )
  }) || (isNew && info.uniques.length > 0)
}

/** The values from the request that are already known. */
function valuesSent(requestState: RequestState): ReadonlyMap<string, Value> {
  const { transaction, operation } = requestState
  const values = new Map<string, Value>(tryAhead(() => sentFields(requestState)) ?? [])
  const set = specifiedEntries(operation.slots.set)
  const context = set.length === 0 ? undefined : contextOf(transaction, namesAhead(requestState))
  for (const { name, value } of set) {
    const result = tryAhead(() => valueOfSet(transaction, name, value, context!))
    if (result === undefined) values.delete(name)
    else values.set(name, result)
  }
  return values
}

function changesAhead(requestState: RequestState, resource: ResourceInfo, isNew: boolean, isDrafted: boolean): void {
  recordAhead(requestState.transaction, resource, valuesSent(requestState), fromOf(requestState), {
    isNew,
    isDrafted,
    row: rowAhead(requestState),
  })
}

/** `row`: the record that is changed, once it is known. */
export type WrittenAhead = { readonly isNew: boolean; readonly isDrafted: boolean; readonly row: Row | undefined }

/** Makes the look-ups for writing these values; for a draft, the store itself checks uniques and plain references. */
export function recordAhead(
  transaction: TransactionContext,
  info: ResourceInfo,
  known: ReadonlyMap<string, Value>,
  { settled, givers }: WriteSources,
  { isNew, isDrafted, row }: WrittenAhead,
): void {
  const values = new Map<string, Value>(row?.values)
  for (const [name, value] of known) {
    const property = info.properties.get(name)
    if (property === undefined) continue
    if (holdsRecords(property) && !(isDrafted && property.reference?.many === false))
      for (const { record } of recordsIn(value, [name])) tryAhead(() => transaction.tx.row(record.resource, record.key))
    const stored = settled.has(name) ? value : tryAhead(() => keptValue(transaction, info, property, value, givers.get(name)))
    if (stored !== undefined) values.set(name, stored)
  }
  if (isDrafted) return
  if (isNew) generateAhead(transaction, info, values)
  for (const members of [info.key, ...info.uniques.map((unique) => unique.members)]) {
    const isKey = members === info.key
    if (
      members.length === 0 ||
      (isKey && !isNew) ||
      !(isNew || members.some((name) => known.has(name))) ||
      !members.every((name) => values.has(name))
    )
      continue
    tryAhead(() => rowLike(transaction, info, values, members, row?.key, isKey))
  }
}

/** Makes the look-ups of expressions that generate values. */
function generateAhead(transaction: TransactionContext, info: ResourceInfo, values: Map<string, Value>): void {
  for (const { name, generate } of generatedInOrder(transaction.service.world, info)) {
    if (generate?.kind !== 'expression' || values.has(name)) continue
    const value = tryAhead(() => evaluateGenerated(transaction, name, generate.expression, { resource: info.name, key: '', values, version: 0 }))
    if (value !== undefined) values.set(name, value)
  }
}

function hasNumbers(info: ResourceInfo): boolean {
  return [...info.properties.values()].some(({ generate }) => generate?.kind === 'sequence')
}

/** A number that a refused request did not use goes to the next request. For a draft the store checks the unique. */
export function numbersAhead(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: ReadonlyMap<string, Value>,
  isDrafted: boolean,
): void {
  for (const { name, generate } of info.properties.values()) {
    if (generate?.kind !== 'sequence' || values.has(name)) continue
    tryAhead(() => (isDrafted ? transaction.tx.next(`${info.name}.${name}`) : nextNumber(transaction, info, name)))
  }
}

function hasTimers(info: ResourceInfo): boolean {
  return info.machines.some(({ slots }) => specifiedEntries(slots.states).some(({ value }) => timedOf(value).length > 0))
}

export function timersAhead({ tx, service }: TransactionContext, record: RecordValue | undefined): void {
  if (record !== undefined && hasTimers(service.resource(record.resource))) tryAhead(() => [...tx.timersOf(record.resource, record.key)])
}

function hasInverses(info: ResourceInfo): boolean {
  return [...info.properties.values()].some(({ inverse }) => inverse !== undefined)
}

function referrersAhead(requestState: RequestState, resource: ResourceInfo): void {
  const { transaction } = requestState
  const record = keyAhead(requestState, resource)
  if (record === undefined) return
  for (const { resource: name, property, steps } of transaction.service.world.referrers.get(resource.name) ?? []) {
    const isPlain = steps.length === 0 && transaction.service.resource(name).properties.get(property)?.reference?.many === false
    if (isPlain) tryAhead(() => transaction.tx.rowsHaving?.(name, new Map([[property, record]])))
  }
  for (const { inverse } of resource.properties.values())
    if (inverse !== undefined) tryAhead(() => referrersOf(transaction, inverse, record))
}

/** Looks up the record by its key, from the request or from the row that was read. */
function keyAhead(requestState: RequestState, resource: ResourceInfo): RecordValue | undefined {
  const { transaction: { service: { keys } } } = requestState
  const row = rowAhead(requestState)
  if (row !== undefined) return keys.recordOfRow(row)
  const wanted = tryAhead(() => requestState.keyValues())
  const isKey = wanted !== undefined && wanted.size === resource.key.length && resource.key.every((name) => wanted.has(name))
  return isKey ? keys.recordOf(resource.name, resource.key.map((name) => wanted.get(name)!)) : undefined
}
