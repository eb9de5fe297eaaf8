// Reports names of headers in part 7 that HTTP does not allow, and headers with two values in a map or in a response.

import { advise, remove } from '../../diagnostic/help.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type SentHeader, checkHeaderMap, checkSentHeaders } from '../header-names.ts'

const code = 'errors/header-name'

const sent: readonly SentHeader[] = [
  { name: 'content-type', key: 'media', help: advise`${remove('Remove it')}, and write its value as \`media\` of part 7.` },
]

export const check: Check = {
  code,
  run: ({ entries }) =>
    entries.flatMap(({ slots }) => {
      const keys = (slotValueOf(slots.headers) ?? []).map(({ key }) => key)
      return [...checkHeaderMap(code, keys), ...checkSentHeaders(code, keys, sent)]
    }),
}
