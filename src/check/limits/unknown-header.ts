// Reports headers of part 8 that do not exist, that occur twice, or whose value differs from their standard.

import { advise, quoteEntry } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, reportUnknownName } from '../../diagnostic/voice.ts'
import { type LimitField, isLimitHeader, hasOwnName, limitHeaders } from '../../model/limits.ts'
import { type Named, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { checkHeaderNames, checkRepeatedHeaders } from '../header-names.ts'

const code = 'limits/unknown-header'

export const check: Check = {
  code,
  run({ model }) {
    const headers = slotValueOf(model.limits.value.headers)
    if (headers === undefined || typeof headers === 'boolean') return []
    return [
      ...headers.flatMap((header) => {
        if (hasOwnName(header)) return checkHeader(header)
        return isLimitHeader(header.text) ? [] : [reportUnknown(header.text, header.node.span)]
      }),
      ...checkRepeatedHeaders(
        code,
        headers.map((header) => (hasOwnName(header) ? header.key : header.node)),
      ),
    ]
  },
}

/** In a map, the three standard headers have the form of their standards; any other header states its value. */
function checkHeader({ name, key, slot }: Named<LimitField | 'standard'>): Diagnostic[] {
  const isStandard = slotValueOf(slot) === 'standard'
  if (isStandard) return isLimitHeader(name) ? [] : [reportUnknown(name, key.span)]
  if (slot.state !== 'shown') return []
  if (isLimitHeader(name) && !(name.toLowerCase() === 'retry-after' && slot.value === 'retry-after')) {
    return [
      createDiagnostic(
        'error',
        code,
        `\`${name}\` has the form of its standard`,
        { span: key.span, text: 'cannot tell something else' },
        { help: advise`Write ${quoteEntry(`${name}: standard`)}, or another name.` },
      ),
    ]
  }
  return checkHeaderNames(code, [key])
}

function reportUnknown(text: string, span: Span): Diagnostic {
  return reportUnknownName(code, 'header of limits', text, span, limitHeaders)
}
