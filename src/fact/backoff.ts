// Determines the delivery attempts of a destination, and the waits between them.

import { type Backoff, backoffs } from '../base/backoff.ts'
import type { BrokerKeys, Destination } from '../model/events.ts'
import { slotValueOf } from '../model/slot.ts'

/** Explicit waits take their missing values from `exponential`. */
export function readBackoff({ backoff }: Pick<Destination, 'backoff'>): Backoff {
  const declared = slotValueOf(backoff) ?? 'exponential'
  if (typeof declared === 'string') return backoffs[declared]
  if (!('node' in declared)) return { kind: 'listed', waits: declared }
  const { initial, factor, max } = backoffs.exponential
  return {
    kind: 'growing',
    initial: slotValueOf(declared.initial) ?? initial,
    factor: slotValueOf(declared.factor) ?? factor,
    max: slotValueOf(declared.max) ?? max,
  }
}

/** A list of waits alone determines the attempts: the first, and one after each wait. */
export function readAttempts({ attempts, backoff }: Pick<Destination | BrokerKeys, 'attempts' | 'backoff'>): number | undefined {
  if (attempts.state !== 'unsaid') return slotValueOf(attempts)
  const declared = slotValueOf(backoff)
  return typeof declared === 'object' && !('node' in declared) ? declared.length + 1 : undefined
}
