// Reports a name that occurs twice in one list of an operation.

import { listSelectionWords } from '../../model/filters.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportRepeated } from '../repeated.ts'

const code = 'endpoints/repeated-name'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap(({ slots }) => {
      const body = slotValueOf(slots.body)
      const lists = [
        [listSelectionWords(slots, 'filter'), 'filter'],
        [listSelectionWords(slots, 'sort'), 'sort'],
        [body?.kind === 'fields' ? body.fields : [], 'body'],
        [slotValueOf(slots.in), 'in'],
        [slotValueOf(slots.stream), 'stream'],
      ] as const
      return lists.flatMap(([words, key]) => reportRepeated(code, words, key))
    }),
}
