// Deliveries on the operator's listener: how many wait, were delivered or are dead; `POST /deliveries?redeliver=ID` sends a dead one again.

import type { Attempt, Delivery } from '../meaning/delivery/deliveries.ts'
import type { DeliveryQueue } from '../meaning/delivery/queue.ts'
import type { Reply } from './admin-reply.ts'

/** The most deliveries of each state to list. */
const maxListed = 100

export async function describeDeliveries(deliveryQueue: Pick<DeliveryQueue, 'count' | 'list'>): Promise<object> {
  const [counts, waiting, dead] = await Promise.all([
    deliveryQueue.count(),
    deliveryQueue.list(0, maxListed, 'waiting'),
    deliveryQueue.list(0, maxListed, 'dead'),
  ])
  return { ...counts, next: waiting.map(describeDelivery), gone: dead.map(describeDelivery) }
}

/** The text form prints the same data. The content is omitted: it may be private, and secrets sign it. */
export function describeDelivery({ id, via, name, message, destination, state, made, due, ended, attempts, reason }: Delivery): object {
  const printTime = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : new Date(ms).toISOString())
  return {
    id,
    name,
    via,
    message,
    destination,
    state,
    made: printTime(made),
    due: printTime(due),
    ended: printTime(ended),
    reason,
    attempts: attempts.map(({ at, ...attempt }: Attempt) => ({ at: printTime(at), ...attempt })),
  }
}

export async function answerRedelivery(deliveryQueue: Pick<DeliveryQueue, 'redeliver'>, id: string | null): Promise<Reply> {
  if (id === null || !/^\d{1,15}$/.test(id)) return { status: 400, body: { error: 'Name one: POST /deliveries?redeliver=ID.' } }
  if (await deliveryQueue.redeliver(Number(id))) return { status: 200, body: { id: Number(id) } }
  return { status: 404, body: { error: `No dead delivery is called ${id}.` } }
}
