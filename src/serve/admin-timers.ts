// Timers on the operator's listener: how many wait, which are due first, which are dead; `POST /timers?retry=ID` sets one going again.

import { type AsyncTimers, splitTimerKey } from '../meaning/timers/operator-timers.ts'
import type { Timer } from '../meaning/store.ts'
import type { Reply } from './admin-reply.ts'

/** The most waiting timers in a list. */
const maxListed = 100

export async function describeTimers(timers: AsyncTimers): Promise<object> {
  const [counts, waiting, dead] = await Promise.all([timers.counts(), timers.waitingTimers(maxListed), timers.deadTimers()])
  return { ...counts, next: waiting.map(describeTimer), gone: dead.map(describeTimer) }
}

/** A timer as JSON, also for printing: its record, its state and time, and why it is dead. */
export function describeTimer(timer: Timer): object {
  const { id, resource, field, state, kind, name, due, attempts, dead } = timer
  return {
    id,
    resource,
    ...splitTimerKey(timer),
    machine: `${resource}.${field}`,
    state,
    [kind]: name,
    due: new Date(due).toISOString(),
    attempts,
    ...(dead === undefined ? {} : { dead }),
  }
}

export async function retryTimer(timers: AsyncTimers, id: string | null): Promise<Reply> {
  if (id === null || !/^\d{1,15}$/.test(id)) return { status: 400, body: { error: 'Name one: POST /timers?retry=ID.' } }
  if (await timers.retry(Number(id))) return { status: 200, body: { id: Number(id) } }
  return { status: 404, body: { error: `No dead timer is called ${id}.` } }
}
