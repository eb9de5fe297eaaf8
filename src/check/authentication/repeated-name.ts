// Reports a name that occurs twice in one list of part 5.

import { type Slot, type Word, slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'authentication/repeated-name'

export const check: Check = {
  code,
  run({ model }) {
    const { schemes, origins } = model.authentication.value
    return [
      ...listSpecifiedEntries(schemes).flatMap(({ value }) => [
        ...reportRepeated(code, slotValueOf(value.audience), 'audience'),
        ...reportRepeated(code, listWords(value.algorithm), 'algorithm'),
      ]),
      ...reportRepeated(code, slotValueOf(origins), 'origins'),
    ]
  },
}

/** The words of a list whose values are read without their places. */
function listWords(slot: Slot<unknown>): readonly Word[] {
  return slot.state === 'shown' && slot.at.kind === 'list'
    ? slot.at.items.flatMap((node) => (node.kind === 'scalar' ? [{ text: node.text, node }] : []))
    : []
}
