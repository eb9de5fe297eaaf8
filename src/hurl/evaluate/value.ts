// Defines the values that queries return, filters convert and predicates test.

import { compareCodePoints } from '../../base/code-points.ts'
import { printTimestamp } from '../../base/time.ts'

/** Integers are bigint and floats number, because Hurl distinguishes `1` from `1.0`. Objects are maps in text order. */
export type HurlValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Instant
  | readonly HurlValue[]
  | ReadonlyMap<string, HurlValue>

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = { readonly kind: 'date'; readonly ms: number }

export type HurlKind = 'null' | 'boolean' | 'integer' | 'float' | 'string' | 'bytes' | 'date' | 'list' | 'object'

export function hurlKindOf(value: HurlValue): HurlKind {
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return typeof value as 'boolean' | 'string'
    case 'bigint':
      return 'integer'
    case 'number':
      return 'float'
    default:
      if (value === null) return 'null'
      if (value instanceof Uint8Array) return 'bytes'
      if (value instanceof Map) return 'object'
      return Array.isArray(value) ? 'list' : 'date'
  }
}

export function isHurlList(value: HurlValue): value is readonly HurlValue[] {
  return Array.isArray(value)
}

export function isObject(value: HurlValue): value is ReadonlyMap<string, HurlValue> {
  return value instanceof Map
}

export function isInstant(value: HurlValue): value is Instant {
  return hurlKindOf(value) === 'date'
}

/** Parses JSON; undefined if the text is not JSON. */
export function parseJsonValue(text: string): HurlValue | undefined {
  // The third argument, the number's source text, is in ECMA-262 but not yet in TypeScript's types.
  const revive = (_key: string, value: unknown, context: { readonly source?: string }): unknown => {
    if (typeof value === 'number') return /^-?\d+$/.test(context.source ?? '') ? BigInt(context.source!) : value
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new Map(Object.entries(value))
    return value
  }
  try {
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as HurlValue
  } catch {
    return undefined
  }
}

export function equalHurlValues(a: HurlValue, b: HurlValue): boolean {
  if ((typeof a === 'bigint' || typeof a === 'number') && (typeof b === 'bigint' || typeof b === 'number')) return a == b
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0
  if (isHurlList(a) && isHurlList(b)) return a.length === b.length && a.every((each, index) => equalHurlValues(each, b[index]!))
  if (isObject(a) && isObject(b))
    return a.size === b.size && [...a].every(([name, each]) => b.has(name) && equalHurlValues(each, b.get(name)!))
  if (hurlKindOf(a) === 'date' && hurlKindOf(b) === 'date') return (a as Instant).ms === (b as Instant).ms
  return a === b
}

/** Negative, zero or positive; undefined for values without an order. */
export function orderValues(a: HurlValue, b: HurlValue): number | undefined {
  const numbers = /integer|float/
  if (numbers.test(hurlKindOf(a)) && numbers.test(hurlKindOf(b))) {
    if ((a as number) < (b as number)) return -1
    return (a as number) > (b as number) ? 1 : 0
  }
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  if (isInstant(a) && isInstant(b)) return a.ms - b.ms
  return undefined
}

/** The value as JSON; bytes and dates in Hurl's form. */
export function printHurlJson(value: HurlValue, indent = '', indentStep = ''): string {
  const innerIndent = indent + indentStep
  const members = (open: string, texts: readonly string[], close: string): string => {
    if (texts.length === 0) return open + close
    return indentStep === ''
      ? `${open}${texts.join(', ')}${close}`
      : `${open}\n${texts.map((item) => innerIndent + item).join(',\n')}\n${indent}${close}`
  }
  switch (hurlKindOf(value)) {
    case 'string':
      return JSON.stringify(value)
    case 'float':
      return printFloat(value as number)
    case 'bytes':
      return `hex,${Buffer.from(value as Uint8Array).toString('hex')};`
    case 'date':
      return printTimestamp((value as Instant).ms)
    case 'list':
      return members(
        '[',
        (value as readonly HurlValue[]).map((each) => printHurlJson(each, innerIndent, indentStep)),
        ']',
      )
    case 'object':
      return members(
        '{',
        [...(value as ReadonlyMap<string, HurlValue>)].map(
          ([name, each]) => `${JSON.stringify(name)}: ${printHurlJson(each, innerIndent, indentStep)}`,
        ),
        '}',
      )
    case 'null':
    case 'boolean':
    case 'integer':
      return String(value as null | boolean | bigint)
  }
}

function printFloat(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value)
}

/** The value for a message: one line of limited length. */
export function showValue(value: HurlValue): string {
  const text = printHurlJson(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

/** The text that a placeholder inserts; undefined for a value without one. */
export function renderValue(value: HurlValue): string | undefined {
  switch (hurlKindOf(value)) {
    case 'string':
      return value as string
    case 'bytes':
    case 'list':
    case 'object':
      return undefined
    default:
      return printHurlJson(value)
  }
}

/** The result of a query: a value, nothing, or the reason why it failed. */
export type QueryResult =
  | { readonly kind: 'value'; readonly value: HurlValue }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly problem: string }

export const none: QueryResult = { kind: 'none' }

export function makeResult(value: HurlValue | undefined): QueryResult {
  return value === undefined ? none : { kind: 'value', value }
}

export function makeProblemResult(text: string): QueryResult {
  return { kind: 'problem', problem: text }
}
