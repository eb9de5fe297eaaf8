// Compares two editions for a command: by the law, and by running both where that is asked.

import { SeededRandomness, VirtualClock } from '../base/clock.ts'
import type { Change } from '../diff/change.ts'
import { diffEditions } from '../diff/diff.ts'
import type { Edition } from '../diff/edition.ts'
import { proved } from '../diff/proved.ts'
import { search } from '../diff/witness/search.ts'
import type { Searched } from '../diff/witness/witness.ts'
import type { OpenWorld } from '../scenario/world.ts'
import { worlds } from './test-world.ts'

/** Requests that are sent to both editions, unless somebody asks for more. */
export const usualBudget = 1000

export type Compared = { readonly changes: readonly Change[]; readonly searched?: Searched }

export async function compared(editions: { readonly old: Edition; readonly new: Edition }, budget: number): Promise<Compared> {
  const changes = diffEditions(editions.old, editions.new)
  if (budget === 0 || changes.length === 0) return { changes }
  const searched = await search({ ...editions, changes, budget, versions: {}, worlds: { old: worldOf(editions.old), new: worldOf(editions.new) } })
  return { changes: proved(changes, searched), searched }
}

/** The same time and the same randomness for both, at each start: what differs then differs by the document. */
function worldOf({ compiled }: Edition): OpenWorld {
  const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  return worlds(compiled, () => ({ store: 'memory', clock: new VirtualClock(today), randomness: new SeededRandomness('witness') }))
}
