// Tests whether a schema admits every value of another, if that is simple to prove. Types are not compared.

import { type Json, canonical, compareNumbers, equalJson } from '../base/json.ts'
import { exactLimit } from './checks.ts'
import type { Schema, SchemaObject } from './schema.ts'

type Shapes = ReadonlyMap<string, { readonly schema: Schema }>

/** `given`: the schema that has already validated the value; undefined if none has. */
export function isSchemaWithin(actual: Schema | undefined, taken: Schema, shapes: Shapes): boolean {
  return isNarrower(actual, taken, shapes, new Set())
}

const remarks: ReadonlySet<string> = new Set<keyof SchemaObject>([
  'title', 'description', 'examples', 'deprecated', 'default', 'readOnly', 'writeOnly', 'sensitive', 'generate', 'normalize',
])
/** Keywords that determine the type of a value in expressions. */
const typed: ReadonlySet<string> = new Set<keyof SchemaObject>(['type', 'required'])
const typedFormats: ReadonlySet<unknown> = new Set(['date-time', 'duration', 'decimal', 'int64'])

function isNarrower(from: Schema | undefined, to: Schema, shapes: Shapes, within: ReadonlySet<string>): boolean {
  if (typeof to === 'boolean') return to
  const name = to.$ref
  if (name !== undefined && !name.startsWith('#')) {
    if (within.has(name) || (typeof from === 'object' && from.$ref === name && Object.keys(to).length === 1)) return true
    const shape = shapes.get(name)
    return shape !== undefined && isNarrower(from, shape.schema, shapes, new Set([...within, name]))
  }
  const actual = resolve(from, shapes)
  if (typeof actual !== 'object') return Object.keys(to).every((keyword) => remarks.has(keyword))
  return Object.entries(to).every(
    ([keyword, limit]) => remarks.has(keyword) || typed.has(keyword) || keeps(actual, keyword as keyof SchemaObject, limit, shapes, within),
  )
}

function keeps(actual: SchemaObject, keyword: keyof SchemaObject, limit: unknown, shapes: Shapes, within: ReadonlySet<string>): boolean {
  const own = actual[keyword]
  switch (keyword) {
    case 'maxLength': case 'maxItems': case 'maxProperties': case 'maximum': case 'exclusiveMaximum':
      return own !== undefined && order(own, limit) <= 0
    case 'minLength': case 'minItems': case 'minProperties':
      return order(own ?? 0, limit) >= 0
    case 'minimum': case 'exclusiveMinimum':
      return own !== undefined && order(own, limit) >= 0
    case 'enum':
      return isListed(actual.enum ?? (actual.const === undefined ? undefined : [actual.const]), limit as readonly Json[])
    case 'format':
      return own === limit || typedFormats.has(limit)
    case 'items':
      return isNarrower(actual.items ?? {}, limit as Schema, shapes, within)
    case 'properties':
      return Object.entries(limit as Record<string, Schema>).every(([name, schema]) =>
        isNarrower(actual.properties?.[name] ?? {}, schema, shapes, within),
      )
    default:
      return own !== undefined && canonical(own as Json) === canonical(limit as Json)
  }
}

function order(a: unknown, b: unknown): number {
  return compareNumbers(exactLimit(a as number), exactLimit(b as number))
}

/** An enumeration of texts is a type of its own in expressions. */
function isListed(actual: readonly Json[] | undefined, values: readonly Json[]): boolean {
  if (actual === undefined) return values.every((value) => typeof value === 'string' || value === null)
  return actual.every((value) => values.some((each) => equalJson(each, value)))
}

function resolve(schema: Schema | undefined, shapes: Shapes): Schema | undefined {
  const seen = new Set<string>()
  let at = schema
  while (typeof at === 'object' && at.$ref !== undefined && !seen.has(at.$ref)) {
    seen.add(at.$ref)
    at = shapes.get(at.$ref)?.schema
  }
  return at
}

/** The schema at a path; null represents an item. Undefined if no single schema determines it. */
export function schemaAt(schema: Schema | undefined, path: readonly (string | null)[], shapes: Shapes): Schema | undefined {
  let at = resolve(schema, shapes)
  for (const step of path) {
    if (typeof at !== 'object') return undefined
    const inner: Schema | undefined = step === null ? at.items : at.properties?.[step]
    at = resolve(inner, shapes)
  }
  return at
}
