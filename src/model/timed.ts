// Lists the timed transitions of a state: once after it is entered, repeatedly while the record stays, or at a time that the record gives.

import { type DurationProblem, parseDuration } from '../base/duration.ts'
import type { Scalar } from '../document/node.ts'
import type { Recurrence } from '../base/recurrence.ts'
import { type ExpressionText, type Slot, type TemplateText, slotValueOf, listSpecifiedEntries } from './slot.ts'
import type { MachineOf } from './model.ts'
import type { RecurringCandidate, State, TimedCandidate } from './states.ts'

export const timedKinds = ['after', 'at', 'every'] as const
export type TimedKind = (typeof timedKinds)[number]

export function isTimedKind(kind: string): kind is TimedKind {
  return timedKinds.some((each) => each === kind)
}

type TimedBy<Kind extends TimedKind, C extends TimedCandidate = TimedCandidate> = {
  readonly kind: Kind
  readonly name: string
  readonly key: Scalar
  readonly value: readonly C[]
}

/** When a timer recurs by the calendar; the zone left out is UTC. */
export type CalendarTimes = { readonly rule: Recurrence; readonly zone: TemplateText | undefined }

/** The candidates of one timer; `name`: the duration as written, or the name under `at` or of a recurrence. */
export type Timed =
  | TimedBy<'after'>
  | (TimedBy<'every', RecurringCandidate> & { readonly times: CalendarTimes | undefined })
  | (TimedBy<'at'> & { readonly time: Slot<ExpressionText> })

export function listTimed(state: State): Timed[] {
  return [
    ...listSpecifiedEntries(state.after).map(({ name, key, value }): Timed => ({ kind: 'after', name, key, value })),
    ...listSpecifiedEntries(state.at).map(({ name, key, value }): Timed => ({ kind: 'at', name, key, value: [value], time: value.time })),
    ...listSpecifiedEntries(state.every).map(({ name, key, value }): Timed => ({
      kind: 'every',
      name,
      key,
      value,
      times: toCalendarTimes(value),
    })),
  ]
}

/** The text that determines a timer's time: the moment under `at`, or the zone of a recurrence. */
export function findTimeText(timed: Timed): ExpressionText | TemplateText | undefined {
  if (timed.kind === 'at') return slotValueOf(timed.time)
  return timed.kind === 'every' ? timed.times?.zone : undefined
}

/** A recurrence has one candidate. */
function toCalendarTimes([only, ...others]: readonly RecurringCandidate[]): CalendarTimes | undefined {
  const rule = only && others.length === 0 ? slotValueOf(only.rrule) : undefined
  return rule && { rule, zone: slotValueOf(only!.zone) }
}

/** A timed transition: its name for people, its state, and the duration or name of its timer. */
type TimedTransition = { readonly name: string; readonly state: string; readonly kind: TimedKind; readonly length: string }

/** All timed transitions of a machine, as `Order.status placed after PT24H`. */
export function listTimedTransitions({ name: machine, slots }: Pick<MachineOf, 'name' | 'slots'>): readonly TimedTransition[] {
  return listSpecifiedEntries(slots.states).flatMap(({ name: state, value }) =>
    listTimed(value).map(({ kind, name: length }) => ({ name: nameTimedTransition(machine, state, kind, length), state, kind, length })),
  )
}

export function nameTimedTransition(machine: string, state: string, kind: TimedKind, length: string): string {
  return `${machine} ${state} ${kind} ${length}`
}

export function findTimed(state: State, kind: TimedKind, name: string): Timed | undefined {
  return listTimed(state).find((timed) => timed.kind === kind && timed.name === name)
}

export function findTimedCandidates(state: State, kind: TimedKind, name: string): readonly TimedCandidate[] {
  return findTimed(state, kind, name)?.value ?? []
}

/** Milliseconds of a duration in ISO 8601, or in CEL's own form: `24h`, `1h30m`. */
export function parseTimerLength(text: string): number | DurationProblem {
  const isoLength = parseDuration(text)
  if (typeof isoLength === 'number' || !/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return isoLength
  const units: { readonly [unit: string]: number } = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  return Math.floor(parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0))
}
