// The events of a step, as a stream represents them.

import type { Json } from '../../base/json.ts'
import type { EventRow } from '../../exchange/event.ts'
import type { Stream } from '../../exchange/stream.ts'
import type { OracleInterpreter, StepEffects } from '../oracle/interpreter.ts'

export type VisibleEvent = { readonly row: EventRow; readonly type: string; readonly data: Json }

export function listVisibleEvents(interpreter: OracleInterpreter, stream: Stream, { events }: StepEffects): readonly VisibleEvent[] {
  return interpreter
    .showNow(stream, events)
    .flatMap((shown, index) => (shown === undefined || 'problem' in shown ? [] : [{ row: events[index]!, ...shown }]))
}
