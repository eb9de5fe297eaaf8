// Checks that HTTP allows the name of the header that selects a version.

import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { checkHeaderNames } from '../header-names.ts'

const code = 'versioning/header-name'

export const check: Check = {
  code,
  run({ model }) {
    const scheme = slotValueOf(model.versioning.value.scheme)
    const header = scheme === undefined || typeof scheme === 'string' ? undefined : slotValueOf(scheme.header)
    return checkHeaderNames(code, header === undefined ? [] : [header.node])
  },
}
