// Reports a property that occurs twice in one list of an operation.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { wordsOf } from '../../model/filters.ts'
import { type Word, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isOwn, reportUnused } from '../unused.ts'

const code = 'endpoints/repeated-name'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap(({ slots }) => {
      const body = shown(slots.body)
      return [...repeat(wordsOf(slots, 'filter'), 'filter'), ...repeat(wordsOf(slots, 'sort'), 'sort'), ...(body?.kind === 'fields' ? repeat(body.fields, 'body') : [])]
    }),
}

function repeat(words: readonly Word[], key: string): Diagnostic[] {
  return words.filter(({ text, node }, index) => words.findIndex((each) => each.text === text) < index && isOwn(node.span))
    .map(({ text, node }) => reportUnused(code, `${quoteName(text)} stands twice in ${quoteName(key)}`, node.span, 'Remove one of them, or name what was meant.'))
}
