// Decides which values of an `enum`, `const` or `default` the schema around them admits.

import { type Json, isInteger, isJsonArray, isJsonNumber, jsonKindOf } from '../../base/json.ts'
import { type At, isTrue, listItems, findMember } from './spec.ts'
import type { ImportContext } from './work.ts'

export const jsonTypeNames = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** True unless the schema's own type or `enum` excludes the value; the language itself reports values outside of bounds. */
export function fitsPlainly(value: Json, of: At, { spec }: ImportContext): boolean {
  const target = spec.follow(of)
  const values = listItems(findMember(target, 'enum')).map((each) => JSON.stringify(each.value))
  return hasDeclaredType(value, target) && (values.length === 0 || values.includes(JSON.stringify(value)))
}

export function hasDeclaredType(value: Json, of: At): boolean {
  const { value: type } = findMember(of, 'type')
  const all = (isJsonArray(type) ? type : [type]).filter((each) => typeof each === 'string' && jsonTypeNames.has(each))
  if (all.length === 0) return true
  const kind = jsonKindOf(value)
  return (
    (kind === 'null' && acceptsNull(of)) ||
    all.some((each) => each === kind || (each === 'integer' && isJsonNumber(value) && isInteger(value)))
  )
}

export function acceptsNull(at: At): boolean {
  const type = findMember(at, 'type').value
  return isTrue(at, 'nullable') || isTrue(at, 'x-nullable') || (isJsonArray(type) && type.includes('null'))
}
