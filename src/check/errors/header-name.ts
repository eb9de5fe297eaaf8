// Reports names of headers in part 7 that HTTP does not allow, and headers with two values.

import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { checkHeaderMap } from '../header-names.ts'

const code = 'errors/header-name'

export const check: Check = {
  code,
  run: ({ entries }) =>
    entries.flatMap(({ slots }) =>
      checkHeaderMap(
        code,
        (slotValueOf(slots.headers) ?? []).map(({ key }) => key),
      ),
    ),
}
