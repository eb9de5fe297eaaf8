// Starts what delivers, beside whatever answers requests, and stops it again.

import type { Clock, Randomness } from '../../base/clock.ts'
import type { Backend } from '../../exchange/exchange.ts'
import type { Desk } from '../../meaning/delivery/desk.ts'
import type { Task } from '../background.ts'
import { ceilings } from '../ceilings.ts'
import { Deliverer, type Options } from './deliverer.ts'
import { httpSender } from './sender.ts'

export type Delivering = {
  readonly backend: Pick<Backend, 'listen'> & { readonly desk: Desk }
  readonly clock: Clock
  readonly randomness: Randomness
  readonly failed: (error: unknown) => void
  readonly tried?: Options['tried']
  /** Whether the operator lets deliveries go to addresses that are not public. */
  readonly allowPrivate?: boolean
  /** What sends instead of HTTP to the address that the document says: in scenarios. */
  readonly send?: Options['send']
}

type Delivery = Pick<Deliverer, 'settled' | 'stop'> & {
  /** What is to be done in the background; `wait`: time stands still until what is under way has ended. */
  task(wait: boolean): Task
}

export function deliver({ backend, allowPrivate = false, send, ...rest }: Delivering): Delivery {
  if (!backend.desk.delivers) return { task: () => ({ next: () => undefined, run: () => undefined }), settled: async () => undefined, stop: async () => undefined }
  const sender = httpSender({ allowPrivate, now: () => rest.clock.now() })
  const deliverer = new Deliverer({ ...rest, desk: backend.desk, send: send ?? sender.send, most: ceilings.deliveries })
  const end = backend.listen(() => deliverer.wake())
  // What waited while nobody ran.
  deliverer.wake()
  return {
    task: (wait) => ({ next: () => backend.desk.next(rest.clock.now()), run: () => (wait ? deliverer.settled() : deliverer.wake()) }),
    settled: () => deliverer.settled(),
    async stop() {
      end()
      // Who has not answered by then is cut off: that try failed, and is made again by whoever starts next.
      const patience = setTimeout(() => sender.close(), ceilings.drain)
      await deliverer.stop()
      clearTimeout(patience)
      sender.close()
    },
  }
}
