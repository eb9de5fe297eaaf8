// Timers as rows: they are tied to an entry into a state, and go when the state is left or the record is deleted.

import type { MachineOf } from '../../model/model.ts'
import type { State } from '../../model/states.ts'
import { type Timed, timedLength, timedOf } from '../../model/timed.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { stateNamed, stateOf } from '../record/machine.ts'
import type { Row } from '../store.ts'

/** One timer for each duration under `after` and `every` of the state that was entered. */
export function startTimers(act: TransactionContext, row: Row, machine: MachineOf): void {
  const state = stateOf(machine, row)
  const found = stateNamed(machine, state)
  for (const { kind, name, ms } of found === undefined ? [] : startedBy(found)) {
    act.tx.start({ resource: row.resource, key: row.key, field: machine.field, state, duration: name, ...(kind === 'every' ? { every: true } : {}), due: act.now + ms, attempts: 0 })
  }
}

type Started = Pick<Timed, 'kind' | 'name'> & { readonly ms: number }

const started = new WeakMap<State, readonly Started[]>()

function startedBy(state: State): readonly Started[] {
  return started.getOrInsertComputed(state, () => timedOf(state).flatMap(({ kind, name }) => {
    const ms = timedLength(name)
    return typeof ms === 'number' ? [{ kind, name, ms }] : []
  }))
}

export function restartTimers(act: TransactionContext, row: Row, machine: MachineOf): void {
  stopTimers(act, row, machine.field)
  startTimers(act, row, machine)
}

/** Of one machine, or of all. */
export function stopTimers(act: TransactionContext, row: Pick<Row, 'resource' | 'key'>, field?: string): void {
  for (const timer of act.tx.timersOf(row.resource, row.key)) {
    if (field === undefined || timer.field === field) act.tx.removeTimer(timer.id)
  }
}
