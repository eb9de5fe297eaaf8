// Determines the caller for work without a request: the caller that a delivery names, as rules see it.

import { withOuterBindings } from '../../cel/bindings.ts'
import type { Value } from '../../cel/value.ts'
import { isRecord } from '../../exchange/context.ts'
import { findCallerResource } from '../../fact/callers.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { TransactionContext } from '../transaction-context.ts'
import type { RecordContent } from '../record/keys.ts'
import type { Interpreter } from '../service.ts'

/** A transaction context for another caller; undefined if that caller's record does not exist. Null is anonymous. */
export function withCaller(transaction: TransactionContext, caller: Value): TransactionContext | undefined {
  if (isRecord(caller)) {
    const row = transaction.tx.row(caller.resource, caller.key)
    if (row === undefined || row.deleted !== undefined) return undefined
  }
  const claims = isRecord(caller) ? null : caller
  const names = new Map<string, Value>([
    ['caller', withScheme(transaction.service, caller)],
    ['claims', claims],
    ['credential', null],
  ])
  return { ...transaction, base: withOuterBindings(names, transaction.base) }
}

/** If callers may use several schemes, selects the first whose callers have this type. */
function withScheme(service: Interpreter, caller: Value): Value {
  const { typing, model } = service.facts
  const { schemes } = model.authentication.value
  if (!isRecord(caller) || listSpecifiedEntries(schemes).length < 2) return caller
  const scheme = listSpecifiedEntries(schemes).find(({ name }) => findCallerResource(typing, name) === caller.resource)?.name
  return scheme === undefined ? caller : { ...caller, of: { ...(caller.of as RecordContent), scheme } satisfies RecordContent }
}
