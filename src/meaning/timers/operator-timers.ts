// The operator's view of timers, and the retry of dead ones.

import type { Awaitable } from '../../base/awaitable.ts'
import type { Access } from '../access.ts'
import type { Store, Timer, TimerCounts } from '../store.ts'

export type OperatorTimers = {
  counts(): TimerCounts
  deadTimers(): readonly Timer[]
  /** In the order in which they are due. */
  waitingTimers(limit: number): readonly Timer[]
  /** Retries a dead timer: due at once, with all attempts. False if it does not exist. */
  retry(id: number): boolean
}

/** The operator's timers over a store that may answer later. */
export type AsyncTimers = {
  readonly [Name in keyof OperatorTimers]: (...args: Parameters<OperatorTimers[Name]>) => Awaitable<ReturnType<OperatorTimers[Name]>>
}

export function createOperatorTimers(access: Access, now: () => number): AsyncTimers {
  return {
    counts: () => access.read((store) => store.countTimers(now())),
    deadTimers: () => access.read((store) => store.deadTimers()),
    waitingTimers: (limit) => access.read((store) => store.waitingTimers(limit)),
    retry: (id) => access.write((store) => retryTimer(store, id, now())),
  }
}

/** `Order.status after PT24H of ["7"]`: the machine, and the record. */
export function printTimer(timer: Timer): string {
  const { key, tenant } = splitTimerKey(timer)
  return `${printTimerMachine(timer)} of ${key}${tenant === undefined ? '' : ` of tenant ${tenant}`}`
}

/** A timer's key and tenant: stores prefix the key with the tenant and a line break. */
export function splitTimerKey({ key }: Pick<Timer, 'key'>): { readonly key: string; readonly tenant?: string } {
  const [tenant, ownKey] = key.split('\n', 2) as [string, string?]
  if (ownKey === undefined) return { key }
  return tenant === '' ? { key: ownKey } : { key: ownKey, tenant }
}

/** `Order.status after PT24H`: without the record, whose key a client may have given. */
export function printTimerMachine(timer: Timer): string {
  return `${timer.resource}.${timer.field} ${timer.kind} ${timer.name}`
}

function retryTimer(store: Store, id: number, now: number): boolean {
  const timer = store.deadTimers().find((each) => each.id === id)
  if (timer === undefined) return false
  const { dead: _, ...rest } = timer
  const tx = store.begin()
  tx.setTimer({ ...rest, due: now, attempts: 0 })
  tx.commit()
  return true
}
