// Makes a valid value invalid at one keyword, in each possible way.

import type { RandomSource } from '../base/random-source.ts'
import { addDecimals, decimal } from '../base/decimal.ts'
import { type Json, type JsonNumber, type JsonObject, exactly, isJsonArray, isJsonNumber, isJsonObject, jsonObject } from '../base/json.ts'
import type { SchemaCheck } from './checks.ts'
import { everyKind, kindBitsOf } from './kind.ts'
import type { SchemaPlace } from './place.ts'

/** Creates a value with one fault for one keyword; the value may still violate more keywords, or none. */
export type Breaking = { readonly keyword: string; make(): Json }

type Wrong<T extends Json = Json> = { readonly keyword: string; readonly value: T }

/** Larger limits are not crossed: a text of a megabyte tests no more than the limit itself. */
const maxCrossed = 5000

export function breakings(place: SchemaPlace, value: Json, dice: RandomSource): Breaking[] {
  return breakingsAt(place, value, dice, (broken) => broken)
}

/** `whole`: puts the changed value back into the value around it. */
function breakingsAt(place: SchemaPlace, value: Json, dice: RandomSource, whole: (broken: Json) => Json): Breaking[] {
  const here = [...otherKinds(place), ...otherValues(place, value)]
  if (typeof value === 'string') here.push(...texts(place, value, dice))
  else if (isJsonNumber(value)) here.push(...numbers(place, value))
  const ways = here.map(({ keyword, value: broken }): Breaking => ({ keyword, make: () => whole(broken) }))
  if (isJsonArray(value)) return [...ways, ...arrays(place, value, dice, whole)]
  return isJsonObject(value) ? [...ways, ...objects(place, value, dice, whole)] : ways
}

const oneOfEach: readonly Json[] = [null, true, 'text', 7, 0.5, [], jsonObject()]

function otherKinds(place: SchemaPlace): Wrong[] {
  if (place.kinds === everyKind) return []
  return oneOfEach.filter((each) => (kindBitsOf(each) & place.kinds) === 0).map((value) => ({ keyword: 'type', value }))
}

function otherValues(place: SchemaPlace, value: Json): Wrong[] {
  const others: Json[] = typeof value === 'string' ? [`${value}x`, '', value.toUpperCase()] : isJsonNumber(value) ? [987_654] : []
  return place.values.flatMap(({ keyword }) => others.map((other) => ({ keyword, value: other })))
}

function texts(place: SchemaPlace, text: string, dice: RandomSource): Wrong[] {
  const characters = Array.from(text)
  const all = (keyword: string, values: readonly string[]): Wrong[] => values.map((value) => ({ keyword, value }))
  const wrong = place.texts.flatMap(({ keyword, limit }) => {
    const bound = Number(limit)
    if (keyword === 'minLength' && bound > 0) return all(keyword, [characters.slice(0, bound - 1).join('')])
    if (keyword === 'maxLength' && bound <= maxCrossed)
      return all(keyword, [text + 'x'.repeat(Math.max(0, bound + 1 - characters.length))])
    return keyword === 'pattern' ? all(keyword, mangle(characters, dice)) : []
  })
  return place.formats.length > 0
    ? [...wrong, ...all('format', [...place.formats.flatMap(({ name }) => nearly[name] ?? []), ...mangle(characters, dice)])]
    : wrong
}

/** Values close to common formats that those formats must reject. */
const nearly: { readonly [format: string]: readonly string[] } = {
  date: ['2026-02-30', '2025-02-29', '2026-13-01', '2026-2-3'],
  'date-time': ['2026-02-30T10:00:00Z', '2026-11-21T25:00:00Z', '2026-11-21T10:00:00', '2026-11-21'],
  time: ['24:00:00Z', '10:00'],
  duration: ['P1M', 'PT', '1H'],
  email: ['a@', 'a..b', 'a b@example.org'],
  ipv4: ['256.1.1.1', '1.2.3'],
  ipv6: ['1::2::3', '1.2.3.4'],
  uri: ['no scheme', 'http://['],
  'uri-reference': ['http://['],
  regex: ['('],
  'json-pointer': ['~2', 'a'],
}

/** A text with one character more, less or other. */
function mangle(characters: readonly string[], dice: RandomSource): string[] {
  const at = dice.below(characters.length + 1)
  const [before, after] = [characters.slice(0, at), characters.slice(at)]
  return [[...before, '\u00a7', ...after].join(''), [...before, ...after.slice(1)].join(''), [...before, ' ', ...after.slice(1)].join('')]
}

