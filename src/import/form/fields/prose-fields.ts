// Reads fields in running text: "A loan records which tool (required), the day (date) and, if known, a remark."

import { typeClausesOf } from '../kinds/clauses.ts'
import { makeKnownAlone } from '../kinds/known-types.ts'
import { readFieldText } from '../kinds/field-type.ts'
import type { Item } from './nested.ts'
import type { Words } from '../words.ts'

/** "We keep for each guest: a name (…), …": at least two fields; most have a fact that the reader understands. */
export function readProseItems(text: string, words: Words): readonly Item[] | undefined {
  const { prose } = words
  const plain = text.trim().replace(/\.$/, '')
  const lead = prose.recordLead.exec(plain)?.[0] ?? ''
  const dashed = plain
    .slice(lead.length)
    .split(/\s*;\s*/)
    .map((each) => /^(?:and )?(\p{L}[\p{L}\d' -]*?)(?:\s+[–—-]\s+|:\s+)(\S.*)$/u.exec(each))
  const items =
    dashed.length > 1 && dashed.every((each) => each !== null)
      ? dashed.map((each) => ({ name: each![1]!, spec: each![2]! }))
      : listItems(plain.slice(lead.length), lead !== '', words)
  if (items === undefined || items.length < 2 || !items.every(({ name }) => isName(name))) return undefined
  const known = items.filter(({ spec }) => saysFact(spec, words)).length
  return known * 4 >= items.length * 3 && (lead !== '' || known > 2) ? items : undefined
}

function isName(name: string): boolean {
  return /^\p{L}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,5}$/u.test(name)
}

/** The owner at the beginning of a sentence: "For each member we keep: …". */
export function readProseOwner(text: string, { prose }: Words): string | undefined {
  const { one, other } = prose.recordLead.exec(text)?.groups ?? {}
  return one ?? other
}

/**
 * The fields between commas: a piece that begins like a field, or has its description in parentheses, is a field; others describe the
 * previous field.
 */
function listItems(text: string, isLed: boolean, words: Words): Item[] | undefined {
  const items: Item[] = []
  for (const piece of splitTopLevel(text, words)) {
    const { optional, question, whether, count, name, spec } = words.prose.fieldStart.exec(piece)?.groups ?? {}
    const isField = name !== undefined && (spec?.startsWith('(') === true || (isLed && words.prose.itemStart.test(piece)))
    const last = items.at(-1)
    if (!isField) {
      if (last === undefined) return undefined
      items[items.length - 1] = { ...last, spec: `${last.spec}; ${piece.replace(words.relative, '')}` }
      continue
    }
    const kind =
      whether !== undefined
        ? words.prose.yesNo
        : count !== undefined
          ? words.wholeNumber
          : question === undefined
            ? ''
            : `${question} ${name}`
    const said = withChoice((spec ?? '').replace(/^\((.*)\)$/, '$1').replace(words.relative, ''), words)
    items.push({
      name: whether === undefined ? name.trim() : name.replace(words.prose.whetherFrame, '').trim(),
      spec: [saysType(said, words) ? '' : kind, said, optional === undefined ? '' : words.optionalClause]
        .filter((each) => each.trim() !== '')
        .join('; '),
    })
  }
  return items
}

/** "single, double or junior suite; required": the values of a choice, which are not kinds. */
function withChoice(text: string, words: Words): string {
  const values = words.prose.bareChoice.exec(text)?.[0]
  const isKind = values !== undefined && (beginsWithFact(values, words) || words.marks.yes.test(values.split(/[ ,]/)[0]!))
  return values === undefined || isKind ? text : `${words.valuesLead}: ${values}${text.slice(values.length)}`
}

function splitTopLevel(text: string, { prose }: Words): string[] {
  const pieces: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    if (depth !== 0) continue
    const [join] = prose.pieceJoin.exec(text.slice(at)) ?? []
    if (join === undefined) continue
    pieces.push(text.slice(start, at))
    start = at + join.length
    at = start - 1
  }
  return [...pieces, text.slice(start)].map((each) => each.trim()).filter((each) => each !== '')
}

/** True if a whole clause of the text is understood. */
export function saysFact(text: string, words: Words): boolean {
  return listClauseFacts(text, words).some(({ type, must, fallback, rules }) => type !== '' || must !== '' || fallback !== '' || rules > 0)
}

/** True if the whole first clause of the text is understood. */
export function beginsWithFact(text: string, words: Words): boolean {
  const [first = ''] = typeClausesOf(text.replace(/\.$/, ''), words)
  return saysFact(first, words)
}

function saysType(text: string, words: Words): boolean {
  return listClauseFacts(text, words).some(({ type }) => type !== '')
}

function listClauseFacts(
  text: string,
  words: Words,
): readonly { readonly type: string; readonly must: string; readonly fallback: string; readonly rules: number }[] {
  return typeClausesOf(text.replace(/\.$/, ''), words).map((clause) => {
    const { cells, left, conflict } = readFieldText(clause, makeKnownAlone(words))
    const isBound = left.length === 1 && left[0] === clause && words.prose.bound.test(clause)
    return conflict !== undefined || (left.length > 0 && !isBound)
      ? { type: '', must: '', fallback: '', rules: 0 }
      : { type: cells.type, must: cells.must, fallback: cells.default, rules: cells.rules.size + (isBound ? 1 : 0) }
  })
}

/** Sentences about one or two fields: "Mite count: whole number.", "*Name* we need.", "First and last name are required." */
export function readLabelledFields(text: string, words: Words): readonly Item[] | undefined {
  const { prose } = words
  const plain = text.replace(/\.$/, '')
  for (const pattern of prose.labelled) {
    const { name, more, spec, also } = pattern.exec(plain)?.groups ?? {}
    const names = [name, more].filter((each) => each !== undefined).map((each) => each.replaceAll(/[*_`]/g, '').trim())
    const facts = [spec, also].filter((each) => each !== undefined && each.trim() !== '').join('; ')
    if (names.length > 0 && names.every(isName) && !names.some((each) => prose.noName.test(each)) && beginsWithFact(facts, words))
      return names.map((each) => ({ name: each, spec: withChoice(facts, words) }))
  }
  return undefined
}
