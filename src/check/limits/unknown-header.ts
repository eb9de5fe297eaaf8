// Reports headers of part 8 that do not exist: there are three.

import { unknownName } from '../../diagnostic/voice.ts'
import { limitHeaders } from '../../model/limits.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'limits/unknown-header'

export const check: Check = {
  code,
  run({ model }) {
    const named = shown(model.limits.value.headers)
    const known = new Set(limitHeaders.map((name) => name.toLowerCase()))
    return typeof named !== 'object' ? [] : named.flatMap(({ text, node }) => (known.has(text.toLowerCase()) ? [] : [unknownName(code, 'header of limits', text, node.span, limitHeaders)]))
  },
}
