// The order of lists and pages; equal in all stores.

import { compareForSorting } from '../cel/values/order.ts'
import type { Value } from '../cel/value.ts'

export type Direction = 'ascending' | 'descending'

/** Compares values: null first, strings by code point, false before true. */
export function compareInOrder(a: Value | undefined, b: Value | undefined, direction: Direction = 'ascending'): number {
  const order = compareForSorting(a ?? null, b ?? null)
  return direction === 'ascending' ? order : -order
}
