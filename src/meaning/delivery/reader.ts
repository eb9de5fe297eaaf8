// For whom a delivery is made, and whether that caller may read the record that its event is about, as a stream asks it.

import type { Value } from '../../cel/value.ts'
import { type Context, holds, valueOfExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { shown } from '../../model/slot.ts'
import { type Act, contextOf } from '../act.ts'
import { actAs } from '../caller/called-as.ts'
import { sightOf } from '../caller/eyes.ts'
import { rememberedRecord } from '../record/remembered-record.ts'
import type { DeliveryPlan } from './plan.ts'

/** `inside` sees what the delivery's own expressions see. Without `as` there is nobody to be asked for. */
export function mayBeTold(act: Act, { said }: DeliveryPlan, event: EventRow, inside: Context): boolean {
  const as = shown(said.as)
  if (as === undefined) return true
  const reader = actAs(act, valueOfExpression(as, inside))
  if (reader === undefined) return false
  const sight = sightOf(act, event.resource)
  if (typeof sight === 'string') return sight === 'all'
  const record = rememberedRecord(act.service, event)
  return holds(sight, contextOf(reader, new Map<string, Value>(record === undefined ? [] : [['this', record]])))
}
