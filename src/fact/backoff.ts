// The waits between the attempts of a destination.

import { type Backoff, backoffs } from '../base/backoff.ts'
import type { Destination } from '../model/events.ts'
import { shown } from '../model/slot.ts'

/** Explicit waits take their missing values from `exponential`. */
export function backoffOf({ backoff }: Pick<Destination, 'backoff'>): Backoff {
  const declared = shown(backoff) ?? 'exponential'
  if (typeof declared === 'string') return backoffs[declared]
  const { initial, factor, max } = backoffs.exponential
  return { initial: shown(declared.initial) ?? initial, factor: shown(declared.factor) ?? factor, max: shown(declared.max) ?? max }
}
