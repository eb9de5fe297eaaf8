// The kind of a value.

import type { Value } from '../value.ts'

export type ValueKind =
  | 'null'
  | 'bool'
  | 'int'
  | 'double'
  | 'string'
  | 'bytes'
  | 'list'
  | 'map'
  | 'uint'
  | 'decimal'
  | 'timestamp'
  | 'duration'
  | 'optional'
  | 'type'
  | 'record'

export function valueKindOf(value: Value): ValueKind {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'string':
      return 'string'
    default:
      if (value === null) return 'null'
      if (isList(value)) return 'list'
      if (value instanceof Uint8Array) return 'bytes'
      return isMap(value) ? 'map' : value.kind
  }
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value): value is ReadonlyMap<unknown, Value> {
  return value instanceof Map
}

/** CEL's name for the type of a value. */
export function nameValueType(value: Value): string {
  const kind = valueKindOf(value)
  switch (kind) {
    case 'null':
      return 'null_type'
    case 'timestamp':
      return 'google.protobuf.Timestamp'
    case 'duration':
      return 'google.protobuf.Duration'
    case 'optional':
      return 'optional_type'
    case 'record':
      return (value as { readonly resource: string }).resource
    default:
      return kind
  }
}
