// The stored deliveries: one per event or callback and destination, until it has ended and its retention is over.

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
  /** The span of the request that caused it, where the operator traces requests. */
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
  /** Which lines of part 6 it follows: `webhooks`, `broker`, or `callbacks.NAME`. */
  readonly via: string
  /** The type of the event, or the name of the callback. */
  readonly name: string
  /** The id that its receiver sees, the same at every try. */
  readonly message: string
  /** The group for retries and for giving up. */
  readonly destination: string
  /** Deliveries of one lane keep their order: the next waits for the previous one. */
  readonly lane?: string
  readonly content: DeliveryContent
  /** Milliseconds since 1970, like all times here. */
  readonly made: number
  readonly state: 'waiting' | 'delivered' | 'dead'
  /** When it is tried next; absent while it waits for its lane, and when it is done. */
  readonly due?: number
  readonly ended?: number
  /** Until when it is kept once it is done. */
  readonly forget?: number
  /** Tries that `attempts` counts: those since it was last sent again by hand. */
  readonly tries: number
  readonly attempts: readonly Attempt[]
  /** Why it is dead. */
  readonly reason?: string
}

/** Within a transaction. */
export type DeliveryWriting = {
  /** Waits for its lane where something in it still waits, otherwise is due at `made`. */
  add(delivery: Omit<Delivery, 'id' | 'state' | 'due' | 'tries' | 'attempts'>): void
  /** Replaces it; of one that is done, the next of its lane is due at `now`. */
  set(delivery: Delivery, now: number): void
  /** How far events have been made deliveries; undefined: they are not. */
  setCursor(position: EventPosition | undefined): void
  /** Nothing more is sent to a destination while its address is this one; undefined: it may be sent to again. */
  giveUp(destination: string, url: string | undefined): void
  /** Deletes at most `limit` expired deliveries; returns their number. */
  forget(now: number, limit: number): number
}

/** Reads of committed deliveries. */
export type DeliveryReading = {
  get(id: number): Delivery | undefined
  /** Destinations with something that is due by now. */
  destinations(now: number): readonly string[]
  /** The next due delivery of a destination. */
  due(destination: string, now: number, limit: number): readonly Delivery[]
  /** When the next is due after now. */
  next(now: number): number | undefined
  /** When the first that is done may be forgotten. */
  nextForget(): number | undefined
  /** In the order in which they were made, after an id. */
  list(after: number, limit: number, state?: Delivery['state']): readonly Delivery[]
  count(): { readonly [state in Delivery['state']]: number }
  cursor(): EventPosition | undefined
  /** The address at which deliveries to a destination were stopped. */
  givenUp(destination: string): string | undefined
}

/** The most attempts stored per delivery; older ones are deleted. */
export const maxAttemptsKept = 100

/** Makes a dead delivery due now, with all its attempts, even if its destination was stopped; false if it is not dead. */
export function sendAgain(reading: DeliveryReading, writing: DeliveryWriting, id: number, now: number): boolean {
  const found = reading.get(id)
  if (found?.state !== 'dead') return false
  const { ended: _, forget: __, reason: ___, ...rest } = found
  writing.giveUp(found.destination, undefined)
  writing.set({ ...rest, state: 'waiting', due: now, tries: 0 }, now)
  return true
}
