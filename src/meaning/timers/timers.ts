// Fires timed transitions, each in its own transaction, in the order and at the time at which they are due.

import { findLastOccurrence, findNextOccurrence } from '../../base/recurrence.ts'
import { makeErrorWithoutRequest } from '../../exchange/error-value.ts'
import { type Refusal, printCondition, toRefused } from '../../exchange/refusal.ts'
import type { MachineOf } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Candidate } from '../../model/states.ts'
import { type CalendarTimes, type Timed, findTimed, parseTimerLength } from '../../model/timed.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { parseQualifiedKey } from '../caller/tenancy.ts'
import { emitEvents } from '../events/emit.ts'
import { limitTurn } from '../limits/bounded.ts'
import { stateNamed, stateOf, readTargetState } from '../record/machine.ts'
import type { Interpreter } from '../service.ts'
import type { Row, Store, Timer, Transaction } from '../store.ts'
import { runEffects } from '../writing/effects.ts'
import { checkInvariants } from '../writing/invariants.ts'
import { type Worked, collectWorked } from '../worked.ts'
import { makeTransition } from '../writing/transition.ts'
import { type ChosenTransition, findFirstThatHolds } from '../writing/choose-transition.ts'
import { findZone } from '../writing/timer-rows.ts'

/**
 * The result of a timer: a false guard drops it; a refusal without a handler retries it until it is dead. A recurring timer skips missed
 * times except the last; if all attempts are refused, it counts as missed.
 */
export type FiredTimer = {
  readonly timer: Timer
  readonly outcome: 'made' | 'dropped' | 'instead' | 'again' | 'dead' | 'skipped' | 'missed'
  readonly reason?: string
} & Partial<Worked>

/** The maximum number of attempts. The first wait is one second; each further wait is twice as long. */
const maxAttempts = 6
const firstWait = 1000

/** Fires at most `limit` timers that are due by `now`, including those that become due by firing others. */
export function fireDue(service: Interpreter, store: Store, now: number, limit = Number.POSITIVE_INFINITY): readonly FiredTimer[] {
  const fired: FiredTimer[] = []
  while (fired.length < limit) {
    const timer = store.nextTimer(now)
    if (timer === undefined) break
    const each = fire(service, store, timer, now)
    if (each !== undefined) fired.push(each)
  }
  return fired
}

/** Fires at most `limit` due timers of one record, even if other timers are due earlier. */
export function fireOf(
  service: Interpreter,
  store: Store,
  { resource, key }: Pick<Row, 'resource' | 'key'>,
  now: number,
  limit = Number.POSITIVE_INFINITY,
): readonly FiredTimer[] {
  const fired: FiredTimer[] = []
  while (fired.length < limit) {
    const tx = store.begin()
    const due = [...tx.timersOf(resource, key)].filter((timer) => timer.dead === undefined && timer.due <= now)
    tx.rollback()
    const [first] = due.sort((a, b) => a.due - b.due || a.id - b.id)
    if (first === undefined) break
    const each = fire(service, store, first, now)
    if (each !== undefined) fired.push(each)
  }
  return fired
}

/** Fires a timer with its due time as `now`, so that the result does not depend on when it fires. Undefined if another process fires it. */
function fire(service: Interpreter, store: Store, timer: Timer, now: number): FiredTimer | undefined {
  const times = timer.kind === 'every' ? findRecurrence(service, store, timer) : undefined
  const lastMissed = times?.last(now)
  if (lastMissed !== undefined) return storeTimer(store, { ...timer, due: lastMissed, attempts: 0 }, { timer, outcome: 'skipped' })
  const attempted = attempt(service, store, timer, times, (transaction, row) => {
    const { machine, candidates } = findCandidatesOfTimer(transaction, timer)
    const context = makeContext(transaction, new Map([['this', transaction.service.keys.recordOfRow(row)]]))
    const { candidate } = findFirstThatHolds(candidates, context)
    return machine !== undefined && candidate !== undefined ? { machine, candidate } : undefined
  })
  if (attempted === undefined) return undefined
  if (attempted.refusal === undefined) return { timer, outcome: attempted.hasFired ? 'made' : 'dropped', ...attempted.worked }
  const { refusal } = attempted
  const recovery = attempt(service, store, timer, times, (transaction) => chooseRecovery(transaction, timer), refusal)
  if (recovery === undefined) return undefined
  if (recovery.hasFired) return { timer, outcome: 'instead', reason: printReason(refusal), ...recovery.worked }
  return postpone(store, timer, times, printReason(recovery.refusal ?? refusal))
}

