// Prefetches the records for an operation's own write, if the request determines their keys: referenced records, uniques, referrers,
// timers and sequence numbers.

import type { RecordValue, Value } from '../../cel/value.ts'
import { listTimed } from '../../model/timed.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { OperationContext } from '../../fact/operation-context.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { walkRecords, listReferrers } from '../record/host.ts'
import type { RequestState } from '../request-state.ts'
import type { Row } from '../store.ts'
import type { Interpreter } from '../service.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { holdsRecords, findRowWith } from './write-checks.ts'
import { writeSourcesOf, listSentFields } from './changes.ts'
import { orderGenerated } from './generate-order.ts'
import { type Prefetch, readKnownNames, findKnownRow, tryPrefetch } from './try-prefetch.ts'
import { computeSetValue } from './set-values.ts'
import { toStoredValue } from './stored-value.ts'
import { evaluateGenerated, takeNextNumber } from './generated-values.ts'
import type { WriteSources } from './write.ts'

export function writePrefetches(service: Interpreter, { operation, action, resource }: OperationContext): readonly Prefetch[] {
  if (resource === undefined) return []
  const prefetches: Prefetch[] = []
  const writes = action === 'create' || action === 'put' || action === 'update' || action === 'replace' || action === 'transition'
  const written = [...listSentProperties(service, operation), ...listSpecifiedEntries(operation.slots.set).map(({ name }) => name)]
  if (writes && mayLookUp(resource, written, action === 'create'))
    prefetches.push((requestState, isDrafted) => prefetchChanges(requestState, resource, action === 'create', isDrafted(operation)))
  if (action === 'create' && hasNumbers(resource))
    prefetches.push((requestState, isDrafted) =>
      prefetchNumbers(requestState.transaction, resource, readSentValues(requestState), isDrafted(operation)),
    )
  if (action === 'delete' && (service.modelIndex.referrers.has(resource.name) || hasInverses(resource)))
    prefetches.push((requestState) => prefetchReferrers(requestState, resource))
  if (action !== 'create' && (writes || action === 'delete') && hasTimers(resource))
    prefetches.push((requestState) => prefetchTimers(requestState.transaction, findKnownRecord(requestState)))
  return prefetches
}

function listSentProperties(service: Interpreter, operation: OperationContext['operation']): readonly string[] {
  return (service.facts.typing.input(operation).body?.writes ?? []).map(({ property }) => property)
}

/** True if a write of these properties looks up other records. */
export function mayLookUp(info: ResourceInfo, names: readonly string[], isNew: boolean): boolean {
  return (
    names.some((name) => {
      const property = info.properties.get(name)
      return (
        property !== undefined &&
        (holdsRecords(property) || info.uniques.some(({ members }) => members.includes(name)) || (isNew && info.key.includes(name)))
      )
    }) ||
    (isNew && info.uniques.length > 0)
  )
}

/** The values from the request that are already known. */
function readSentValues(requestState: RequestState): ReadonlyMap<string, Value> {
  const { transaction, operation } = requestState
  const values = new Map<string, Value>(tryPrefetch(() => listSentFields(requestState)) ?? [])
  const set = listSpecifiedEntries(operation.slots.set)
  const context = set.length === 0 ? undefined : makeContext(transaction, readKnownNames(requestState))
  for (const { name, value } of set) {
    const result = tryPrefetch(() => computeSetValue(transaction, name, value, context!))
    if (result === undefined) values.delete(name)
    else values.set(name, result)
  }
  return values
}

function prefetchChanges(requestState: RequestState, resource: ResourceInfo, isNew: boolean, isDrafted: boolean): void {
  prefetchWrite(requestState.transaction, resource, readSentValues(requestState), writeSourcesOf(requestState), {
    isNew,
    isDrafted,
    row: findKnownRow(requestState),
  })
}

/** `row`: the record that is changed, once it is known. */
export type PrefetchedWrite = { readonly isNew: boolean; readonly isDrafted: boolean; readonly row: Row | undefined }

