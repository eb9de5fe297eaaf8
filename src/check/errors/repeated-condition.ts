// Reports a condition that occurs twice in the `on` of an entry.

import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'errors/repeated-condition'

export const check: Check = {
  code,
  run: ({
    model: {
      errors: {
        value: { catalogue },
      },
    },
  }) => listSpecifiedEntries(catalogue).flatMap(({ value }) => reportRepeated(code, slotValueOf(value.on), 'on')),
}
