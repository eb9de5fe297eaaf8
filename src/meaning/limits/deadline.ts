// How long an operation may take: asked between its steps, since none of them can be stopped in the middle.

import type { Exchange } from '../../exchange/exchange.ts'
import { refuse } from '../../exchange/refusal.ts'
import { shown } from '../../model/slot.ts'
import type { Service } from '../service.ts'

/** Refuses once the time is over; what waiting for others took counts too. */
export type Deadline = () => void

export function deadlineOf(service: Service, exchange: Exchange): Deadline {
  const { clock } = service.lending
  const own = exchange.operation.slots.timeout
  const limit = own.state === 'unsaid' ? shown(service.facts.model.limits.value.timeout) : shown(own)
  if (limit === undefined) return () => undefined
  const until = (exchange.received ?? clock.now()) + limit
  return () => {
    if (clock.now() >= until) refuse({ condition: 'timeout', about: new Map([['limit', { kind: 'duration', ms: limit }]]) })
  }
}
