// Waits in tests for what another process or the database does in its own time.

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** Asks every 20 ms; fails after `seconds`. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 20): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await holds())) {
    assert.ok(performance.now() < end, `the condition did not hold within ${seconds} s`)
    await setTimeout(20)
  }
}
