// Checks that HTTP allows the name of the header that selects a version.

import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { checkHeaderNames } from '../header-names.ts'

const code = 'versioning/header-name'

export const check: Check = {
  code,
  run({ model }) {
    const scheme = slotValue(model.versioning.value.scheme)
    const header = scheme === undefined || typeof scheme === 'string' ? undefined : slotValue(scheme.header)
    return checkHeaderNames(code, header === undefined ? [] : [header.node])
  },
}
