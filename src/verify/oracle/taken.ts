// The difference of a value that another record has.

import type { Difference, ValueBinding } from './comparison.ts'

export function usedValueDifference({ property, value }: ValueBinding): Difference {
  return {
    part: 'body',
    at: property === undefined ? '' : `/${property.split('.')[1] ?? ''}`,
    expected: 'a value that no other record has',
    observed: String(typeof value === 'bigint' || typeof value === 'string' ? value : 'another'),
    ...(property === undefined ? {} : { property }),
  }
}
