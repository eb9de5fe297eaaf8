// The key `discloses`: exceptions to read rules, each with its reason.

import { mapOf } from './maps.ts'
import { plainText } from './scalars.ts'
import { type Key, key } from './shape.ts'
import type { Named, Slot } from './slot.ts'

type Reasons = readonly Named<string>[]

export type Discloses = Slot<Reasons>

/** `where` describes the expressions to which it applies. */
export function disclosesIn(where: string): Key<Reasons> {
  return key(
    mapOf('a map of look-ups, resources or `R.property` to reasons', plainText, 'why it may be shown'),
    'none',
    `Exceptions to read rules: data that ${where}, each with its reason.`,
  )
}
