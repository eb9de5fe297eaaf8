// Chooses values to try at a place: at and beyond the bounds of its schema in both editions, each alternative, and some valid ones.

import { createRandomSource } from '../../base/random-source.ts'
import { SeededRandomness } from '../../base/clock.ts'
import { type Json, printCanonical, toExactDecimal, isJsonNumber, parseJsonNumber, numberText } from '../../base/json.ts'
import { makeDecimal } from '../../base/decimal.ts'
import { createSampler } from '../../schema/sample.ts'
import { sampleOfPattern } from '../../schema/sample-pattern.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'

export type Definitions = ReadonlyMap<string, Schema>

const ofEveryType: readonly Json[] = ['a', 7, true, null, ['a'], {}]

/** The maximum number of items to send. */
const maxItems = 1100

/** The maximum length of texts to send. */
const maxTextLength = 20_000

export function listValues(schemas: readonly (readonly [Schema | undefined, Definitions])[], seed: string): readonly Json[] {
  const candidates = schemas.flatMap(([schema, definitions]) => (schema === undefined ? [] : listValuesOfOne(schema, definitions, seed)))
  return [...new Map(candidates.map((value) => [printCanonical(value), value])).values()]
}

export function resolveSchema(schema: Schema, definitions: Definitions): SchemaObject {
  const seen = new Set<string>()
  let resolved = schema
  while (typeof resolved === 'object' && resolved.$ref !== undefined && definitions.has(resolved.$ref) && !seen.has(resolved.$ref)) {
    seen.add(resolved.$ref)
    resolved = definitions.get(resolved.$ref)!
  }
  return typeof resolved === 'object' ? resolved : {}
}

function listValuesOfOne(schema: Schema, definitions: Definitions, seed: string): Json[] {
  const resolved = resolveSchema(schema, definitions)
  const samples = sampleSchema(schema, definitions, seed)
  if (resolved.enum !== undefined) return [...resolved.enum]
  if (resolved.const !== undefined) return [resolved.const]
  const types = resolved.type === undefined ? [] : typeof resolved.type === 'string' ? [resolved.type] : [...resolved.type]
  if (types.length === 0) return [...samples, ...ofEveryType]
  return [...types.flatMap((type) => sampleType(type, resolved, definitions, samples, seed)), ...samples]
}

function sampleSchema(schema: Schema, definitions: Definitions, seed: string): Json[] {
  const schemaSampler = createSampler(schema, { definitions })
  const randomness = new SeededRandomness(seed)
  return Array.from({ length: 4 }, () => schemaSampler.findValid(randomness)).filter((value) => value !== undefined)
}

function sampleType(type: string, keywords: SchemaObject, definitions: Definitions, samples: readonly Json[], seed: string): Json[] {
  switch (type) {
    case 'null':
      return [null]
    case 'boolean':
      return [true, false]
    case 'string':
      return listTexts(keywords, seed)
    case 'integer':
    case 'number':
      return listNumbers(keywords, type === 'integer')
    case 'array': {
      const [item] = keywords.items === undefined ? [] : sampleSchema(keywords.items, definitions, seed)
      const sampleItem = samples.flatMap((value) => (Array.isArray(value) ? (value as Json[]) : []))[0] ?? item
      const counts = [keywords.minItems, keywords.maxItems].flatMap((count) => (count === undefined ? [] : [count - 1, count, count + 1]))
      return sampleItem === undefined
        ? []
        : [0, 1, 2, ...counts]
            .filter((count) => count >= 0 && count <= maxItems)
            .map((count) => Array.from({ length: count }, () => sampleItem))
    }
    default:
      return []
  }
}

function listTexts({ minLength, maxLength, pattern, format }: SchemaObject, seed: string): string[] {
  const lengths = [
    ...new Set([0, 1, 8, ...[minLength, maxLength].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]))]),
  ].filter((length) => length >= 0 && length <= maxTextLength)
  if (pattern === undefined) return format === undefined ? [...lengths.map((length) => 'a'.repeat(length)), ' b ', 'É1'] : ['a']
  const choices = createRandomSource(new SeededRandomness(seed))
  return [...lengths, 3, 5, 12].flatMap((length) => sampleOfPattern(pattern, length, choices) ?? [])
}

function listNumbers(keywords: SchemaObject, isInteger: boolean): Json[] {
  const unit = keywords.multipleOf === undefined ? (isInteger ? '1' : '0.5') : String(keywords.multipleOf)
  const step = toExactDecimal(parseJsonNumber(unit) ?? 1)
  const bounds = [keywords.minimum, keywords.maximum, keywords.exclusiveMinimum, keywords.exclusiveMaximum].flatMap((bound) =>
    bound === undefined ? [] : [parseJsonNumber(String(bound)) ?? 0],
  )
  const nearBounds = bounds.flatMap((bound) => {
    const exact = toExactDecimal(bound)
    const scale = Math.max(exact.scale, step.scale)
    const digitsAtScale = (value: typeof exact): bigint => value.digits * 10n ** BigInt(scale - value.scale)
    return [digitsAtScale(exact) - digitsAtScale(step), digitsAtScale(exact), digitsAtScale(exact) + digitsAtScale(step)].map(
      (digits) => parseJsonNumber(numberText(makeDecimal(digits, scale))) ?? 0,
    )
  })
  return [0, 1, 2, ...nearBounds, ...(isInteger ? [7] : [parseJsonNumber(unit) ?? 1, 0.125])]
}

/** Literals of expressions, with their neighbours, at which a condition changes its result. */
export function listLiterals(...texts: readonly (Json | undefined)[]): readonly Json[] {
  const numbers = texts.filter((text) => isJsonNumber(text))
  const matches = texts.flatMap((text) =>
    typeof text === 'string' ? [...text.matchAll(/(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])|"([^"\\]{0,40})"/g)] : [],
  )
  return [
    ...numbers,
    ...matches.flatMap(([, number, text]: readonly (string | undefined)[]): Json[] => {
      if (number === undefined) return text === undefined ? [] : [text]
      const value = parseJsonNumber(number)
      if (value === undefined) return []
      return typeof value === 'number' && Number.isInteger(value) ? [value - 1, value, value + 1] : [value]
    }),
  ]
}
