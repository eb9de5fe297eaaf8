// Determines the outcome of one attempt of a delivery: done, retry or dead.

import type { Randomness } from '../../base/clock.ts'
import { addJitter, computeLongestWait, waitAfter } from '../../base/backoff.ts'
import { type Attempt, type Delivery, maxStoredAttempts } from '../../meaning/delivery/deliveries.ts'
import type { DeliveryPlan } from '../../meaning/delivery/plan.ts'
import type { AttemptOutcome } from './sender.ts'

/** `isGone`: the receiver accepts no further deliveries at this address. */
export type JudgedAttempt = { readonly delivery: Delivery; readonly isGone: boolean }

/** `url` is the address, `at` the start, `ms` the duration and `now` the end of the attempt. */
export function judgeAttempt(
  delivery: Delivery,
  plan: DeliveryPlan,
  outcome: AttemptOutcome,
  sending: { readonly url: string; readonly at: number; readonly ms: number; readonly now: number },
  randomness: Randomness,
): JudgedAttempt {
  const { status, error, retryAfter, stored } = outcome
  const attempt: Attempt = {
    at: sending.at,
    ms: Math.round(sending.ms),
    url: removeCredentials(sending.url),
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
  }
  const next: Delivery = { ...delivery, tries: delivery.tries + 1, attempts: [...delivery.attempts, attempt].slice(-maxStoredAttempts) }
  if (stored === true || (status !== undefined && status >= 200 && status < 300))
    return { delivery: endDelivery({ ...next, state: 'delivered', content: { kind: 'gone' } }, plan, sending.now), isGone: false }
  if (status === 410)
    return {
      delivery: makeDeadLetterOutcome(
        next,
        'the receiver answered 410: it accepts no further deliveries at this address',
        plan,
        sending.now,
      ),
      isGone: true,
    }
  const failure = error ?? `the answer was ${status}`
  if (next.tries >= plan.attempts)
    return {
      delivery: makeDeadLetterOutcome(
        next,
        `${failure}, at the last of ${plan.attempts} ${plan.attempts === 1 ? 'try' : 'tries'}`,
        plan,
        sending.now,
      ),
      isGone: false,
    }
  const delayMs = addJitter(waitAfter(plan.backoff, next.tries), randomness)
  // Retry-After is respected, up to the longest wait.
  const delay = Math.min(retryAfter ?? 0, Math.max(computeLongestWait(plan.backoff), delayMs))
  return { delivery: { ...next, due: sending.now + Math.max(delayMs, delay) }, isGone: false }
}

/** The outcome without another attempt. */
export function makeDeadLetterOutcome(delivery: Delivery, reason: string, plan: Pick<DeliveryPlan, 'deadLetter'>, now: number): Delivery {
  return endDelivery({ ...delivery, state: 'dead', reason }, plan, now)
}

function endDelivery(delivery: Delivery, { deadLetter }: Pick<DeliveryPlan, 'deadLetter'>, now: number): Delivery {
  const { due: _, ...rest } = delivery
  return { ...rest, ended: now, forget: now + deadLetter }
}

/** Removes credentials from the URL. */
function removeCredentials(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  url.username = ''
  url.password = ''
  return url.href
}
