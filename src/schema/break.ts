// Makes a valid value invalid at one keyword, in each possible way.

import type { RandomSource } from '../base/random-source.ts'
import { addDecimals, makeDecimal } from '../base/decimal.ts'
import {
  type Json,
  type JsonNumber,
  type JsonObject,
  toExactDecimal,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  createJsonObject,
  printJson,
} from '../base/json.ts'
import type { SchemaCheck } from './checks.ts'
import { everyKind, kindBitsOf } from './kind.ts'
import type { SchemaPlace } from './place.ts'

/** Creates a value with one fault for one keyword; the value may still violate more keywords, or none. */
export type Breaking = { readonly keyword: string; makeValue(): Json }

type Fault<T extends Json = Json> = { readonly keyword: string; readonly value: T }

/** Larger limits are not crossed: a text of a megabyte tests no more than the limit itself. */
const maxCrossed = 5000

export function listBreakings(place: SchemaPlace, value: Json, random: RandomSource): Breaking[] {
  return listBreakingsAt(place, value, random, (broken) => broken)
}

/** `restore` puts the changed value back into the value around it. */
function listBreakingsAt(place: SchemaPlace, value: Json, random: RandomSource, restore: (broken: Json) => Json): Breaking[] {
  const faults = [...listOtherKinds(place, value), ...listOtherValues(place, value)]
  if (typeof value === 'string') faults.push(...listBrokenTexts(place, value, random))
  else if (isJsonNumber(value)) faults.push(...breakNumber(place, value))
  const results = faults.map(({ keyword, value: broken }): Breaking => ({ keyword, makeValue: () => restore(broken) }))
  if (isJsonArray(value)) return [...results, ...breakArray(place, value, random, restore)]
  return isJsonObject(value) ? [...results, ...breakObject(place, value, random, restore)] : results
}

const oneOfEach: readonly Json[] = [null, true, 'text', 7, 0.5, [], createJsonObject()]

/** A careless server converts the text of a number or of a boolean. */
function listOtherKinds(place: SchemaPlace, value: Json): Fault[] {
  if (place.kinds === everyKind) return []
  const inText = isJsonNumber(value) || typeof value === 'boolean' ? [printJson(value)] : []
  return [...inText, ...oneOfEach].filter((each) => (kindBitsOf(each) & place.kinds) === 0).map((value) => ({ keyword: 'type', value }))
}

function listOtherValues(place: SchemaPlace, value: Json): Fault[] {
  const numbers = isJsonNumber(value) ? [987_654] : []
  const candidates: Json[] = typeof value === 'string' ? [`${value}x`, '', value.toUpperCase()] : numbers
  return place.values.flatMap(({ keyword }) => candidates.map((otherValue) => ({ keyword, value: otherValue })))
}

function listBrokenTexts(place: SchemaPlace, text: string, random: RandomSource): Fault[] {
  const characters = Array.from(text)
  const withKeyword = (keyword: string, values: readonly string[]): Fault[] => values.map((value) => ({ keyword, value }))
  const faults = place.texts.flatMap(({ keyword, limit }) => {
    const bound = Number(limit)
    if (keyword === 'minLength' && bound > 0) return withKeyword(keyword, [characters.slice(0, bound - 1).join('')])
    if (keyword === 'maxLength' && bound <= maxCrossed)
      return withKeyword(keyword, [text + 'x'.repeat(Math.max(0, bound + 1 - characters.length))])
    return keyword === 'pattern' ? withKeyword(keyword, [...mangle(characters, random), inOtherCase(text)]) : []
  })
  return place.formats.length > 0
    ? [
        ...faults,
        ...withKeyword('format', [...place.formats.flatMap(({ name }) => invalidByFormat[name] ?? []), ...mangle(characters, random)]),
      ]
    : faults
}

/** Values close to common formats that those formats must reject. */
const invalidByFormat: { readonly [format: string]: readonly string[] } = {
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

/** A careless pattern ignores letter case. */
function inOtherCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}

/** A text with one character more, less or other. */
function mangle(characters: readonly string[], random: RandomSource): string[] {
  const index = random.below(characters.length + 1)
  const [head, tail] = [characters.slice(0, index), characters.slice(index)]
  return [[...head, '\u00a7', ...tail].join(''), [...head, ...tail.slice(1)].join(''), [...head, ' ', ...tail.slice(1)].join('')]
}

