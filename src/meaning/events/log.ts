// Reads committed events outside of a transaction.

import type { CommittedLog } from '../../exchange/event.ts'
import { isReachable } from '../../exchange/position.ts'
import type { Access } from '../access.ts'

export function logOf(access: Access): CommittedLog {
  return {
    events: (after, limit) => access.read((store) => store.events(after, limit)),
    eventsSince: (after, limit) => access.read((store) => (isReachable(after, store) ? store.events(after, limit) : undefined)),
    newestEvent: () => access.read((store) => store.newestEvent()),
    lastEvents: (count) => access.read((store) => store.lastEvents(count)),
  }
}
