// Creates the deliveries of new events: one for each destination of each plan.

import { bindNames, type Context, isRecord, fillTextTemplate } from '../../exchange/context.ts'
import { type EventRow, beginning } from '../../exchange/event.ts'
import { toRefused } from '../../exchange/refusal.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import type { Value } from '../../cel/value.ts'
import { slotValueOf } from '../../model/slot.ts'
import { printTenants } from '../caller/tenancy.ts'
import { limitTurn } from '../limits/bounded.ts'
import type { Interpreter } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import { makeDeliveryBody } from './content.ts'
import type { DeliveryCursor, RemainingDestinations } from './deliveries.ts'
import { nameAddressDestination, nameRecordDestination, evaluateDestinations, chooseLane } from './destination.ts'
import { makeEventContext } from './event-context.ts'
import { type DeliveryPlan, makeEventPlans } from './plan.ts'
import { mayReaderReceive } from './reader.ts'
import { prepareRequest } from './request.ts'
import { isStopped } from './stopped.ts'

/** The most events per commit, and the most deliveries: one event with more destinations is continued in the next commit. */
const batch = 200
const maxCreated = 500

/** Starts the fan-out at the stored position, or at the present end of the event log. */
export function openDeliveries(service: Interpreter, store: Store): void {
  const isSent = makeEventPlans(service.facts.model).length > 0
  const cursor = store.deliveries.cursor()
  if (isSent === (cursor !== undefined)) return
  const tx = store.begin()
  tx.deliveries.setCursor(isSent ? (store.newestEvent()?.position ?? beginning) : undefined)
  tx.commit()
}

/** Creates the deliveries of all events so far, synchronously, in memory. */
export function fanOutNow(service: Interpreter, store: Store): void {
  const plans = makeEventPlans(service.facts.model)
  if (plans.length > 0) while (hasNewEvents(store)) if (!fanOutSome(service, store, plans)) return
}

export function hasNewEvents(store: Store): boolean {
  return store.events(store.deliveries.cursor() ?? beginning, 1).length > 0
}

/** Stores the next deliveries and the new cursor in one commit. False if another process does so. */
export function fanOutSome(service: Interpreter, store: Store, plans: readonly DeliveryPlan[], maxItems = maxCreated): boolean {
  const cursor = store.deliveries.cursor()
  const events = store.events(cursor ?? beginning, Math.min(batch, maxItems))
  const tx = store.begin()
  if (!tx.claim({ kind: 'cursor', cursor })) {
    tx.rollback()
    return false
  }
  const piece = new Piece(service, store, tx, maxItems)
  let reached: DeliveryCursor = cursor ?? beginning
  for (const event of events) {
    const remaining = piece.addDeliveriesOf(event, plans, reached.remaining)
    reached = remaining.length === 0 ? event.position : { commit: reached.commit, index: reached.index, remaining }
    if (piece.isFull()) break
  }
  if (events.length > 0) tx.deliveries.setCursor(reached)
  tx.commit()
  return true
}

type NewDelivery = Parameters<Transaction['deliveries']['add']>[0]

/** The destinations of an event that have no delivery yet, and the context of their expressions. */
type Destinations = ReturnType<typeof makeEventContext> & { readonly plan: DeliveryPlan; readonly values: Value[] }

/** The deliveries of one commit: so many, and so long in making them, that requests wait no longer than the operator allows. */
class Piece {
  readonly #service: Interpreter
  readonly #store: Store
  readonly #tx: Transaction
  readonly #now: number
  readonly #maxItems: number
  readonly #start: number | undefined
  #count = 0

  constructor(service: Interpreter, store: Store, tx: Transaction, maxItems: number) {
    this.#service = service
    this.#store = store
    this.#tx = tx
    this.#now = service.environment.clock.now()
    this.#maxItems = maxItems
    this.#start = service.environment.turn?.readElapsed()
  }

  isFull(): boolean {
    const { turn } = this.#service.environment
    return this.#count >= this.#maxItems || (turn !== undefined && turn.readElapsed() - this.#start! > turn.limit / 2)
  }

