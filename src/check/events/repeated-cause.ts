// Reports a cause that occurs twice in the `on` of an event type or a callback.

import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'events/repeated-cause'

export const check: Check = {
  code,
  run: ({
    model: {
      events: {
        value: { types, callbacks },
      },
    },
  }) =>
    [...specifiedEntries(types), ...specifiedEntries(callbacks)].flatMap(({ value }) => reportRepeated(code, slotValue(value.on), 'on')),
}
