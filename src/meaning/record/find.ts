// Finds records by the values of their key or of another unique.

import { equalValues } from '../../cel/values/equality.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import type { Row } from '../store.ts'

/** Finds a row by values: by key also a soft-deleted row, by another unique only an existing one. */
export function findRow(transaction: TransactionContext, info: ResourceInfo, by: ReadonlyMap<string, Value>): Row | undefined {
  if (info.key.length === by.size && info.key.every((member) => by.has(member))) {
    const row = transaction.tx.row(
      info.name,
      transaction.service.keys.keyText(
        info,
        info.key.map((member) => by.get(member)!),
      ),
    )
    return row !== undefined && isForgotten(transaction, row) ? undefined : row
  }
  return listRowsHaving(transaction, info, by)[0]
}

/** True if a soft-deleted row has passed the retention time of part 8; it then counts as gone even before clean-up. */
export function isForgotten({ service, now }: TransactionContext, { deleted }: Row): boolean {
  if (deleted === undefined) return false
  const retention = slotValueOf(service.facts.model.limits.value.retention)
  const ms = retention && slotValueOf(retention.deleted)
  return ms !== undefined && deleted + ms <= now
}

/** The rows, not deleted, that have these values. */
export function listRowsHaving(transaction: TransactionContext, info: ResourceInfo, values: ReadonlyMap<string, Value>): readonly Row[] {
  const rows = transaction.tx.rowsHaving?.(info.name, values)
  return (
    rows ??
    [...transaction.tx.rows(info.name)].filter((row) => [...values].every(([member, value]) => hasValue(info, row.values, member, value)))
  )
}

/** True if a property has a value, ignoring case if the property does; null equals no value. */
export function hasValue(info: ResourceInfo, values: ReadonlyMap<string, Value>, member: string, value: Value): boolean {
  const ownValue = values.get(member)
  if (ownValue === undefined || ownValue === null || value === null) return false
  return info.properties.get(member)?.fold === true ? equalValues(foldValue(ownValue), foldValue(value)) : equalValues(ownValue, value)
}

/** Finds a record by another unique than its key; its row need not be read. */
export function findRecord(transaction: TransactionContext, info: ResourceInfo, by: ReadonlyMap<string, Value>): RecordValue | undefined {
  const records = transaction.tx.recordsHaving?.(info.name, by)
  if (records !== undefined) return records[0]
  const [row] = listRowsHaving(transaction, info, by)
  return row && transaction.service.keys.recordOfRow(row)
}

/** The row, or a not-found refusal: `name` is that of a look-up. */
export function present(row: Row | undefined, subject: string, name?: string): Row {
  if (row === undefined) return refuseMissing(subject, name)
  return row.deleted === undefined ? row : refuse(refuseDeleted(subject, row.deleted, name))
}

export function refuseMissing(subject: string, name?: string): never {
  return refuse({ condition: 'not-found', subject, ...(name === undefined ? {} : { name }) })
}

function refuseDeleted(subject: string, since: number, name: string | undefined): Refusal {
  return {
    condition: 'gone',
    subject,
    ...(name === undefined ? {} : { name }),
    details: new Map([['since', { kind: 'timestamp', ms: since }]]),
  }
}
