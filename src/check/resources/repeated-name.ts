// Reports a property that occurs twice among those in which two records must not be equal.

import { slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'resources/repeated-name'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.resources.value.resources.flatMap(({ slots }) => [
      ...(['unique', 'index'] as const).flatMap((key) =>
        (slotValueOf(slots[key]) ?? []).flatMap((set) => reportRepeated(code, 'slot' in set ? slotValueOf(set.slot) : set, key)),
      ),
      ...listSpecifiedEntries(slots.exclude).flatMap(({ value }) => reportRepeated(code, slotValueOf(value.same), 'same')),
    ]),
}
