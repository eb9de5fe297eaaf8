// Reports an operation that stands twice in the list of a rate or quota.

import { each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'limits/repeated-operation'

export const check: Check = {
  code,
  run: ({ model: { limits: { value: { rates, quotas } } } }) => [...each(rates), ...each(quotas)].flatMap(({ value }) => reportRepeated(code, shown(value.operations), 'operations')),
}
