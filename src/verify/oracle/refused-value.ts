// The difference of a generated value that the document refuses.

import type { Difference, ValueBinding } from './comparison.ts'

/** Generated keys and numbers can only be refused because another record has them, random values also by the schema. */
export function describeRefusedValue({ kind, property, value }: ValueBinding): Difference {
  return {
    part: 'body',
    at: property === undefined ? '' : `/${property.split('.')[1] ?? ''}`,
    expected: kind === 'random' ? 'a value that the schema permits and no other record has' : 'a value that no other record has',
    observed: String(typeof value === 'bigint' || typeof value === 'string' ? value : 'another'),
    ...(property === undefined ? {} : { property }),
  }
}
