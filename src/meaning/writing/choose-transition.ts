// Chooses the candidates of a requested transition, or explains with refusals why there are none.

import type { Value } from '../../cel/value.ts'
import { hiddenValue } from '../../cel/values/hidden.ts'
import { type Context, listFailing } from '../../exchange/context.ts'
import type { Refusal } from '../../exchange/refusal.ts'
import type { MachineOf } from '../../model/model.ts'
import type { Candidate } from '../../model/states.ts'
import { type TransactionContext, type Names, makeContext } from '../transaction-context.ts'
import { mayRead } from '../caller/visibility.ts'
import { findCandidates, listEventsOfMachine, hasEvent, stateOf } from '../record/machine.ts'
import type { Row } from '../store.ts'
import type { Changes, WriteSources } from './write.ts'

/** The chosen transition. */
export type ChosenTransition = { readonly machine: MachineOf; readonly candidate: Candidate }

export type TransitionInput = {
  /** The input as guards and `set` read it. */
  readonly input: Value
  /** True if it is the request's body, so that failures can point into it. */
  readonly isBody?: boolean
  /** True if any part comes from the request, even after a transformation: the caller must be allowed to read its references. */
  readonly fromRequest?: boolean
  /** The operation's other changes to the record. */
  readonly otherChanges?: { readonly changes: Changes; readonly from: WriteSources }
  /** The value of `error` in `onError`. */
  readonly error?: Value
}

/** The machines of a record whose current state has the transition. */
export function listMachinesWith(transaction: TransactionContext, row: Row, event: string): readonly MachineOf[] {
  return transaction.service
    .resource(row.resource)
    .machines.filter((machine) => findCandidates(machine, stateOf(machine, row), event).length > 0)
}

/** `machine` is the only affected machine, if there is one. */
export function refuseTransition(
  transaction: TransactionContext,
  row: Row,
  subject: string,
  { machine, name }: { readonly machine?: MachineOf | undefined; readonly name?: string } = {},
): Refusal {
  const { machines } = transaction.service.resource(row.resource)
  const affected = machine ?? machines.find((each) => hasEvent(each, subject.slice(row.resource.length + 1))) ?? machines[0]
  const allowed = machines.flatMap((each) => listEventsOfMachine(each, stateOf(each, row)))
  return {
    condition: 'illegal-transition',
    subject,
    ...(name === undefined ? {} : { name }),
    details: new Map<string, Value>([
      ['state', affected === undefined ? null : stateForCaller(transaction, row, affected)],
      ['allowed', machines.some((each) => isStateHidden(transaction, row, each)) ? hiddenValue : [...new Set(allowed)]],
    ]),
  }
}

/** True if the state is hidden from the caller; timers and jobs have no caller. */
function isStateHidden(transaction: TransactionContext, row: Row, { field }: MachineOf): boolean {
  if (transaction.exchange === undefined) return false
  const record = transaction.service.keys.recordOfRow(row)
  return !mayRead(transaction, record) || !mayRead(transaction, record, field)
}

/** For each machine the first candidate whose guards hold; if a machine has none, the guards that failed. */
export function chooseCandidates(
  transaction: TransactionContext,
  row: Row,
  event: string,
  input: TransitionInput,
): { readonly transitions: readonly ChosenTransition[]; readonly refusals: readonly Refusal[] } {
  const transitions: ChosenTransition[] = []
  const refusals: Refusal[] = []
  const context = makeContext(transaction, makeTransitionNames(transaction, row, input.input))
  for (const machine of listMachinesWith(transaction, row, event)) {
    const state = stateOf(machine, row)
    const { candidate, failed } = findFirstThatHolds(findCandidates(machine, state, event), context)
    if (candidate === undefined) refusals.push(...guardRefusals(transaction, row, event, failed))
    else transitions.push({ machine, candidate })
  }
  return refusals.length > 0 ? { transitions: [], refusals } : { transitions, refusals }
}

export function findFirstThatHolds(
  candidates: readonly Candidate[],
  context: Context,
): { readonly candidate?: Candidate; readonly failed: readonly string[] } {
  const failed: string[] = []
  for (const candidate of candidates) {
    const names = listFailing(candidate.guard, context)
    if (names.length === 0) return { candidate, failed }
    failed.push(...names)
  }
  return { failed }
}

export function guardRefusals(transaction: TransactionContext, row: Row, event: string, failed: readonly string[]): readonly Refusal[] {
  const { details } = refuseTransition(transaction, row, `${row.resource}.${event}`)
  return failed.map((name) => ({
    condition: 'guard' as const,
    subject: `${row.resource}.${event}`,
    name,
    failures: [{ property: name, keyword: 'guard' }],
    details: new Map<string, Value>([...details!, ['guards', [...failed]]]),
  }))
}

export function makeTransitionNames(transaction: TransactionContext, row: Row, input: Value): Names {
  return new Map<string, Value>().set('this', transaction.service.keys.recordOfRow(row)).set('input', input)
}

/** The state, unless it is hidden from the caller. */
function stateForCaller(transaction: TransactionContext, row: Row, machine: MachineOf): Value {
  return isStateHidden(transaction, row, machine) ? hiddenValue : stateOf(machine, row)
}
