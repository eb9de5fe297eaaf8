// The values of a record's properties that the caller may read.

import type { Value } from '../../cel/value.ts'
import { unlessHidden } from '../../cel/values/hidden.ts'
import { nothingDisclosed } from '../../fact/disclosures.ts'
import { getHiddenData } from '../../fact/hidden-data.ts'
import { makeVisibility } from '../caller/visibility.ts'
import { makeRowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { createCallerHost } from './caller-host.ts'

/** The values of a record that the caller has found: undefined if a rule hides one, null if it has no value. */
export function makeVisibleValues(transaction: TransactionContext, row: Row): (property: string) => Value | undefined {
  const { keys } = transaction.service
  if (!isVeiled(transaction, row.resource)) return (property) => row.values.get(property) ?? null
  const host = createCallerHost(
    transaction,
    makeVisibility(transaction, nothingDisclosed, () => new Set([makeRowName(row)]))!,
  )
  const record = keys.recordOfRow(row)
  return (property) => unlessHidden(() => host.property(record, property, 'name') ?? null)
}

/** True if rules may hide a property of the resource. */
export function isVeiled({ service: { modelIndex } }: TransactionContext, resource: string): boolean {
  return getHiddenData(modelIndex)?.properties.has(resource) === true
}
