// The time limit of an operation, checked between its steps, because a step cannot be interrupted.

import type { Exchange } from '../../exchange/exchange.ts'
import { refuse } from '../../exchange/refusal.ts'
import type { Operation } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'

/** Refuses once the time is over; what waiting for others took counts too. */
export type Deadline = () => void

/** How much time each exchange of an operation has; undefined where nothing limits it. */
export function deadlinesOf(
  { environment: { clock }, facts }: Interpreter,
  { slots }: Operation,
): ((exchange: Exchange) => Deadline) | undefined {
  const limit = slots.timeout.state === 'unsaid' ? slotValue(facts.model.limits.value.timeout) : slotValue(slots.timeout)
  if (limit === undefined) return undefined
  return ({ received }) => {
    const until = (received ?? clock.now()) + limit
    return () => {
      if (clock.now() >= until) refuse({ condition: 'timeout', about: new Map([['limit', { kind: 'duration', ms: limit }]]) })
    }
  }
}
