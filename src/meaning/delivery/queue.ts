// The deliverer's interface to the store: due deliveries, their requests, and their results.

import type { Awaitable } from '../../base/awaitable.ts'
import type { Audited } from '../../exchange/audited.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { unlessHidden } from '../../cel/values/hidden.ts'
import { type Context, bindNames, isRecord, optionalTextOf, textOfTemplate, valueOfExpression } from '../../exchange/context.ts'
import { type EventRow, type EventPosition, beginning } from '../../exchange/event.ts'
import { conditionText, refusedBy } from '../../exchange/refusal.ts'
import { textOfValue } from '../../exchange/value-json.ts'
import { type ExpressionText, slotValue } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { Access } from '../access.ts'
import { tenantsText } from '../caller/tenancy.ts'
import type { Interpreter } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import { makeDeliveryBody } from './content.ts'
import { eventContext } from './event-context.ts'
import { destinationAt, destinationOfRecord, tenantOfDestination, viaOf } from './destination.ts'
import { type Delivery, type DeliveryReading, type DeliveryRequest, sendAgain } from './deliveries.ts'
import { type DeliveryPlan, callbackPlans, eventPlans } from './plan.ts'
import { boundTurn } from '../limits/bounded.ts'
import { mayReaderReceive } from './reader.ts'

/** The request to send now; or why the delivery fails, and how long the store keeps it. */
export type PreparedDelivery = { readonly request: DeliveryRequest; readonly plan: DeliveryPlan } | { readonly ends: string; readonly deadLetter: number }

/** `refused`: why the document's reaction failed; `audited`: what it changed. */
export type RecordedOutcome = { readonly refused?: string; readonly audited?: Audited }

type Asked = 'destinations' | 'due' | 'next' | 'list' | 'get' | 'count'

export type DeliveryQueue = { readonly [Name in Asked]: (...args: Parameters<DeliveryReading[Name]>) => Awaitable<ReturnType<DeliveryReading[Name]>> } & {
  /** True if the document has deliveries. */
  readonly delivers: boolean
  /** Creates the deliveries of all events so far. */
  spread(): Promise<void>
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
  record(delivery: Delivery, gone: string | undefined, before?: Delivery): Awaitable<RecordedOutcome>
  /** Restarts a dead delivery with all its attempts; false if it is not dead. */
  sendAgain(id: number): Awaitable<boolean>
}

/** The most events per commit; fewer if they create that many deliveries. Requests wait for the same writer. */
const batch = 200
const maxGenerated = 500

/** Deliveries that the current document no longer declares are kept for the operator. */
const ofAnotherDocument = 7 * 86_400_000

/** Applies the document's reaction to an attempt: `before` is the delivery before it, `after` with its outcome. */
export type React = (
  service: Interpreter,
  tx: Transaction,
  attempted: { readonly plan: DeliveryPlan; readonly before: Delivery; readonly after: Delivery; readonly effects: readonly Effect[] },
) => Audited | undefined

export function makeDeliveryQueue(service: Interpreter, access: Access, react: React): DeliveryQueue {
  const { clock } = service.environment
  const ofEvents = eventPlans(service.facts.model)
  const plans = new Map([...ofEvents, ...callbackPlans(service.facts)].map((plan) => [plan.via, plan]))
  const concurrency = (destination: string): number => plans.get(viaOf(destination))?.concurrency ?? 1
  return {
    delivers: plans.size > 0,
    destinations: (now) => access.read(({ deliveries }) => deliveries.destinations(now)),
    due: (destination, now, limit) => access.read(({ deliveries }) => deliveries.due(destination, now, limit)),
    next: (now) => access.read(({ deliveries }) => deliveries.next(now)),
    list: (after, limit, state) => access.read(({ deliveries }) => deliveries.list(after, limit, state)),
    get: (id) => access.read(({ deliveries }) => deliveries.get(id)),
    count: () => access.read(({ deliveries }) => deliveries.count()),
    async spread() {
      if (ofEvents.length === 0) return
      // Usually no events wait; that check needs no writer.
      while (await access.read(isAnyUnspread)) if (!(await access.write((store) => spreadSome(service, store, ofEvents, access.most)))) return
    },
    tenantOf: (destination) => tenantOfDestination(service, destination),
    concurrency,
    claim: (delivery) => access.claim?.({ kind: 'delivery', delivery, most: concurrency(delivery.destination) }) ?? true,
    prepare(delivery) {
      const plan = plans.get(delivery.via)
      if (plan === undefined) return { ends: `the document no longer declares \`${delivery.via}\``, deadLetter: ofAnotherDocument }
      return access.read((store) => {
        const request = requestNow(service, store, delivery, plan)
        return 'ends' in request ? { ends: request.ends, deadLetter: plan.deadLetter } : { request, plan }
      })
    },
    record: (delivery, gone, before) => access.write((store) => {
      const plan = plans.get(delivery.via)
      const effects = plan === undefined || before === undefined ? [] : delivery.state === 'delivered' ? plan.onDone : plan.onError
      const refused =
        effects.length === 0 ? undefined : recordOutcome(store, delivery, gone, (tx) => react(service, tx, { plan: plan!, before: before!, after: delivery, effects }))
      if (refused !== undefined && !('refused' in refused)) return refused
      return { ...recordOutcome(store, delivery, gone), ...refused }
    }),
    sendAgain: (id) => access.write((store) => {
      const tx = store.begin()
      const isFound = sendAgain(store.deliveries, tx.deliveries, id, clock.now())
      tx.commit()
      return isFound
    }),
  }

  /** Stores the outcome, and runs `reaction` in the same transaction; if that is refused, nothing is stored. */
  function recordOutcome(store: Store, delivery: Delivery, gone: string | undefined, also?: (tx: Transaction) => Audited | undefined): RecordedOutcome {
    const tx = store.begin()
    if (!tx.holds({ kind: 'delivery', id: delivery.id })) {
      tx.rollback()
      return {}
    }
    tx.deliveries.set(delivery, clock.now())
    if (gone !== undefined) tx.deliveries.giveUp(delivery.destination, gone)
    else if (delivery.state === 'delivered' && store.deliveries.givenUp(delivery.destination) !== undefined) tx.deliveries.giveUp(delivery.destination, undefined)
    try {
      const audited = also && boundTurn(service, () => also(tx))
      tx.commit()
      return audited === undefined ? {} : { audited }
    } catch (error) {
      const { refusal } = refusedBy(error)
      tx.rollback()
      return { refused: refusal.report ?? conditionText(refusal) }
    }
  }
}

