// Reads a record on one line: its name, then its fields with their descriptions in parentheses, "Singer: id, name (text), voice (alto/bass)".

import { type Item, withKindApart } from '../fields/nested.ts'
import { saysKind } from '../kinds/kind-tests.ts'
import type { Words } from '../words.ts'

/** `owner`: empty if the line only says "Fields:". */
export type InlineRecord = { readonly owner: string; readonly remark: string; readonly items: readonly Item[] }

const head =
  /^[*_`]{0,3}(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})[*_`]{0,3}(?:\s*\(([^()]*)\))?\s*[*_]{0,2}(?::[*_]{0,2}|\s[–—-]|\s?=)\s+(\S.*)$/su

const field =
  /^(?:and |plus )?(?<name>[*_`]{0,2}[\p{L}_][\p{L}\d_]*(?:[ -][\p{L}\d_]+){0,3}[*_`]{0,2})(?<mark>[?*!]?)\s*(?:\((?<round>(?:[^()]|\([^()]*\))*)\)|\[(?<square>[^[\]]*)\]|:\s*(?<said>\S.*))?\.?$/su

/** Undefined unless every piece after the name is a field, and at least half of them are described. */
export function inlineRecord(text: string, words: Words): InlineRecord | undefined {
  if (words.everyRecord.test(text)) return undefined
  const [, name, remark = '', rest] = head.exec(text.trim()) ?? []
  const isName = name !== undefined && (/^[*_]{1,3}/.test(text.trim()) || /^\p{Lu}/u.test(name))
  const items = !isName || rest === undefined ? undefined : inlineItems(rest, words)
  if (items === undefined) return undefined
  return words.fieldsLabel.test(name!) ? { owner: '', remark: '', items } : { owner: name!, remark, items }
}

/** "`id`, `name` (text), `voice` (alto/bass)": at least two fields, whichever sign is between them. */
export function inlineItems(text: string, words: Words): readonly Item[] | undefined {
  for (const sign of [';', ',', '·']) {
    const pieces = splitBetween(text.trim().replace(/\.$/, ''), sign)
    const found = pieces.map((piece) => field.exec(piece)?.groups)
    if (pieces.length < 2 || found.includes(undefined)) continue
    const items = found.map((groups) => {
      const spec = groups!['round'] ?? groups!['square'] ?? groups!['said'] ?? ''
      const item = {
        name: stripMarks(groups!['name']!),
        spec: [spec, groups!['mark'] === '?' ? words.optionalClause : ''].filter((each) => each !== '').join('; '),
      }
      return /^[*_`]/.test(groups!['name']!) ? item : withKindApart(item)
    })
    const described = items.filter(({ spec }) => spec !== '')
    const isCode = found.every((groups) => /^[*_`]/.test(groups!['name']!))
    const isSaid = found.filter((groups) => groups!['said'] !== undefined)
    // Values after colons must be kinds, as in "name: text; age: number".
    if (isSaid.length > 0 && (sign === ',' || !items.every(({ spec }) => spec === '' || saysKind(spec, words)))) continue
    if (described.length * 2 >= items.length && (isCode || described.some(({ spec }) => saysKind(spec, words)))) return items
  }
  return undefined
}

/** The text between signs outside of brackets and code. */
function splitBetween(text: string, sign: string): string[] {
  const pieces = ['']
  let depth = 0
  for (const character of text) {
    if (/[([{]/.test(character)) depth++
    else if (/[)\]}]/.test(character)) depth--
    if (character === sign && depth === 0) pieces.push('')
    else pieces[pieces.length - 1] += character
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

function stripMarks(text: string): string {
  return text.replaceAll(/^[*_`]{1,2}(?=\p{L})|(?<=[\p{L}\d])[*_`]{1,2}$/gu, '')
}
