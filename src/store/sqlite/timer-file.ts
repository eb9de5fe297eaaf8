// The timers of a file, served or not: lists them, and retries dead ones.

import type { StoreProblem, TimerStore } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { openFile } from './open.ts'
import { makeTimerReading } from '../sql/timers.ts'

/** A serving process notices the change within a moment. */
export function openTimers(path: string, layout: Layout, now: () => number): TimerStore | StoreProblem {
  const opened = openFile(path, layout)
  if ('problem' in opened) return opened
  const { reader } = opened
  const timers = makeTimerReading(reader)
  return {
    counts: () => timers.countTimers(now()),
    deadTimers: () => timers.deadTimers(),
    waitingTimers: (limit) => timers.waitingTimers(limit),
    retry(id) {
      const sql = 'UPDATE "$timer" SET dead = NULL, attempts = 0, due = ? WHERE id = ? AND dead IS NOT NULL RETURNING id'
      return opened.withWriter((writer) => writer.get(sql, [BigInt(now()), BigInt(id)]) !== undefined)
    },
    close: () => opened.close(),
  }
}
