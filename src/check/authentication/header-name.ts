// Reports names of headers and cookies for keys that HTTP does not allow (RFC 6265, section 4.1.1, for cookies).

import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { checkHeaderNames } from '../header-names.ts'

const code = 'authentication/header-name'

export const check: Check = {
  code,
  run: ({ model }) =>
    checkHeaderNames(
      code,
      listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ value }) => {
        const name = slotValueOf(value.name)
        return name === undefined || slotValueOf(value.in) === 'query' ? [] : [name.node]
      }),
    ),
}
