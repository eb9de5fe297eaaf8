// Reports a name that occurs twice in one list of part 5.

import { slotValue, specifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'authentication/repeated-name'

export const check: Check = {
  code,
  run({ model }) {
    const { schemes, origins } = model.authentication.value
    return [
      ...specifiedEntries(schemes).flatMap(({ value }) => reportRepeated(code, slotValue(value.audience), 'audience')),
      ...reportRepeated(code, slotValue(origins), 'origins'),
    ]
  },
}
