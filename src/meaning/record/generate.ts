// Values that the service makes itself, from the time and chance that are lent.

import type { Randomness } from '../../base/clock.ts'
import { uuidv4, uuidv7 } from '../../base/uuid.ts'
import type { Value } from '../../cel/value.ts'

export function generated(kind: 'uuidv7' | 'uuidv4' | 'sequence' | 'now' | 'now-on-update', now: number, randomness: Randomness): Value {
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
