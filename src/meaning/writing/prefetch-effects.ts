// Prefetches the records of effects: of the steps of `do`, and of a transition whose record is known. The records for all items of a
// `for` are looked up together.

import { holds, isRecord, valueOfExpression } from '../../exchange/context.ts'
import type { OperationContext } from '../../fact/operation-context.ts'
import { actionOfEffect } from '../../model/effect-action.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { candidatesIn, stateOf } from '../record/machine.ts'
import { findRow } from '../record/find.ts'
import type { RequestState } from '../request-state.ts'
import type { Interpreter } from '../service.ts'
import { type Names, type TransactionContext, contextOf } from '../transaction-context.ts'
import { rounds, sourcesOfEffect } from './effects.ts'
import { type IsDrafted, type LookAhead, namesAhead, rowAhead, tryAhead } from './try-prefetch.ts'
import { valueOfSet } from './set-values.ts'
import { machinesWith } from './transition.ts'
import { numbersAhead, recordAhead, timersAhead } from './prefetch-writes.ts'

export function effectsAhead({ world: modelIndex }: Interpreter, { operation, action, resource }: OperationContext): readonly LookAhead[] {
  const steps = slotValue(operation.slots.do)
  if (steps !== undefined) return [(requestState, isDrafted) => stepsAhead(requestState, steps, isDrafted)]
  const machines = action === 'transition' && resource !== undefined ? (modelIndex.machinesOf.get(resource.name) ?? []) : []
  const hasEffects = machines.some(({ machine }) =>
    specifiedEntries(machine.slots.states).some(({ value }) =>
      specifiedEntries(value.on).some(({ value: candidates }) => candidates.some(({ then }) => then.state === 'shown')),
    ),
  )
  return hasEffects ? [transitionAhead] : []
}

function stepsAhead(requestState: RequestState, steps: readonly Effect[], isDrafted: IsDrafted): void {
  const { transaction } = requestState
  transaction.steps = new Set(steps)
  allAhead(transaction, steps, namesAhead(requestState), isDrafted)
}

/** Looks ahead for all transitions out of the record's state, because the choice may depend on these records. */
function transitionAhead(requestState: RequestState): void {
  const { transaction, operation } = requestState
  const row = rowAhead(requestState)
  if (row === undefined) return
  const event = (operation.subject?.text ?? '').slice(row.resource.length + 1)
  const names = new Map(namesAhead(requestState)).set('input', tryAhead(() => requestState.body()) ?? null)
  for (const machine of machinesWith(transaction, row, event)) {
    for (const { then } of candidatesIn(machine, stateOf(machine, row), event))
      allAhead(transaction, slotValue(then) ?? [], names, () => false)
  }
}

function allAhead(transaction: TransactionContext, effects: readonly Effect[], names: Names, isDrafted: IsDrafted): void {
  for (const effect of effects) {
    for (const inside of tryAhead(() => rounds(transaction, effect, names)) ?? [])
      tryAhead(() => effectAhead(transaction, effect, inside, isDrafted(effect)))
  }
}

function effectAhead(transaction: TransactionContext, effect: Effect, names: Names, isDrafted: boolean): void {
  const action = actionOfEffect(effect)
  if (action === undefined || action.verb === 'call') return
  const context = contextOf(transaction, names)
  const condition = slotValue(effect.if)
  if (condition !== undefined && !holds(condition, context)) return
  const info = transaction.service.resource(action.name.split('.')[0]!)
  if (action.verb === 'create') {
    const values = new Map(specifiedEntries(effect.set).flatMap(({ name, value: template }) => {
      const value = tryAhead(() => valueOfSet(transaction, name, template, context))
      return value === undefined ? [] : [[name, value] as const]
    }))
    recordAhead(transaction, info, values, sourcesOfEffect(transaction, effect, info, false), { isNew: true, isDrafted, row: undefined })
    if (effect.onConflict.state !== 'shown') numbersAhead(transaction, info, values, isDrafted)
    return
  }
  const by = slotValue(effect.by)
  if (by !== undefined && !('kind' in by)) {
    const row = findRow(
      transaction,
      info,
      new Map(
        specifiedEntries({ state: 'shown', value: by, at: effect.node }).map(({ name, value }) => [
          name,
          valueOfExpression(value, context),
        ]),
      ),
    )
    if (row !== undefined) timersAhead(transaction, transaction.service.keys.recordOfRow(row))
    return
  }
  const record = by === undefined ? (names.get('this') ?? null) : valueOfExpression(by, context)
  if (!isRecord(record)) return
  timersAhead(transaction, record)
  transaction.tx.row(record.resource, record.key)
}
