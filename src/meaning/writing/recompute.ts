// Computes the stored computed properties of a record from its other values.

import type { Value } from '../../cel/value.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { changeValues } from '../record/changed-values.ts'
import type { Draft } from '../record/draft.ts'
import type { Row } from '../store.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { makeRow } from './generated-values.ts'
import { computeSetValue } from './set-values.ts'
import { findStoredParts } from './stored-parts.ts'
import { toStoredValue } from './stored-value.ts'

/** Adds the stored computed properties, which may depend on each other. */
export function recomputeValues(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const { computed } = findStoredParts(info)
  if (computed.length === 0) return values
  const { keys } = transaction.service
  const withoutComputed = changeValues(values, new Map(computed.map(({ name }) => [name, undefined])), keys)
  return changeValues(values, evaluateComputed(transaction, info, makeRow(info, withoutComputed, transaction)), keys)
}

/** The values of the computed properties for a row that lacks them. One that reads another computes it too. */
function evaluateComputed(transaction: TransactionContext, info: ResourceInfo, row: Row): ReadonlyMap<string, Value | undefined> {
  const { computed } = findStoredParts(info)
  const context = makeContext(transaction, new Map([['this', transaction.service.keys.recordOfRow(row, 'then')]]))
  return new Map(
    computed.map((property) => [
      property.name,
      toStoredValue(transaction, info, property, computeSetValue(transaction, property.name, property.compute!.expression, context)),
    ]),
  )
}

/** `recomputeValues` for a draft. */
export function recomputeDraft(transaction: TransactionContext, info: ResourceInfo, draft: Draft): Draft {
  const { computed } = findStoredParts(info)
  return computed.length === 0
    ? draft
    : draft.with(evaluateComputed(transaction, info, draft.with(new Map(computed.map(({ name }) => [name, undefined])))))
}
