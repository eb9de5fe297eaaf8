// The keywords that check a single value: its texts, numbers and counts.

import { type Json, type JsonNumber, printCanonical, compareNumbers, equalJson, isMultiple, parseJsonNumber } from '../base/json.ts'
import { countCodePoints } from '../base/code-points.ts'
import { numberFormats } from './format.ts'
import { patternOf } from './node.ts'
import type { SchemaObject } from './schema.ts'

/** The check of one keyword; `actual` is the measured value. */
export type SchemaCheck<T> = {
  readonly keyword: string
  readonly limit: Json
  passes(value: T): boolean
  readonly measure?: (value: T) => Json
}

/** `enum` and `const`, which any kind of value can meet. */
export function makeValueChecks(schema: SchemaObject): SchemaCheck<Json>[] {
  const checks: SchemaCheck<Json>[] = []
  if (schema.enum !== undefined) {
    const values = schema.enum
    const texts = new Set(values.map(printCanonical))
    const strings = new Set(values.filter((each) => typeof each === 'string'))
    checks.push({
      keyword: 'enum',
      limit: values,
      passes: (value) => (typeof value === 'string' ? strings.has(value) : texts.has(printCanonical(value))),
    })
  }
  if (schema.const !== undefined) {
    const constant = schema.const
    checks.push({ keyword: 'const', limit: constant, passes: (value) => equalJson(value, constant) })
  }
  return checks
}

/** All keywords except `format`, which also changes the spelling. */
export function makeTextChecks(schema: SchemaObject): SchemaCheck<string>[] {
  const { minLength, maxLength, pattern } = schema
  const checks: SchemaCheck<string>[] = []
  const measure = countCodePoints
  if (minLength !== undefined) {
    checks.push({
      keyword: 'minLength',
      limit: minLength,
      // A code point has at most two units.
      passes: (text) => text.length >= 2 * minLength || countCodePoints(text) >= minLength,
      measure,
    })
  }
  if (maxLength !== undefined) {
    checks.push({
      keyword: 'maxLength',
      limit: maxLength,
      passes: (text) => text.length <= maxLength || countCodePoints(text) <= maxLength,
      measure,
    })
  }
  if (pattern !== undefined) {
    const compiled = patternOf(pattern)
    checks.push({ keyword: 'pattern', limit: pattern, passes: (text) => compiled.test(text) })
  }
  return checks
}

export function numberChecks(schema: SchemaObject): SchemaCheck<JsonNumber>[] {
  const checks: SchemaCheck<JsonNumber>[] = []
  const boundCheck = (keyword: string, limitText: number | bigint | string | undefined, passes: (order: number) => boolean): void => {
    if (limitText === undefined) return
    const limit = toExactLimit(limitText)
    checks.push({ keyword, limit, passes: (value) => passes(compareNumbers(value, limit)) })
  }
  boundCheck('minimum', schema.minimum, (order) => order >= 0)
  boundCheck('exclusiveMinimum', schema.exclusiveMinimum, (order) => order > 0)
  boundCheck('maximum', schema.maximum, (order) => order <= 0)
  boundCheck('exclusiveMaximum', schema.exclusiveMaximum, (order) => order < 0)
  if (schema.multipleOf !== undefined) {
    const limit = toExactLimit(schema.multipleOf)
    checks.push({ keyword: 'multipleOf', limit, passes: (value) => isMultiple(value, limit) })
  }
  const format = schema.format === undefined ? undefined : numberFormats.get(schema.format)
  const { least, greatest } = format ?? {}
  if (least !== undefined && greatest !== undefined) {
    const passes = (value: JsonNumber): boolean => compareNumbers(value, least) >= 0 && compareNumbers(value, greatest) <= 0
    checks.push({ keyword: 'format', limit: schema.format!, passes })
  }
  return checks
}

/** The exact value of a bound as a schema writes it. */
export function toExactLimit(limitText: number | bigint | string): JsonNumber {
  const limit = typeof limitText === 'string' ? parseJsonNumber(limitText) : limitText
  if (limit === undefined) throw new Error(`\`${limitText}\` is not a number`)
  return limit
}

/** Bounds on the number of items or members. */
export function countChecks(
  minKeyword: string,
  min: number | undefined,
  maxKeyword: string,
  max: number | undefined,
): SchemaCheck<number>[] {
  const checks: SchemaCheck<number>[] = []
  const measure = (count: number): Json => count
  if (min !== undefined) checks.push({ keyword: minKeyword, limit: min, passes: (count) => count >= min, measure })
  if (max !== undefined) checks.push({ keyword: maxKeyword, limit: max, passes: (count) => count <= max, measure })
  return checks
}
