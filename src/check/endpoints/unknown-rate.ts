// Reports `limits` of operations that part 8 lacks.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unknown-rate'

export const check: Check = {
  code,
  run({ model: { limits, endpoints } }) {
    const { rates, quotas } = limits.value
    if (limits.state === 'not shown' || [rates, quotas].some(({ state }) => state === 'gap' || state === 'wrong')) return []
    const rateNames = new Set([rates, quotas].flatMap((slot) => (slotValueOf(slot) ?? []).map(({ name }) => name)))
    return endpoints.value.operations.flatMap(({ slots }) =>
      (slotValueOf(slots.limits) ?? []).flatMap(({ text, node }) =>
        rateNames.has(text) ? [] : [reportUnknownName(code, 'rate or quota of part 8', text, node.span, rateNames)],
      ),
    )
  },
}
