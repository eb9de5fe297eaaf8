// The attempts of a destination, and the waits between them.

import { type Backoff, backoffs } from '../base/backoff.ts'
import type { BrokerKeys, Destination } from '../model/events.ts'
import { shown } from '../model/slot.ts'

/** Explicit waits take their missing values from `exponential`. */
export function backoffOf({ backoff }: Pick<Destination, 'backoff'>): Backoff {
  const declared = shown(backoff) ?? 'exponential'
  if (typeof declared === 'string') return backoffs[declared]
  if (!('node' in declared)) return { kind: 'listed', waits: declared }
  const { initial, factor, max } = backoffs.exponential
  return { kind: 'growing', initial: shown(declared.initial) ?? initial, factor: shown(declared.factor) ?? factor, max: shown(declared.max) ?? max }
}

/** A list of waits alone determines the attempts: the first, and one after each wait. */
export function attemptsOf({ attempts, backoff }: Pick<Destination | BrokerKeys, 'attempts' | 'backoff'>): number | undefined {
  if (attempts.state !== 'unsaid') return shown(attempts)
  const declared = shown(backoff)
  return typeof declared === 'object' && !('node' in declared) ? declared.length + 1 : undefined
}
