// What the deliverer asks of whoever keeps deliveries: what is due, the request it comes to, and how it went.

import type { RecordValue, Value } from '../../cel/value.ts'
import { unlessHidden } from '../../cel/values/hidden.ts'
import { type Context, bound, isRecord, textOfTemplate, valueOfExpression } from '../../exchange/context.ts'
import { eventValue, sourceOf } from '../../exchange/envelope.ts'
import { type EventRow, type Position, beginning } from '../../exchange/event.ts'
import { conditionText, refusedBy } from '../../exchange/refusal.ts'
import { textOf } from '../../exchange/value-json.ts'
import { type ExpressionText, shown } from '../../model/slot.ts'
import { type Act, contextOf } from '../act.ts'
import { begin } from '../begin.ts'
import { tenancyOfEvent, tenantsText } from '../caller/tenancy.ts'
import type { Service } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import { bodyOf } from './content.ts'
import { destinationAt, destinationOfRecord, tenantOfDestination, viaOf } from './destination.ts'
import { type Delivery, type DeliveryReading, type DeliveryRequest, sendAgain } from './deliveries.ts'
import { type DeliveryPlan, callbackPlans, webhooksPlan } from './plan.ts'
import { bounded } from '../limits/bounded.ts'
import { mayBeTold } from './reader.ts'

export type Desk = Pick<DeliveryReading, 'destinations' | 'due' | 'next' | 'list' | 'get' | 'count'> & {
  /** Whether the document has anything delivered. */
  readonly delivers: boolean
  /** Makes deliveries of everything that happened so far. */
  spread(): Promise<void>
  /** How many may run at once at a destination. */
  concurrency(destination: string): number
  /** The tenant that a destination is of, as a text; undefined where there are none. */
  tenantOf(destination: string): string | undefined
  /** The request, as it is to be sent now; or why it is not sent at all, and how long that is kept. */
  prepare(delivery: Delivery): { readonly request: DeliveryRequest; readonly plan: DeliveryPlan } | { readonly ends: string; readonly deadLetter: number }
  /** Keeps what became of it; `gone` is the address that wants nothing more. */
  record(delivery: Delivery, gone: string | undefined): Promise<void>
  /** Has a dead one tried again, from the start; false where it is not dead. */
  sendAgain(id: number): Promise<boolean>
}

/** Where deliveries are written and read: two connections, or one store. */
export type DeskStores = {
  readonly reading: Store
  readonly writing: Store
  /** Runs within the store's writer; resolves once it is committed. */
  readonly write: <T>(work: () => T) => Promise<T>
}

/** So many events are looked at in one commit, and fewer where that makes so many deliveries: requests wait for the same writer. */
const batch = 200
const mostMade = 500

/** What waits of a document that no longer says how it is sent is kept for somebody to look at. */
const ofAnotherDocument = 7 * 86_400_000

export function deskOf(service: Service, { reading, writing, write }: DeskStores): Desk {
  const { clock } = service.lending
  const webhooks = webhooksPlan(service.facts.model)
  const plans = new Map([...(webhooks === undefined ? [] : [webhooks]), ...callbackPlans(service.facts.model)].map((plan) => [plan.via, plan]))
  const read = <T>(work: (tx: Transaction) => T): T => {
    const tx = reading.begin()
    try {
      return work(tx)
    } finally {
      tx.rollback()
    }
  }
  return {
    delivers: plans.size > 0,
    destinations: (now) => reading.deliveries.destinations(now),
    due: (destination, now, limit) => reading.deliveries.due(destination, now, limit),
    next: (now) => reading.deliveries.next(now),
    list: (after, limit, state) => reading.deliveries.list(after, limit, state),
    get: (id) => reading.deliveries.get(id),
    count: () => reading.deliveries.count(),
    async spread() {
      if (webhooks === undefined) return
      // Most often there is nothing, which is asked without the writer.
      while (reading.events(reading.deliveries.cursor() ?? beginning, 1).length > 0) await write(() => spreadSome(service, writing, webhooks))
    },
    tenantOf: (destination) => tenantOfDestination(service, destination),
    concurrency: (destination) => plans.get(viaOf(destination))?.concurrency ?? 1,
    prepare(delivery) {
      const plan = plans.get(delivery.via)
      if (plan === undefined) return { ends: `the document says no longer how \`${delivery.via}\` is sent`, deadLetter: ofAnotherDocument }
      const ends = (why: string) => ({ ends: why, deadLetter: plan.deadLetter })
      try {
        const request = read((tx) => bounded(service, () => requestOf(service, tx, delivery, plan)))
        if ('ends' in request) return ends(request.ends)
        return reading.deliveries.givenUp(delivery.destination) === request.url ? ends('the receiver answered 410 before: it wants nothing more at this address') : { request, plan }
      } catch (error) {
        const { refusal } = refusedBy(error)
        return ends(`it could not be made: ${refusal.report ?? conditionText(refusal)}`)
      }
    },
    record: (delivery, gone) => write(() => {
      const tx = writing.begin()
      tx.deliveries.set(delivery, clock.now())
      if (gone !== undefined) tx.deliveries.giveUp(delivery.destination, gone)
      else if (delivery.state === 'delivered' && writing.deliveries.givenUp(delivery.destination) !== undefined) tx.deliveries.giveUp(delivery.destination, undefined)
      tx.commit()
    }),
    sendAgain: (id) => write(() => {
      const tx = writing.begin()
      const found = sendAgain(writing.deliveries, tx.deliveries, id, clock.now())
      tx.commit()
      return found
    }),
  }
}

