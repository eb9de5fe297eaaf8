// Timers as rows: they are tied to an entry into a state, and go when the state is left or the record is deleted.

import type { MachineOf } from '../model/model.ts'
import { timedLength, timedOf } from '../model/timed.ts'
import type { Act } from './act.ts'
import { stateNamed, stateOf } from './machine.ts'
import type { Row } from './store.ts'

/** One timer for each duration under `after` and `every` of the state that was entered. */
export function startTimers(act: Act, row: Row, machine: MachineOf): void {
  const state = stateOf(machine, row)
  const found = stateNamed(machine, state)
  for (const { kind, name } of found === undefined ? [] : timedOf(found)) {
    const ms = timedLength(name)
    if (typeof ms !== 'number') continue
    act.tx.start({ resource: row.resource, key: row.key, field: machine.field, state, duration: name, ...(kind === 'every' ? { every: true } : {}), due: act.now + ms, attempts: 0 })
  }
}

export function restartTimers(act: Act, row: Row, machine: MachineOf): void {
  stopTimers(act, row, machine.field)
  startTimers(act, row, machine)
}

/** Of one machine, or of all. */
export function stopTimers(act: Act, row: Pick<Row, 'resource' | 'key'>, field?: string): void {
  for (const timer of act.tx.timersOf(row.resource, row.key)) {
    if (field === undefined || timer.field === field) act.tx.removeTimer(timer.id)
  }
}