  /** Adds deliveries until the piece is full. `remaining`: the destinations that earlier pieces left. Returns those that this one leaves. */
  addDeliveriesOf(event: EventRow, plans: readonly DeliveryPlan[], remaining: RemainingDestinations | undefined): RemainingDestinations {
    const all = plans.flatMap((plan) => {
      const left = remaining?.find(({ via }) => via === plan.via)
      return remaining !== undefined && left === undefined ? [] : [this.#destinationsOf(event, plan, left)]
    })
    for (const { plan, context, transaction, values } of all) {
      let sent = 0
      for (; sent < values.length && !this.isFull(); sent++) {
        const to = values[sent]!
        this.#add(this.#deliveryTo(transaction, event, plan, to, bindNames(context, [['to', to]])))
      }
      values.splice(0, sent)
    }
    return all.flatMap(({ plan: { via }, values }) =>
      values.length === 0 ? [] : [{ via, to: values.map((value) => convertValueToJson(value, this.#service.keys)) }],
    )
  }

  #destinationsOf(event: EventRow, plan: DeliveryPlan, left: RemainingDestinations[number] | undefined): Destinations {
    const { keys, facts } = this.#service
    const inside = makeEventContext(this.#service, this.#tx, event, plan)
    if (left !== undefined) {
      const type = facts.typing.scope(slotValueOf(plan.destination.url)!)?.variables.get('to') ?? { kind: 'dyn' }
      return { ...inside, plan, values: left.to.map((json) => convertJsonToValue(json, type, keys)) }
    }
    const to = slotValueOf(plan.destination.to)
    const values = to === undefined ? undefined : unlessRefused(this.#service, () => evaluateDestinations(to, inside.context))
    if (values !== undefined) return { ...inside, plan, values: [...values] }
    // An event whose destinations cannot be computed does not block others: its delivery fails with that reason.
    if (to !== undefined || this.#isReadable(inside.transaction, plan, event, inside.context)) this.#add(this.#deliveryOf(event, plan))
    return { ...inside, plan, values: [] }
  }

  #add(delivery: NewDelivery | undefined): void {
    this.#count++
    if (delivery !== undefined) this.#tx.deliveries.add(delivery)
  }

  /** If the rule cannot be evaluated, the delivery is attempted and fails with that reason. */
  #isReadable(transaction: Destinations['transaction'], plan: DeliveryPlan, event: EventRow, context: Context): boolean {
    return unlessRefused(this.#service, () => mayReaderReceive(transaction, plan, event, context)) !== false
  }

  #deliveryOf(event: EventRow, plan: DeliveryPlan, destination = plan.via, content?: NewDelivery['content']): NewDelivery {
    return {
      via: plan.via,
      name: event.type,
      message: event.id,
      made: this.#now,
      destination,
      ...chooseLane(plan, destination, event.partitionkey),
      content: content ?? { kind: 'event', event },
    }
  }

  #deliveryTo(
    transaction: Destinations['transaction'],
    event: EventRow,
    plan: DeliveryPlan,
    to: Value,
    context: Context,
  ): NewDelivery | undefined {
    const service = this.#service
    if (!this.#isReadable(transaction, plan, event, context)) return undefined
    if (!isRecord(to)) {
      // A request that cannot be built fails with its reason and does not block others.
      const request = unlessRefused(service, () =>
        prepareRequest(service, plan, context, makeDeliveryBody(service, event, plan.destination, context)),
      )
      if (request === undefined) return this.#deliveryOf(event, plan)
      const destination = nameAddressDestination(plan, request.url, printTenants(service, this.#tx))
      return isStopped(this.#store, this.#tx, destination, request.url, undefined)
        ? undefined
        : this.#deliveryOf(event, plan, destination, { kind: 'request', request })
    }
    const destination = nameRecordDestination(service, this.#tx, plan, to)
    if (this.#store.deliveries.givenUp(destination) !== undefined) {
      const url = unlessRefused(service, () => fillTextTemplate(slotValueOf(plan.destination.url)!, context))
      // If the address cannot be computed, the delivery ends with that reason.
      if (url !== undefined && isStopped(this.#store, this.#tx, destination, url, to)) return undefined
    }
    return this.#deliveryOf(event, plan, destination, { kind: 'event', event, to: { resource: to.resource, key: to.key } })
  }
}

function unlessRefused<T>(service: Interpreter, work: () => T): T | undefined {
  try {
    return limitTurn(service, work)
  } catch (error) {
    toRefused(error)
    return undefined
  }
}
