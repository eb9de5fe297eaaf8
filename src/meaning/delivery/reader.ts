// For whom a delivery is made, and whether that caller may read the record that its event is about, as a stream asks it.

import { type Context, valueOfExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { shown } from '../../model/slot.ts'
import type { Act } from '../act.ts'
import { actAs } from '../caller/called-as.ts'
import { mayBeTold as mayBeToldAs } from '../caller/told.ts'
import type { DeliveryPlan } from './plan.ts'

/** `inside` sees what the delivery's own expressions see. Without `as` there is nobody to be asked for. */
export function mayBeTold(act: Act, { said }: DeliveryPlan, event: EventRow, inside: Context): boolean {
  const as = shown(said.as)
  if (as === undefined) return true
  const reader = actAs(act, valueOfExpression(as, inside))
  if (reader === undefined) return false
  return mayBeToldAs(reader, event)
}
