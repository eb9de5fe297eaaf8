// Reports a property that occurs twice in one list of a resource or a view.

import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'resources/repeated-member'

export const check: Check = {
  code,
  run: ({ model: { resources } }) => [
    ...resources.value.resources.flatMap(({ slots }) => [
      ...reportRepeated(code, slotValue(slots.key), 'key'),
      ...reportRepeated(code, slotValue(slots.required), 'required'),
    ]),
    ...specifiedEntries(resources.value.views).flatMap(({ value }) => [
      ...reportRepeated(code, slotValue(value.take), 'take'),
      ...reportRepeated(code, slotValue(value.except), 'except'),
      ...reportRepeated(code, slotValue(value.allOf), 'allOf'),
    ]),
  ],
}
