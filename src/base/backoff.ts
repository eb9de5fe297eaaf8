// Computes the wait before a retry: growing waits up to a maximum, or listed ones, with random jitter.

import type { Randomness } from './clock.ts'

/**
 * Milliseconds. `growing`: the first wait is `initial`, each further one `factor` times the one before, none longer than `max`. `listed`:
 * each wait in its order, at least one; the last one repeats.
 */
export type Backoff =
  | { readonly kind: 'growing'; readonly initial: number; readonly factor: number; readonly max: number }
  | { readonly kind: 'listed'; readonly waits: readonly number[] }

const second = 1000
const day = 86_400_000

/**
 * `exponential` spans days with about ten tries, as Standard Webhooks recommends ("Deliverability and reliability"):
 * after 5, 15, 45 seconds, 2 and 7 minutes, 20 minutes, one, three, nine hours, then once a day. `fixed` is every minute.
 */
export const backoffs = {
  exponential: { kind: 'growing', initial: 5 * second, factor: 3, max: day },
  fixed: { kind: 'growing', initial: 60 * second, factor: 1, max: 60 * second },
} as const satisfies { readonly [name: string]: Backoff }

/** Milliseconds to wait after `tries` failed tries (1 or more). */
export function waitAfter(backoff: Backoff, tries: number): number {
  if (backoff.kind === 'listed') return backoff.waits[Math.min(tries, backoff.waits.length) - 1]!
  return Math.min(backoff.max, backoff.initial * backoff.factor ** (tries - 1))
}

export function computeLongestWait(backoff: Backoff): number {
  return backoff.kind === 'listed' ? Math.max(...backoff.waits) : backoff.max
}

/** Adds up to 20 % to a wait, at random. */
export function addJitter(wait: number, randomness: Randomness): number {
  const [high = 0, low = 0] = randomness.bytes(2)
  return Math.round(wait * (1 + (high * 256 + low) / 0x10000 / 5))
}

/** The longest time from the first try to the last, in milliseconds: all waits with their full jitter. */
export function computeBackoffSpan(backoff: Backoff, attempts: number): number {
  let sum = 0
  for (let tries = 1; tries < attempts; tries++) sum += waitAfter(backoff, tries) * 1.2
  return Math.round(sum)
}
