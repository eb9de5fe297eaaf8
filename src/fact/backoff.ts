// Determines the delivery attempts of a destination, and the waits between them.

import { type Backoff, backoffs } from '../base/backoff.ts'
import type { BrokerKeys, Destination } from '../model/events.ts'
import { slotValue } from '../model/slot.ts'

/** Explicit waits take their missing values from `exponential`. */
export function readBackoff({ backoff }: Pick<Destination, 'backoff'>): Backoff {
  const declared = slotValue(backoff) ?? 'exponential'
  if (typeof declared === 'string') return backoffs[declared]
  if (!('node' in declared)) return { kind: 'listed', waits: declared }
  const { initial, factor, max } = backoffs.exponential
  return {
    kind: 'growing',
    initial: slotValue(declared.initial) ?? initial,
    factor: slotValue(declared.factor) ?? factor,
    max: slotValue(declared.max) ?? max,
  }
}

/** A list of waits alone determines the attempts: the first, and one after each wait. */
export function readAttempts({ attempts, backoff }: Pick<Destination | BrokerKeys, 'attempts' | 'backoff'>): number | undefined {
  if (attempts.state !== 'unsaid') return slotValue(attempts)
  const declared = slotValue(backoff)
  return typeof declared === 'object' && !('node' in declared) ? declared.length + 1 : undefined
}
