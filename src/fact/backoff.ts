// The waits between the attempts of a destination.

import { type Backoff, backoffs } from '../base/backoff.ts'
import type { Destination } from '../model/events.ts'
import { shown } from '../model/slot.ts'

/** Explicit waits take their missing values from `exponential`. */
export function backoffOf({ backoff }: Pick<Destination, 'backoff'>): Backoff {
  const said = shown(backoff) ?? 'exponential'
  if (typeof said === 'string') return backoffs[said]
  const { initial, factor, max } = backoffs.exponential
  return { initial: shown(said.initial) ?? initial, factor: shown(said.factor) ?? factor, max: shown(said.max) ?? max }
}
