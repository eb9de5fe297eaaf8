// The values that queries find, filters turn into others and predicates judge.

import { compareCodePoints } from '../../base/code-points.ts'
import { printTimestamp } from '../../base/time.ts'

/** Integers are bigint and floats number: Hurl tells `1` from `1.0`. Objects are maps in the order of their text. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Instant
  | readonly Value[]
  | ReadonlyMap<string, Value>

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = { readonly kind: 'date'; readonly ms: number }

export type Kind = 'null' | 'boolean' | 'integer' | 'float' | 'string' | 'bytes' | 'date' | 'list' | 'object'

export function kindOf(value: Value): Kind {
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

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isObject(value: Value): value is ReadonlyMap<string, Value> {
  return value instanceof Map
}

export function isInstant(value: Value): value is Instant {
  return kindOf(value) === 'date'
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): Value | undefined {
  // The third argument, the number's own text, is ECMA-262's; the types do not have it yet.
  const revive = (_key: string, value: unknown, context: { readonly source?: string }): unknown => {
    if (typeof value === 'number') return /^-?\d+$/.test(context.source ?? '') ? BigInt(context.source!) : value
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new Map(Object.entries(value))
    return value
  }
  try {
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as Value
  } catch {
    return undefined
  }
}

export function equal(a: Value, b: Value): boolean {
  if ((typeof a === 'bigint' || typeof a === 'number') && (typeof b === 'bigint' || typeof b === 'number')) return a == b
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0
  if (isList(a) && isList(b)) return a.length === b.length && a.every((each, index) => equal(each, b[index]!))
  if (isObject(a) && isObject(b)) return a.size === b.size && [...a].every(([name, each]) => b.has(name) && equal(each, b.get(name)!))
  if (kindOf(a) === 'date' && kindOf(b) === 'date') return (a as Instant).ms === (b as Instant).ms
  return a === b
}

/** Negative, zero or positive; undefined where the two have no order. */
export function order(a: Value, b: Value): number | undefined {
  const numbers = /integer|float/
  if (numbers.test(kindOf(a)) && numbers.test(kindOf(b))) return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  if (isInstant(a) && isInstant(b)) return a.ms - b.ms
  return undefined
}

/** The value as JSON text; bytes and dates as Hurl writes them. */
export function printed(value: Value, indent = '', step = ''): string {
  const deeper = indent + step
  const members = (open: string, each: readonly string[], close: string): string => {
    if (each.length === 0) return open + close
    return step === '' ? `${open}${each.join(', ')}${close}` : `${open}\n${each.map((one) => deeper + one).join(',\n')}\n${indent}${close}`
  }
  switch (kindOf(value)) {
    case 'string':
      return JSON.stringify(value)
    case 'float':
      return floatText(value as number)
    case 'bytes':
      return `hex,${Buffer.from(value as Uint8Array).toString('hex')};`
    case 'date':
      return printTimestamp((value as Instant).ms)
    case 'list':
      return members('[', (value as readonly Value[]).map((each) => printed(each, deeper, step)), ']')
    case 'object':
      return members('{', [...(value as ReadonlyMap<string, Value>)].map(([name, each]) => `${JSON.stringify(name)}: ${printed(each, deeper, step)}`), '}')
    case 'null':
    case 'boolean':
    case 'integer':
      return String(value as null | boolean | bigint)
  }
}

function floatText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value)
}

/** The value for a message: on one line, and no longer than a reader takes in. */
export function shown(value: Value): string {
  const text = printed(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

/** What a placeholder puts into a text; undefined for what has no such form. */
export function rendered(value: Value): string | undefined {
  switch (kindOf(value)) {
    case 'string':
      return value as string
    case 'bytes':
    case 'list':
    case 'object':
      return undefined
    default:
      return printed(value)
  }
}

/** What was found, that nothing was, or why it could not be looked for. */
export type Found =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly problem: string }

export const none: Found = { kind: 'none' }

export function found(value: Value | undefined): Found {
  return value === undefined ? none : { kind: 'value', value }
}

export function problem(text: string): Found {
  return { kind: 'problem', problem: text }
}
