// Deletes a record, and applies `onDelete` to the records that refer to it.

import { spendWrite } from '../../base/turn.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { equalValues } from '../../cel/values/equality.ts'
import { isRecord } from '../../exchange/context.ts'
import { refuse } from '../../exchange/refusal.ts'
import { isReferredFromOtherTenants } from '../../fact/other-tenants.ts'
import type { Reference } from '../../fact/model-index.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { RemovedRecord, TransactionContext } from '../transaction-context.ts'
import { printTenant } from '../caller/tenancy.ts'
import { listReferrers } from '../record/host.ts'
import { makeRowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import { stopTimers } from './timer-rows.ts'
import { changeRecord } from './write.ts'

/** Cascades evaluate no rules and run no `exit`. All `restrict` references are checked first, then the records are deleted. */
export function removeRecord(transaction: TransactionContext, row: Row): void {
  const name = makeRowName(row)
  if (transaction.deletedRecords.has(name)) return
  spendWrite()
  noteRemoval(transaction, row)
  const references = transaction.service.modelIndex.referrers.get(row.resource) ?? []
  for (const reference of references) {
    const onDelete = slotValueOf(reference.onDelete) ?? 'restrict'
    if (
      (onDelete === 'restrict' && listRemainingReferrers(transaction, reference, row).length > 0) ||
      isReferredByOtherTenant(transaction, reference, row)
    )
      refuseInUse(row, reference)
  }
  for (const reference of references) {
    const onDelete = slotValueOf(reference.onDelete)
    for (const referrer of onDelete === 'cascade' || onDelete === 'set-null' ? listRemainingReferrers(transaction, reference, row) : []) {
      if (onDelete === 'cascade') removeRecord(transaction, referrer)
      else
        changeRecord(
          transaction,
          referrer,
          new Map([[reference.property, removeRecordFrom(referrer.values.get(reference.property), reference.steps, row)]]),
        )
    }
  }
  deleteRow(transaction, row)
}

/** Stores the values that are read after the deletion; runs before any referring record is deleted. */
export function noteRemoval(transaction: TransactionContext, row: Row): void {
  setRemoved(transaction, { row, referrers: listReferrersBefore(transaction, row) })
}

function setRemoved({ deletedRecords, undo }: TransactionContext, removed: RemovedRecord): void {
  if (undo === undefined) deletedRecords.set(makeRowName(removed.row), removed)
  else undo.set(deletedRecords, makeRowName(removed.row), removed)
}

/** By the name of each inverse. */
function listReferrersBefore(transaction: TransactionContext, row: Row): ReadonlyMap<string, readonly RecordValue[]> {
  const referrers = new Map<string, readonly RecordValue[]>()
  for (const { name, inverse } of transaction.service.resource(row.resource).properties.values()) {
    if (inverse !== undefined) referrers.set(name, listReferrers(transaction, inverse, transaction.service.keys.recordOfRow(row)))
  }
  return referrers
}

/** Refuses if any remaining record refers to it, regardless of `onDelete` of those that are deleted. */
export function refuseUsed(transaction: TransactionContext, row: Row): void {
  const remaining = (transaction.service.modelIndex.referrers.get(row.resource) ?? []).find(
    (reference) => listRemainingReferrers(transaction, reference, row).length > 0,
  )
  if (remaining !== undefined) refuseInUse(row, remaining)
}

function refuseInUse(row: Row, { resource, path }: Reference): never {
  return refuse({ condition: 'in-use', subject: row.resource, name: `${resource}.${path}` })
}

/**
 * True if a record of another tenant refers to it: one tenant cannot delete data that others use, regardless of `onDelete`, and cannot
 * change or delete theirs.
 */
function isReferredByOtherTenant(transaction: TransactionContext, reference: Reference, row: Row): boolean {
  const { service, tx } = transaction
  const [own, other] = [service.resource(row.resource).tenant, service.resource(reference.resource).tenant]
  if (!isReferredFromOtherTenants(own, other)) return false
  const ownTenant = printTenant(tx.tenantValues(reference.resource), service.keys)
  const shared = other.flatMap(({ property, from }) =>
    own.filter((member) => member.from === from).map((member) => [property, member.property] as const),
  )
  return tx
    .readAllTenants(() => listReferrersAt(transaction, reference, row))
    .some(
      ({ values }) =>
        printTenant(
          other.map(({ property }) => values.get(property) ?? null),
          service.keys,
        ) !== ownTenant &&
        shared.every(([otherProperty, ownProperty]) => equalValues(values.get(otherProperty) ?? null, row.values.get(ownProperty) ?? null)),
    )
}

/** The referring records that are not deleted with it. */
function listRemainingReferrers(transaction: TransactionContext, reference: Reference, row: Row): readonly Row[] {
  return listReferrersAt(transaction, reference, row).filter((other) => !transaction.deletedRecords.has(makeRowName(other)))
}

function listReferrersAt(transaction: TransactionContext, { resource, property, steps }: Reference, row: Row): readonly Row[] {
  const isPlain = steps.length === 0 && transaction.service.resource(resource).properties.get(property)?.reference?.many === false
  const rows = isPlain ? transaction.tx.rowsHaving?.(resource, new Map([[property, transaction.service.keys.recordOfRow(row)]])) : undefined
  if (rows !== undefined) return rows
  return [...transaction.tx.rows(resource)].filter(({ values }) => refersAt(values.get(property), steps, row))
}

type Steps = Reference['steps']

/** True if a value refers to the record at a path, in any item of the lists on the way. */
function refersAt(value: Value | undefined, steps: Steps, row: Row): boolean {
  if (Array.isArray(value)) return (value as readonly Value[]).some((item) => refersAt(item, steps, row))
  const [step, ...rest] = steps
  if (step === undefined) return isRecord(value) && value.resource === row.resource && value.key === row.key
  if (!(value instanceof Map)) return false
  return step === null ? value.values().some((entry) => refersAt(entry, rest, row)) : refersAt(value.get(step), rest, row)
}

/** The value without the record at a path: removes it from a list or a map, or returns undefined. */
function removeRecordFrom(value: Value | undefined, steps: Steps, row: Row): Value | undefined {
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map((item) => removeRecordFrom(item, steps, row))
    return items.filter((item) => item !== undefined)
  }
  const [step, ...rest] = steps
  if (step === undefined) return refersAt(value, [], row) ? undefined : value
  if (!(value instanceof Map)) return value
  const members = [...(value as ReadonlyMap<string, Value>)].map(
    ([name, member]) => [name, step === null || name === step ? removeRecordFrom(member, rest, row) : member] as const,
  )
  return new Map(members.filter((member): member is readonly [string, Value] => member[1] !== undefined))
}

/** Deletes the record itself, once no record refers to it. */
export function deleteRow(transaction: TransactionContext, row: Row): void {
  const { slots } = transaction.service.resource(row.resource).source
  stopTimers(transaction, row)
  transaction.writtenProperties.delete(makeRowName(row))
  const lastRow = transaction.tx.row(row.resource, row.key) ?? row
  const { resource, key, values } = lastRow
  const removed = transaction.deletedRecords.get(makeRowName(row))
  if (removed !== undefined) setRemoved(transaction, { ...removed, row: lastRow })
  transaction.changeLog?.write(lastRow, lastRow)
  transaction.changeLog?.erase(lastRow)
  transaction.service.admissions.noteWritten(lastRow)
  if (slotValueOf(slots.softDelete) === true) transaction.tx.put({ resource, key, values, deleted: transaction.now })
  else transaction.tx.remove(resource, key)
}
