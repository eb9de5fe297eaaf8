// Finds the values inside another value that filters compare: a list on the path gives each of its items.

import type { Value } from '../cel/value.ts'
import { isList } from '../cel/values/kind.ts'

export function listValuesInside(value: Value, [name, ...rest]: readonly string[]): readonly Value[] {
  if (isList(value)) return value.flatMap((item) => listValuesInside(item, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return [value]
  const member = value instanceof Map ? (value as ReadonlyMap<string, Value>).get(name) : undefined
  return member === undefined ? [] : listValuesInside(member, rest)
}
