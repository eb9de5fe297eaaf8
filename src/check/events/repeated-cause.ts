// Reports a cause that occurs twice in the `on` of an event type or a callback.

import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
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
    [...listSpecifiedEntries(types), ...listSpecifiedEntries(callbacks)].flatMap(({ value }) =>
      reportRepeated(code, slotValueOf(value.on), 'on'),
    ),
}
