// Evaluates invariants last: for every written record, those that read its written properties.

import { holds } from '../../exchange/context.ts'
import { refuse } from '../../exchange/refusal.ts'
import { type ExpressionText, listSpecifiedEntries } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'

export function checkInvariants(transaction: TransactionContext): void {
  for (const { resource, key, names } of transaction.writtenProperties.values()) {
    const row = transaction.tx.row(resource, key)
    if (row === undefined || row.deleted !== undefined) continue
    const info = transaction.service.resource(resource)
    const context = makeContext(transaction, new Map([['this', transaction.service.keys.recordOfRow(row)]]))
    for (const { name, value } of listSpecifiedEntries(info.source.slots.invariant)) {
      if (readsWritten(transaction, info, value, names) && !holds(value, context))
        refuse({ condition: 'invariant', subject: resource, name, failures: [{ property: name, keyword: 'invariant' }] })
    }
  }
}

/** True if the expression reads written properties, also through computed ones. */
export function readsWritten(
  transaction: TransactionContext,
  info: ResourceInfo,
  text: ExpressionText,
  written: ReadonlySet<string>,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const { own } = transaction.service.modelIndex.readsOf(text)
  if (own.has('*')) return true
  return [...own].some((name) => {
    const compute = info.properties.get(name)?.compute
    if (written.has(name)) return true
    return (
      compute !== undefined && !seen.has(name) && readsWritten(transaction, info, compute.expression, written, new Set([...seen, name]))
    )
  })
}
