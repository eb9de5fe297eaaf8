// What an operator sees of timers, and the one thing that can be done with a dead one: it is set going again.

import type { Store, Timer, TimerCounts } from '../store.ts'

export type Timers = {
  counts(): TimerCounts
  dead(): readonly Timer[]
  /** In the order in which they are due. */
  waiting(limit: number): readonly Timer[]
  /** Whether there is such a dead timer; it is due at once, and then tried as often as a new one. */
  retry(id: number): boolean
}

/** The same where the store is written in turns. */
export type TimerDesk = Omit<Timers, 'retry'> & { retry(id: number): boolean | Promise<boolean> }

export function timerDesk(store: Store, now: () => number): Timers {
  return {
    counts: () => store.countTimers(now()),
    dead: () => store.deadTimers(),
    waiting: (limit) => store.waitingTimers(limit),
    retry: (id) => revive(store, id, now()),
  }
}

/** `Order.status after PT24H of ["7"]`: which machine's, and of which record. */
export function timerText(timer: Timer): string {
  const { key, tenant } = namesOf(timer)
  return `${machineText(timer)} of ${key}${tenant === undefined ? '' : ` of tenant ${tenant}`}`
}

/** The key of a record as it is printed; stores put the tenant before it, on a line of its own. */
export function namesOf({ key }: Pick<Timer, 'key'>): { readonly key: string; readonly tenant?: string } {
  const [tenant, own] = key.split('\n', 2) as [string, string?]
  return own === undefined ? { key } : tenant === '' ? { key: own } : { key: own, tenant }
}

/** `Order.status after PT24H`: without the record, whose key a client may have given. */
export function machineText(timer: Timer): string {
  return `${timer.resource}.${timer.field} ${lengthText(timer)}`
}

/** `after PT24H`, `every PT1H`. */
export function lengthText({ duration, every }: Pick<Timer, 'duration' | 'every'>): string {
  return `${every === true ? 'every' : 'after'} ${duration}`
}

function revive(store: Store, id: number, now: number): boolean {
  const timer = store.deadTimers().find((each) => each.id === id)
  if (timer === undefined) return false
  const { dead: _, ...rest } = timer
  const tx = store.begin()
  tx.setTimer({ ...rest, due: now, attempts: 0 })
  tx.commit()
  return true
}
