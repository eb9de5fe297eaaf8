// Varies the numbers and times of a sequence until its last outcome or its events change: both sides of each guard.

import { type Json, isJsonArray, isJsonObject, createJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { parseTimestamp, printTimestamp } from '../../base/time.ts'
import { type Fresh, type RequestStep, renumberAfter } from '../step.ts'
import type { Case } from './case.ts'
import { buildCasesOfLaterItems } from './later-items.ts'
import { type Rehearsal, type RehearsalStage, rehearse } from './rehearse.ts'
import { withAwkwardNumbers, withOtherLetters, withRepeatedItems } from './other-values.ts'

/** A sequence with other numbers than a known one, or with more steps. */
type VariedSequence = { readonly steps: readonly RequestStep[]; readonly rehearsal: Rehearsal; readonly name: string }

/** A number, or a time in milliseconds since 1970. */
type NumberPlace = { readonly step: number; readonly path: readonly (string | number)[]; readonly value: number; readonly isTime: boolean }

/** Distances from a number to try on both sides, in the property's unit. */
const trialValues: readonly number[] = [0, 1, 10, 1000, 100_000]

const [minute, hour] = [60_000, 3_600_000]

/** Hours from now to try for a time. */
const trialHours: readonly number[] = [-720, -168, -24, -3, -1, 0, 1, 3, 6, 24, 72, 168, 720, 8760]

/** A time is sent some minutes after it was planned, so that no bound is found more exactly. */
const unitOfTimes = 20 * minute

/** The most numbers of one sequence that are varied. */
const maxPlaces = 4

/** The most times of one sequence that are varied. */
const maxTimes = 2

/** The longest sequence that is repeated after itself. */
const maxRepeatedLength = 7

/** Varies known sequences: by numbers at which their outcome changes, and by repetition, to see an event that occurs only once. */
export function varyCases(stage: RehearsalStage, bases: readonly Case[], cases: readonly Case[]): readonly Case[] {
  const casesBySignature = new Map<string, Case>()
  const keep = ({ operation, fresh }: Case, { steps, rehearsal: { expected, outcome, eventNames }, name }: VariedSequence): void => {
    const signature = `${operation.id} | ${outcome} | ${eventNames.join(' ')} | ${name}`
    if (!casesBySignature.has(signature))
      casesBySignature.set(signature, { operation, steps, fresh, outcome, signature, expected, eventNames, variant: name })
  }
  const newest = cases.filter(({ steps }) => steps.every(({ version }) => version === undefined))
  const named = new Map(
    newest
      .filter(({ eventNames, outcome }) => eventNames.length > 0 || /^(guard|invariant|where)/.test(outcome))
      .map((each) => [`${each.operation.id} ${each.outcome} ${each.eventNames.join(' ')}`, each]),
  )
  for (const each of new Set([...bases, ...named.values()])) {
    for (const [index, steps] of [each.steps, ...withOtherRecords(stage, each.steps)].entries())
      for (const varied of buildSequencesAtBounds(stage, steps, each.fresh, index === 0 ? '' : ` with others ${index}`)) keep(each, varied)
    const others = [
      ...withRepeatedItems(each.steps),
      ...withAwkwardNumbers(stage.interpreter, each.steps, bases),
      ...(each.operation.action === 'create' ? withOtherLetters(each.steps) : []),
    ]
    for (const { steps, name } of others) {
      const rehearsal = rehearse(stage, steps, each.fresh, name)
      if (rehearsal !== undefined) keep(each, { steps, rehearsal, name })
    }
    for (const { steps, name } of withRepeatedItems(each.steps))
      for (const varied of buildSequencesAtBounds(stage, steps, each.fresh, ` ${name}`)) keep(each, varied)
  }
  for (const { refused, steps, rehearsal } of buildCasesOfLaterItems(stage, bases, newest))
    keep(refused, { steps, rehearsal, name: 'in a later item' })
  for (const each of [...newest, ...casesBySignature.values()]) {
    const again =
      each.eventNames.length === 0 || each.steps.length > maxRepeatedLength ? undefined : repeatSequence(stage, each.steps, each.fresh)
    if (again !== undefined) keep(each, again)
  }
  return [...casesBySignature.values()]
}

/** Repeats the sequence with other initial records in place of those that its bodies name. */
function withOtherRecords({ similarKeys }: RehearsalStage, steps: readonly RequestStep[]): readonly (readonly RequestStep[])[] {
  const named = new Set(steps.flatMap(({ body = '' }) => [...body.matchAll(/"([^"\\{}]+)"/g)].map(([, text]) => text!)))
  return [...named].flatMap((text) =>
    similarKeys(text)
      .slice(0, maxOthers)
      .map((otherSide) =>
        steps.map((step): RequestStep =>
          step.body === undefined ? step : { ...step, body: step.body.replaceAll(JSON.stringify(text), JSON.stringify(otherSide)) },
        ),
      ),
  )
}

/** The most other records to try in place of one. */
const maxOthers = 2

/** For each number, the two neighbouring values between which the outcome or the events of the sequence change. */
function buildSequencesAtBounds(
  stage: RehearsalStage,
  steps: readonly RequestStep[],
  fresh: readonly Fresh[],
  about = '',
): readonly VariedSequence[] {
  const original = rehearse(stage, steps, fresh, 'bounds')
  if (original === undefined) return []
  const places = listNumberPlaces(steps)
  const [numbers, times] = [false, true].map((isTime) => places.filter((place) => place.isTime === isTime))
  stage.begin()
  const trialTimes = trialHours.map((hours) => stage.interpreter.now() + hours * hour)
  return [...numbers!.slice(0, maxPlaces), ...times!.slice(0, maxTimes)].flatMap((place) => {
    const name = `${place.step} ${place.path.join('/')}${about}`
    const play = (value: number): { readonly steps: readonly RequestStep[]; readonly rehearsal: Rehearsal } | undefined => {
      const varied = steps.with(place.step, replaceNumber(steps[place.step]!, place, place.isTime ? value : roundTo(value, 0.01)))
      const rehearsal = rehearse(stage, varied, fresh, 'bounds')
      return rehearsal === undefined || /^(invalid|malformed|rate-limited|dangling)/.test(rehearsal.outcome)
        ? undefined
        : { steps: varied, rehearsal }
    }
    const unit = place.isTime ? unitOfTimes : Number.isInteger(place.value) && play(place.value + 0.01) === undefined ? 1 : 0.01
    const variations: VariedSequence[] = []
    // An event may change before the outcome does.
    const results: readonly ((rehearsal: Rehearsal) => string)[] = [describeResult, ({ outcome }) => outcome]
    for (const isUp of [true, false]) {
      const found = results.flatMap((result) =>
        findBoundBeside(place.value, isUp, unit, place.isTime ? trialTimes : trialValues, (value) => {
          const played = play(value)
          return played === undefined ? undefined : result(played.rehearsal) === result(original)
        }),
      )
      for (const value of new Set(found)) {
        const played = play(value)
        if (played !== undefined) variations.push({ ...played, name: `at the ${isUp ? 'upper' : 'lower'} bound of ${name}` })
      }
    }
    return variations
  })
}

/** The last value on the side of `start` for which `isSame`, and the first for which it is not; none if there is none. */
function findBoundBeside(
  start: number,
  isUp: boolean,
  unit: number,
  trials: readonly number[],
  isSame: (value: number) => boolean | undefined,
): readonly number[] {
  const ends = isUp ? trials.filter((value) => value > start) : trials.filter((value) => value < start).toReversed()
  let [sameSide, otherSide]: [number, number | undefined] = [start, undefined]
  for (const end of ends) {
    const same = isSame(end)
    if (same === undefined) continue
    if (!same) {
      otherSide = end
      break
    }
    sameSide = end
  }
  if (otherSide === undefined) return []
  while (Math.abs(otherSide - sameSide) > unit * 1.5) {
    const middle: number = roundTo((otherSide + sameSide) / 2, unit)
    if (middle === sameSide || middle === otherSide) break
    const same = isSame(middle)
    if (same === undefined) break
    if (same) sameSide = middle
    else otherSide = middle
  }
  return [sameSide, otherSide]
}

/** Repeats the sequence after itself, with the smallest numbers: a threshold that was crossed is not crossed again. */
function repeatSequence(stage: RehearsalStage, steps: readonly RequestStep[], fresh: readonly Fresh[]): VariedSequence | undefined {
  const original = rehearse(stage, steps, fresh, 'again')
  if (original === undefined || original.eventNames.length === 0) return undefined
  const second = listNumberPlaces(steps).reduce<readonly RequestStep[]>(
    (varied, place) =>
      Number.isInteger(place.value) && !place.isTime ? varied.with(place.step, replaceNumber(varied[place.step]!, place, 1)) : varied,
    steps,
  )
  for (const more of [second, steps]) {
    const repeated = [...steps, ...renumberAfter(more, steps.length, 1000)]
    const rehearsal = rehearse(stage, repeated, fresh, 'again')
    if (
      rehearsal?.expected.trace.condition === undefined &&
      rehearsal !== undefined &&
      original.eventNames.some((name) => !rehearsal.eventNames.includes(name))
    )
      return {
        steps: repeated,
        rehearsal,
        name: `again without ${original.eventNames.filter((each) => !rehearsal.eventNames.includes(each)).join(' ')}`,
      }
  }
  return undefined
}

function describeResult({ outcome, eventNames }: Rehearsal): string {
  return [outcome, ...eventNames].join(' ')
}

function roundTo(value: number, unit: number): number {
  if (unit === unitOfTimes) return Math.round(value / minute) * minute
  return unit === 1 ? Math.round(value) : Math.round(value * 100) / 100
}

function listNumberPlaces(steps: readonly RequestStep[]): readonly NumberPlace[] {
  return steps
    .flatMap(({ body }, step) => {
      const parsed = body === undefined ? undefined : parseJsonText(body, { depth: 100 })
      return parsed === undefined || !('value' in parsed) ? [] : [...listNumbers(parsed.value, [])].map((found) => ({ step, ...found }))
    })
    .toReversed()
}

function* listNumbers(json: Json, path: readonly (string | number)[]): Iterable<Omit<NumberPlace, 'step'>> {
  const time = typeof json === 'string' ? parseTimestamp(json) : undefined
  if (typeof json === 'number') yield { path, value: json, isTime: false }
  else if (time !== undefined) yield { path, value: time, isTime: true }
  else if (isJsonArray(json)) for (const [index, item] of json.entries()) yield* listNumbers(item, [...path, index])
  else if (isJsonObject(json)) for (const [name, member] of Object.entries(json)) yield* listNumbers(member, [...path, name])
}

function replaceNumber(step: RequestStep, { path, isTime }: NumberPlace, value: number): RequestStep {
  const parsed = parseJsonText(step.body ?? '', { depth: 100 })
  return 'value' in parsed ? { ...step, body: printJson(replaceAt(parsed.value, path, isTime ? printTimestamp(value) : value)) } : step
}

function replaceAt(json: Json, [first, ...rest]: readonly (string | number)[], value: Json): Json {
  if (first === undefined) return value
  if (isJsonArray(json)) return json.map((item, index) => (index === first ? replaceAt(item, rest, value) : item))
  return isJsonObject(json)
    ? createJsonObject(
        Object.entries(json).map(([name, member]) => [name, name === first ? replaceAt(member, rest, value) : member] as const),
      )
    : json
}