type Attempt = { readonly hasFired: boolean; readonly refusal?: Refusal; readonly worked?: Worked }

/**
 * Makes the chosen transition and removes the timer; a refusal changes nothing. Undefined if another process fires
 * the timer.
 */
function attempt(
  service: Interpreter,
  store: Store,
  timer: Timer,
  times: Recurring | undefined,
  choose: (transaction: TransactionContext, row: Row) => ChosenTransition | undefined,
  error?: Refusal,
): Attempt | undefined {
  const tx = beginFiring(store, timer)
  if (tx === undefined) return undefined
  const transaction = beginTransaction(service, tx, timer.due)
  const { tenancy, key } = parseQualifiedKey(service, timer)
  tx.setTenancy(tenancy)
  try {
    const hasFired = limitTurn(service, () => fireTransition(transaction, timer, times, tx.row(timer.resource, key), choose, error))
    if (!hasFired && error !== undefined) {
      tx.rollback()
      return { hasFired: false }
    }
    const worked = collectWorked(transaction)
    tx.commit()
    return { hasFired, worked }
  } catch (thrown) {
    const { refusal } = toRefused(thrown)
    tx.rollback()
    return { hasFired: false, refusal }
  }
}

/** False if no transition is possible; then only the timer is removed, unless it replaces a refused one. */
function fireTransition(
  transaction: TransactionContext,
  timer: Timer,
  times: Recurring | undefined,
  row: Row | undefined,
  choose: (transaction: TransactionContext, row: Row) => ChosenTransition | undefined,
  error: Refusal | undefined,
): boolean {
  const { tx, service } = transaction
  const transition = row === undefined || row.deleted !== undefined ? undefined : choose(transaction, row)
  if (error !== undefined && transition === undefined) return false
  if (times?.next !== undefined && row !== undefined) tx.setTimer({ ...timer, due: times.next, attempts: 0 })
  else tx.removeTimer(timer.id)
  if (row === undefined || transition === undefined) return false
  makeTransition(
    transaction,
    row,
    [transition],
    printTimerCause(timer, transition),
    {
      input: null,
      ...(error === undefined ? {} : { error: makeErrorWithoutRequest(error, service.facts, makeContext(transaction, new Map())) }),
    },
    runEffects,
  )
  checkInvariants(transaction)
  emitEvents(transaction)
  return true
}

function printTimerCause(timer: Timer, { machine, candidate }: ChosenTransition): string {
  return `${machine.name} ${timer.kind} ${timer.name} ${readTargetState(candidate) ?? ''}`.trimEnd()
}

function findCandidatesOfTimer(
  transaction: TransactionContext,
  timer: Timer,
): { readonly machine: MachineOf | undefined; readonly candidates: readonly Candidate[] } {
  const { machine, timed } = findDeclared(transaction.service, timer)
  return { machine, candidates: timed?.value ?? [] }
}

/** The timer in the document, and its machine; undefined if the document no longer has it. */
function findDeclared(service: Interpreter, timer: Timer): { readonly machine: MachineOf | undefined; readonly timed: Timed | undefined } {
  const machine = service.resource(timer.resource).machines.find(({ field }) => field === timer.field)
  const state = machine && stateNamed(machine, timer.state)
  return { machine, timed: state && findTimed(state, timer.kind, timer.name) }
}