/** Creates the deliveries of all events so far, synchronously, in memory. */
export function spreadNow(service: Interpreter, store: Store): void {
  const plans = eventPlans(service.facts.model)
  if (plans.length > 0) while (isAnyUnspread(store)) if (!spreadSome(service, store, plans)) return
}

function isAnyUnspread(store: Store): boolean {
  return store.events(store.deliveries.cursor() ?? beginning, 1).length > 0
}

function requestNow(service: Interpreter, store: Store, delivery: Delivery, plan: DeliveryPlan): DeliveryRequest | { readonly ends: string } {
  const tx = store.begin()
  try {
    const request = boundTurn(service, () => requestOf(service, tx, delivery, plan))
    if ('ends' in request || store.deliveries.givenUp(delivery.destination) !== request.url) return request
    return { ends: 'the receiver answered 410 before: it wants nothing more at this address' }
  } catch (error) {
    const { refusal } = refusedBy(error)
    return { ends: `its request could not be built: ${refusal.report ?? conditionText(refusal)}` }
  } finally {
    tx.rollback()
  }
}

/** Starts the fan-out at the stored position, or at the present end of the event log. */
export function openDeliveries(service: Interpreter, store: Store): void {
  const isSent = eventPlans(service.facts.model).length > 0
  const cursor = store.deliveries.cursor()
  if (isSent === (cursor !== undefined)) return
  const tx = store.begin()
  tx.deliveries.setCursor(isSent ? (store.newestEvent()?.position ?? beginning) : undefined)
  tx.commit()
}

/** Stores the deliveries of the next events and the new cursor in one commit. False if another process does so. */
function spreadSome(service: Interpreter, store: Store, plans: readonly DeliveryPlan[], most = maxGenerated): boolean {
  const position = store.deliveries.cursor()
  const events = store.events(position ?? beginning, Math.min(batch, most))
  const tx = store.begin()
  if (!tx.holds({ kind: 'cursor', position })) {
    tx.rollback()
    return false
  }
  const now = service.environment.clock.now()
  let count = 0
  let announced: EventPosition | undefined
  for (const event of events) {
    if (count >= most) break
    const all = plans.flatMap((plan) => deliveriesOf(service, store, tx, event, plan, now))
    for (const made of all) tx.deliveries.add(made)
    count += all.length
    announced = event.position
  }
  if (announced !== undefined) tx.deliveries.setCursor(announced)
  tx.commit()
  return true
}

type Made = Parameters<Transaction['deliveries']['add']>[0]

