// The header that names a version has a name that HTTP can carry.

import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { wrongHeaders } from '../header-names.ts'

const code = 'versioning/header-name'

export const check: Check = {
  code,
  run({ model }) {
    const scheme = shown(model.versioning.value.scheme)
    const header = scheme === undefined || typeof scheme === 'string' ? undefined : shown(scheme.header)
    return wrongHeaders(code, header === undefined ? [] : [header.node])
  },
}
