// Reports a word that occurs twice in one list.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { quoteName } from '../diagnostic/voice.ts'
import type { Word } from '../model/slot.ts'
import { isAuthored, reportUnused } from './unused.ts'

export function reportRepeated(code: string, words: readonly Word[] | undefined, key: string): Diagnostic[] {
  return (words ?? [])
    .filter(({ text, node }, index) => words!.findIndex((each) => each.text === text) < index && isAuthored(node.span))
    .map(({ text, node }) =>
      reportUnused(code, `${quoteName(text)} stands twice in ${quoteName(key)}`, node.span, 'Remove one of them, or name what was meant.'),
    )
}
