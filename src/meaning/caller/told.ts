// Whether a caller may be told of an event: what the read rule says of the record that it is about.

import type { Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { type Act, contextOf } from '../act.ts'
import { rememberedRecords } from '../record/remembered-record.ts'
import { sightOf } from './eyes.ts'

/** Of the record as the event left it, and as it was before where the event shows that. */
export function mayBeTold(act: Act, event: EventRow): boolean {
  const sight = sightOf(act, event.resource)
  if (typeof sight === 'string') return sight === 'all'
  const records = rememberedRecords(act.service, event)
  // A rule that reads nothing of the record has nothing remembered for it.
  return (records.length === 0 ? [new Map<string, Value>()] : records.map((record) => new Map([['this', record]]))).every((names) => holds(sight, contextOf(act, names)))
}
