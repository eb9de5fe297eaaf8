// The timers of a file that nobody need be serving: looked at, and dead ones set going again.

import type { Problem, TimerStore } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { openFile } from './open.ts'
import { timersIn } from './timers.ts'

/** Who serves it at the same time sees what is done within a moment. */
export function openTimers(path: string, layout: Layout, now: () => number): TimerStore | Problem {
  const opened = openFile(path, layout)
  if ('problem' in opened) return opened
  const { reader } = opened
  const timers = timersIn(reader)
  return {
    counts: () => timers.countTimers(now()),
    dead: () => timers.deadTimers(),
    waiting: (limit) => timers.waitingTimers(limit),
    retry(id) {
      const sql = 'UPDATE "$timer" SET dead = NULL, attempts = 0, due = ? WHERE id = ? AND dead IS NOT NULL RETURNING id'
      return opened.writing((writer) => writer.get(sql, [BigInt(now()), BigInt(id)]) !== undefined)
    },
    close: () => opened.close(),
  }
}
