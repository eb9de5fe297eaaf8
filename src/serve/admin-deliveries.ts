// Deliveries on the operator's listener: how many wait, were delivered or are dead; `POST /deliveries?redeliver=ID` sends a dead one again.

import type { Attempt, Delivery } from '../meaning/delivery/deliveries.ts'
import type { Desk } from '../meaning/delivery/desk.ts'
import type { Reply } from './admin-reply.ts'

/** So many of each are listed. */
const most = 100

export function deliveriesJson(desk: Pick<Desk, 'count' | 'list'>): unknown {
  return { ...desk.count(), next: desk.list(0, most, 'waiting').map(deliveryJson), gone: desk.list(0, most, 'dead').map(deliveryJson) }
}

/** As it is printed too. What it carries is not shown: it may be anybody's, and secrets sign it. */
export function deliveryJson({ id, via, name, message, destination, state, made, due, ended, attempts, reason }: Delivery): object {
  const time = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : new Date(ms).toISOString())
  return {
    id, name, via, message, destination, state, made: time(made), due: time(due), ended: time(ended), reason,
    attempts: attempts.map(({ at, ...attempt }: Attempt) => ({ at: time(at), ...attempt })),
  }
}

export async function redeliver(desk: Pick<Desk, 'sendAgain'>, id: string | null): Promise<Reply> {
  if (id === null || !/^\d{1,15}$/.test(id)) return { status: 400, body: { error: 'Say which: POST /deliveries?redeliver=ID.' } }
  if (await desk.sendAgain(Number(id))) return { status: 200, body: { id: Number(id) } }
  return { status: 404, body: { error: `No dead delivery is called ${id}.` } }
}
