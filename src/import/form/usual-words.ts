// Rewrites descriptions of fields in the words that the phrases know.

import type { Words } from './words.ts'

/** A form repeats its texts, and each is read several times. */
const mostRewritten = 1000
const rewrittenByWords = new WeakMap<Words, Map<string, string>>()

/** The text in the words that the phrases know. */
export function rewriteUsualWords(text: string, words: Words): string {
  const rewritten = rewrittenByWords.getOrInsertComputed(words, () => new Map())
  if (rewritten.size > mostRewritten) rewritten.clear()
  return rewritten.getOrInsertComputed(text, () => rewrite(text, words))
}

/** Values in code, one beside the other. */
const codedValues = /`[\w.+-]+`(?:\s*(?:,\s*(?:or\b|and\b|oder\b|und\b)?|[/|]|\b(?:or|and|oder|und)\b)\s*`[\w.+-]+`)+/gi

/** `{DRY, FROZEN}`, "one of DRY, FROZEN": values in capitals. */
const capitalValues = /(?<=(?:[{[(:]|\benum(?:eration)?|\bone of|\bchoice(?: of)?)\s*)[A-Z][A-Z\d_]+(?:\s*[,|/;]\s*[A-Z][A-Z\d_]+)+/g

/** Names such as `bigint` stay as they are where they are values. */
function rewrite(text: string, words: Words): string {
  const values: string[] = []
  const masked = text
    .replaceAll(codedValues, (list) => list.replaceAll(/`([\w.+-]+)`/g, (_, value: string) => `\`kq${values.push(value) - 1}\``))
    .replaceAll(capitalValues, (list) => list.replaceAll(/[A-Z][A-Z\d_]+/g, (value) => `kq${values.push(value) - 1}`))
  const rewritten = words.rewrites.reduce((all, [pattern, by]) => all.replace(pattern, by), masked)
  return values.length === 0 ? rewritten : rewritten.replaceAll(/\bkq(\d+)\b/g, (found, index: string) => values[Number(index)] ?? found)
}