function numbers(place: SchemaPlace, value: JsonNumber): Wrong[] {
  return place.numbers.flatMap(({ keyword, limit: json }: SchemaCheck<JsonNumber>) => {
    const limit = json as JsonNumber
    const wrong = (...values: readonly JsonNumber[]): Wrong[] => values.map((each) => ({ keyword, value: each }))
    switch (keyword) {
      case 'minimum':
        return wrong(plus(limit, -1))
      case 'maximum':
        return wrong(plus(limit, 1))
      case 'multipleOf':
        // Steps that are finer by a half, a fifth and a tenth.
        return wrong(part(limit, 5n), plus(value, part(limit, 2n)), plus(value, part(limit, 1n)))
      case 'format':
        return wrong(2n ** 63n)
      default:
        return wrong(limit)
    }
  })
}

function plus(value: JsonNumber, by: JsonNumber): JsonNumber {
  if (typeof value === 'number' && Number.isSafeInteger(value) && Number.isSafeInteger(Number(by))) return value + Number(by)
  return addDecimals(exactly(value), exactly(by))
}

/** This many tenths of a value. */
function part(value: JsonNumber, tenths: bigint): JsonNumber {
  const exact = exactly(value)
  return decimal(exact.digits * tenths, exact.scale + 1)
}

function arrays(place: SchemaPlace, items: readonly Json[], dice: RandomSource, whole: (broken: Json) => Json): Breaking[] {
  const rules = place.array()
  const breaking = (keyword: string, broken: () => readonly Json[]): Breaking => ({ keyword, make: () => whole(broken()) })
  const ways = rules.counts.flatMap(({ keyword, limit }) => {
    const bound = Number(limit)
    if (keyword === 'minItems') return bound === 0 ? [] : [breaking(keyword, () => items.slice(0, bound - 1))]
    const missing = Math.max(0, bound + 1 - items.length)
    return bound > maxCrossed ? [] : [breaking(keyword, () => [...items, ...Array.from({ length: missing }, () => items.at(-1) ?? null)])]
  })
  if (rules.unique && items.length > 0) ways.push(breaking('uniqueItems', () => [...items, items[0]!]))
  if (rules.item(items.length).refusedBy !== undefined) ways.push(breaking('items', () => [...items, null]))
  if (items.length === 0) return ways
  const index = dice.below(items.length)
  const own = rules.item(index).place
  return own === undefined ? ways : [...ways, ...breakingsAt(own, items[index]!, dice, (broken) => whole(items.with(index, broken)))]
}

function objects(place: SchemaPlace, object: JsonObject, dice: RandomSource, whole: (broken: Json) => Json): Breaking[] {
  const entries = Object.entries(object)
  const within = entries.flatMap(([name, value]) => {
    const own = (place.object().members.find((member) => member.name === name) ?? place.object().other(name)).place
    if (own === undefined) return []
    return breakingsAt(own, value, dice, (broken) =>
      whole(jsonObject(entries.map(([each, original]) => [each, each === name ? broken : original] as const))),
    )
  })
  return [...members(place, object, whole), ...within]
}

/** Objects with too few members, too many, and other members. */
function members(place: SchemaPlace, object: JsonObject, whole: (broken: Json) => Json): Breaking[] {
  const rules = place.object()
  const entries = Object.entries(object)
  const breaking = (keyword: string, broken: readonly (readonly [string, Json])[]): Breaking => ({
    keyword,
    make: () => whole(jsonObject(broken)),
  })
  const withoutMember = (keyword: string, name: string): Breaking => breaking(keyword, entries.filter(([each]) => each !== name))
  const withMembers = (keyword: string, count: number): Breaking =>
    breaking(keyword, [...entries, ...Array.from({ length: count }, (_, index) => [`not-listed-${index}`, null] as const)])
  const ways = rules.members
    .filter(({ name, required }) => required && Object.hasOwn(object, name))
    .map(({ name }) => withoutMember('required', name))
  if (rules.other('not-listed-0').refusedBy !== undefined) ways.push(withMembers('additionalProperties', 1))
  for (const { keyword, limit } of rules.counts) {
    const bound = Number(limit)
    if (keyword === 'minProperties' && bound > 0) ways.push(breaking(keyword, entries.slice(0, bound - 1)))
    if (keyword === 'maxProperties' && bound <= maxCrossed) ways.push(withMembers(keyword, Math.max(0, bound + 1 - entries.length)))
  }
  for (const { name, needs } of rules.dependents) {
    if (Object.hasOwn(object, name)) ways.push(...needs.map((needed) => withoutMember('dependentRequired', needed)))
  }
  return ways
}