/** Where deliveries begin: with what happens from now on, unless the store knows how far they went. */
export function openDeliveries(service: Service, store: Store): void {
  const isSent = webhooksPlan(service.facts.model) !== undefined
  const cursor = store.deliveries.cursor()
  if (isSent === (cursor !== undefined)) return
  const tx = store.begin()
  tx.deliveries.setCursor(isSent ? (store.newestEvent()?.position ?? beginning) : undefined)
  tx.commit()
}

/** Deliveries of the next events, and how far that went, in one commit: neither is there without the other. */
function spreadSome(service: Service, store: Store, plan: DeliveryPlan): void {
  const events = store.events(store.deliveries.cursor() ?? beginning, batch)
  const tx = store.begin()
  const now = service.lending.clock.now()
  let count = 0
  let told: Position | undefined
  for (const event of events) {
    if (count >= mostMade) break
    const all = deliveriesOf(service, store, tx, event, plan, now)
    for (const made of all) tx.deliveries.add(made)
    count += all.length
    told = event.position
  }
  if (told !== undefined) tx.deliveries.setCursor(told)
  tx.commit()
}

type Made = Parameters<Transaction['deliveries']['add']>[0]

function deliveriesOf(service: Service, store: Store, tx: Transaction, event: EventRow, plan: DeliveryPlan, now: number): readonly Made[] {
  const { act, context } = eventContext(service, tx, event, plan)
  const to = shown(plan.said.to)
  const common = { via: plan.via, name: event.type, message: event.id, made: now }
  const lane = (destination: string): { readonly lane?: string } => laneOf(plan, destination, event.partitionkey)
  const whole: Made = { ...common, destination: plan.via, ...lane(plan.via), content: { kind: 'event', event } }
  // What cannot be asked is tried, and ends with the reason.
  const isTold = (inside: Context): boolean => attempted(service, () => mayBeTold(act, plan, event, inside)) !== false
  if (to === undefined) return isTold(context) ? [whole] : []
  const found = attempted(service, () => destinationsOf(to, context))
  // An event whose destinations cannot be found holds nobody up: it is tried, and ends with the reason.
  if (found === undefined) return [whole]
  return found.flatMap((one): Made[] => {
    const inside = bound(context, [['to', one]])
    if (!isTold(inside)) return []
    if (!isRecord(one)) {
      // One that fails ends with a reason, and holds up nobody.
      const request = attempted(service, () => prepared(service, plan, inside, bodyOf(service, event, plan.said, inside)))
      if (request === undefined) return [whole]
      const destination = destinationAt(plan, request.url, tenantsText(service, tx))
      return store.deliveries.givenUp(destination) === request.url ? [] : [{ ...common, destination, ...lane(destination), content: { kind: 'request', request } }]
    }
    const destination = destinationOfRecord(service, tx, plan, one)
    const givenUp = store.deliveries.givenUp(destination)
    // An address that cannot be made is another: the delivery then ends with the reason.
    if (givenUp !== undefined && givenUp === attempted(service, () => textOfTemplate(shown(plan.said.url)!, inside))) return []
    return [{ ...common, destination, ...lane(destination), content: { kind: 'event', event, to: { resource: one.resource, key: one.key } } }]
  })
}