function deliveriesOf(service: Interpreter, store: Store, tx: Transaction, event: EventRow, plan: DeliveryPlan, now: number): readonly Made[] {
  const { transaction, context } = eventContext(service, tx, event, plan)
  const to = slotValue(plan.destination.to)
  const common = { via: plan.via, name: event.type, message: event.id, made: now }
  const lane = (destination: string): { readonly lane?: string } => laneOf(plan, destination, event.partitionkey)
  const whole: Made = { ...common, destination: plan.via, ...lane(plan.via), content: { kind: 'event', event } }
  // If the rule cannot be evaluated, the delivery is attempted and fails with that reason.
  const isTold = (inside: Context): boolean => attempt(service, () => mayReaderReceive(transaction, plan, event, inside)) !== false
  if (to === undefined) return isTold(context) ? [whole] : []
  const values = attempt(service, () => evaluateDestinations(to, context))
  // An event whose destinations cannot be computed does not block others: its delivery fails with that reason.
  if (values === undefined) return [whole]
  return values.flatMap((one): Made[] => {
    const inside = bindNames(context, [['to', one]])
    if (!isTold(inside)) return []
    if (!isRecord(one)) {
      // A request that cannot be built fails with its reason and does not block others.
      const request = attempt(service, () => prepareRequest(service, plan, inside, makeDeliveryBody(service, event, plan.destination, inside)))
      if (request === undefined) return [whole]
      const destination = destinationAt(plan, request.url, tenantsText(service, tx))
      return store.deliveries.givenUp(destination) === request.url ? [] : [{ ...common, destination, ...lane(destination), content: { kind: 'request', request } }]
    }
    const destination = destinationOfRecord(service, tx, plan, one)
    const givenUp = store.deliveries.givenUp(destination)
    // If the address cannot be computed, the delivery ends with that reason.
    if (givenUp !== undefined && givenUp === attempt(service, () => textOfTemplate(slotValue(plan.destination.url)!, inside))) return []
    return [{ ...common, destination, ...lane(destination), content: { kind: 'event', event, to: { resource: one.resource, key: one.key } } }]
  })
}

function attempt<T>(service: Interpreter, work: () => T): T | undefined {
  try {
    return boundTurn(service, work)
  } catch (error) {
    refusedBy(error)
    return undefined
  }
}

/** All deliveries of a destination if ordered, otherwise those whose events have the same key. */
export function laneOf({ ordered }: DeliveryPlan, destination: string, partitionkey: string | undefined): { readonly lane?: string } {
  if (ordered) return { lane: destination }
  return partitionkey === undefined ? {} : { lane: `${destination} ${partitionkey}` }
}

export function evaluateDestinations(to: ExpressionText, context: Context): readonly Value[] {
  const value = valueOfExpression(to, context)
  return Array.isArray(value) ? (value as readonly Value[]) : []
}

function requestOf(service: Interpreter, tx: Transaction, { content }: Delivery, plan: DeliveryPlan): DeliveryRequest | { readonly ends: string } {
  if (content.kind === 'request') return content.request
  if (content.kind === 'gone') return { ends: 'it was delivered' }
  const { event, to } = content
  const { transaction, context } = eventContext(service, tx, event, plan)
  const wanted = slotValue(plan.destination.to)
  if (to === undefined && wanted !== undefined) {
    // If the destinations could not be computed before, they usually still cannot.
    evaluateDestinations(wanted, context)
    return { ends: 'its destinations could not be computed when the event happened' }
  }
  const unread = { ends: 'the caller for whom it is sent may no longer read its record' }
  if (to === undefined)
    return mayReaderReceive(transaction, plan, event, context)
      ? prepareRequest(service, plan, context, makeDeliveryBody(service, event, plan.destination, context))
      : unread
  const row = tx.row(to.resource, to.key)
  if (row === undefined || row.deleted !== undefined) return { ends: `its destination, ${to.resource} ${to.key}, no longer exists` }
  const record: RecordValue = service.keys.recordOfRow(row)
  const inside = bindNames(context, [['to', record]])
  if (!mayReaderReceive(transaction, plan, event, inside)) return unread
  return prepareRequest(service, plan, inside, makeDeliveryBody(service, event, plan.destination, inside))
}

/**
 * Completes the request: the media type of the body, unless a header has it. `shownTo` has the reader's permissions: a hidden header
 * is omitted.
 */
export function prepareRequest(
  service: Interpreter,
  { destination, method, signature, subject }: DeliveryPlan,
  context: Context,
  content: { readonly body?: string; readonly headers: DeliveryRequest['headers'] },
  shownTo = context,
): DeliveryRequest {
  const own = (slotValue(destination.headers) ?? []).flatMap(({ name, slot }): [string, string][] => {
    const text = slot.state === 'shown' ? unlessHidden(() => optionalTextOf(slot.value, shownTo)) : undefined
    return text === undefined ? [] : [[name, text]]
  })
  const named = new Set(own.map(([name]) => name.toLowerCase()))
  const secret = slotValue(destination.secret)
  const address = textOfTemplate(slotValue(destination.url)!, context)
  return {
    method,
    url: subject === undefined ? address : addressOfSubject(address, textOfTemplate(subject, context)),
    headers: [...content.headers.filter(([name]) => !named.has(name.toLowerCase())), ...own],
    ...(content.body === undefined ? {} : { body: content.body }),
    secrets: signature === undefined || secret === undefined ? [] : secretsOf(valueOfExpression(secret, context)).map((value) => textOfValue(value, service.keys)),
  }
}

/** The subject is the path of the broker's address, as attempts show it and as the sender reads it. */
function addressOfSubject(address: string, subject: string): string {
  return `${address.replace(/\/+$/, '')}/${encodeURIComponent(subject)}`
}

/** One secret or a list of secrets; null gives no signature. */
function secretsOf(value: Value): readonly Value[] {
  const all = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return all.flatMap((each) => {
    const opened = typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'optional' ? each.value : each
    return opened === null || opened === undefined || opened === '' ? [] : [opened]
  })
}
