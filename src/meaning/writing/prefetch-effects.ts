// Prefetches the records of effects: of the steps of `do`, and of a transition whose record is known. The records for all items of a
// `for` are looked up together.

import { holds, isRecord, evaluateExpression } from '../../exchange/context.ts'
import type { OperationContext } from '../../fact/operation-context.ts'
import { findEffectAction } from '../../model/effect-action.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { findCandidates, stateOf } from '../record/machine.ts'
import { findRow } from '../record/find.ts'
import type { RequestState } from '../request-state.ts'
import type { Interpreter } from '../service.ts'
import { type Names, type TransactionContext, makeContext } from '../transaction-context.ts'
import { listIterations } from './effects.ts'
import { findSourcesOfEffect } from './effect-sources.ts'
import { type IsDrafted, type Prefetch, readKnownNames, findKnownRow, tryPrefetch } from './try-prefetch.ts'
import { computeSetValue } from './set-values.ts'
import { listMachinesWith } from './choose-transition.ts'
import { prefetchNumbers, prefetchWrite, prefetchTimers } from './prefetch-writes.ts'

export function makeEffectPrefetches({ modelIndex }: Interpreter, { operation, action, resource }: OperationContext): readonly Prefetch[] {
  const steps = slotValueOf(operation.slots.do)
  if (steps !== undefined) return [(requestState, isDrafted) => prefetchSteps(requestState, steps, isDrafted)]
  const machines = action === 'transition' && resource !== undefined ? (modelIndex.machinesOf.get(resource.name) ?? []) : []
  const hasEffects = machines.some(({ machine }) =>
    listSpecifiedEntries(machine.slots.states).some(({ value }) =>
      listSpecifiedEntries(value.on).some(({ value: candidates }) => candidates.some(({ then }) => then.state === 'shown')),
    ),
  )
  return hasEffects ? [prefetchTransition] : []
}

function prefetchSteps(requestState: RequestState, steps: readonly Effect[], isDrafted: IsDrafted): void {
  const { transaction } = requestState
  transaction.steps = new Set(steps)
  prefetchEffects(transaction, steps, readKnownNames(requestState), isDrafted)
}

/** Looks ahead for all transitions out of the record's state, because the choice may depend on these records. */
function prefetchTransition(requestState: RequestState): void {
  const { transaction, operation } = requestState
  const row = findKnownRow(requestState)
  if (row === undefined) return
  const event = (operation.subject?.text ?? '').slice(row.resource.length + 1)
  const names = new Map(readKnownNames(requestState)).set('input', tryPrefetch(() => requestState.body()) ?? null)
  for (const machine of listMachinesWith(transaction, row, event)) {
    for (const { then } of findCandidates(machine, stateOf(machine, row), event))
      prefetchEffects(transaction, slotValueOf(then) ?? [], names, () => false)
  }
}

function prefetchEffects(transaction: TransactionContext, effects: readonly Effect[], names: Names, isDrafted: IsDrafted): void {
  for (const effect of effects) {
    for (const itemNames of tryPrefetch(() => listIterations(transaction, effect, names)) ?? [])
      tryPrefetch(() => prefetchEffect(transaction, effect, itemNames, isDrafted(effect)))
  }
}

function prefetchEffect(transaction: TransactionContext, effect: Effect, names: Names, isDrafted: boolean): void {
  const action = findEffectAction(effect)
  if (action === undefined || action.verb === 'call') return
  const context = makeContext(transaction, names)
  const condition = slotValueOf(effect.if)
  if (condition !== undefined && !holds(condition, context)) return
  const info = transaction.service.resource(action.name.split('.')[0]!)
  if (action.verb === 'create') {
    const values = new Map(
      listSpecifiedEntries(effect.set).flatMap(({ name, value: template }) => {
        const value = tryPrefetch(() => computeSetValue(transaction, name, template, context))
        return value === undefined ? [] : [[name, value] as const]
      }),
    )
    prefetchWrite(transaction, info, values, findSourcesOfEffect(transaction, effect, info, false), {
      isNew: true,
      isDrafted,
      row: undefined,
    })
    if (effect.onConflict.state !== 'shown') prefetchNumbers(transaction, info, values, isDrafted)
    return
  }
  const by = slotValueOf(effect.by)
  if (by !== undefined && !('kind' in by)) {
    const row = findRow(
      transaction,
      info,
      new Map(
        listSpecifiedEntries({ state: 'shown', value: by, at: effect.node }).map(({ name, value }) => [
          name,
          evaluateExpression(value, context),
        ]),
      ),
    )
    if (row !== undefined) prefetchTimers(transaction, transaction.service.keys.recordOfRow(row))
    return
  }
  const record = by === undefined ? (names.get('this') ?? null) : evaluateExpression(by, context)
  if (!isRecord(record)) return
  prefetchTimers(transaction, record)
  transaction.tx.row(record.resource, record.key)
}
