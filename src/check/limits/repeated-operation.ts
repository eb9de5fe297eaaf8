// Reports an operation that occurs twice in the list of a rate or quota.

import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'limits/repeated-operation'

export const check: Check = {
  code,
  run: ({
    model: {
      limits: {
        value: { rates, quotas },
      },
    },
  }) =>
    [...listSpecifiedEntries(rates), ...listSpecifiedEntries(quotas)].flatMap(({ value }) =>
      reportRepeated(code, slotValueOf(value.operations), 'operations'),
    ),
}
