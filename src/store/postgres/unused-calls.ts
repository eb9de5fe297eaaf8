// Returns what separate statements took for work that then did not use it: numbers of sequences, and counts of limits.

import type { SqlRow } from '../sql/database.ts'
import { nextOfSequence } from '../sql/transaction.ts'
import type { StatementCall } from './call.ts'
import type { Connections } from './connections.ts'

export type ReturnUnused = (unused: readonly StatementCall[]) => Promise<void>

/** A number is returned only if no other transaction has drawn a later one. Failures are ignored: the number is then skipped. */
export function makeReturnUnused(connections: Connections): ReturnUnused {
  return async (unused) => {
    for (const { sql, values, rows, undo } of unused.toReversed()) {
      await undo?.(rows!).catch(() => undefined)
      if (sql !== nextOfSequence) continue
      const { last } = rows![0] as SqlRow
      await connections
        .send('UPDATE "$sequence" SET last = last - 1 WHERE name = ? AND last = ?', [values[0]!, last!])
        .catch(() => undefined)
    }
  }
}
