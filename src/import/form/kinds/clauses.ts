// Splits the description of a field into clauses with one statement each.

import { readSequencePattern } from './value-texts.ts'
import type { Words } from '../words.ts'

/**
 * Splits at commas, semicolons, full stops and parentheses; the text after `one of` stays together to the next full stop or parenthesis.
 */
export function typeClausesOf(text: string, { choiceLead, sentenceCondition }: Words): string[] {
  const listed = new RegExp(String.raw`\b(${choiceLead.replace(/\|code\b/, '')})\s*[[(]([^()[\]]+)[\])]`, 'gi')
  const plain = text
    .replaceAll('**', '')
    .replaceAll(/(?<![\w*`])\*([\p{L}\d][\p{L}\d _-]*)\*(?![\w*`])/gu, '$1')
    .replaceAll(/(?<![\w`])_([\p{L}\d][\p{L}\d-]*)_(?![\w`])/gu, '$1')
    .replace(/\b(?:decimal|numeric)\s*\(\d+,\s*(\d)\)(?=\s*[<>≥≤])/gi, 'number; $1 decimals;')
    .replace(/\b(?:decimal|numeric)\s*\(\d+,\s*(\d)\)/gi, 'number; $1 decimals')
    .replace(/\b(?:enum|choice|auswahl)\s*\(([^()]*)\)\[\]/gi, 'list of one of: $1;')
    .replace(/\b(?:enum|choice|auswahl)\s*\(([^();]*;[^()]*)\)/gi, (_, values: string) => `one of: ${values.replaceAll(/\s*;\s*/g, ', ')};`)
    .replace(listed, '$1: $2;')
    // `Str(6,24)`
    .replace(/\b(?!decimal|numeric|number)([A-Za-z]+)\((\d+),\s*(\d+)\)/gi, '$1($2..$3)')
    .replace(/\(\s*(\d[^()]*\d|\d)\s*\)/g, (found, inside: string) =>
      /^\d+(?:\s*(?:-|–|\.\.|to)\s*\d+)?$/.test(inside) ? found.replaceAll(' ', '') : `, ${inside}, `,
    )
  const choice = new RegExp(
    String.raw`^(?:(?:(?:which|that|it) )?(?:being|is|are|must be|shall be|as|either) )?(?:(?:list|array|set|several|some|one or more|multiple|liste)(?: of| von)?:? )?(?:${choiceLead})\b\s*:?\s+\S`,
    'i',
  )
  const isValues = (rest: string): boolean =>
    choice.test(rest) ||
    namedValues.test(rest) ||
    /^(?:several|some|one or more|multiple|multi-?select|(?:an? )?(?:subset|selection|combination)) (?:of|from)\b/i.test(rest) ||
    /^`[^`]+`\s*(?:[,/|]|or|oder)?\s*`/.test(rest) ||
    /^["“][\w.-]+["”]\s*(?:[,/|]|or|oder)\s*["“]/.test(rest) ||
    quotedValues.test(rest)
  const clauses: string[] = []
  let rest = plain.trim()
  let isStart = true
  while (rest !== '') {
    const at = isValues(rest) ? endOfChoice(rest) : isStart && sentenceCondition.test(rest) ? endOfSentence(rest) : endOfClause(rest)
    const clause = rest.slice(0, at).trim()
    if (clause !== '') clauses.push(clause)
    const next = rest.slice(at).replace(/^(?:[\s,;()]|\.(?!\.\d))+/, '')
    isStart = /[.;]/.test(rest.slice(at, rest.length - next.length))
    rest = next
  }
  return clauses
}

