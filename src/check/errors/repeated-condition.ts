// Reports a condition that occurs twice in the `on` of an entry.

import { specifiedEntries, slotValue } from '../../model/slot.ts'
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
  }) => specifiedEntries(catalogue).flatMap(({ value }) => reportRepeated(code, slotValue(value.on), 'on')),
}
