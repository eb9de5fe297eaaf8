// Rewrites descriptions of fields in the words that the phrases know.

import type { Words } from '../words.ts'

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
const capitalValues = /(?<=(?:[{[(:]|\benum(?:eration)?|\bone of|\bchoice(?: of)?)\s*)[A-Z][A-Z\d_]+\b(?:\s*[,|/;]\s*[A-Z][A-Z\d_]+\b)+/g

const listsByWords = new WeakMap<Words, RegExp>()

/** Words behind the lead of a choice: `one of: active, frozen, closed`. */
function findListedValues(words: Words): RegExp {
  return listsByWords.getOrInsertComputed(
    words,
    () =>
      new RegExp(
        String.raw`((?<![\w-])(?:${words.choiceLead})(?![\p{L}\d_-])\s*[:([{]?\s*)((?:[\p{L}][\p{L}\d_-]*\s*[,/|]\s*)+[\p{L}][\p{L}\d_-]*)(?=\s*(?:$|[.;)\]}]))`,
        'giu',
      ),
  )
}

/** What may follow a list of values without being one of them, and values that are masked already. */
const noValue = /^(?:required|optional|mandatory|unique|immutable|fixed|nullable|indexed|read-?only|pflicht|fest|kq\d+)$/i

/** Names such as `bigint`, and words such as *frozen*, stay as they are where they are values. */
function rewrite(text: string, words: Words): string {
  const values: string[] = []
  const mask = (value: string): string => `kq${values.push(value) - 1}`
  const masked = text
    .replaceAll(/(?<![\p{L}\d_-])[A-Z][A-Z_]{2,}(?![\p{L}\d-])/gu, (word) => (words.isState(word) ? mask(word) : word))
    .replaceAll(codedValues, (list) => list.replaceAll(/`([\w.+-]+)`/g, (_, value: string) => `\`${mask(value)}\``))
    .replaceAll(capitalValues, (list) => list.replaceAll(/\b[A-Z][A-Z\d_]+\b/g, mask))
    .replaceAll(findListedValues(words), (whole, lead: string, list: string) => {
      const all = list.split(/(\s*[,/|]\s*)/)
      const end = all.findLastIndex((each, index) => index % 2 === 0 && !noValue.test(each)) + 1
      return `${lead}${all.map((each, index) => (index % 2 === 1 || index >= end || /^kq\d+$/.test(each) ? each : mask(each))).join('')}`
    })
  const rewritten = words.rewrites.reduce((all, [pattern, by]) => all.replace(pattern, by), masked)
  return values.length === 0 ? rewritten : rewritten.replaceAll(/\bkq(\d+)\b/g, (found, index: string) => values[Number(index)] ?? found)
}
