// Timers as rows: each belongs to one entry into a state, and is removed when the state is left or the record is deleted.

import { findNextOccurrence } from '../../base/recurrence.ts'
import { fillTextTemplate, evaluateExpression } from '../../exchange/context.ts'
import type { Value } from '../../cel/value.ts'
import { listFollowers } from '../../fact/followed-times.ts'
import type { MachineOf } from '../../model/model.ts'
import { type ExpressionText, slotValueOf } from '../../model/slot.ts'
import type { State } from '../../model/states.ts'
import { type CalendarTimes, parseTimerLength, listTimed } from '../../model/timed.ts'
import { listReferrers } from '../record/host.ts'
import { stateNamed, stateOf } from '../record/machine.ts'
import type { Row, Timer } from '../store.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'

/** Starts the timers of the state that was entered. */
export function startTimers(transaction: TransactionContext, row: Row, machine: MachineOf): void {
  for (const stateTimer of listTimersOfState(machine, row)) {
    const due = computeDueTime(transaction, row, stateTimer)
    if (due !== undefined) transaction.tx.startTimer(makeTimer(row, machine, stateTimer, due))
  }
}

/** A timer of a record with what its time is computed from, before a write. */
type FollowedTimer = { readonly row: Row; readonly machine: MachineOf; readonly stateTimer: StateTimer; readonly before: Basis }

/** Restarts the timers whose moment or zone a write has changed, in a state that the record stays in. */
export function moveTimers(transaction: TransactionContext, before: Row, row: Row, machine: MachineOf): void {
  for (const stateTimer of listTimersOfState(machine, row))
    moveTimer(transaction, { row, machine, stateTimer, before: computeBasis(transaction, before, stateTimer) })
}

/** The timers of other records that read this one; `moveTimer` moves them after the write. */
export function listFollowedTimers(transaction: TransactionContext, row: Row): readonly FollowedTimer[] {
  const { service, tx } = transaction
  const followers = listFollowers(service.modelIndex).get(row.resource)
  if (followers === undefined) return []
  const record = service.keys.recordOfRow(row)
  return followers.flatMap(({ resource, property }) => {
    const rows = listReferrers(transaction, { resource, property }, record).flatMap(({ key }) => tx.row(resource, key) ?? [])
    return rows.flatMap((follower) =>
      service.resource(resource).machines.flatMap((machine) =>
        listTimersOfState(machine, follower)
          .filter((stateTimer) => !('ms' in stateTimer))
          .map((stateTimer) => ({ row: follower, machine, stateTimer, before: computeBasis(transaction, follower, stateTimer) })),
      ),
    )
  })
}

export function moveTimer(transaction: TransactionContext, { row, machine, stateTimer, before }: FollowedTimer): void {
  if (computeBasis(transaction, row, stateTimer) === before) return
  const { kind, name } = stateTimer
  for (const timer of transaction.tx.timersOf(row.resource, row.key)) {
    if (timer.field === machine.field && timer.kind === kind && timer.name === name) transaction.tx.removeTimer(timer.id)
  }
  const due = computeDueTime(transaction, row, stateTimer)
  if (due !== undefined) transaction.tx.startTimer(makeTimer(row, machine, stateTimer, due))
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
  | { readonly kind: 'every'; readonly name: string; readonly times: CalendarTimes }

const timersByState = new WeakMap<State, readonly StateTimer[]>()

function listTimersOfState(machine: MachineOf, row: Row): readonly StateTimer[] {
  const state = stateNamed(machine, stateOf(machine, row))
  return state === undefined ? [] : timersByState.getOrInsertComputed(state, collectTimers)
}

function collectTimers(state: State): readonly StateTimer[] {
  return listTimed(state).flatMap((timed): StateTimer[] => {
    const { name } = timed
    if (timed.kind === 'at') {
      const time = slotValueOf(timed.time)
      return time === undefined ? [] : [{ kind: 'at', name, time }]
    }
    if (timed.kind === 'every' && timed.times !== undefined) return [{ kind: 'every', name, times: timed.times }]
    const ms = parseTimerLength(name)
    return typeof ms === 'number' ? [{ kind: timed.kind, name, ms }] : []
  })
}

/** Milliseconds; undefined without a moment. A moment that has passed is due now. */
function computeDueTime(transaction: TransactionContext, row: Row, stateTimer: StateTimer): number | undefined {
  if ('ms' in stateTimer) return transaction.now + stateTimer.ms
  if ('times' in stateTimer) {
    const { times } = stateTimer
    return findNextOccurrence(times.rule, findZone(transaction, row, times), transaction.now, transaction.now)
  }
  const moment = computeMoment(transaction, row, stateTimer.time)
  return moment === undefined ? undefined : Math.max(moment, transaction.now)
}

/** The moment or the zone from which the time of a timer is computed; undefined if it depends on the entry alone, or has none. */
type Basis = number | string | undefined

function computeBasis(transaction: TransactionContext, row: Row, stateTimer: StateTimer): Basis {
  if ('time' in stateTimer) return computeMoment(transaction, row, stateTimer.time)
  return 'times' in stateTimer ? findZone(transaction, row, stateTimer.times) : undefined
}

/** The time zone of a recurrence for this record. */
export function findZone(transaction: TransactionContext, row: Row, { zone }: CalendarTimes): string {
  return zone === undefined ? 'UTC' : fillTextTemplate(zone, makeContext(transaction, bindThis(transaction, row)))
}

function bindThis(transaction: TransactionContext, row: Row): ReadonlyMap<string, Value> {
  return new Map([['this', transaction.service.keys.recordOfRow(row, 'then')]])
}

/** Milliseconds; undefined for null. */
function computeMoment(transaction: TransactionContext, row: Row, time: ExpressionText): number | undefined {
  const value = evaluateExpression(time, makeContext(transaction, bindThis(transaction, row)))
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'timestamp' ? value.ms : undefined
}

function makeTimer(row: Row, machine: MachineOf, { kind, name }: StateTimer, due: number): Omit<Timer, 'id'> {
  return { resource: row.resource, key: row.key, field: machine.field, state: stateOf(machine, row), kind, name, due, attempts: 0 }
}
