// Writes one record: its specified, generated and computed values, after checks of references and uniques.

import type { Value } from '../../cel/value.ts'
import { failInternally } from '../../exchange/refusal.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { changeValues } from '../record/changed-values.ts'
import { Draft } from '../record/draft.ts'
import { makeRowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import { type Origins, checkReferences, listDuplicates, refuseFirst } from './write-checks.ts'
import { recomputeDraft, recomputeValues } from './recompute.ts'
import { findStoredParts } from './stored-parts.ts'
import { orderGenerated } from './generate-order.ts'
import { chooseValue, makeInitialValue, isGeneratedInStoredForm, printKeyText } from './generated-values.ts'
import { listFollowedTimers, moveTimer, moveTimers, restartTimers, startTimers } from './timer-rows.ts'
import { toStoredValue } from './stored-value.ts'

/** Properties with their new values; undefined or null removes a value. */
export type Changes = ReadonlyMap<string, Value | undefined>

/** The sources of a write. */
export type WriteSources = Origins & {
  /** Properties whose values already have their stored form. */
  readonly alreadyDecoded: ReadonlySet<string>
}

/** From the document itself. */
export const fromDocument: WriteSources = {
  sources: new Map(),
  provenance: new Map(),
  alreadyDecoded: new Set(),
  asCaller: false,
  fromRequest: new Set(),
}

/** Checks and stores a new record. `changes` may contain states, for initial records. */
export function insertRecord(
  transaction: TransactionContext,
  info: ResourceInfo,
  changes: Changes,
  from: WriteSources = fromDocument,
): Row {
  const values = completeValues(transaction, info, changes, from)
  checkReferences(transaction, info, values, values.keys(), from)
  const isNew = isKeyGenerated(info, changes)
  refuseFirst(listDuplicates(transaction, info, values, isNew ? findStoredParts(info).ownExceptKey : 'all', undefined, from.sources))
  return storeRecord(transaction, info, values, isNew)
}

/** True if the key is a new UUID, so that it cannot conflict. */
function isKeyGenerated(info: ResourceInfo, changes: Changes): boolean {
  return findStoredParts(info).generatedKey.some((name) => !changes.has(name))
}

/** The values of a new record: specified, generated, default, computed. A generating expression sees all the others. */
export function completeValues(
  transaction: TransactionContext,
  info: ResourceInfo,
  changes: Changes,
  { alreadyDecoded, provenance }: WriteSources = fromDocument,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  const tenant = findNewTenant(transaction, info)
  const fill = (property: Property): void => {
    const { name } = property
    const tenantValue = tenant?.get(name)
    const isSpecified = tenantValue !== undefined || changes.has(name)
    const value = tenantValue ?? (isSpecified ? changes.get(name) : makeInitialValue(transaction, info, property, values))
    const isInStoredForm = isSpecified ? alreadyDecoded.has(name) && isPresent(value) : isGeneratedInStoredForm(property)
    const stored = isInStoredForm
      ? value
      : toStoredValue(transaction, info, property, value, isSpecified ? provenance.get(name) : undefined)
    if (stored !== undefined) values.set(name, stored)
  }
  const generatedLast = orderGenerated(transaction.service.modelIndex, info)
  for (const property of findStoredParts(info).own) if (!generatedLast.includes(property) || changes.has(property.name)) fill(property)
  for (const property of generatedLast) if (!changes.has(property.name)) fill(property)
  return recomputeValues(transaction, info, values)
}

/** True if the value is present and not null. */
function isPresent(value: Value | undefined): value is Value {
  return value !== undefined && value !== null && !(typeof value === 'object' && 'kind' in value && value.kind === 'optional')
}

/** A new record's tenant comes from the transaction, never from input. */
function findNewTenant(transaction: TransactionContext, { name, tenant }: ResourceInfo): ReadonlyMap<string, Value> | undefined {
  if (tenant.length === 0) return undefined
  const values = transaction.tx.tenantValues(name)
  return new Map(tenant.map(({ property }, index) => [property, values[index]!]))
}

/** Stores the checked values and starts the timers of the states. */
export function storeRecord(transaction: TransactionContext, info: ResourceInfo, values: ReadonlyMap<string, Value>, isNew = false): Row {
  return putRecord(transaction, info, { resource: info.name, key: printKeyText(transaction, info, values), values }, isNew)
}

/** `isNew`: no other record can have its key, or the store reports one itself. */
export function putRecord(transaction: TransactionContext, info: ResourceInfo, record: Omit<Row, 'version'>, isNew: boolean): Row {
  transaction.changeLog?.write(record, isNew ? undefined : transaction.tx.row(info.name, record.key))
  const row = transaction.tx.put(record, isNew)
  transaction.createdRecords.push(row)
  transaction.service.admissions.noteWritten(row)
  if (findStoredParts(info).hasInvariants) noteWritten(transaction, row, info.properties.keys())
  for (const machine of findStoredParts(info).timedMachines) startTimers(transaction, row, machine)
  return row
}

/** Updates an existing record. `enteredFields` are the fields of the machines that enter a state. */
export function changeRecord(
  transaction: TransactionContext,
  row: Row,
  changes: Changes,
  from: WriteSources = fromDocument,
  enteredFields: readonly string[] = [],
): Row {
  const { sources } = from
  const info = transaction.service.resource(row.resource)
  const names = listWrittenNames(info, changes)
  const storedChanges = toStoredChanges(transaction, info, changes, names, from)
  const changedDraft = row instanceof Draft ? recomputeDraft(transaction, info, row.with(storedChanges)) : undefined
  const values =
    changedDraft?.values ?? recomputeValues(transaction, info, changeValues(row.values, storedChanges, transaction.service.keys))
  if (info.key.some((name) => names.has(name)) && printKeyText(transaction, info, values) !== row.key)
    return failInternally(`a record of \`${info.name}\` would get another key`)
  checkReferences(transaction, info, values, changes.keys(), from)
  refuseFirst(listDuplicates(transaction, info, values, names, row.key, sources))
  const followedTimers = listFollowedTimers(transaction, row)
  transaction.changeLog?.write(row, row)
  const written = transaction.tx.put(changedDraft ?? { resource: row.resource, key: row.key, values })
  transaction.service.admissions.noteWritten(written)
  if (findStoredParts(info).hasInvariants) noteWritten(transaction, written, names)
  for (const machine of info.machines) {
    if (enteredFields.includes(machine.field)) restartTimers(transaction, written, machine)
    else if (findStoredParts(info).timedMachines.includes(machine)) moveTimers(transaction, row, written, machine)
  }
  for (const timer of followedTimers) moveTimer(transaction, timer)
  return written
}

/** The new values of the written properties in their stored form; undefined if one has no value. */
function toStoredChanges(
  transaction: TransactionContext,
  info: ResourceInfo,
  changes: Changes,
  names: ReadonlySet<string>,
  { alreadyDecoded, provenance }: WriteSources,
): ReadonlyMap<string, Value | undefined> {
  const result = new Map<string, Value | undefined>()
  const setStored = (property: Property, value: Value | undefined): void =>
    void result.set(
      property.name,
      alreadyDecoded.has(property.name) && isPresent(value)
        ? value
        : toStoredValue(transaction, info, property, value, changes.has(property.name) ? provenance.get(property.name) : undefined),
    )
  for (const name of names) {
    const property = info.properties.get(name)
    if (property === undefined || info.tenant.some((member) => member.property === name)) continue
    if (changes.has(name)) setStored(property, changes.get(name))
    else if (property.generate?.kind === 'now-on-update')
      setStored(property, chooseValue(transaction, info, name, 'now-on-update', { kind: 'timestamp', ms: transaction.now }))
  }
  return result
}

/** The names of the written properties, including those that the service writes with them. */
function listWrittenNames(info: ResourceInfo, changes: Changes): ReadonlySet<string> {
  const names = new Set(changes.keys())
  for (const name of findStoredParts(info).updatedOnWrite) names.add(name)
  return names
}

/** For the invariants, which run last. */
function noteWritten(transaction: TransactionContext, { resource, key }: Row, names: Iterable<string>): void {
  const name = makeRowName({ resource, key })
  const written = transaction.writtenProperties.getOrInsertComputed(name, () => ({ resource, key, names: new Set() }))
  for (const each of names) written.names.add(each)
}
