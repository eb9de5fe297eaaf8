// Lists the timed transitions of a state: once after it is entered, repeatedly while the record stays, or at a time that the record gives.

import { parseDuration } from '../base/duration.ts'
import type { Scalar } from '../document/node.ts'
import { type ExpressionText, type Slot, specifiedEntries } from './slot.ts'
import type { MachineOf } from './model.ts'
import type { State, TimedCandidate } from './states.ts'

export const timedKinds = ['after', 'at', 'every'] as const
export type TimedKind = (typeof timedKinds)[number]

export function isTimedKind(kind: string): kind is TimedKind {
  return timedKinds.some((each) => each === kind)
}

type TimedBy<Kind extends TimedKind> = {
  readonly kind: Kind
  readonly name: string
  readonly key: Scalar
  readonly value: readonly TimedCandidate[]
}

/** The candidates of one timer; `name`: the duration as written, or the name under `at`. */
export type Timed = TimedBy<'after' | 'every'> | (TimedBy<'at'> & { readonly time: Slot<ExpressionText> })

export function timedOf(state: State): Timed[] {
  return timedKinds.flatMap((kind): Timed[] =>
    kind === 'at'
      ? specifiedEntries(state.at).map(({ name, key, value }) => ({ kind, name, key, value: [value], time: value.time }))
      : specifiedEntries(state[kind]).map(({ name, key, value }) => ({ kind, name, key, value })),
  )
}

/** A timed transition: its name for people, its state, and the duration or name of its timer. */
type TimedTransition = { readonly name: string; readonly state: string; readonly kind: TimedKind; readonly length: string }

/** All timed transitions of a machine, as `Order.status placed after PT24H`. */
export function timedTransitionsOf({ name: machine, slots }: Pick<MachineOf, 'name' | 'slots'>): readonly TimedTransition[] {
  return specifiedEntries(slots.states).flatMap(({ name: state, value }) =>
    timedOf(value).map(({ kind, name: length }) => ({ name: timedTransitionName(machine, state, kind, length), state, kind, length })),
  )
}

export function timedTransitionName(machine: string, state: string, kind: TimedKind, length: string): string {
  return `${machine} ${state} ${kind} ${length}`
}

export function findTimedCandidates(state: State, kind: TimedKind, name: string): readonly TimedCandidate[] {
  return timedOf(state).find((timed) => timed.kind === kind && timed.name === name)?.value ?? []
}

/** Milliseconds of a duration in ISO 8601, or in CEL's own form: `24h`, `1h30m`. */
export function parseTimerLength(text: string): number | { readonly problem: string } {
  const isoLength = parseDuration(text)
  if (typeof isoLength === 'number' || !/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return isoLength
  const units: { readonly [unit: string]: number } = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  return Math.floor(parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0))
}
