// Rewrites descriptions of fields in the words that the phrases know.

import type { Words } from './words.ts'

/** A form repeats its texts, and each is read several times. */
const mostRewritten = 1000
const rewrittenByWords = new WeakMap<Words, Map<string, string>>()

/** The text in the words that the phrases know. */
export function rewriteUsualWords(text: string, words: Words): string {
  const rewritten = rewrittenByWords.getOrInsertComputed(words, () => new Map())
  if (rewritten.size > mostRewritten) rewritten.clear()
  return rewritten.getOrInsertComputed(text, () => words.rewrites.reduce((all, [pattern, by]) => all.replace(pattern, by), text))
}