/** `onError` of the candidate that was refused. */
function chooseRecovery(transaction: TransactionContext, timer: Timer): ChosenTransition | undefined {
  const { machine, candidates } = findCandidatesOfTimer(transaction, timer)
  const row = transaction.tx.row(timer.resource, parseQualifiedKey(transaction.service, timer).key)
  if (machine === undefined || row === undefined || stateOf(machine, row) !== timer.state) return undefined
  const { candidate } = findFirstThatHolds(
    candidates,
    makeContext(transaction, new Map([['this', transaction.service.keys.recordOfRow(row)]])),
  )
  const recovery = candidate?.onError && slotValueOf(candidate.onError)
  return candidate === undefined || recovery === undefined
    ? undefined
    : { machine, candidate: { ...candidate, guard: { state: 'unsaid' }, ...recovery } }
}

function printReason(refusal: Refusal): string {
  return refusal.report ?? printCondition(refusal)
}

/** A recurring timer never becomes dead: after its last attempt, or at its next time, the next occurrence replaces it. */
function postpone(store: Store, timer: Timer, times: Recurring | undefined, reason: string): FiredTimer | undefined {
  const attempts = timer.attempts + 1
  const retried = { ...timer, attempts, due: timer.due + firstWait * 2 ** timer.attempts }
  const next = times?.next
  if (attempts < maxAttempts && retried.due < (next ?? Number.POSITIVE_INFINITY))
    return storeTimer(store, retried, { timer, outcome: 'again', reason })
  if (next !== undefined) return storeTimer(store, { ...timer, attempts: 0, due: next }, { timer, outcome: 'missed', reason })
  return storeTimer(store, { ...timer, attempts, dead: reason }, { timer, outcome: 'dead', reason })
}

function storeTimer(store: Store, timer: Timer, fired: FiredTimer): FiredTimer | undefined {
  const tx = beginFiring(store, fired.timer)
  if (tx === undefined) return undefined
  tx.setTimer(timer)
  tx.commit()
  return fired
}

function beginFiring(store: Store, timer: Timer): Transaction | undefined {
  const tx = store.begin()
  if (tx.claim({ kind: 'timer', timer })) return tx
  tx.rollback()
  return undefined
}

/** The times of a recurring timer around its present one. */
type Recurring = {
  /** The next time; undefined if the rule has no further time, or if the document no longer has the timer. */
  readonly next: number | undefined
  /** The last time up to `now`, if the present one was missed. */
  readonly last: (now: number) => number | undefined
}

function findRecurrence(service: Interpreter, store: Store, timer: Timer): Recurring | undefined {
  const time = computeScheduledTime(timer)
  const { timed } = findDeclared(service, timer)
  if (timed?.kind !== 'every') return undefined
  if (timed.times === undefined) {
    const period = parseTimerLength(timer.name) as number
    return {
      next: time + period,
      last(now) {
        const missed = Math.floor((now - time) / period)
        return missed > 0 ? time + missed * period : undefined
      },
    }
  }
  const { rule } = timed.times
  const zone = readZone(service, store, timer, timed.times)
  return {
    next: findNextOccurrence(rule, zone, time, time),
    last(now) {
      const last = findLastOccurrence(rule, zone, time, now)
      return last !== undefined && last > time ? last : undefined
    },
  }
}

function readZone(service: Interpreter, store: Store, timer: Timer, times: CalendarTimes): string {
  const tx = store.begin()
  try {
    const { tenancy, key } = parseQualifiedKey(service, timer)
    tx.setTenancy(tenancy)
    const row = tx.row(timer.resource, key)
    return row === undefined ? 'UTC' : findZone(beginTransaction(service, tx, timer.due), row, times)
  } finally {
    tx.rollback()
  }
}

/** Its scheduled time, without retries. */
function computeScheduledTime({ due, attempts }: Timer): number {
  return due - firstWait * (2 ** attempts - 1)
}
