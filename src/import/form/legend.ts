// Reads the meanings of abbreviations of callers: "M = member, L = librarian".

import { isOpenToAll } from './caller-clauses.ts'
import { takeLine } from './draft.ts'
import type { Form } from './statement.ts'
import type { Words } from './words.ts'

/** The meanings of the form's abbreviations of callers. */
export type Legend = ReadonlyMap<string, { readonly name: string; readonly note: string }>

/** The key of what a dash or an empty cell means in the column of callers. */
export const noCallerSign = '-'

const capitalsFor = /(?:\b[A-Z]{1,5}[*`]{0,2} (?:=|–|:) [*`]{0,2}[a-z].*){2}/

/** The letters that the form uses for roles, such as in "M = member, L = librarian". */
export function readLegend({ sections, before }: Form, words: Words): Legend {
  const found = new Map<string, { readonly name: string; readonly note: string }>()
  for (const { part, blocks } of sections) {
    if (part !== 'endpoints' && part !== 'authentication' && part !== 'service') continue
    for (const block of blocks) {
      if (block.kind !== 'text') continue
      if (part === 'service') {
        // Elsewhere, only capitals are certainly abbreviations.
        if (capitalsFor.test(block.statement.text) && addLegend(block.statement.text, found, words.article)) takeLine(block.statement)
        continue
      }
      if (addLegend(block.statement.text, found, words.article)) takeLine(block.statement)
      const told = words.dashMeans.exec(block.statement.text)?.[1] ?? findDashMeaning(block.statement.text)
      if (
        told === undefined ||
        !(
          isOpenToAll(told, words) ||
          words.open.test(told) ||
          words.noneWord.test(told) ||
          words.noAuth.test(told) ||
          words.noLogin.test(told)
        )
      )
        continue
      found.set(noCallerSign, { name: words.openCaller, note: '' })
      takeLine(block.statement)
    }
  }
  for (const line of before.split(/\r\n|\n|\r/)) if (words.roleLegend.test(line)) addLegend(line, found, words.article)
  return found
}

/** "`-` nothing, `driver` app user": the meaning of a dash beside those of names in code. */
function findDashMeaning(text: string): string | undefined {
  const all = Array.from(text.matchAll(/`([^`]{1,20})`\s*(?:[=:–]\s*)?(\p{L}[^,;.`]*?)(?=\s*(?:[,;.]|$))/gu), ([, mark, meaning]) => ({
    mark: mark!,
    meaning: meaning!,
  }))
  return all.length > 0 ? all.find(({ mark }) => /^[-–—]$/.test(mark))?.meaning : undefined
}

/** Adds the abbreviations that a text explains. True if it adds any. */
function addLegend(text: string, found: Map<string, { readonly name: string; readonly note: string }>, article: RegExp): boolean {
  const all = Array.from(
    text.matchAll(
      /(?:\b([A-Z]{1,5}|[a-z]{1,4})\b|(\p{Extended_Pictographic}\u{FE0F}?))[*`]{0,2} (?:=|–|:) [*`]{0,2}([a-z][\w-]*(?: [\w/-]+){0,3}?)[*`]{0,2}(?: \(([^)]*)\))?(?=[,;.]|\s*$)/gu,
    ),
    ([found, letter, sign, name, note]) => [found, letter ?? sign, name, note] as const,
  )
  // "KIT kitchen, HALL packing hall": capitals and their meanings.
  const listed = text
    .replace(/^.*?(?<=[.:])\s+(?=[A-Z]{2,5} [a-z])/, '')
    .replace(/\.\s*$/, '')
    .split(/[,;]\s+/)
    .map((piece) => /^[`*]*([A-Z]{2,5})[`*]* ([a-z][a-z -]*?)(?: \(([^)]*)\))?$/.exec(piece.trim()))
  if (listed.length > 1 && listed.every((each) => each !== null)) {
    for (const [, letters, name, note = ''] of listed.filter((each) => each !== null))
      found.set(letters!, { name: name!.replace(article, ''), note })
    return true
  }
  if (all.length < 2 && !/^`[\w-]+` = /.test(text)) return false
  // Beside a whole word, short ones are names, too: "`op` = human on call, `signer` = the thing that signs".
  if (/`[a-z]{5,}` (?:=|–|:) /.test(text)) return false
  for (const [, letter, name, note = ''] of all) found.set(letter!, { name: name!.replace(article, ''), note })
  return true
}
