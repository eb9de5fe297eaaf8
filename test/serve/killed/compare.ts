// Compares the data that clients received about lamps with the committed data.

import { isDeepStrictEqual } from 'node:util'
import type { Heard } from '../listener.ts'
import type { Kept, Store } from './store.ts'
import type { Taken, Taker } from './taker.ts'

/** A client received a turn: the number of turns of the lamp by then. */
export type Acknowledged = { readonly lamp: number; readonly turns: number }

export type Found = {
  readonly store: Store
  readonly acknowledged: readonly Acknowledged[]
  readonly heard: readonly Heard[]
  readonly takers: { readonly [name: string]: Taker }
}

/** The number of repetitions that each client received. */
export function repeated({ heard, takers }: Found): { readonly [who: string]: number } {
  const counts = Object.entries(takers).map(([name, { taken, ids }]) => [name, taken.length - ids.size] as const)
  return Object.fromEntries([['stream', heard.length - new Set(heard.map(({ id }) => id)).size], ...counts])
}

export function problemsOf({ store, acknowledged, heard, takers }: Found): string[] {
  const kept = store.events()
  return [
    ...store.unsound(),
    ...(store.dead() === 0 ? [] : [`${store.dead()} deliveries were given up`]),
    ...ofRecords(store, kept),
    ...ofClients(store, acknowledged),
    ...ofStream(kept, heard),
    ...Object.entries(takers).flatMap(([name, { taken }]) => ofTaker(name, kept, taken)),
  ]
}

/** Each record has one event for each of its turns, in their order; each turn of a lamp is one of its house. */
function ofRecords(store: Store, kept: readonly Kept[]): string[] {
  const [lamps, houses] = [store.turns('Lamp'), store.turns('House')]
  const sum = (all: typeof lamps): number => all.reduce((total, { turns }) => total + turns, 0)
  const busy = kept.filter(({ type }) => type === 'house.busy').length
  const wanted = houses.reduce((total, { turns }) => total + Math.floor(turns / 100), 0)
  return [
    ...(sum(lamps) === sum(houses) ? [] : [`lamps were turned ${sum(lamps)} times, and their houses counted ${sum(houses)}`]),
    ...[
      ...lamps.map((each) => ({ name: `lamp ${each.id}`, ...each })),
      ...houses.map((each) => ({ name: `house ${each.id}`, ...each })),
    ].flatMap(({ name, turns }) =>
      unlike(
        `of ${name} is kept`,
        kept.filter(({ partitionkey }) => partitionkey === name).map(({ data }) => turnsOf(data)),
        turns,
      ),
    ),
    ...(busy === wanted ? [] : [`${busy} events say that a house is busy, and ${wanted} should`]),
  ]
}

const turnsOf = (data: string): number => (JSON.parse(data) as { turns: number }).turns

/** No two clients received the same answer, so no acknowledged turn was lost; and each acknowledged turn exists. */
function ofClients(store: Store, acknowledged: readonly Acknowledged[]): string[] {
  const told = new Set(acknowledged.map(({ lamp, turns }) => `${lamp} ${turns}`))
  const turns = new Map(store.turns('Lamp').map((lamp) => [lamp.id, lamp.turns]))
  const beyond = acknowledged.filter((each) => each.turns > (turns.get(each.lamp) ?? 0))
  return [
    ...(told.size === acknowledged.length
      ? []
      : [`${acknowledged.length - told.size} turns were acknowledged twice, so they were lost between`]),
    ...(beyond.length === 0 ? [] : [`${beyond.length} turns were acknowledged and are not there`]),
  ]
}

/** All stored events, in their order; repetitions are unchanged. */
function ofStream(kept: readonly Kept[], heard: readonly Heard[]): string[] {
  const places = new Map<string, string>()
  const problems: string[] = []
  for (const { id, type, data } of heard) {
    if (type === 'reset') problems.push('the stream could not be resumed')
    if ((places.get(id) ?? data) !== data) problems.push(`at ${id} the stream told two things`)
    places.set(id, data)
  }
  const told = [...places.values()].map((data) => (JSON.parse(data) as { id: string }).id)
  if (
    !isDeepStrictEqual(
      told,
      kept.map(({ id }) => id),
    )
  )
    problems.push(`${told.length} events were heard and ${kept.length} are kept, or in another order`)
  return problems
}

/** All stored events, for each key in its order; repetitions are unchanged, under their id. */
function ofTaker(name: string, kept: readonly Kept[], taken: readonly Taken[]): string[] {
  const first = new Map<string, Taken>()
  const problems: string[] = []
  for (const each of taken) {
    if (each.webhook !== each.id) problems.push(`${name} got ${each.id} as ${each.webhook}`)
    if (!isDeepStrictEqual(first.get(each.id) ?? each, each)) problems.push(`${name} got two things as ${each.id}`)
    if (!first.has(each.id)) first.set(each.id, each)
  }
  const wanted = new Map(kept.map((each) => [each.id, each]))
  const missing = kept.filter(({ id }) => !first.has(id)).length
  const unknown = [...first.keys()].filter((id) => !wanted.has(id)).length
  if (missing + unknown > 0) problems.push(`${name} lacks ${missing} of the events that are kept, and got ${unknown} that are not`)
  for (const { id, data } of first.values())
    if (!isDeepStrictEqual(data, JSON.parse(wanted.get(id)?.data ?? 'null')))
      problems.push(`${name} got ${id} with other data than is kept`)
  const ofKeys = Map.groupBy(
    [...first.values()].filter(({ partitionkey }) => partitionkey !== undefined),
    ({ partitionkey }) => partitionkey,
  )
  for (const [key, all] of ofKeys)
    problems.push(
      ...unlike(
        `${name} got of ${key}`,
        all.map(({ data }) => data.turns),
        all.length,
      ),
    )
  return problems
}

/** Numbers that are not 1, 2, 3 … up to the last. */
function unlike(what: string, found: readonly number[], last: number): string[] {
  const at = found.findIndex((number, index) => number !== index + 1)
  return at < 0 && found.length === last
    ? []
    : [`${what} ${found.length} of ${last}, and at ${at}: ${found.slice(Math.max(0, at - 2), at + 3).join(' ')}`]
}
