// A request to the server, with what its answer has settled of the server's time and values.

import type { Value } from '../../cel/value.ts'
import type { GeneratedValue } from './choices.ts'
import type { Happened } from './interpreter.ts'
import type { ServerRequest } from './request.ts'

export type Step = {
  readonly number: number
  /** Undefined if the step only advances the clock. */
  readonly request: ServerRequest | undefined
  now: number
  /** True if the server's time is known. */
  isTimeSettled: boolean
  readonly forced: Map<number, Value>
  generated: readonly GeneratedValue[]
  happened: Happened
  restore: () => void
}

export const nothingHappened: Happened = { events: [], deliveries: [] }

/** A step whose time and values the server's answer has not settled yet. */
export function openStep(number: number, request: ServerRequest | undefined, now: number, restore: () => void): Step {
  return { number, request, now, isTimeSettled: false, forced: new Map(), generated: [], happened: nothingHappened, restore }
}

/** Of a timestamp: milliseconds since 1970. */
export function momentOf(value: Value): number {
  return Number((value as { readonly ms: number }).ms)
}
