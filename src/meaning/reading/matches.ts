// Compares values of a row with the filters of a list request, in memory.

import { equalValues } from '../../cel/values/equality.ts'
import { isList } from '../../cel/values/kind.ts'
import type { Value } from '../../cel/value.ts'
import type { FilterComparison } from '../../exchange/list-request.ts'
import { listValuesInside } from '../../exchange/values-inside.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { compareInOrder } from '../../exchange/order.ts'
import type { FilterOperator } from '../../model/filters.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

/** Compares members of a value: `contains` and `any` look at the items of lists on the path. */
export function matchesFilterInside({ path = [], operator, value }: FilterComparison, own: Value): boolean {
  const values = listValuesInside(own, path)
  if (operator === 'contains' || operator === 'any') return isOneOf(values, operator === 'any' ? (value as readonly Value[]) : [value])
  return compareOne(operator, values[0] ?? null, value)
}

function isOneOf(values: readonly Value[], wanted: readonly Value[]): boolean {
  return values.some((each) => wanted.some((other) => equalValues(each, other)))
}

/** Null never equals a value of a request, and has no order relative to it. */
export function matchesFilter({ property, operator, value }: FilterComparison, own: Value, info: ResourceInfo): boolean {
  const other = info.properties.get(property)?.fold === true ? (isList(value) ? value.map(foldValue) : foldValue(value)) : value
  if (operator === 'contains' || operator === 'any')
    return isList(own) && isOneOf(own, operator === 'any' ? (other as readonly Value[]) : [other])
  return compareOne(operator, own, other)
}

function compareOne(operator: Exclude<FilterOperator, 'contains' | 'any'>, own: Value, other: Value): boolean {
  switch (operator) {
    case 'exists':
      return (own !== null) === other
    case 'eq':
      return equalValues(own, other)
    case 'ne':
      return !equalValues(own, other)
    case 'in':
      return (other as readonly Value[]).some((each) => equalValues(own, each))
    case 'gt':
      return own !== null && compareInOrder(own, other) > 0
    case 'gte':
      return own !== null && compareInOrder(own, other) >= 0
    case 'lt':
      return own !== null && compareInOrder(own, other) < 0
    case 'lte':
      return own !== null && compareInOrder(own, other) <= 0
  }
}
