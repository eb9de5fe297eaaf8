// Reads the meanings of abbreviations of callers: "M = member, L = librarian".

import { isOpenToAll, isSignedOn } from './caller-clauses.ts'
import { draftPlainText, takeLine } from '../draft.ts'
import type { Form } from '../statement.ts'
import type { Words } from '../words.ts'

/** The meanings of the form's abbreviations of callers. */
export type Legend = ReadonlyMap<string, { readonly name: string; readonly note: string }>

/** The key of what a dash or an empty cell means in the column of callers. */
export const noCallerSign = '-'

/** The key of what the lack of any name beside an endpoint means. */
export const noCallerName = '(none)'

const capitalsFor = /(?:\b[A-Z]{1,5}[*`]{0,2} (?:(?:=|–|:) [*`]{0,2}[a-z]|= [*`]{0,2}[A-Z]).*){2}/

/** The letters that the form uses for roles, such as in "M = member, L = librarian". */
export function readLegend({ sections, before }: Form, words: Words): Legend {
  const found = new Map<string, { readonly name: string; readonly note: string }>()
  for (const { part, blocks } of sections) {
    if (part !== 'endpoints' && part !== 'authentication' && part !== 'service') continue
    for (const block of blocks) {
      if (block.kind !== 'text') continue
      if (part === 'service') {
        // Elsewhere, only capitals are certainly abbreviations.
        if (capitalsFor.test(block.statement.text) && addLegend(block.statement.text, found, words)) takeLine(block.statement)
        continue
      }
      if (addLegend(block.statement.text, found, words)) takeLine(block.statement)
      const lacking = words.noNameMeans.exec(draftPlainText(block.statement.text))?.[1]
      if (lacking !== undefined && (isOpenToAll(lacking, words) || words.open.test(lacking) || words.noAuth.test(lacking))) {
        found.set(noCallerName, { name: words.openCaller, note: '' })
        takeLine(block.statement)
      }
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
  // "`*` = any valid token": a sign for every caller.
  for (const { part, blocks } of sections)
    for (const block of part === 'endpoints' || part === 'authentication' ? blocks : []) {
      const [, sign, meaning] =
        block.kind === 'text'
          ? (/(?<=^|[\s,;(])[`"“]([*+#~✓●]|[a-z]{2,12})[`"”]\s*(?:=|:|–|means)\s*(?:for )?([^,;.]+)/.exec(block.statement.text) ?? [])
          : []
      if (sign === undefined || block.kind !== 'text' || !isSignedOn(meaning!.trim(), words)) continue
      found.set(sign, { name: words.signedOnCaller, note: '' })
      takeLine(block.statement)
    }
  for (const line of before.split(/\r\n|\n|\r/)) if (words.roleLegend.test(line)) addLegend(line, found, words)
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

type Entry = { readonly mark: string; readonly name: string; readonly note: string }

/** Adds the abbreviations that a text explains. True if it adds any. */
function addLegend(text: string, found: Map<string, { readonly name: string; readonly note: string }>, words: Words): boolean {
  const entries = readEquated(text, words) ?? readListed(text)
  for (const { mark, name, note } of entries) found.set(mark, { name: name.replace(words.article, ''), note })
  return entries.length > 0
}

/** "M = member, L = librarian", "W = clerk or manager"; undefined if the text explains no abbreviations in this way. */
function readEquated(text: string, words: Words): readonly Entry[] | undefined {
  const name = String.raw`[a-z][\w-]*(?: [\w/-]+){0,3}?`
  const further = String.raw`(?:,? (?:${words.joins}) [a-z][\w-]*)*`
  // The meaning of capitals may begin with one.
  const capitals = String.raw`\b(?<capitals>[A-Z]{1,5})\b[*\x60]{0,2} = [*\x60]{0,2}(?<title>[A-Z][\w-]*(?: [\w/-]+){0,3}?)`
  const any = String.raw`(?:\b(?<letters>[A-Z]{1,5}|[a-z]{1,4})\b|(?<sign>\p{Extended_Pictographic}\u{FE0F}?))[*\x60]{0,2} (?:=|–|:) [*\x60]{0,2}(?<name>${name})`
  const pattern = new RegExp(
    String.raw`(?:${capitals}|${any})(?<further>${further})[*\x60]{0,2}(?: \((?<note>[^)]*)\))?(?=[,;.]|\s*$)`,
    'gu',
  )
  const all = Array.from(text.matchAll(pattern), ({ groups = {} }) => ({
    mark: (groups['capitals'] ?? groups['letters'] ?? groups['sign'])!,
    name: [(groups['title'] ?? groups['name'])!, ...groups['further']!.split(words.conjunction).filter((each) => each !== '')].join(', '),
    note: groups['note'] ?? '',
  }))
  if (all.length < 2 && !/^`[\w-]+` = /.test(text)) return undefined
  // Beside a whole word, short ones are names, too: "`op` = human on call, `signer` = the thing that signs".
  const isBesideWord = /`[a-z]{5,}` (?:=|–|:) /.test(text) && all.some(({ mark }) => mark.length > 1)
  return isBesideWord ? [] : all
}

/** "KIT kitchen, HALL packing hall": capitals and their meanings. */
function readListed(text: string): readonly Entry[] {
  const listed = text
    .replace(/^.*?(?<=[.:])\s+(?=[A-Z]{2,5} [a-z])/, '')
    .replace(/\.\s*$/, '')
    .split(/[,;]\s+/)
    .map((piece) => /^[`*]*([A-Z]{2,5})[`*]* ([a-z][a-z -]*?)(?: \(([^)]*)\))?$/.exec(piece.trim()))
  return listed.length > 1 && listed.every((each) => each !== null)
    ? listed.map((each) => ({ mark: each![1]!, name: each![2]!, note: each![3] ?? '' }))
    : []
}

/** "A = returns agent" of a token with the role `agent`: the role, also for its full name. */
export function withClaimedRoles(legend: Legend, roles: ReadonlySet<string>): Legend {
  const found = new Map(legend)
  for (const [mark, { name, note }] of legend) {
    const last = name.toLowerCase().split(' ').at(-1)!
    if (!name.includes(' ') || name.includes(',') || !roles.has(last) || roles.has(name.toLowerCase().replaceAll(' ', '_'))) continue
    found.set(mark, { name: last, note })
    found.set(name.toLowerCase(), { name: last, note })
  }
  return found
}
