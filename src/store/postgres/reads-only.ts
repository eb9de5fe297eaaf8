// Determines which operations only read.

import type { Operation } from '../../model/model.ts'

/** No record, and no answer that is kept for its key. */
export function writesNothing({ action, slots }: Operation): boolean {
  return (action === 'list' || action === 'read' || action === 'answer' || action === 'stream' || action === 'feed') && slots.idempotency.state !== 'shown'
}
