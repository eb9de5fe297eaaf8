// The stored events: written in the transaction that caused them, and deleted when their retention ends.

import type { Awaitable } from '../base/awaitable.ts'
import type { Json } from '../base/json.ts'

/** An event's position in a store's log: commits are numbered from 1, the events of a commit from 0. */
export type EventPosition = { readonly commit: number; readonly index: number }

/** The position before all events. */
export const beginning: EventPosition = { commit: 0, index: 0 }

/** A trace and a span in it (W3C Trace Context). */
export type TraceContext = { readonly [field in 'traceparent' | 'tracestate']?: string }

export type EventRow = {
  readonly position: EventPosition
  /** Unique among all events, even after a restore. */
  readonly id: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly time: number
  /** The record of the event. */
  readonly resource: string
  readonly key: string
  readonly partitionkey?: string
  readonly subject?: string
  readonly dataschema?: string
  /** The payload; absent if the type has none. */
  readonly data?: Json
  /** The cause as `on` names it: `Order.place`, `entry Order.expired`, `Order.deleted`. */
  readonly cause: string
  /** The record's values that read rules of streams need, at the time of the event: the record may change or be deleted later. */
  readonly record?: { readonly [property: string]: Json }
  /** The same values before the change, if the event's data contains former values. */
  readonly old?: { readonly [property: string]: Json }
  /** The span of the causing request, if the operator traces requests. */
  readonly trace?: TraceContext
}

export function comparePositions(a: EventPosition, b: EventPosition): number {
  return a.commit - b.commit || a.index - b.index
}

/** The log of committed events. */
export type EventLog = {
  /** After a position, in order; `types` limits it to those. */
  events(after: EventPosition, limit: number, types?: ReadonlySet<string>): readonly EventRow[]
  /** Undefined if the event does not exist or was deleted. */
  eventAt(position: EventPosition): EventRow | undefined
  oldestEvent(): EventRow | undefined
  newestEvent(): EventRow | undefined
  /** The newest events in order, at most `count`. */
  lastEvents(count: number): readonly EventRow[]
  /** True if no event was ever deleted. */
  isComplete(): boolean
}

/** True if a log whose commits are numbered from 1 without gaps begins with this event. */
export function beginsWith(oldest: EventRow | undefined): boolean {
  return oldest === undefined || (oldest.position.commit === 1 && oldest.position.index === 0)
}

/** The committed events for readers outside of a transaction; a store may answer later. */
export type CommittedLog = {
  /** The events after a position, in order. */
  events(after: EventPosition, limit: number): Awaitable<readonly EventRow[]>
  /** The same, or undefined if retention has deleted some of them. */
  eventsSince(after: EventPosition, limit: number): Awaitable<readonly EventRow[] | undefined>
  newestEvent(): Awaitable<EventRow | undefined>
  /** The newest events in order, at most `count`. */
  lastEvents(count: number): Awaitable<readonly EventRow[]>
}

/** Calls the listener after each commit with events, until the returned function is called. */
export type Listen = (listener: () => void) => () => void
