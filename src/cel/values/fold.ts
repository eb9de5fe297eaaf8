// Texts without regard to case: what a property with `fold: true` is compared by, wherever it is compared.

import type { Type } from '../type.ts'
import type { Value } from '../value.ts'
import { isList } from './kind.ts'

export function folded(value: Value): Value {
  if (typeof value === 'string') return value.toLowerCase()
  return isList(value) ? value.map(folded) : value
}

/** Whether a text of the type is compared so, alone or in a list. */
export function folds(type: Type): boolean {
  switch (type.kind) {
    case 'string':
      return type.folds === true
    case 'nullable':
    case 'optional':
      return folds(type.of)
    case 'list':
      return folds(type.element)
    default:
      return false
  }
}
