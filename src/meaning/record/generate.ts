// Generates values of properties from the clock and the randomness that the caller provides.

import type { Randomness } from '../../base/clock.ts'
import { uuidv4, uuidv7 } from '../../base/uuid.ts'
import type { Value } from '../../cel/value.ts'

export type GeneratedKind = 'uuidv7' | 'uuidv4' | 'sequence' | 'now' | 'now-on-update'

/** A value that the service may choose: of this kind, for a property such as `Order.id`, or within a value. */
export type Choice = { readonly kind: GeneratedKind; readonly property?: string }

/** Gives the value that was chosen where it is known, or the usual one. */
export type Choose = (choice: Choice, usual: Value) => Value

export function generateValue(kind: GeneratedKind, now: number, randomness: Randomness): Value {
  switch (kind) {
    case 'uuidv7':
      return uuidv7({ now: () => now }, randomness)
    case 'uuidv4':
      return uuidv4(randomness)
    case 'now':
    case 'now-on-update':
      return { kind: 'timestamp', ms: now }
    case 'sequence':
      throw new Error('a sequence counts the records of a resource, so only a property of one has it')
  }
}
