// Reads the description of a field, its kind of value and further clauses, as cells of the table notation.

import { singularize } from '../../names.ts'
import { spellCharacters } from './character-sets.ts'
import type { ClauseReader } from './clause-reader.ts'
import { splitFieldClauses } from './clauses.ts'
import { readBareChoice, readClause } from './field-clause.ts'
import type { FieldReading, KnownTypes } from './known-types.ts'
import { scanClause } from './scan.ts'
import {
  type FieldCells,
  type FieldDraft,
  closeBounds,
  dropBounds,
  limitsField,
  mapSchema,
  takeBack,
  takeShown,
  typeCell,
} from './type-cell.ts'
import { rewriteUsualWords } from './usual-words.ts'
import type { Words } from '../words.ts'

const reader: ClauseReader = {
  text: readFieldText,
  clause: (text, draft, known, depth) => readClause(text, draft, known, depth, reader),
}

/** An expression without marks of code. */
const bareExpression = /(?<![`/(\w])(\^(?:\[\^|[^\s`^])+\$)(?=[\s.,;)]|$)/g

export function readFieldText(written: string, known: KnownTypes, depth = 0): FieldReading {
  const text = spellCharacters(written.replaceAll(bareExpression, '`$1`').replaceAll(/(?<=\S)\s+\.(?=\s|$)/g, '.'), known.words)
  const expressions = new Set(Array.from(text.matchAll(/[`/](\^[^`]+\$)[`/]|\((\^[^`()\s]+\$)\)/g), ([, one, other]) => (one ?? other)!))
  const [expression] = expressions
  const draft: FieldDraft = { rules: new Set(), ...(expressions.size === 1 ? { pattern: expression!, expression: expression! } : {}) }
  const left: string[] = []
  let before: { readonly draft: FieldDraft; readonly clause: string } | undefined
  for (const [index, clause] of splitFieldClauses(
    rewriteUsualWords(withOwnEntries(withExactLengths(text, known), known), known.words),
    known.words,
  ).entries()) {
    const own = { draft: { ...draft, rules: new Set(draft.rules) }, clause }
    // "LOCKED: never changes" holds in that state only.
    if (before !== undefined && before.clause.endsWith(':') && known.words.isState(before.clause.replace(/\W+$/, ''))) {
      left.push(clause)
      continue
    }
    const isTaken =
      reader.clause(clause, draft, known, depth) === true || ((index === 0 || /\|/.test(clause)) && readBareChoice(clause, draft, known))
    // "unique, except for cancelled ones": the clause before holds only in part.
    if (!isTaken && before !== undefined && limitsField(clause, before.draft, draft, known.words)) left.push(...takeBack(draft, before))
    if (!isTaken) left.push(...takePart(clause, draft, known, depth))
    // "email address, hook URL or routing key": any of several kinds.
    if (!isTaken && before !== undefined && isAlternative(clause, before, draft, known.words)) draft.type = before.draft.type!
    before = own
  }
  if (draft.moving !== undefined) left.push(`${known.words.defaultClause} ${draft.moving}`)
  // "list of customer numbers, each `^[0-9]{4}$`": what each of them is says their kind.
  if (draft.openList === true && draft.each !== undefined && draft.type === undefined) {
    draft.type = 'list'
    draft.list = { type: 'text', must: '', default: '', rules: new Set() }
    if (draft.keys !== undefined) draft.most ??= draft.keys
    left.splice(0, left.length, ...left.filter((clause) => !known.words.listLeadClause.test(clause)))
  }
  if (!closeBounds(draft)) left.push(text)
  if (dropBounds(draft)) left.push(text)
  if (draft.expression !== undefined) delete draft.charset
  // If some of the allowed characters are unknown, the pattern is incomplete.
  if (
    (draft.charset ?? draft.pattern) !== undefined &&
    left.some((clause) => clause.split(/\s+/).some((word) => known.words.characterWord.test(word)))
  ) {
    delete draft.charset
    if (draft.expression === undefined) delete draft.pattern
  }
  // A choice that was split has more values than those that were read.
  if (draft.choices !== undefined && left.length > 0) {
    const lead = new RegExp(String.raw`^(?:\w+ ){0,2}(?:${known.words.choiceLead.replace(/\|code\b/, '')})\b`, 'i')
    if (left.some((clause) => lead.test(clause) && /["“”`']/.test(clause))) draft.conflict ??= left.find((clause) => lead.test(clause))!
  }
  // "text; same six values as above": the kind is a choice, whose values this text does not name.
  if (draft.type === 'text' && draft.choices === undefined && left.some((clause) => known.words.sameValues.test(clause))) delete draft.type
  // "normal, vip; default normal": words of no known meaning, one of which is the default.
  const isWord = (clause: string): boolean => /^[\p{L}][\p{L}\d_-]*$/u.test(clause)
  if (draft.type === undefined && draft.choices === undefined && draft.default !== undefined && left.length > 1 && left.every(isWord))
    if (left.includes(draft.default) && new Set(left).size === left.length) draft.choices = left.splice(0)
  // "one of it, de; default it": a word that is no value elsewhere.
  const isDefault = new RegExp(`^${known.words.defaultClause}(?: is| to|:)? ["'\`]?([\\w-]+)["'\`]?$`, 'i')
  const at =
    draft.default === undefined ? left.findIndex((clause) => draft.choices?.includes(isDefault.exec(clause)?.[1] ?? '') === true) : -1
  if (at >= 0) draft.default = isDefault.exec(left.splice(at, 1)[0]!)![1]!
  const value = draft.choices?.find((each) => each.toLowerCase() === (draft.default ?? draft.emptyDefault)?.toLowerCase())
  if (value !== undefined) draft.default = value
  // A list that is empty by default may be left out.
  if (draft.emptyDefault !== undefined && draft.type === 'list') draft.must ??= 'no'
  if (depth === 0) takeShown(draft, known.shownKind)
  if (known.numbersAreWhole === true && draft.type === 'number' && draft.step === undefined && draft.isFraction !== true)
    draft.type = 'whole number'
  const type = typeCell(draft)
  if (type !== undefined && /^(?:whole number|number|decimal)/.test(type) && /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(draft.default ?? ''))
    draft.default = draft.default!.replaceAll(',', '')
  const cells: FieldCells = {
    type: type ?? '',
    must: draft.must ?? '',
    default: draft.default ?? '',
    rules: draft.rules,
    ...(type === 'below' ? { below: mapSchema(draft) } : {}),
  }
  const unplaced = (type === undefined && (draft.least ?? draft.most ?? draft.step) !== undefined ? [text] : left).filter((clause) =>
    /[\p{L}\d]/u.test(clause),
  )
  return { cells, left: unplaced, ...(draft.conflict === undefined ? {} : { conflict: draft.conflict }) }
}

/** True for a clause with the further kinds of a text, of which only the first is known. */
function isAlternative(
  clause: string,
  { draft: earlier, clause: first }: { readonly draft: FieldDraft; readonly clause: string },
  draft: FieldDraft,
  { orWord }: Words,
): boolean {
  return (
    earlier.type === 'text' &&
    draft.type !== 'text' &&
    /^[\p{L} -]+$/u.test(first) &&
    new RegExp(String.raw`^[\p{L}\d -]+ ${orWord} [\p{L}\d -]+$`, 'iu').test(clause.trim())
  )
}

/** Reads the phrases in a clause; returns the remaining text. */
function takePart(clause: string, draft: FieldDraft, known: KnownTypes, depth: number): string[] {
  if (depth > 2) return [clause]
  const rest = scanClause(
    clause,
    draft,
    known.words,
    (text, into) => reader.clause(text, into, { ...known, words: { ...known.words, canonical: [] } }, depth + 1) !== false,
  )
  return rest === undefined ? [clause] : rest === '' ? [] : [rest]
}

/** `string(12)` means an exact length, if the form also writes `string(0..80)`. */
function withExactLengths(text: string, { lengthsAreExact, words }: KnownTypes): string {
  return lengthsAreExact === true ? text.replace(/\b(string|text|str)\s?\((\d+)\)/i, `$1; ${words.exactlyClause} $2`) : text
}

/** "at most 12 zones" of a list with the name `zones`: its entries. */
function withOwnEntries(text: string, { ownName, words }: KnownTypes): string {
  const plain = ownName?.replaceAll('_', ' ').toLowerCase() ?? ''
  if (plain === '' || singularize(plain) === plain) return text
  return text.replaceAll(new RegExp(String.raw`(?<=\d )(?:${plain}|${singularize(plain)})\b`, 'gi'), words.sql.entries)
}