/** Makes the look-ups for writing these values; for a draft, the store itself checks uniques and plain references. */
export function prefetchWrite(
  transaction: TransactionContext,
  info: ResourceInfo,
  sentValues: ReadonlyMap<string, Value>,
  { alreadyDecoded, provenance }: WriteSources,
  { isNew, isDrafted, row }: PrefetchedWrite,
): void {
  const values = new Map<string, Value>(row?.values)
  for (const [name, value] of sentValues) {
    const property = info.properties.get(name)
    if (property === undefined) continue
    if (holdsRecords(property) && !(isDrafted && property.reference?.many === false))
      for (const { record } of walkRecords(value, [name])) tryPrefetch(() => transaction.tx.row(record.resource, record.key))
    const stored = alreadyDecoded.has(name)
      ? value
      : tryPrefetch(() => toStoredValue(transaction, info, property, value, provenance.get(name)))
    if (stored !== undefined) values.set(name, stored)
  }
  if (isDrafted) return
  if (isNew) prefetchGenerated(transaction, info, values)
  for (const members of [info.key, ...info.uniques.map((unique) => unique.members)]) {
    const isKey = members === info.key
    if (
      members.length === 0 ||
      (isKey && !isNew) ||
      !(isNew || members.some((name) => sentValues.has(name))) ||
      !members.every((name) => values.has(name))
    )
      continue
    tryPrefetch(() => findRowWith(transaction, info, values, members, row?.key, isKey))
  }
}

/** Makes the look-ups of expressions that generate values. */
function prefetchGenerated(transaction: TransactionContext, info: ResourceInfo, values: Map<string, Value>): void {
  for (const { name, generate } of orderGenerated(transaction.service.modelIndex, info)) {
    if (generate?.kind !== 'expression' || values.has(name)) continue
    const value = tryPrefetch(() =>
      evaluateGenerated(transaction, name, generate.expression, { resource: info.name, key: '', values, version: 0 }),
    )
    if (value !== undefined) values.set(name, value)
  }
}

function hasNumbers(info: ResourceInfo): boolean {
  return [...info.properties.values()].some(({ generate }) => generate?.kind === 'sequence')
}

/** A number that a refused request did not use goes to the next request. For a draft the store checks the unique. */
export function prefetchNumbers(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: ReadonlyMap<string, Value>,
  isDrafted: boolean,
): void {
  for (const { name, generate } of info.properties.values()) {
    if (generate?.kind !== 'sequence' || values.has(name)) continue
    tryPrefetch(() => (isDrafted ? transaction.tx.nextNumber(`${info.name}.${name}`) : takeNextNumber(transaction, info, name)))
  }
}

function hasTimers(info: ResourceInfo): boolean {
  return info.machines.some(({ slots }) => listSpecifiedEntries(slots.states).some(({ value }) => listTimed(value).length > 0))
}

export function prefetchTimers({ tx, service }: TransactionContext, record: RecordValue | undefined): void {
  if (record !== undefined && hasTimers(service.resource(record.resource))) tryPrefetch(() => [...tx.timersOf(record.resource, record.key)])
}

function hasInverses(info: ResourceInfo): boolean {
  return [...info.properties.values()].some(({ inverse }) => inverse !== undefined)
}

function prefetchReferrers(requestState: RequestState, resource: ResourceInfo): void {
  const { transaction } = requestState
  const record = findKnownRecord(requestState)
  if (record === undefined) return
  for (const { resource: name, property, steps } of transaction.service.modelIndex.referrers.get(resource.name) ?? []) {
    const isPlain = steps.length === 0 && transaction.service.resource(name).properties.get(property)?.reference?.many === false
    if (isPlain) tryPrefetch(() => transaction.tx.rowsHaving?.(name, new Map([[property, record]])))
  }
  for (const { inverse } of resource.properties.values())
    if (inverse !== undefined) tryPrefetch(() => listReferrers(transaction, inverse, record))
}

/** The record that was read, or the one that the request names by its key. */
function findKnownRecord(requestState: RequestState): RecordValue | undefined {
  const row = findKnownRow(requestState)
  return row === undefined ? tryPrefetch(() => requestState.recordByKey('this')) : requestState.transaction.service.keys.recordOfRow(row)
}
