// Waits in tests for what another process or the database does in its own time.

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** Asks every 20 ms; fails after 20 s. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    assert.ok(performance.now() < end, 'it did not come to that within 20 s')
    await setTimeout(20)
  }
}
