// The functions of CEL's optional values, which may be empty instead of failing.

import type { Optional, Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { isList, isMap } from '../values/kind.ts'
import { makeOverload } from './signature.ts'

const none: Optional = { kind: 'optional', value: undefined }

function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === '') return true
  if (isList(value) || value instanceof Uint8Array) return value.length === 0
  if (isMap(value)) return value.size === 0
  if (typeof value !== 'object') return false
  switch (value.kind) {
    case 'uint':
      return value.value === 0n
    case 'decimal':
      return value.digits === 0n
    case 'duration':
      return value.ms === 0
    case 'optional':
      return value.value === undefined
    default:
      return false
  }
}

function unwrap({ value }: Optional): Value {
  return value === undefined ? fail('no-value', 'the optional has no value') : value
}

function presentValues(items: readonly Optional[]): Value[] {
  return items.flatMap(({ value }) => (value === undefined ? [] : [value]))
}

const mayBeEmpty = { mayFail: 'the optional can hold no value' }

export const optionals = [
  makeOverload('optional.of(T): optional<T>', (value: Value) => ({ kind: 'optional', value })),
  makeOverload('optional.ofNonZeroValue(T): optional<T>', (value: Value) => (isZero(value) ? none : { kind: 'optional', value })),
  makeOverload('optional.none(): optional<T>', () => none),
  makeOverload('optional.unwrap(list<optional<T>>): list<T>', presentValues),
  makeOverload('list<optional<T>>.unwrapOpt(): list<T>', presentValues),
  makeOverload('optional<T>.hasValue(): bool', ({ value }: Optional) => value !== undefined),
  makeOverload('optional<T>.value(): T', unwrap, mayBeEmpty),
  makeOverload('optional<T>.orValue(T): T', ({ value }: Optional, otherwise: Value) => (value === undefined ? otherwise : value)),
  makeOverload('optional<T>.or(optional<T>): optional<T>', (first: Optional, second: Optional) =>
    first.value === undefined ? second : first,
  ),
]
