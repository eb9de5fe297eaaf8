// The access to a store from outside of an exchange. The store may answer at once or later.

import type { Awaitable } from '../base/awaitable.ts'
import type { Delivery } from './delivery/deliveries.ts'
import type { Job, Store } from './store.ts'

/**
 * Work outside the store, which a process must claim first. `maxConcurrent`: the most concurrent deliveries to the destination, over all
 * processes.
 */
export type ClaimedWork =
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'delivery'; readonly delivery: Delivery; readonly maxConcurrent: number }

/**
 * `work` is synchronous. A store that answers later may run it several times, until all its reads are available. So `work` has no
 * effect except on its store; every other effect follows from its result.
 */
export type Access = {
  /** The number of things that one piece of work may examine; unlimited if undefined. */
  readonly maxItems?: number
  /** Runs `work` over the committed state, and returns its result. */
  read<T>(work: (store: Store) => T): Awaitable<T>
  /** Runs `work` in the store's writer, and resolves after its commit. */
  write<T>(work: (store: Store) => T): Awaitable<T>
  /** Claims work for this process; false if another process has it. Absent if no other process has the store. */
  claim?(work: ClaimedWork): Promise<boolean>
}
