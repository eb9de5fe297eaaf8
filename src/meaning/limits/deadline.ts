// The time limit of an operation, checked between its steps, because a step cannot be interrupted.

import type { Exchange } from '../../exchange/exchange.ts'
import { refuse } from '../../exchange/refusal.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'

/** Refuses after the time limit; waiting for others counts too. */
export type Deadline = () => void

/** The time limit of each exchange of an operation, in milliseconds; undefined without a limit. */
export function makeDeadlines(
  { environment: { clock }, facts }: Interpreter,
  { slots }: Operation,
): ((exchange: Exchange) => Deadline) | undefined {
  const limit = slots.timeout.state === 'unsaid' ? slotValueOf(facts.model.limits.value.timeout) : slotValueOf(slots.timeout)
  if (limit === undefined) return undefined
  return ({ receivedAt }) => {
    const deadline = (receivedAt ?? clock.now()) + limit
    return () => {
      if (clock.now() >= deadline) refuse({ condition: 'timeout', details: new Map([['limit', { kind: 'duration', ms: limit }]]) })
    }
  }
}
