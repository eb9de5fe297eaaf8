// What time brings to a record in a state: once after it came there, or again and again as long as it stays.

import { parseDuration } from '../base/duration.ts'
import type { Scalar } from '../document/node.ts'
import { each } from './slot.ts'
import type { State, TimedCandidate } from './states.ts'

export const timedKinds = ['after', 'every'] as const
export type TimedKind = (typeof timedKinds)[number]

/** Candidates under one duration; `name` is the duration as it is written. */
export type Timed = { readonly kind: TimedKind; readonly name: string; readonly key: Scalar; readonly value: readonly TimedCandidate[] }

export function timedOf(state: State): Timed[] {
  return timedKinds.flatMap((kind) => each(state[kind]).map(({ name, key, value }) => ({ kind, name, key, value })))
}

export function timedBy(state: State, kind: TimedKind, name: string): readonly TimedCandidate[] {
  return timedOf(state).find((timed) => timed.kind === kind && timed.name === name)?.value ?? []
}

/** Milliseconds of a duration in ISO 8601, or in CEL's own form: `24h`, `1h30m`. */
export function timedLength(text: string): number | { readonly problem: string } {
  const iso = parseDuration(text)
  if (typeof iso === 'number' || !/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return iso
  const units: { readonly [unit: string]: number } = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  return Math.floor(parts.reduce((sum, [, count, unit]) => sum + Number(count) * units[unit!]!, 0))
}
