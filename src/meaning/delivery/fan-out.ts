// Creates the deliveries of new events: one for each destination of each plan.

import { bindNames, type Context, isRecord, textOfTemplate } from '../../exchange/context.ts'
import { type EventRow, type EventPosition, beginning } from '../../exchange/event.ts'
import { toRefused } from '../../exchange/refusal.ts'
import { slotValue } from '../../model/slot.ts'
import { tenantsText } from '../caller/tenancy.ts'
import { boundTurn } from '../limits/bounded.ts'
import type { Interpreter } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import { makeDeliveryBody } from './content.ts'
import { destinationAt, destinationOfRecord, evaluateDestinations, laneOf } from './destination.ts'
import { eventContext } from './event-context.ts'
import { type DeliveryPlan, eventPlans } from './plan.ts'
import { mayReaderReceive } from './reader.ts'
import { prepareRequest } from './request.ts'

/** The most events per commit; fewer if they create that many deliveries. Requests wait for the same writer. */
const batch = 200
const maxCreated = 500

/** Starts the fan-out at the stored position, or at the present end of the event log. */
export function openDeliveries(service: Interpreter, store: Store): void {
  const isSent = eventPlans(service.facts.model).length > 0
  const cursor = store.deliveries.cursor()
  if (isSent === (cursor !== undefined)) return
  const tx = store.begin()
  tx.deliveries.setCursor(isSent ? (store.newestEvent()?.position ?? beginning) : undefined)
  tx.commit()
}

/** Creates the deliveries of all events so far, synchronously, in memory. */
export function fanOutNow(service: Interpreter, store: Store): void {
  const plans = eventPlans(service.facts.model)
  if (plans.length > 0) while (hasNewEvents(store)) if (!fanOutSome(service, store, plans)) return
}

export function hasNewEvents(store: Store): boolean {
  return store.events(store.deliveries.cursor() ?? beginning, 1).length > 0
}

/** Stores the deliveries of the next events and the new cursor in one commit. False if another process does so. */
export function fanOutSome(service: Interpreter, store: Store, plans: readonly DeliveryPlan[], maxItems = maxCreated): boolean {
  const position = store.deliveries.cursor()
  const events = store.events(position ?? beginning, Math.min(batch, maxItems))
  const tx = store.begin()
  if (!tx.claim({ kind: 'cursor', position })) {
    tx.rollback()
    return false
  }
  const now = service.environment.clock.now()
  let count = 0
  let lastPosition: EventPosition | undefined
  for (const event of events) {
    if (count >= maxItems) break
    const created = plans.flatMap((plan) => deliveriesOf(service, store, tx, event, plan, now))
    for (const delivery of created) tx.deliveries.add(delivery)
    count += created.length
    lastPosition = event.position
  }
  if (lastPosition !== undefined) tx.deliveries.setCursor(lastPosition)
  tx.commit()
  return true
}

type NewDelivery = Parameters<Transaction['deliveries']['add']>[0]

function deliveriesOf(
  service: Interpreter,
  store: Store,
  tx: Transaction,
  event: EventRow,
  plan: DeliveryPlan,
  now: number,
): readonly NewDelivery[] {
  const { transaction, context } = eventContext(service, tx, event, plan)
  const to = slotValue(plan.destination.to)
  const common = { via: plan.via, name: event.type, message: event.id, made: now }
  const lane = (destination: string): { readonly lane?: string } => laneOf(plan, destination, event.partitionkey)
  const fallback: NewDelivery = { ...common, destination: plan.via, ...lane(plan.via), content: { kind: 'event', event } }
  // If the rule cannot be evaluated, the delivery is attempted and fails with that reason.
  const isReadable = (destinationContext: Context): boolean =>
    unlessRefused(service, () => mayReaderReceive(transaction, plan, event, destinationContext)) !== false
  if (to === undefined) return isReadable(context) ? [fallback] : []
  const values = unlessRefused(service, () => evaluateDestinations(to, context))
  // An event whose destinations cannot be computed does not block others: its delivery fails with that reason.
  if (values === undefined) return [fallback]
  return values.flatMap((value): NewDelivery[] => {
    const destinationContext = bindNames(context, [['to', value]])
    if (!isReadable(destinationContext)) return []
    if (!isRecord(value)) {
      // A request that cannot be built fails with its reason and does not block others.
      const request = unlessRefused(service, () =>
        prepareRequest(service, plan, destinationContext, makeDeliveryBody(service, event, plan.destination, destinationContext)),
      )
      if (request === undefined) return [fallback]
      const destination = destinationAt(plan, request.url, tenantsText(service, tx))
      return store.deliveries.givenUp(destination) === request.url
        ? []
        : [{ ...common, destination, ...lane(destination), content: { kind: 'request', request } }]
    }
    const destination = destinationOfRecord(service, tx, plan, value)
    const givenUp = store.deliveries.givenUp(destination)
    // If the address cannot be computed, the delivery ends with that reason.
    if (
      givenUp !== undefined &&
      givenUp === unlessRefused(service, () => textOfTemplate(slotValue(plan.destination.url)!, destinationContext))
    )
      return []
    return [
      { ...common, destination, ...lane(destination), content: { kind: 'event', event, to: { resource: value.resource, key: value.key } } },
    ]
  })
}

function unlessRefused<T>(service: Interpreter, work: () => T): T | undefined {
  try {
    return boundTurn(service, work)
  } catch (error) {
    toRefused(error)
    return undefined
  }
}
