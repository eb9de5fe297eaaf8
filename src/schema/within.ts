// Tests whether a schema admits every value of another, if that is simple to prove. Types are not compared.

import { type Json, printCanonical, compareNumbers, equalJson } from '../base/json.ts'
import { toExactLimit } from './checks.ts'
import type { Schema, SchemaObject } from './schema.ts'

type Shapes = ReadonlyMap<string, { readonly schema: Schema }>

/** `actual`: the schema that has already validated the value; undefined if none has. */
export function isSchemaWithin(actual: Schema | undefined, accepted: Schema, shapes: Shapes): boolean {
  return isNarrower(actual, accepted, shapes, new Set())
}

/** Annotations, and keywords about a member instead of its value. */
export const annotations: ReadonlySet<string> = new Set<keyof SchemaObject>([
  'title',
  'description',
  'examples',
  'deprecated',
  'default',
  'readOnly',
  'writeOnly',
  'sensitive',
  'generate',
  'normalize',
])
/** Keywords that determine the type of a value in expressions. */
const typeKeywords: ReadonlySet<string> = new Set<keyof SchemaObject>(['type', 'required'])
const typedFormats: ReadonlySet<unknown> = new Set(['date-time', 'duration', 'decimal', 'int64'])

function isNarrower(actual: Schema | undefined, accepted: Schema, shapes: Shapes, enclosing: ReadonlySet<string>): boolean {
  if (typeof accepted === 'boolean') return accepted
  const name = accepted.$ref
  if (name !== undefined && !name.startsWith('#')) {
    if (enclosing.has(name) || (typeof actual === 'object' && actual.$ref === name && Object.keys(accepted).length === 1)) return true
    const shape = shapes.get(name)
    return shape !== undefined && isNarrower(actual, shape.schema, shapes, new Set([...enclosing, name]))
  }
  const resolved = resolve(actual, shapes)
  if (typeof resolved !== 'object') return Object.keys(accepted).every((keyword) => annotations.has(keyword))
  return Object.entries(accepted).every(
    ([keyword, value]) =>
      annotations.has(keyword) ||
      typeKeywords.has(keyword) ||
      keepsLimit(resolved, keyword as keyof SchemaObject, value, shapes, enclosing),
  )
}

function keepsLimit(
  actual: SchemaObject,
  keyword: keyof SchemaObject,
  limit: unknown,
  shapes: Shapes,
  enclosing: ReadonlySet<string>,
): boolean {
  const actualLimit = actual[keyword]
  switch (keyword) {
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
    case 'maximum':
    case 'exclusiveMaximum':
      return actualLimit !== undefined && compareLimits(actualLimit, limit) <= 0
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return compareLimits(actualLimit ?? 0, limit) >= 0
    case 'minimum':
    case 'exclusiveMinimum':
      return actualLimit !== undefined && compareLimits(actualLimit, limit) >= 0
    case 'enum':
      return isListed(actual.enum ?? (actual.const === undefined ? undefined : [actual.const]), limit as readonly Json[])
    case 'format':
      return actualLimit === limit || typedFormats.has(limit)
    case 'items':
      return isNarrower(actual.items ?? {}, limit as Schema, shapes, enclosing)
    case 'properties':
      return Object.entries(limit as Record<string, Schema>).every(([name, schema]) =>
        isNarrower(actual.properties?.[name] ?? {}, schema, shapes, enclosing),
      )
    default:
      return actualLimit !== undefined && printCanonical(actualLimit as Json) === printCanonical(limit as Json)
  }
}

function compareLimits(a: unknown, b: unknown): number {
  return compareNumbers(toExactLimit(a as number), toExactLimit(b as number))
}

/** An enumeration of texts is a type of its own in expressions. */
function isListed(actual: readonly Json[] | undefined, values: readonly Json[]): boolean {
  if (actual === undefined) return values.every((value) => typeof value === 'string' || value === null)
  return actual.every((value) => values.some((each) => equalJson(each, value)))
}

function resolve(schema: Schema | undefined, shapes: Shapes): Schema | undefined {
  const visited = new Set<string>()
  let resolved = schema
  while (typeof resolved === 'object' && resolved.$ref !== undefined && !visited.has(resolved.$ref)) {
    visited.add(resolved.$ref)
    resolved = shapes.get(resolved.$ref)?.schema
  }
  return resolved
}

/** The schema at a path; null represents an item. Undefined if no single schema determines it. */
export function findSchemaAt(schema: Schema | undefined, path: readonly (string | null)[], shapes: Shapes): Schema | undefined {
  let current = resolve(schema, shapes)
  for (const step of path) {
    if (typeof current !== 'object') return undefined
    const subschema: Schema | undefined = step === null ? current.items : current.properties?.[step]
    current = resolve(subschema, shapes)
  }
  return current
}
