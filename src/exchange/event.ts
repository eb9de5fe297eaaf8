// What happened, as it is kept until nobody asks for it any more: written in the transaction that caused it.

import type { Json } from '../base/json.ts'

/** Where an event stands among all of a store: commits are numbered from 1 in their order, the events of one from 0. */
export type Position = { readonly commit: number; readonly index: number }

/** Before everything that ever happened. */
export const beginning: Position = { commit: 0, index: 0 }

export type EventRow = {
  readonly position: Position
  /** Unlike that of any other event, also after a restore. */
  readonly id: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly time: number
  /** The record that it is about. */
  readonly resource: string
  readonly key: string
  readonly partitionkey?: string
  readonly subject?: string
  readonly dataschema?: string
  /** The payload; absent where the type carries none. */
  readonly data?: Json
  /** As `on` names it: `Order.place`, `entry Order.expired`, `Order.deleted`. */
  readonly cause: string
  /** Values of the record that read rules of streams ask for, as they were: the record may have changed or gone since. */
  readonly record?: { readonly [property: string]: Json }
  /** The same values as they were before, where the event shows any that were. */
  readonly old?: { readonly [property: string]: Json }
}

export function comparePositions(a: Position, b: Position): number {
  return a.commit - b.commit || a.index - b.index
}

/** What happened, as far as it is committed. */
export type EventLog = {
  /** After a position, in order; `types` limits it to those. */
  events(after: Position, limit: number, types?: ReadonlySet<string>): readonly EventRow[]
  /** Undefined where there is none, or none any more. */
  eventAt(position: Position): EventRow | undefined
  oldestEvent(): EventRow | undefined
  newestEvent(): EventRow | undefined
}

/** Calls the listener after each commit with events, until what it gives is called. */
export type Listen = (listener: () => void) => () => void
