// Represents JSON Schema's types as sets of bits, so that the types which several schemas admit together are one number.

import { type Json, isInteger, isJsonNumber, jsonKindOf } from '../base/json.ts'
import type { JsonType, SchemaObject } from './schema.ts'

const bits = { null: 1, boolean: 2, string: 4, integer: 8, number: 16, array: 32, object: 64 } as const

/** A set of types. A set with `number` has `integer` too. */
export type Kinds = number

export const everyKind: Kinds = 127

export function kindsOf(type: SchemaObject['type']): Kinds {
  if (type === undefined) return everyKind
  const names = typeof type === 'string' ? [type] : type
  return names.reduce((kinds, name) => kinds | bits[name] | (name === 'number' ? bits.integer : 0), 0)
}

export function admits(kinds: Kinds, type: JsonType): boolean {
  return (kinds & bits[type]) !== 0
}

/** The bits of a value's kind: a set admits the value if it contains one of them. */
export function kindBitsOf(value: Json): Kinds {
  const kind = jsonKindOf(value)
  return kind === 'number' && isJsonNumber(value) && isInteger(value) ? bits.integer : bits[kind]
}

/** The most specific name of the value's type. */
export function findJsonType(value: Json): JsonType {
  const kind = jsonKindOf(value)
  return kind === 'number' && isJsonNumber(value) && isInteger(value) ? 'integer' : kind
}
