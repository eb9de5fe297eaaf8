// Reports an operation that occurs twice in the list of a rate or quota.

import { specifiedEntries, slotValue } from '../../model/slot.ts'
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
    [...specifiedEntries(rates), ...specifiedEntries(quotas)].flatMap(({ value }) =>
      reportRepeated(code, slotValue(value.operations), 'operations'),
    ),
}
