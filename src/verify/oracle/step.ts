// A request to the server, with what its answer has settled of the server's time and values.

import type { Value } from '../../cel/value.ts'
import type { GeneratedValue } from './choices.ts'
import type { StepEffects } from './interpreter.ts'
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
  effects: StepEffects
  restore: () => void
}

export const noEffects: StepEffects = { events: [], deliveries: [] }

/** A step whose time and values the server's answer has not settled yet. */
export function openStep(number: number, request: ServerRequest | undefined, now: number, restore: () => void): Step {
  return { number, request, now, isTimeSettled: false, forced: new Map(), generated: [], effects: noEffects, restore }
}

/** Of a timestamp: milliseconds since 1970. */
export function momentOf(value: Value): number {
  return Number((value as { readonly ms: number }).ms)
}
