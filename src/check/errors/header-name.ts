// Reports names of headers in part 7 that HTTP does not allow.

import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { wrongHeaders } from '../header-names.ts'

const code = 'errors/header-name'

export const check: Check = {
  code,
  run: ({ entries }) => wrongHeaders(code, entries.flatMap(({ slots }) => (slotValue(slots.headers) ?? []).map(({ key }) => key))),
}
