// The deliverer's interface to the store: due deliveries, their requests, and their results.

import type { Awaitable } from '../../base/awaitable.ts'
import { printCondition, toRefused } from '../../exchange/refusal.ts'
import type { Effect } from '../../model/states.ts'
import type { Access } from '../access.ts'
import { limitTurn } from '../limits/bounded.ts'
import type { Interpreter } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import type { Worked } from '../worked.ts'
import { type Delivery, type DeliveryReading, type DeliveryRequest, redeliver } from './deliveries.ts'
import { parseTenant, parseVia } from './destination.ts'
import { fanOutSome, hasNewEvents } from './fan-out.ts'
import { type DeliveryPlan, makeCallbackPlans, makeEventPlans } from './plan.ts'
import { type NoRequest, makeRequestNow } from './request.ts'
import { makeTenancyOfEvent } from '../caller/tenancy.ts'
import { findAddressee, printStop } from './stopped.ts'

/** The request to send now; or why the delivery fails, and how long the store keeps it. */
export type PreparedDelivery =
  | { readonly request: DeliveryRequest; readonly plan: DeliveryPlan }
  | (NoRequest & { readonly deadLetter: number })

/** `refused`: why the document's reaction failed; otherwise what it did. */
export type RecordedOutcome = { readonly refused?: string } & Partial<Worked>

type QueueRead = 'destinations' | 'due' | 'next' | 'list' | 'get' | 'count'

export type DeliveryQueue = {
  readonly [Name in QueueRead]: (...args: Parameters<DeliveryReading[Name]>) => Awaitable<ReturnType<DeliveryReading[Name]>>
} & {
  /** True if the document has deliveries. */
  readonly delivers: boolean
  /** Creates the deliveries of all events so far, and waits for `pause` between commits. */
  fanOut(pause?: () => Promise<unknown>): Promise<void>
  /** The most simultaneous deliveries to a destination. */
  concurrency(destination: string): number
  /** The tenant of a destination, as text; undefined without tenants. */
  tenantOf(destination: string): string | undefined
  prepare(delivery: Delivery): Awaitable<PreparedDelivery>
  /** Claims a delivery for an attempt. False if another process attempts it, or if its destination has its maximum of deliveries. */
  claim(delivery: Delivery): Awaitable<boolean>
  /**
   * Stores the outcome and the document's reaction to it, unless another process has claimed the delivery since. `goneUrl` is an address
   * that answered 410, `before` the delivery before the attempt.
   */
  record(delivery: Delivery, goneUrl: string | undefined, before?: Delivery): Awaitable<RecordedOutcome>
  /** Restarts a dead delivery with all its attempts; false if it is not dead. */
  redeliver(id: number): Awaitable<boolean>
}

/** Deliveries that the current document no longer declares are kept for the operator. */
const undeclaredRetention = 7 * 86_400_000

/** Applies the document's reaction to an attempt: `before` is the delivery before it, `after` with its outcome. */
export type React = (
  service: Interpreter,
  tx: Transaction,
  attempt: { readonly plan: DeliveryPlan; readonly before: Delivery; readonly after: Delivery; readonly effects: readonly Effect[] },
) => Worked | undefined

export function makeDeliveryQueue(service: Interpreter, access: Access, react: React): DeliveryQueue {
  const { clock } = service.environment
  const plansOfEvents = makeEventPlans(service.facts.model)
  const plans = new Map([...plansOfEvents, ...makeCallbackPlans(service.facts)].map((plan) => [plan.via, plan]))
  const countConcurrent = (destination: string): number => plans.get(parseVia(destination))?.concurrency ?? 1
  return {
    delivers: plans.size > 0,
    destinations: (now) => access.read(({ deliveries }) => deliveries.destinations(now)),
    due: (destination, now, limit) => access.read(({ deliveries }) => deliveries.due(destination, now, limit)),
    next: (now) => access.read(({ deliveries }) => deliveries.next(now)),
    list: (after, limit, state) => access.read(({ deliveries }) => deliveries.list(after, limit, state)),
    get: (id) => access.read(({ deliveries }) => deliveries.get(id)),
    count: () => access.read(({ deliveries }) => deliveries.count()),
    async fanOut(pause) {
      if (plansOfEvents.length === 0) return
      // Usually no events wait; that check needs no writer.
      for (let isFirst = true; await access.read(hasNewEvents); isFirst = false) {
        if (!isFirst) await pause?.()
        if (!(await access.write((store) => fanOutSome(service, store, plansOfEvents, access.maxItems)))) return
      }
    },
    tenantOf: (destination) => parseTenant(service, destination),
    concurrency: countConcurrent,
    claim: (delivery) => access.claim?.({ kind: 'delivery', delivery, maxConcurrent: countConcurrent(delivery.destination) }) ?? true,
    prepare(delivery) {
      const plan = plans.get(delivery.via)
      if (plan === undefined) return { failure: `the document no longer declares \`${delivery.via}\``, deadLetter: undeclaredRetention }
      return access.read((store) => {
        const request = makeRequestNow(service, store, delivery, plan)
        return 'failure' in request ? { failure: request.failure, deadLetter: plan.deadLetter } : { request, plan }
      })
    },
    record: (delivery, goneUrl, before) =>
      access.write((store) => {
        const plan = plans.get(delivery.via)
        const outcome: Outcome = { delivery, goneUrl }
        const effects = plan === undefined || before === undefined ? [] : listReactions(plan, delivery)
        if (effects.length === 0) return storeOutcome(service, store, outcome)
        const attempt = { plan: plan!, before: before!, after: delivery, effects }
        const reacted = storeOutcome(service, store, outcome, (tx) => react(service, tx, attempt))
        return 'refused' in reacted ? { ...storeOutcome(service, store, outcome), ...reacted } : reacted
      }),
    redeliver: (id) =>
      access.write((store) => {
        const tx = store.begin()
        const isFound = redeliver(store.deliveries, tx.deliveries, id, clock.now())
        tx.commit()
        return isFound
      }),
  }
}

/** A delivery after an attempt; `goneUrl` is an address that answered 410. */
type Outcome = { readonly delivery: Delivery; readonly goneUrl: string | undefined }

function listReactions({ onDone, onError }: DeliveryPlan, { state }: Delivery): readonly Effect[] {
  return state === 'delivered' ? onDone : onError
}

/** Stores the outcome, and runs `reaction` in the same transaction; if that is refused, nothing is stored. */
function storeOutcome(
  service: Interpreter,
  store: Store,
  { delivery, goneUrl }: Outcome,
  reaction?: (tx: Transaction) => Worked | undefined,
): RecordedOutcome {
  const tx = store.begin()
  if (!tx.claim({ kind: 'delivery', id: delivery.id })) {
    tx.rollback()
    return {}
  }
  tx.deliveries.set(delivery, service.environment.clock.now())
  try {
    const worked = reaction && limitTurn(service, () => reaction(tx))
    // The reaction may write the record of the destination, which does not resume deliveries.
    if (goneUrl !== undefined) {
      if (delivery.content.kind === 'event') tx.setTenancy(makeTenancyOfEvent(service, delivery.content.event))
      tx.deliveries.giveUp(delivery.destination, printStop(tx, goneUrl, findAddressee(delivery)))
    } else if (delivery.state === 'delivered' && store.deliveries.givenUp(delivery.destination) !== undefined)
      tx.deliveries.giveUp(delivery.destination, undefined)
    tx.commit()
    return worked ?? {}
  } catch (error) {
    const { refusal } = toRefused(error)
    tx.rollback()
    return { refused: refusal.report ?? printCondition(refusal) }
  }
}
