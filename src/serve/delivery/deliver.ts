// Starts and stops deliveries next to the server.

import type { Backend } from '../../exchange/exchange.ts'
import type { DeliveryQueue } from '../../meaning/delivery/queue.ts'
import type { Task } from '../background.ts'
import type { OperatorLimits } from '../operator-limits.ts'
import { Deliverer, type DelivererOptions } from './deliverer.ts'
import { makeNatsSender } from './nats-sender.ts'
import { makeHttpSender } from './sender.ts'

export type Delivering = Pick<DelivererOptions, 'clock' | 'randomness' | 'onError' | 'onAttempt' | 'onWeakSecret'> & {
  readonly backend: Pick<Backend, 'listen'> & { readonly deliveryQueue: DeliveryQueue }
  /** True if the operator allows deliveries to private addresses. */
  readonly allowPrivate?: boolean
  readonly operatorLimits: Pick<OperatorLimits, 'deliveries' | 'drain'>
  /** Replaces HTTP to the document's address, in scenarios. */
  readonly send?: DelivererOptions['send']
  /** Wraps each sending, for example in a span. */
  readonly wrapSend?: ((send: DelivererOptions['send']) => DelivererOptions['send']) | undefined
}

type Delivery = Pick<Deliverer, 'waitUntilSettled' | 'stop'> & {
  /** The background task; `wait`: a virtual clock stops until running attempts have ended. */
  task(wait: boolean): Task
}

export function deliver({
  backend,
  allowPrivate = false,
  send,
  operatorLimits,
  wrapSend = (inner) => inner,
  ...rest
}: Delivering): Delivery {
  if (!backend.deliveryQueue.delivers)
    return {
      task: () => ({ next: () => undefined, run: () => undefined }),
      waitUntilSettled: async () => undefined,
      stop: async () => undefined,
    }
  const sender = makeHttpSender({ allowPrivate, now: () => rest.clock.now() })
  const broker = makeNatsSender()
  const sendByScheme: DelivererOptions['send'] = (sending, delivery) =>
    delivery.via === 'broker' ? broker.send(sending, delivery.message) : sender.send(sending)
  const deliverer = new Deliverer({
    ...rest,
    deliveryQueue: backend.deliveryQueue,
    send: wrapSend(send ?? sendByScheme),
    maxConcurrent: operatorLimits.deliveries,
  })
  const end = backend.listen(() => deliverer.wake())
  // Deliveries that became due while the process was down.
  deliverer.wake()
  return {
    task: (wait) => ({
      next: () => backend.deliveryQueue.next(rest.clock.now()),
      run: () => (wait ? deliverer.waitUntilSettled() : deliverer.wake()),
    }),
    waitUntilSettled: () => deliverer.waitUntilSettled(),
    async stop() {
      end()
      // Attempts that have not ended by then are aborted; the next process repeats them.
      const close = (): void => {
        sender.close()
        broker.close()
      }
      const patience = setTimeout(close, operatorLimits.drain)
      await deliverer.stop()
      clearTimeout(patience)
      close()
    },
  }
}
