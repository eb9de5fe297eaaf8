// Case folding of texts: properties with `fold: true` compare by it everywhere.

import type { Type } from '../type.ts'
import type { Value } from '../value.ts'
import { isList } from './kind.ts'

export function foldValue(value: Value): Value {
  if (typeof value === 'string') return value.toLowerCase()
  return isList(value) ? value.map(foldValue) : value
}

/** True if texts of the type are compared this way, alone or in a list. */
export function comparesFolded(type: Type): boolean {
  switch (type.kind) {
    case 'string':
      return type.folds === true
    case 'nullable':
    case 'optional':
      return comparesFolded(type.of)
    case 'list':
      return comparesFolded(type.element)
    default:
      return false
  }
}
