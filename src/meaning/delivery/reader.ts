// For whom a delivery is made: whether that caller may read the record that its event is about, as a stream asks it, and what it is shown.

import { type Context, isRecord, valueOfExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { disclosuresOf } from '../../fact/disclosures.ts'
import { shown } from '../../model/slot.ts'
import type { Act } from '../act.ts'
import { actAs } from '../caller/called-as.ts'
import { eyesOf, sees } from '../caller/eyes.ts'
import { mayBeTold as mayBeToldAs } from '../caller/told.ts'
import { shownHost } from '../reading/shown-host.ts'
import { nameOf } from '../record/row-name.ts'
import type { CallbackPlan, DeliveryPlan } from './plan.ts'

/** `inside` sees what the delivery's own expressions see. Without `as` there is nobody to be asked for. */
export function mayBeTold(act: Act, { said }: DeliveryPlan, event: EventRow, inside: Context): boolean {
  const as = shown(said.as)
  if (as === undefined) return true
  const reader = actAs(act, valueOfExpression(as, inside))
  if (reader === undefined) return false
  return mayBeToldAs(reader, event)
}

/**
 * What the headers and the body of a callback are made with: the eyes of whom it is sent for. Undefined where that caller is no more, or
 * may not read the record that changed.
 */
export function readingContext(act: Act, { said, name }: CallbackPlan, inside: Context): Context | undefined {
  const as = shown(said.as)
  if (as === undefined) return inside
  const caller = valueOfExpression(as, inside)
  const reader = actAs(act, caller)
  const [now, old] = ['this', 'old'].map((each) => inside.variables.get(each) ?? null)
  if (reader === undefined || (isRecord(now!) && !sees(reader, now))) return undefined
  const own = new Set([now!, old!, caller].filter(isRecord).map(nameOf))
  const eyes = eyesOf(reader, disclosuresOf(act.service.world.domain).of({ kind: 'callback', name }), () => own)
  return eyes === undefined ? inside : { ...inside, host: shownHost(reader, eyes) }
}
