// The access to a store from outside of an exchange. The store may answer at once or later.

import type { Awaitable } from '../base/awaitable.ts'
import type { Store } from './store.ts'

/**
 * `work` is synchronous. A store that answers later may run it several times, until all its reads are available. So `work` has no
 * effect except on the given store; every other effect follows from its result.
 */
export type Access = {
  /** How many things one piece of work may look at, where it asks something of each; without it, as many as it likes. */
  readonly most?: number
  /** Runs `work` over the committed state, and returns its result. */
  read<T>(work: (store: Store) => T): Awaitable<T>
  /** Runs `work` in the store's writer, and resolves after its commit. */
  write<T>(work: (store: Store) => T): Awaitable<T>
}
