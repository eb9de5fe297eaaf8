// Reports a property that occurs twice in one list of a resource or a view.

import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'resources/repeated-member'

export const check: Check = {
  code,
  run: ({ model: { resources } }) => [
    ...resources.value.resources.flatMap(({ slots }) => [
      ...reportRepeated(code, slotValueOf(slots.key), 'key'),
      ...reportRepeated(code, slotValueOf(slots.required), 'required'),
    ]),
    ...listSpecifiedEntries(resources.value.views).flatMap(({ value }) => [
      ...reportRepeated(code, slotValueOf(value.take), 'take'),
      ...reportRepeated(code, slotValueOf(value.except), 'except'),
      ...reportRepeated(code, slotValueOf(value.allOf), 'allOf'),
    ]),
  ],
}
