// Generates values of properties from the clock and the randomness that the caller provides.

import type { Randomness } from '../../base/clock.ts'
import { uuidv4, uuidv7 } from '../../base/uuid.ts'
import type { Value } from '../../cel/value.ts'

export type GeneratedKind = 'uuidv7' | 'uuidv4' | 'sequence' | 'now' | 'now-on-update'

/** A place for which the service may choose a value: a property such as `Order.id`, or a member within its value. */
export type Choice =
  | {
      readonly kind: GeneratedKind
      readonly property?: string
      /** Of a number: each tenant has a sequence of its own. */
      readonly tenant?: string
    }
  /** The result of an expression that draws random values. */
  | { readonly kind: 'random'; readonly property: string }
  /** The time of use that `touch` writes after an answer; until then the property has the `former` value. `every` in milliseconds. */
  | { readonly kind: 'touch'; readonly property: string; readonly every: number; readonly former: Value }

/** Returns the chosen value if it is known, otherwise the usual one. `whenUndone` calls its work if the write of the value is rolled back. */
export type Choose = (choice: Choice, generated: Value, whenUndone?: (work: () => void) => void) => Value

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
      throw new Error('only a property of a resource can be a sequence')
  }
}