/** `Code list: RED, GREEN` and `Colour - RED | GREEN`: capitals after the name of a list. */
const namedValues = /^\p{L}[\p{L} ]{2,24}\s*[:–-]\s*["'`]?[A-Z][A-Z\d_]+["'`]?(?:\s*[,/|]\s*["'`]?[A-Z][A-Z\d_]+["'`]?)+(?=\s*(?:$|[.;(]))/u

/** Values in quotation marks or code, also after `list of`. */
const quotedValues =
  /^(?:\p{L}+ ){0,4}(?:(?:of|with|from|aus|von):?\s+)["“`][^"”`]+["”`](?:\s*(?:,\s*(?:or|and|oder|und)\b|[,/|]|\b(?:or|and|oder|und)\b)\s*["“`][^"”`]+["”`])+|^["“`][^"”`]+["”`](?:\s*(?:,\s*(?:or|oder)\b|[,/|]|\b(?:or|oder)\b)\s*["“`][^"”`]+["”`])+/u

function endOfChoice(text: string): number {
  const quoted = quotedValues.exec(text)
  if (quoted !== null) return quoted[0].length
  const slashed = /^[a-z ]+:?\s+[\w.-]+(?:\s*[/|]\s*[\w.-]+)+/i.exec(text)
  // Commas separate values such as `image/png, image/jpeg`.
  if (slashed !== null && !/^\s*,\s*[\w.-]+\/[\w.-]/.test(text.slice(slashed[0].length))) return slashed[0].length
  const end =
    /[.;(](?:\s|$)|;|\s\(|,\s*(?:default|if left out|required|optional|mandatory|unique|immutable|read-only|can['’]t|cannot|which|that|it is|and it|must|shall|see |sonst|pflicht|fest)\b/i.exec(
      text,
    )
  return end?.index ?? text.length
}

/** The statement after a condition at the beginning of a sentence extends to its end. */
function endOfSentence(text: string): number {
  return Math.max(/[.;](?:\s|$)/.exec(text)?.index ?? text.length, 1)
}

function endOfClause(text: string): number {
  let depth = 0
  let isCode = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === '`') isCode = !isCode
    if (isCode) continue
    if (character === '{' || (character === '<' && !/^<\s*=?\s*-?\d/.test(text.slice(at)))) depth++
    else if ((character === '}' || character === '>') && depth > 0) depth--
    else if (character === '(') {
      if (!/^\(\d[\d.\-–to]*\)/.test(text.slice(at)) && !/\w$/.test(text.slice(0, at))) return at === 0 ? 1 : at
      depth++
    } else if (character === ')') {
      if (depth === 0) return at
      depth--
    } else if (
      depth === 0 &&
      (character === ';' ||
        (character === ',' && !/^,\d{3}\b/.test(text.slice(at)) && !isUnless(text, at) && !isBetweenCodes(text, at)) ||
        (character === '.' && /^\.(?:\s|$)/.test(text.slice(at)) && !/[.\s]$/.test(text.slice(0, at))))
    )
      return Math.max(at, 1)
  }
  return text.length
}

/** "no, unless ticked": a comma between a value and its exception. */
function isUnless(text: string, at: number): boolean {
  return /^\s*[\w`"']+$/.test(text.slice(0, at)) && /^,\s+(?:unless|außer|sofern nicht)\b/.test(text.slice(at))
}

/** "only for IE, HK, AE": a comma between codes in capitals that a word leads. */
function isBetweenCodes(text: string, at: number): boolean {
  return (
    /(?:^|[^,\s] )\p{Ll}+ (?:\p{Lu}{2,5}, )*\p{Lu}{2,5}$/u.test(text.slice(0, at)) &&
    /^, \p{Lu}{2,5}(?=\s*(?:[,.;)]|$))/u.test(text.slice(at))
  )
}

/** The clauses, with `letter, dash, two digits` as one clause, because it is one sequence of characters. */
export function splitFieldClauses(text: string, words: Words): readonly string[] {
  const clauses = typeClausesOf(text, words)
  for (let length = clauses.length; length > 1; length--) {
    for (let at = 0; at + length <= clauses.length; at++) {
      const whole = clauses.slice(at, at + length).join(', ')
      // "RFID, 24 hex digits": a long word in capitals is a remark.
      if (text.includes(whole) && !/^[A-Z]{4,}$/.test(clauses[at]!) && readSequencePattern(whole, words) !== undefined)
        return [...clauses.slice(0, at), whole, ...clauses.slice(at + length)]
    }
  }
  return clauses
}
