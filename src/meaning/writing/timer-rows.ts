// Timers as rows: each belongs to one entry into a state, and is removed when the state is left or the record is deleted.

import { valueOfExpression } from '../../exchange/context.ts'
import type { MachineOf } from '../../model/model.ts'
import { type ExpressionText, slotValue } from '../../model/slot.ts'
import type { State } from '../../model/states.ts'
import { parseTimerLength, timedOf } from '../../model/timed.ts'
import { stateNamed, stateOf } from '../record/machine.ts'
import type { Row, Timer } from '../store.ts'
import { type TransactionContext, contextOf } from '../transaction-context.ts'

/** Starts the timers of the state that was entered. */
export function startTimers(transaction: TransactionContext, row: Row, machine: MachineOf): void {
  for (const stateTimer of timersOfState(machine, row)) {
    const due = dueTime(transaction, row, stateTimer)
    if (due !== undefined) transaction.tx.startTimer(timerFor(row, machine, stateTimer, due))
  }
}

/** Restarts the timers under `at` whose moment a write has changed, in a state that the record stays in. */
export function moveTimers(transaction: TransactionContext, before: Row, row: Row, machine: MachineOf): void {
  for (const stateTimer of timersOfState(machine, row)) {
    if (stateTimer.kind !== 'at' || momentOf(transaction, before, stateTimer.time) === momentOf(transaction, row, stateTimer.time)) continue
    for (const timer of transaction.tx.timersOf(row.resource, row.key)) {
      if (timer.field === machine.field && timer.kind === 'at' && timer.name === stateTimer.name) transaction.tx.removeTimer(timer.id)
    }
    const due = dueTime(transaction, row, stateTimer)
    if (due !== undefined) transaction.tx.startTimer(timerFor(row, machine, stateTimer, due))
  }
}

export function restartTimers(transaction: TransactionContext, row: Row, machine: MachineOf): void {
  stopTimers(transaction, row, machine.field)
  startTimers(transaction, row, machine)
}

/** Stops the timers of one machine, or of all. */
export function stopTimers(transaction: TransactionContext, row: Pick<Row, 'resource' | 'key'>, field?: string): void {
  for (const timer of transaction.tx.timersOf(row.resource, row.key)) {
    if (field === undefined || timer.field === field) transaction.tx.removeTimer(timer.id)
  }
}

type StateTimer =
  | { readonly kind: 'after' | 'every'; readonly name: string; readonly ms: number }
  | { readonly kind: 'at'; readonly name: string; readonly time: ExpressionText }

const timersByState = new WeakMap<State, readonly StateTimer[]>()

function timersOfState(machine: MachineOf, row: Row): readonly StateTimer[] {
  const state = stateNamed(machine, stateOf(machine, row))
  return state === undefined ? [] : timersByState.getOrInsertComputed(state, collectTimers)
}

function collectTimers(state: State): readonly StateTimer[] {
  return timedOf(state).flatMap((timed): StateTimer[] => {
    const { name } = timed
    if (timed.kind === 'at') {
      const time = slotValue(timed.time)
      return time === undefined ? [] : [{ kind: 'at', name, time }]
    }
    const ms = parseTimerLength(name)
    return typeof ms === 'number' ? [{ kind: timed.kind, name, ms }] : []
  })
}

/** Milliseconds; undefined without a moment. A moment that has passed is due now. */
function dueTime(transaction: TransactionContext, row: Row, stateTimer: StateTimer): number | undefined {
  if (stateTimer.kind !== 'at') return transaction.now + stateTimer.ms
  const moment = momentOf(transaction, row, stateTimer.time)
  return moment === undefined ? undefined : Math.max(moment, transaction.now)
}

/** Milliseconds; undefined for null. */
function momentOf(transaction: TransactionContext, row: Row, time: ExpressionText): number | undefined {
  const value = valueOfExpression(time, contextOf(transaction, new Map([['this', transaction.service.keys.recordOfRow(row, 'then')]])))
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'timestamp' ? value.ms : undefined
}

function timerFor(row: Row, machine: MachineOf, { kind, name }: StateTimer, due: number): Omit<Timer, 'id'> {
  return { resource: row.resource, key: row.key, field: machine.field, state: stateOf(machine, row), kind, name, due, attempts: 0 }
}
