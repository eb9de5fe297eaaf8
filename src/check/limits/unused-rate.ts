// Reports rates and quotas that count no operation, and listed actions that no operation has.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Rate } from '../../model/limits.ts'
import { type Named, type Slot, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'limits/unused-rate'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { rates, quotas } = facts.model.limits.value
    return facts.model.endpoints.state !== 'shown'
      ? []
      : [...checkLimits('rate-limited', rates, facts), ...checkLimits('quota-exceeded', quotas, facts)]
  },
}

function checkLimits(
  condition: 'rate-limited' | 'quota-exceeded',
  slot: Slot<readonly Named<Rate>[]>,
  { operations }: Facts,
): Diagnostic[] {
  return specifiedEntries(slot).flatMap(({ name, key, value }): Diagnostic[] => {
    if (!isAuthored(key.span)) return []
    const countedOperations = operations.filter(({ points }) =>
      points.some((point) => point.condition === condition && point.name === name),
    )
    if (countedOperations.length === 0)
      return [
        reportUnused(
          code,
          `${quoteName(name)} counts no operation`,
          key.span,
          'Name an operation or an action that there is, or leave it out.',
        ),
      ]
    const words = slotValue(value.operations) ?? []
    return words
      .filter(({ text }) => !operations.some(({ operation }) => operation.id === text || operation.action === text))
      .map(({ text, node }) =>
        reportUnused(code, `${quoteName(name)} counts no ${quoteName(text)}: no operation does so`, node.span, 'Leave it out.'),
      )
  })
}
