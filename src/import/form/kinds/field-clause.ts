// Reads one clause of a field's description: by a phrase, by the names of the form, or as several clauses in one.

import { normaliseSpelling, singularize } from '../../names.ts'
import { findAlias } from './aliases.ts'
import type { ClauseOutcome, ClauseReader } from './clause-reader.ts'
import { typeClausesOf } from './clauses.ts'
import { takeAlias } from './declared-types.ts'
import { takeFact } from './field-facts.ts'
import { type KnownTypes, anyMoney } from './known-types.ts'
import { type FieldDraft, say, takeChoice } from './type-cell.ts'
import { readBareChoices, countOf, readSequencePattern, cutIntroduction } from './value-texts.ts'
import { rewriteUsualWords } from './usual-words.ts'
import type { FieldFact } from '../words/field-words.ts'

/** Adds the facts of a clause to the draft. */
export function readClause(written: string, draft: FieldDraft, known: KnownTypes, depth: number, reader: ClauseReader): ClauseOutcome {
  let clause = written
    .trim()
    .replace(/(?<!\.)[.,;:]$/, '')
    .replace(/(?<=^\p{L}[\p{L} -]{4,40})!+$/u, '')
  if (/\S\s*\?(?:\s|$)/.test(clause)) {
    clause = clause.replace(/\s*\?(?=\s|$)/, '').trim()
    say(draft, 'must', 'no')
  }
  // What the form says of a word that has this meaning anyway, such as "required", only explains it; an abbreviation has the form's own.
  const isSaid =
    clause.length > 3 &&
    known.words.phrases.some(([pattern, fact]) => (fact?.says === 'must' || fact?.says === 'rule') && pattern.test(clause))
  const alias = isSaid ? undefined : findAlias(clause, known)
  if (alias !== undefined && depth < 3 && takeAlias(alias, draft, known, depth, reader)) return true
  if (/^times?$/i.test(clause)) return known.timesAreInstants && say(draft, 'type', 'date-time')
  const [, expression] = /^[`/]*(\^.+\$)[`/]*$/.exec(clause) ?? []
  if (expression !== undefined) return say(draft, 'type', 'text') && (draft.expression === expression || say(draft, 'pattern', expression))
  // "valid address" of `contact_email`.
  if (known.words.bareAddress.test(clause) && /mail/i.test(known.ownName ?? '')) return say(draft, 'type', 'email')
  // `station_id` with only "reference".
  const [, owner] = known.words.bareReference.test(clause) ? (/^(.+?)(?:_?[iI][dD])$/.exec(known.ownName ?? '') ?? []) : []
  const referred = owner === undefined ? undefined : known.named(owner)
  if (referred?.isShape === false) return say(draft, 'type', `→ ${referred.name}`)
  const shape = known.named(clause)
  const named = known.words.oneThing.exec(clause)?.[1]
  const thing = named === undefined || draft.type !== undefined ? undefined : known.named(named)
  if (thing?.isShape === false && thing.name.toLowerCase() === normaliseSpelling(named!)) return say(draft, 'type', `→ ${thing.name}`)
  // `voucher` of `voucher_id`.
  if (
    shape?.isShape === false &&
    draft.type === undefined &&
    known.ownName !== undefined &&
    normaliseSpelling(known.ownName) === `${shape.name.toLowerCase()}id`
  )
    return say(draft, 'type', `→ ${shape.name}`)
  if (shape?.isShape === true) return say(draft, 'type', shape.name)
  // The name of a resource, in its exact spelling, is a reference to it.
  if (shape !== undefined && /^\p{Lu}/u.test(clause) && clause.replaceAll(' ', '').toLowerCase() === shape.name.toLowerCase())
    return say(draft, 'type', `→ ${shape.name}`)
  // "staff member": the whole name of a resource, in several words.
  if (shape?.isShape === false && draft.type === undefined && /^\p{L}+ \p{L}+(?: \p{L}+)?$/u.test(clause))
    if (clause.replaceAll(' ', '').toLowerCase() === shape.name.toLowerCase()) return say(draft, 'type', `→ ${shape.name}`)
  // "between 1 and 12 sets", where a set is a record.
  const { least, most, things } =
    draft.type === undefined && draft.list === undefined ? (known.words.countedThings.exec(clause)?.groups ?? {}) : {}
  const counted = things === undefined || singularize(things) === things ? undefined : known.named(things)
  if (counted?.isShape === false && counted.name.toLowerCase() === singularize(things!).toLowerCase())
    return (
      reader.clause(`${known.words.listOf} → ${counted.name}`, draft, known, depth + 1) === true &&
      (least === undefined || say(draft, 'least', least)) &&
      say(draft, 'most', most!)
    )
  for (const [pattern, ...facts] of known.words.phrases) {
    const match = pattern.exec(clause)
    if (match === null) continue
    // "link to a photo" refers to a record, if photos are things.
    if (facts.some((fact) => fact.says === 'type' && fact.type === 'uri') && endsWithThing(clause, known)) continue
    // "unique within the site": a field refers to a site, so that the word is no name for the service.
    if (facts.some((fact) => fact.says === 'rule' && fact.rule === 'unique') && namesOwnField(clause, known)) continue
    const group = (part: string): string => part.replace(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? '')
    if (!facts.every((fact) => takeFact(fact, group, { draft, known, depth, reader }))) continue
    if (facts.some(({ says }) => says === 'bounds') && known.words.textUnit.test(clause)) draft.isText = true
    const isMoney = facts.some((fact) => fact.says === 'type' && fact.type === 'money')
    const general =
      depth === 0 ? (known.general.get(clause.toLowerCase()) ?? (isMoney ? known.general.get(anyMoney) : undefined)) : undefined
    if (general !== undefined) takeGeneral(general, draft, known, reader)
    return facts.some(({ says }) => says === 'more') ? 'partly' : true
  }
  const [, capitals] = /^\p{L}[\p{L} ]{2,24}\s*[:–-]\s*((?:["'`]?[A-Z][A-Z\d_]+["'`]?(?:\s*[,/|]\s*)?){2,})$/u.exec(clause) ?? []
  if (capitals !== undefined) return takeFact({ says: 'choice', text: '$1' }, () => capitals, { draft, known, depth, reader })
  const pattern = readSequencePattern(clause, known.words)
  if (pattern !== undefined) return say(draft, 'pattern', pattern)
  const told = depth === 0 ? cutIntroduction(clause, known.words) : undefined
  const behind = told === undefined ? undefined : reader.text(told, known, 1)
  if (
    told !== undefined &&
    behind?.left.length === 0 &&
    behind.cells.type !== '' &&
    behind.cells.must + behind.cells.default === '' &&
    reader.clause(told, draft, known, 1) === true
  )
    return true
  const bare = clause.replace(known.words.filler, '')
  if (bare !== clause && bare !== '' && reader.clause(bare, draft, known, depth) === true) return true
  const choice =
    depth < 3 && /^[\w ]+$/.test(clause) ? (known.choiceOf(undefined, clause) ?? known.choiceOf(undefined, singularize(clause))) : undefined
  if (choice !== undefined) return takeChoice(choice, draft)
  return (
    readJoined(clause, draft, known, depth, reader) ||
    readSpaced(clause, draft, known, depth, reader) ||
    inOtherWords(clause, draft, known, depth, reader)
  )
}

/** True if the last word of a clause is the thing that another field of the resource refers to. */
function namesOwnField(clause: string, known: KnownTypes): boolean {
  const scope = /\s(?:the |an? |each |its |one )?(\p{L}+)$/u.exec(clause)?.[1]
  return scope !== undefined && known.ownField?.(scope) !== undefined
}

function endsWithThing(clause: string, known: KnownTypes): boolean {
  const [, last] =
    new RegExp(String.raw`\s(?:${known.words.toWord})\s+(?:${known.words.articles}\s+)?([\p{L}\d]+)$`, 'iu').exec(clause) ?? []
  const thing = last === undefined ? undefined : known.named(last)
  return thing?.isShape === false && thing.name.toLowerCase() === singularize(last!.toLowerCase())
}

/** `red / green / blue` in place of the kind of value. */
export function readBareChoice(clause: string, draft: FieldDraft, known: KnownTypes): boolean {
  const isKind = (piece: string): boolean =>
    known.words.phrases.some(([pattern]) => pattern.test(piece)) || known.named(piece) !== undefined
  const choices = readBareChoices(clause, isKind, known.words)
  if (choices === undefined) return false
  draft.choices = choices
  return true
}

/** Rewrites a clause in the words that the phrases use, and reads it again. */
function inOtherWords(clause: string, draft: FieldDraft, known: KnownTypes, depth: number, reader: ClauseReader): ClauseOutcome {
  const { canonical } = known.words
  const other = canonical
    .reduce((text, [pattern, by]) => text.replace(pattern, by), clause)
    .replace(/#(\w+)/g, (_, word: string) => countOf(word, known.words))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return (
    other !== clause &&
    other !== '' &&
    depth < 4 &&
    reader.clause(other, draft, { ...known, words: { ...known.words, canonical: [] } }, depth + 1)
  )
}

/** Adds the form's general statement about a kind of value, unless the field contradicts it. */
function takeGeneral(meaning: string, draft: FieldDraft, known: KnownTypes, reader: ClauseReader): void {
  const trial: FieldDraft = { rules: new Set() }
  for (const clause of typeClausesOf(rewriteUsualWords(meaning, known.words), known.words))
    reader.clause(clause, trial, { ...known, general: new Map() }, 1)
  if (trial.conflict !== undefined) return
  draft.least ??= trial.least
  draft.most ??= trial.most
  draft.step ??= trial.step
}

/** `text - required - 1..80`: clauses between dashes, slashes or points, if all of them are understood. */
function readJoined(clause: string, draft: FieldDraft, known: KnownTypes, depth: number, reader: ClauseReader): boolean {
  const dashed = clause.split(/\s+[-–—]\s+/)
  const pieces = dashed.length > 1 ? dashed : clause.split(/\s+[/|·•&:]\s+/)
  if (pieces.length < 2 || depth > 1 || pieces.every((piece) => /^[A-Z][A-Z\d_]*$/.test(piece))) return false
  const trial: FieldDraft = { ...draft, rules: new Set(draft.rules) }
  if (
    !pieces.every((piece) => reader.clause(piece, trial, known, depth + 1) === true || readBareChoice(piece, trial, known)) ||
    trial.conflict !== draft.conflict
  )
    return false
  const { rules, ...rest } = trial
  for (const rule of rules) draft.rules.add(rule)
  Object.assign(draft, rest)
  return true
}

const spacedFacts: ReadonlySet<FieldFact['says']> = new Set(['type', 'must', 'rule', 'bounds', 'reference', 'charset', 'pattern'])

/** `string 1-80` and `int 1..70000 ?` are two clauses in one. */
function readSpaced(clause: string, draft: FieldDraft, known: KnownTypes, depth: number, reader: ClauseReader): ClauseOutcome {
  const joins = Array.from(clause.matchAll(known.words.clauseJoin), ({ index, 0: join }) => ({
    index,
    end: index + join.length,
    isJoin: true,
  }))
  // Every *and* may end a clause, so that many of them have too many readings.
  if (joins.length > 4) return false
  const spaces = Array.from(clause.matchAll(/\s+/g), ({ index }) => ({ index, end: index, isJoin: false }))
  // "in euros and cents and at most 9": the longest phrase before an *and* is tried first.
  const isPhrase = (text: string): boolean =>
    known.words.phrases.some(([pattern, fact]) => fact !== undefined && spacedFacts.has(fact.says) && pattern.test(text))
  for (const { index, end, isJoin } of [
    ...joins.filter((each) => isPhrase(clause.slice(0, each.index))).toReversed(),
    ...spaces,
    ...joins,
  ]) {
    const [first, second] = [clause.slice(0, index), clause.slice(end).trim()]
    if (!isJoin && !isPhrase(first)) continue
    const trial: FieldDraft = { ...draft, rules: new Set(draft.rules) }
    const taken = [reader.clause(first, trial, known, depth), reader.clause(second, trial, known, depth)]
    if (taken.includes(false) || trial.conflict !== draft.conflict) continue
    const { rules, ...rest } = trial
    for (const rule of rules) draft.rules.add(rule)
    Object.assign(draft, rest)
    return taken.includes('partly') ? 'partly' : true
  }
  return false
}
