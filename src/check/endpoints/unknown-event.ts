// Reports event types in `stream` and `feed` that part 6 lacks.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unknown-event'

export const check: Check = {
  code,
  run({ model: { events, endpoints } }) {
    const { types } = events.value
    if (events.state === 'not shown' || types.state === 'gap' || types.state === 'wrong') return []
    const eventNames = new Set((slotValueOf(types) ?? []).map(({ name }) => name))
    return endpoints.value.operations.flatMap(({ slots }) =>
      listOfferedEvents(slots).flatMap(({ text, node }) =>
        eventNames.has(text) ? [] : [reportUnknownName(code, 'type of event', text, node.span, eventNames)],
      ),
    )
  },
}
