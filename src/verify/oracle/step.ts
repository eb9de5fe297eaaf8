// A request to the server, with what its answer has settled of the server's time and values.

import type { Value } from '../../cel/value.ts'
import type { GeneratedValue } from './choices.ts'
import type { OracleInterpreter, StepEffects } from './interpreter.ts'
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

/** The step that creates the initial records, whose keys and timestamps the server chooses too. */
export function makeInitialStep(interpreter: OracleInterpreter, generated: readonly GeneratedValue[]): Step {
  const restoreRecords = interpreter.snapshot()
  const forced = new Map<number, Value>()
  return {
    number: 0,
    request: undefined,
    now: interpreter.now(),
    isTimeSettled: true,
    forced,
    generated,
    effects: noEffects,
    restore() {
      restoreRecords()
      // Timers of the initial records start when the server created the records.
      const creationTime = generated.find(({ ordinal, kind }) => kind === 'now' && forced.has(ordinal))
      if (creationTime !== undefined)
        interpreter.delayTimers(convertToMoment(forced.get(creationTime.ordinal)!) - convertToMoment(creationTime.value))
      for (const { ordinal, property, value } of generated) {
        const chosen = forced.get(ordinal)
        const [resource, name] = (property ?? '').split('.')
        if (chosen === undefined || name === undefined || typeof value !== 'object') continue
        for (const row of interpreter.rows(resource!)) interpreter.adopt({ ...row, values: new Map([...row.values, [name, chosen]]) })
      }
    },
  }
}

/** Of a timestamp: milliseconds since 1970. */
function convertToMoment(value: Value): number {
  return Number((value as { readonly ms: number }).ms)
}
