// Determines which operations only read.

import type { Operation } from '../model/model.ts'

/** True if it writes neither a record nor a stored answer. */
export function writesNothing({ action, slots }: Operation): boolean {
  return (
    (action === 'list' || action === 'read' || action === 'answer' || action === 'stream' || action === 'feed') &&
    slots.idempotency.state !== 'shown'
  )
}
