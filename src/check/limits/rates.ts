// Lists every rate and quota of part 8.

import type { Rate } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'

export function listRates({ limits }: Model): { name: string; value: Rate }[] {
  return [...listSpecifiedEntries(limits.value.rates), ...listSpecifiedEntries(limits.value.quotas)]
}
