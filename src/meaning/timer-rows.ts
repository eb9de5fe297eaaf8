// Timers as rows: they are tied to an entry into a state, and go when the state is left or the record is deleted.

import { parseDuration } from '../base/duration.ts'
import type { MachineOf } from '../model/model.ts'
import { each } from '../model/slot.ts'
import type { Act } from './act.ts'
import { stateNamed, stateOf } from './machine.ts'
import type { Row } from './store.ts'

/** One timer for each duration under `after` of the state that was entered. */
export function startTimers(act: Act, row: Row, machine: MachineOf): void {
  const state = stateOf(machine, row)
  const found = stateNamed(machine, state)
  for (const { name } of found === undefined ? [] : each(found.after)) {
    const ms = milliseconds(name)
    if (ms !== undefined) {
      act.tx.start({ resource: row.resource, key: row.key, field: machine.field, state, duration: name, due: act.now + ms, attempts: 0 })
    }
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

/** ISO 8601, or CEL's own form: `24h`, `1h30m`. */
function milliseconds(text: string): number | undefined {
  const iso = parseDuration(text)
  if (typeof iso === 'number') return iso
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return undefined
  const units: { readonly [unit: string]: number } = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0)
}
