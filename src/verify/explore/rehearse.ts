// Plays steps with placeholders in the interpreter alone, from the document's initial records, to try variations.

import type { Json } from '../../base/json.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'
import type { StepEffects, OracleInterpreter } from '../oracle/interpreter.ts'
import { type Fresh, type RequestStep, fillStep } from '../step.ts'
import { type ComparableAnswer, makeComparableAnswer, describeOutcome } from './outcome.ts'
import { swapCase } from '../sample-text.ts'

export type Rehearsal = {
  readonly requests: readonly ServerRequest[]
  readonly answers: readonly ComparableAnswer[]
  readonly expected: Expected
  /** The outcome of the last step, and the names of its events and callbacks. */
  readonly outcome: string
  readonly eventNames: readonly string[]
  /** For each step, the names of its events and callbacks. */
  readonly eventNamesByStep: readonly (readonly string[])[]
}

export type RehearsalStage = {
  readonly interpreter: OracleInterpreter
  /** Resets the interpreter to the document's initial records. */
  readonly begin: () => void
  /** If the text is the key of an initial record: the keys of the resource's other initial records. */
  readonly similarKeys: (key: string) => readonly string[]
  /** A new value for a unique property. */
  readonly fresh: (property: string) => Json | undefined
}

/** Plays the steps. Undefined if a step before the last fails, or if the last one ends in a server error. */
export function rehearse(
  { interpreter, begin, fresh }: RehearsalStage,
  steps: readonly RequestStep[],
  known: readonly Fresh[],
  name: string,
): Rehearsal | undefined {
  begin()
  const generated = new Map<number, Json | undefined>(known.map(({ value }, index) => [index, value]))
  const answers: ComparableAnswer[] = []
  const requests: ServerRequest[] = []
  const eventNamesByStep: (readonly string[])[] = []
  for (const [index, step] of steps.entries()) {
    const request = fillStep(step, {
      answers,
      fresh: (number, property, variant) =>
        varyValue(
          generated.getOrInsertComputed(number, () => fresh(property)),
          variant,
        ),
    })
    if (request === undefined) return undefined
    const now = interpreter.now() + (request.wait ?? 0) + 10
    const timedEventNames = request.wait === undefined ? [] : listEventNames(interpreter.tick(now - 5, `${name} waited ${index}`).effects)
    const { expected, effects } = interpreter.ask(request, now, `${name} ${index}`)
    eventNamesByStep.push([...new Set([...timedEventNames, ...listEventNames(effects)])])
    const isLast = index === steps.length - 1
    if (expected.status >= 500 || (!isLast && expected.trace.condition !== undefined)) return undefined
    answers.push(makeComparableAnswer(expected))
    requests.push(request)
    if (isLast)
      return { requests, answers, expected, outcome: describeOutcome(expected), eventNames: eventNamesByStep.at(-1)!, eventNamesByStep }
  }
  return undefined
}

function varyValue(value: Json | undefined, variant: string): Json | undefined {
  if (variant !== 'swapped' || typeof value !== 'string') return value
  return swapCase(value)
}

/** Types of events, and names of callbacks. */
export function listEventNames({ events, deliveries }: StepEffects): readonly string[] {
  return [
    ...new Set([
      ...events.map(({ type }) => type),
      ...deliveries.flatMap(({ delivery: { via, name } }) => (via.startsWith('callbacks.') ? [name] : [])),
    ]),
  ].sort()
}