function breakNumber(place: SchemaPlace, value: JsonNumber): Fault[] {
  // A value beside a bound that is no multiple would break two keywords.
  const step = toExactDecimal((place.numbers.find(({ keyword }) => keyword === 'multipleOf')?.limit as JsonNumber | undefined) ?? 1)
  return place.numbers.flatMap(({ keyword, limit: json }: SchemaCheck<JsonNumber>) => {
    const limit = json as JsonNumber
    const faultsOf = (...values: readonly JsonNumber[]): Fault[] => values.map((each) => ({ keyword, value: each }))
    switch (keyword) {
      case 'minimum':
        return faultsOf(addToNumber(limit, makeDecimal(-step.digits, step.scale)))
      case 'maximum':
        return faultsOf(addToNumber(limit, step))
      case 'multipleOf':
        // Steps that are finer by a half, a fifth and a tenth.
        return faultsOf(takeTenths(limit, 5n), addToNumber(value, takeTenths(limit, 2n)), addToNumber(value, takeTenths(limit, 1n)))
      case 'format':
        return faultsOf(2n ** 63n)
      default:
        return faultsOf(limit)
    }
  })
}

function addToNumber(value: JsonNumber, difference: JsonNumber): JsonNumber {
  if (typeof value === 'number' && Number.isSafeInteger(value) && Number.isSafeInteger(Number(difference)))
    return value + Number(difference)
  return addDecimals(toExactDecimal(value), toExactDecimal(difference))
}

/** This many tenths of a value. */
function takeTenths(value: JsonNumber, tenths: bigint): JsonNumber {
  const exact = toExactDecimal(value)
  return makeDecimal(exact.digits * tenths, exact.scale + 1)
}

function breakArray(place: SchemaPlace, items: readonly Json[], random: RandomSource, restore: (broken: Json) => Json): Breaking[] {
  const rules = place.array()
  const makeBreaking = (keyword: string, broken: () => readonly Json[]): Breaking => ({ keyword, makeValue: () => restore(broken()) })
  const results = rules.counts.flatMap(({ keyword, limit }) => {
    const bound = Number(limit)
    if (keyword === 'minItems') return bound === 0 ? [] : [makeBreaking(keyword, () => items.slice(0, bound - 1))]
    const missing = Math.max(0, bound + 1 - items.length)
    return bound > maxCrossed
      ? []
      : [makeBreaking(keyword, () => [...items, ...Array.from({ length: missing }, () => items.at(-1) ?? null)])]
  })
  if (rules.unique && items.length > 0) results.push(makeBreaking('uniqueItems', () => [...items, items[0]!]))
  if (rules.item(items.length).refusedBy !== undefined) results.push(makeBreaking('items', () => [...items, null]))
  if (items.length === 0) return results
  const index = random.below(items.length)
  const memberPlace = rules.item(index).place
  return memberPlace === undefined
    ? results
    : [...results, ...listBreakingsAt(memberPlace, items[index]!, random, (broken) => restore(items.with(index, broken)))]
}

function breakObject(place: SchemaPlace, object: JsonObject, random: RandomSource, restore: (broken: Json) => Json): Breaking[] {
  const entries = Object.entries(object)
  const memberBreakings = entries.flatMap(([name, value]) => {
    const memberPlace = (place.object().members.find((member) => member.name === name) ?? place.object().other(name)).place
    if (memberPlace === undefined) return []
    return listBreakingsAt(memberPlace, value, random, (broken) =>
      restore(createJsonObject(entries.map(([each, original]) => [each, each === name ? broken : original] as const))),
    )
  })
  return [...breakMembers(place, object, restore), ...memberBreakings]
}

/** Objects with too few members, too many, and other members. */
function breakMembers(place: SchemaPlace, object: JsonObject, restore: (broken: Json) => Json): Breaking[] {
  const rules = place.object()
  const entries = Object.entries(object)
  const makeBreaking = (keyword: string, broken: readonly (readonly [string, Json])[]): Breaking => ({
    keyword,
    makeValue: () => restore(createJsonObject(broken)),
  })
  const withoutMember = (keyword: string, name: string): Breaking =>
    makeBreaking(
      keyword,
      entries.filter(([each]) => each !== name),
    )
  const withMembers = (keyword: string, count: number): Breaking =>
    makeBreaking(keyword, [...entries, ...Array.from({ length: count }, (_, index) => [`not-listed-${index}`, null] as const)])
  const results = rules.members
    .filter(({ name, required }) => required && Object.hasOwn(object, name))
    .map(({ name }) => withoutMember('required', name))
  if (rules.other('not-listed-0').refusedBy !== undefined) results.push(withMembers('additionalProperties', 1))
  for (const { keyword, limit } of rules.counts) {
    const bound = Number(limit)
    if (keyword === 'minProperties' && bound > 0) results.push(makeBreaking(keyword, entries.slice(0, bound - 1)))
    if (keyword === 'maxProperties' && bound <= maxCrossed) results.push(withMembers(keyword, Math.max(0, bound + 1 - entries.length)))
  }
  for (const { name, needs } of rules.dependents) {
    if (Object.hasOwn(object, name)) results.push(...needs.map((needed) => withoutMember('dependentRequired', needed)))
  }
  return results
}
