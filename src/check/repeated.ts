// Reports a word that occurs twice in one list, and reports a mistake in an aliased block once.

import { advise, remove } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { quoteName } from '../diagnostic/voice.ts'
import type { Word } from '../model/slot.ts'
import { isAuthored, reportUnused } from './unused.ts'

export function reportRepeated(code: string, words: readonly Word[] | undefined, key: string): Diagnostic[] {
  const seen = new Set<string>()
  return (words ?? [])
    .filter(({ text, node }) => {
      const isRepeated = seen.has(text)
      seen.add(text)
      return isRepeated && isAuthored(node.span)
    })
    .map(({ text, node }) =>
      reportUnused(
        code,
        `${quoteName(text)} occurs twice in ${quoteName(key)}`,
        node.span,
        advise`${remove('Remove one of them')}, or correct its name.`,
      ),
    )
}

/** An aliased block of YAML is one place, however many slots have it: keeps one diagnostic for each place. */
export function reportPlacesOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [each.primary.span.start, each])).values()]
}
