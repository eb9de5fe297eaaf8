// Stored deliveries: one per event or callback and destination, until the delivery has ended and its retention time is over.

import type { Json } from '../../base/json.ts'
import type { EventRow, EventPosition, TraceContext } from '../../exchange/event.ts'

/** One attempt. `url` omits the user information (before `@`); `error` describes why there was no answer. */
export type Attempt = { readonly at: number; readonly ms: number; readonly url: string; readonly status?: number; readonly error?: string }

/** The request to send, without signatures, which contain the time of the attempt. */
export type DeliveryRequest = {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** The signing secret; never shown. */
  readonly secrets: readonly string[]
  /** The span of the causing request, if the operator traces requests. */
  readonly trace?: TraceContext
}

/**
 * The content of a delivery: an event, turned into a request at each attempt with current records; or a request that was built with
 * its change.
 */
export type DeliveryContent =
  | { readonly kind: 'event'; readonly event: EventRow; readonly to?: { readonly resource: string; readonly key: string } }
  | { readonly kind: 'request'; readonly request: DeliveryRequest }
  /** Delivered; its content was deleted. */
  | { readonly kind: 'gone' }

export type Delivery = {
  readonly id: number
  /** The section of part 6 that configures it: `webhooks`, `broker`, or `callbacks.NAME`. */
  readonly via: string
  /** The type of the event, or the name of the callback. */
  readonly name: string
  /** The id that the receiver sees; equal for all attempts. */
  readonly message: string
  /** The group for retries and for giving up. */
  readonly destination: string
  /** Deliveries of one lane keep their order: the next waits for the previous one. */
  readonly lane?: string
  readonly content: DeliveryContent
  /** Milliseconds since 1970, like all times in this file. */
  readonly made: number
  readonly state: 'waiting' | 'delivered' | 'dead'
  /** Time of the next attempt; absent while the delivery waits for its lane, and after its end. */
  readonly due?: number
  readonly ended?: number
  /** Time of deletion after its end. */
  readonly forget?: number
  /** Attempts since the operator last resent it, or since the start. */
  readonly tries: number
  readonly attempts: readonly Attempt[]
  /** Why the service gave up. */
  readonly reason?: string
}

/** The destinations of one event that have no delivery yet, as JSON, by the section of part 6. */
export type RemainingDestinations = readonly { readonly via: string; readonly to: readonly Json[] }[]

/** The position up to which events have been fanned out; `remaining` are those of the event after it, if it was begun. */
export type DeliveryCursor = EventPosition & { readonly remaining?: RemainingDestinations }

/** Within a transaction. */
export type DeliveryWriting = {
  /** The delivery waits if another one of its lane waits; otherwise it is due at `made`. */
  add(delivery: Omit<Delivery, 'id' | 'state' | 'due' | 'tries' | 'attempts'>): void
  /** Changes an existing delivery. If it has ended, the next one of its lane is due at `now`. */
  set(delivery: Delivery, now: number): void
  /** Undefined before the first fan-out. */
  setCursor(cursor: DeliveryCursor | undefined): void
  /** Stops deliveries to a destination for as long as `stopped.ts` computes this text for it; undefined resumes them. */
  giveUp(destination: string, stop: string | undefined): void
  /** Deletes at most `limit` expired deliveries; returns their number. */
  deleteExpired(now: number, limit: number): number
}

/** Reads of committed deliveries. */
export type DeliveryReading = {
  get(id: number): Delivery | undefined
  /** Destinations with a due delivery. */
  destinations(now: number): readonly string[]
  /** The next due delivery of a destination. */
  due(destination: string, now: number, limit: number): readonly Delivery[]
  /** When the next delivery after `now` is due. */
  next(now: number): number | undefined
  /** When the first ended delivery may be deleted. */
  nextExpiry(): number | undefined
  /** In order of creation, after an id. */
  list(after: number, limit: number, state?: Delivery['state']): readonly Delivery[]
  count(): { readonly [state in Delivery['state']]: number }
  cursor(): DeliveryCursor | undefined
  /** The text with which deliveries to a destination were stopped. */
  givenUp(destination: string): string | undefined
}

/** The most attempts stored per delivery; older ones are deleted. */
export const maxStoredAttempts = 100

/** Makes a dead delivery due now, with all its attempts, even if its destination was stopped; false if it is not dead. */
export function redeliver(reading: DeliveryReading, writing: DeliveryWriting, id: number, now: number): boolean {
  const delivery = reading.get(id)
  if (delivery?.state !== 'dead') return false
  const { ended: _, forget: __, reason: ___, ...rest } = delivery
  writing.giveUp(delivery.destination, undefined)
  writing.set({ ...rest, state: 'waiting', due: now, tries: 0 }, now)
  return true
}
