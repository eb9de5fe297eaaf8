// Limits how long one request may hold the event loop, in CPU time of this thread, independent of other load.

import type { TurnLimit } from '../base/turn.ts'

/** `limit` in milliseconds; undefined where it is infinite. */
export function makeTurnLimit(limit: number): TurnLimit | undefined {
  return Number.isFinite(limit) ? { limit, readElapsed } : undefined
}

function readElapsed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
