// Reports a retention of idempotency keys that ends while the first request may still run.

import { advise, paste } from '../../diagnostic/help.ts'
import { printDuration } from '../../base/duration.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'limits/short-retention'

export const check: Check = {
  code,
  run({ model }) {
    const { retention, timeout } = model.limits.value
    const slot = slotValueOf(retention)?.idempotency
    if (slot?.state !== 'shown' || !isAuthored(slot.at.span)) return []
    const keyed = model.endpoints.value.operations.filter(({ slots }) => slotValueOf(slots.idempotency)?.kind === 'key')
    const longest = [timeout, ...keyed.map(({ slots }) => slots.timeout)].find((each) => each.state === 'shown' && each.value > slot.value)
    if (keyed.length === 0 || longest?.state !== 'shown') return []
    return [
      createDiagnostic(
        'warning',
        code,
        `Answers are kept for ${printDuration(slot.value)}, and a request may take ${printDuration(longest.value)}`,
        { span: slot.at.span, text: 'shorter than one request' },
        {
          others: [{ span: longest.at.span, text: 'how long it may take' }],
          reason: 'A client that repeats its request after a time-out finds no answer, and the request is done twice.',
          help: advise`Keep answers for as long as clients repeat, for example${paste('retention: { idempotency: P1D }')}`,
        },
      ),
    ]
  },
}
