// Reports names of headers in part 7 that HTTP does not allow.

import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { checkHeaderNames } from '../header-names.ts'

const code = 'errors/header-name'

export const check: Check = {
  code,
  run: ({ entries }) =>
    checkHeaderNames(
      code,
      entries.flatMap(({ slots }) => (slotValue(slots.headers) ?? []).map(({ key }) => key)),
    ),
}