function attempted<T>(service: Service, work: () => T): T | undefined {
  try {
    return bounded(service, work)
  } catch (error) {
    refusedBy(error)
    return undefined
  }
}

/** All of one destination where their order is asked for, otherwise those whose events have the same key. */
export function laneOf({ ordered }: DeliveryPlan, destination: string, partitionkey: string | undefined): { readonly lane?: string } {
  if (ordered) return { lane: destination }
  return partitionkey === undefined ? {} : { lane: `${destination} ${partitionkey}` }
}

export function destinationsOf(to: ExpressionText, context: Context): readonly Value[] {
  const found = valueOfExpression(to, context)
  return Array.isArray(found) ? (found as readonly Value[]) : []
}

/** What is said of deliveries sees the event, and no caller; of records that are kept apart by tenant, those of the event's. */
function eventContext(service: Service, tx: Transaction, event: EventRow, { said }: DeliveryPlan): { readonly act: Act; readonly context: Context } {
  const act = begin(service, tx, service.lending.clock.now())
  const context = contextOf(act, new Map())
  tx.confine(tenancyOfEvent(service, event))
  const { typing, model } = service.facts
  const type = typing.scope(shown(said.to) ?? shown(said.url)!)?.variables.get('event')
  return { act, context: bound(context, [['event', eventValue(event, sourceOf(model.events.value, context), type, context)]]) }
}

function requestOf(service: Service, tx: Transaction, { content }: Delivery, plan: DeliveryPlan): DeliveryRequest | { readonly ends: string } {
  if (content.kind === 'request') return content.request
  if (content.kind === 'gone') return { ends: 'it was delivered' }
  const { event, to } = content
  const { act, context } = eventContext(service, tx, event, plan)
  const wanted = shown(plan.said.to)
  if (to === undefined && wanted !== undefined) {
    // Why they could not be found is most often why they cannot be found now.
    destinationsOf(wanted, context)
    return { ends: 'its destinations could not be found when it happened' }
  }
  const unread = { ends: 'whoever it is sent for may not read the record that it is about any more' }
  if (to === undefined) return mayBeTold(act, plan, event, context) ? prepared(service, plan, context, bodyOf(service, event, plan.said, context)) : unread
  const row = tx.row(to.resource, to.key)
  if (row === undefined || row.deleted !== undefined) return { ends: `its destination, ${to.resource} ${to.key}, is no more` }
  const record: RecordValue = service.keys.recordOfRow(row)
  const inside = bound(context, [['to', record]])
  if (!mayBeTold(act, plan, event, inside)) return unread
  return prepared(service, plan, inside, bodyOf(service, event, plan.said, inside))
}

/**
 * What is sent beside what the document says: the media type of a body whose headers do not say it. `shownTo` sees what whoever it is
 * sent for may read: a header whose text is hidden is left out.
 */
export function prepared(service: Service, { said, method, signed }: DeliveryPlan, context: Context, content: { readonly body?: string; readonly headers: DeliveryRequest['headers'] }, shownTo = context): DeliveryRequest {
  const own = (shown(said.headers) ?? []).flatMap(({ name, slot }): [string, string][] => {
    const text = slot.state === 'shown' ? unlessHidden(() => textOfTemplate(slot.value, shownTo)) : undefined
    return text === undefined ? [] : [[name, text]]
  })
  const named = new Set(own.map(([name]) => name.toLowerCase()))
  const secret = shown(said.secret)
  return {
    method, url: textOfTemplate(shown(said.url)!, context),
    headers: [...content.headers.filter(([name]) => !named.has(name.toLowerCase())), ...own],
    ...(content.body === undefined ? {} : { body: content.body }),
    secrets: !signed || secret === undefined ? [] : secretsOf(valueOfExpression(secret, context)).map((value) => textOf(value, service.keys)),
  }
}

/** One, or a list; what has no value does not sign. */
function secretsOf(value: Value): readonly Value[] {
  const all = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return all.flatMap((each) => {
    const opened = typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'optional' ? each.value : each
    return opened === null || opened === undefined || opened === '' ? [] : [opened]
  })
}
