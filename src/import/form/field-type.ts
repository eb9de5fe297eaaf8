// Reads the description of a field, its kind of value and further clauses, as cells of the table notation.

import { singular } from '../names.ts'
import { aliasOf, argumentMark } from './aliases.ts'
import { fieldClausesOf, typeClausesOf } from './clauses.ts'
import { scanClause } from './scan.ts'
import { anyMoney, type FieldReading, type KnownTypes } from './known-types.ts'
import {
  type FieldCells,
  type FieldDraft,
  closeBounds,
  dropBounds,
  limits,
  mapSchema,
  say,
  takeBack,
  takeChoice,
  takeShown,
  typeCell,
} from './type-cell.ts'
import { bareChoices, choicesIn, countOf, digits, sequencePattern, toldBehind } from './value-texts.ts'
import type { FieldFact } from './words/field-words.ts'
import type { Words } from './words.ts'

/** A form repeats its texts, and each is read several times. */
const mostRewritten = 1000
const rewrittenByWords = new WeakMap<Words, Map<string, string>>()

/** The text in the words that the phrases know. */
function rewriteUsualWords(text: string, words: Words): string {
  const rewritten = rewrittenByWords.getOrInsertComputed(words, () => new Map())
  if (rewritten.size > mostRewritten) rewritten.clear()
  return rewritten.getOrInsertComputed(text, () => words.rewrites.reduce((all, [pattern, by]) => all.replace(pattern, by), text))
}

export function readFieldText(text: string, known: KnownTypes, depth = 0): FieldReading {
  const expressions = new Set(Array.from(text.matchAll(/[`/](\^[^`]+\$)[`/]|\((\^[^`()\s]+\$)\)/g), ([, one, other]) => (one ?? other)!))
  const [expression] = expressions
  const draft: FieldDraft = { rules: new Set(), ...(expressions.size === 1 ? { pattern: expression!, expression: expression! } : {}) }
  const left: string[] = []
  let before: { readonly draft: FieldDraft; readonly clause: string } | undefined
  for (const [index, clause] of fieldClausesOf(rewriteUsualWords(withExactLengths(text, known), known.words), known.words).entries()) {
    const own = { draft: { ...draft, rules: new Set(draft.rules) }, clause }
    const isTaken =
      readClause(clause, draft, known, depth) === true || ((index === 0 || /\|/.test(clause)) && readBareChoice(clause, draft, known))
    // "unique, except for cancelled ones": the clause before holds only in part.
    if (!isTaken && before !== undefined && limits(clause, before.draft, draft, known.words)) left.push(...takeBack(draft, before))
    if (!isTaken) left.push(...takePart(clause, draft, known, depth))
    before = own
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
  const value = draft.choices?.find((each) => each.toLowerCase() === (draft.default ?? draft.emptyDefault)?.toLowerCase())
  if (value !== undefined) draft.default = value
  if (depth === 0) takeShown(draft, known.shownKind)
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

/** Reads the phrases in a clause; returns the remaining text. */
function takePart(clause: string, draft: FieldDraft, known: KnownTypes, depth: number): string[] {
  if (depth > 2) return [clause]
  const rest = scanClause(
    clause,
    draft,
    known.words,
    (text, into) => readClause(text, into, { ...known, words: { ...known.words, canonical: [] } }, depth + 1) !== false,
  )
  return rest === undefined ? [clause] : rest === '' ? [] : [rest]
}

/** `red / green / blue` in place of the kind of value. */
function readBareChoice(clause: string, draft: FieldDraft, known: KnownTypes): boolean {
  const isKind = (piece: string): boolean =>
    known.words.phrases.some(([pattern]) => pattern.test(piece)) || known.named(piece) !== undefined
  const choices = bareChoices(clause, isKind, known.words)
  if (choices === undefined) return false
  draft.choices = choices
  return true
}

/** `string(12)` means an exact length, if the form also writes `string(0..80)`. */
function withExactLengths(text: string, { lengthsAreExact, words }: KnownTypes): string {
  return lengthsAreExact === true ? text.replace(/\b(string|text|str)\s?\((\d+)\)/i, `$1; ${words.exactlyClause} $2`) : text
}

/** `partly`: understood, but not completely. */
function readClause(written: string, draft: FieldDraft, known: KnownTypes, depth: number): boolean | 'partly' {
  let clause = written.trim().replace(/(?<!\.)[.,;:]$/, '')
  if (/\S\s*\?(?:\s|$)/.test(clause)) {
    clause = clause.replace(/\s*\?(?=\s|$)/, '').trim()
    say(draft, 'must', 'no')
  }
  // What the form says of a word that has this meaning anyway, such as "required", only explains it.
  const isSaid = known.words.phrases.some(([pattern, fact]) => (fact?.says === 'must' || fact?.says === 'rule') && pattern.test(clause))
  const alias = isSaid ? undefined : aliasOf(clause, known)
  if (alias !== undefined && depth < 3 && takeAlias(alias, draft, known, depth)) return true
  if (/^times?$/i.test(clause)) return known.timesAreInstants && say(draft, 'type', 'date-time')
  const [, expression] = /^[`/]*(\^.+\$)[`/]*$/.exec(clause) ?? []
  if (expression !== undefined) return say(draft, 'type', 'text') && (draft.expression === expression || say(draft, 'pattern', expression))
  const shape = known.named(clause)
  const named = known.words.oneThing.exec(clause)?.[1]
  const thing = named === undefined || draft.type !== undefined ? undefined : known.named(named)
  if (thing?.isShape === false && thing.name.toLowerCase() === named!.toLowerCase().replaceAll(/[\s_-]/g, ''))
    return say(draft, 'type', `→ ${thing.name}`)
  // `voucher` of `voucher_id`.
  if (
    shape?.isShape === false &&
    draft.type === undefined &&
    known.ownName !== undefined &&
    known.ownName.toLowerCase().replaceAll('_', '') === `${shape.name.toLowerCase()}id`
  )
    return say(draft, 'type', `→ ${shape.name}`)
  if (shape?.isShape === true) return say(draft, 'type', shape.name)
  // The name of a resource, in its exact spelling, is a reference to it.
  if (shape !== undefined && /^\p{Lu}/u.test(clause) && clause.replaceAll(' ', '').toLowerCase() === shape.name.toLowerCase())
    return say(draft, 'type', `→ ${shape.name}`)
  for (const [pattern, ...facts] of known.words.phrases) {
    const match = pattern.exec(clause)
    if (match === null) continue
    const group = (part: string): string => part.replace(/\$(\d)/g, (_, index: string) => match[Number(index)] ?? '')
    if (!facts.every((fact) => takeFact(fact, group, draft, known, depth))) continue
    if (facts.some(({ says }) => says === 'bounds') && known.words.textUnit.test(clause)) draft.isText = true
    const isMoney = facts.some((fact) => fact.says === 'type' && fact.type === 'money')
    const general =
      depth === 0 ? (known.general.get(clause.toLowerCase()) ?? (isMoney ? known.general.get(anyMoney) : undefined)) : undefined
    if (general !== undefined) takeGeneral(general, draft, known)
    return facts.some(({ says }) => says === 'more') ? 'partly' : true
  }
  const [, capitals] = /^\p{L}[\p{L} ]{2,24}\s*[:–-]\s*((?:["'`]?[A-Z][A-Z\d_]+["'`]?(?:\s*[,/|]\s*)?){2,})$/u.exec(clause) ?? []
  if (capitals !== undefined) return takeFact({ says: 'choice', text: '$1' }, () => capitals, draft, known, depth)
  const pattern = sequencePattern(clause, known.words)
  if (pattern !== undefined) return say(draft, 'pattern', pattern)
  const told = depth === 0 ? toldBehind(clause, known.words) : undefined
  const behind = told === undefined ? undefined : readFieldText(told, known, 1)
  if (
    told !== undefined &&
    behind?.left.length === 0 &&
    behind.cells.type !== '' &&
    behind.cells.must + behind.cells.default === '' &&
    readClause(told, draft, known, 1) === true
  )
    return true
  const bare = clause.replace(known.words.filler, '')
  if (bare !== clause && bare !== '' && readClause(bare, draft, known, depth) === true) return true
  const choice =
    depth < 3 && /^[\w ]+$/.test(clause) ? (known.choiceOf(undefined, clause) ?? known.choiceOf(undefined, singular(clause))) : undefined
  if (choice !== undefined) return takeChoice(choice, draft)
  return readJoined(clause, draft, known, depth) || readSpaced(clause, draft, known, depth) || inOtherWords(clause, draft, known, depth)
}

/** Rewrites a clause in the words that the phrases use, and reads it again. */
function inOtherWords(clause: string, draft: FieldDraft, known: KnownTypes, depth: number): boolean | 'partly' {
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
    readClause(other, draft, { ...known, words: { ...known.words, canonical: [] } }, depth + 1)
  )
}

/** Adds the form's general statement about a kind of value, unless the field contradicts it. */
function takeGeneral(meaning: string, draft: FieldDraft, known: KnownTypes): void {
  const trial: FieldDraft = { rules: new Set() }
  for (const clause of typeClausesOf(meaning, known.words)) readClause(clause, trial, { ...known, general: new Map() }, 1)
  if (trial.conflict !== undefined) return
  draft.least ??= trial.least
  draft.most ??= trial.most
  draft.step ??= trial.step
}

/** `text - required - 1..80`: clauses between dashes, slashes or points, if all of them are understood. */
function readJoined(clause: string, draft: FieldDraft, known: KnownTypes, depth: number): boolean {
  const dashed = clause.split(/\s+[-–—]\s+/)
  const pieces = dashed.length > 1 ? dashed : clause.split(/\s+[/|·•&:]\s+/)
  if (pieces.length < 2 || depth > 1 || pieces.every((piece) => /^[A-Z][A-Z\d_]*$/.test(piece))) return false
  const trial: FieldDraft = { ...draft, rules: new Set(draft.rules) }
  if (
    !pieces.every((piece) => readClause(piece, trial, known, depth + 1) === true || readBareChoice(piece, trial, known)) ||
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
function readSpaced(clause: string, draft: FieldDraft, known: KnownTypes, depth: number): boolean | 'partly' {
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
    const taken = [readClause(first, trial, known, depth), readClause(second, trial, known, depth)]
    if (taken.includes(false) || trial.conflict !== draft.conflict) continue
    const { rules, ...rest } = trial
    for (const rule of rules) draft.rules.add(rule)
    Object.assign(draft, rest)
    return taken.includes('partly') ? 'partly' : true
  }
  return false
}

/** A declared type: the understood sentences at the beginning of its meaning, and its argument as a length. */
function takeAlias(
  { meaning, argument }: { readonly meaning: string; readonly argument?: string },
  draft: FieldDraft,
  known: KnownTypes,
  depth: number,
): boolean {
  const [, least, most] = /^(\d+)\s*(?:\.\.|-|,)\s*(\d+)$/.exec(argument ?? '') ?? []
  if (/\bdigits\b/i.test(meaning) && /^\d+$/.test(argument ?? '')) return say(draft, 'pattern', `^[0-9]{${argument}}$`)
  if (least !== undefined && /\btext\b/i.test(meaning))
    return say(draft, 'type', 'text') && say(draft, 'least', least) && say(draft, 'most', most!)
  if (argument !== undefined && meaning.includes(argumentMark))
    return takeAlias({ meaning: meaning.replaceAll(argumentMark, argument) }, draft, known, depth)
  if (argument !== undefined) return /^prefix\b|\bidentifier\b|\bid\b/i.test(meaning) && say(draft, 'type', 'text')
  const own = readFieldText(meaning, { ...known, aliases: new Map() }, depth + 1)
  if (
    own.cells.type === '' &&
    own.conflict === undefined &&
    !own.left.some((clause) => clause.split(/\s+/).some((word) => known.words.blocker.test(word)))
  ) {
    for (const rule of own.cells.rules) draft.rules.add(rule)
    const must = own.cells.must
    return must === '' ? own.cells.rules.size > 0 : say(draft, 'must', must === 'yes' ? 'yes' : 'no')
  }
  const { cells } = readFieldText(
    meaning.replace(/\b(\d{1,3}(?: \d{3})+)\b/g, (found) => found.replaceAll(' ', '')).replace(/\bunless\b.*$/i, ''),
    { ...known, aliases: new Map() },
    depth + 1,
  )
  if (cells.type === '') return false
  const [, step, at, below] = /^decimal (\S+?)(?:, (-?[\d.]*)\.\.(-?[\d.]*))?$/.exec(cells.type) ?? []
  if (step !== undefined)
    return (
      say(draft, 'type', 'number') &&
      say(draft, 'step', step) &&
      (at === undefined || at === '' || (draft.least ??= at) !== '') &&
      (below === undefined || below === '' || (draft.most ??= below) !== '')
    )
  const [, base, from, to] = /^(whole number|number|text)(?: (-?\d+)?\.\.(-?\d+)?)?$/.exec(cells.type) ?? []
  if (base === undefined) return say(draft, 'type', cells.type)
  return (
    say(draft, 'type', base) && (from === undefined || (draft.least ??= from) !== '') && (to === undefined || (draft.most ??= to) !== '')
  )
}

function takeFact(fact: FieldFact, group: (text: string) => string, draft: FieldDraft, known: KnownTypes, depth: number): boolean {
  switch (fact.says) {
    case 'nothing':
      return true
    case 'more':
      return true
    case 'type':
      return say(draft, 'type', fact.type)
    case 'bounds': {
      if (fact.least === 'none') {
        delete draft.least
        return true
      }
      if (fact.above !== undefined) return say(draft, 'above', digits(group(fact.above)))
      if (fact.below !== undefined) return say(draft, 'below', digits(group(fact.below)))
      const least = fact.least === undefined ? undefined : digits(group(fact.least))
      const most = fact.most === undefined ? undefined : digits(group(fact.most))
      if (least !== undefined && draft.least !== undefined && Number(draft.least) < Number(least)) draft.least = least
      return (
        (least === undefined || draft.least === least || say(draft, 'least', least)) && (most === undefined || say(draft, 'most', most))
      )
    }
    case 'pattern':
      return say(
        draft,
        'pattern',
        group(fact.pattern).replace(/\{([a-z]+)\}/i, (_, count: string) => `{${countOf(count, known.words)}}`),
      )
    case 'decimals': {
      const count = Number(countOf(group(fact.digits), known.words))
      return say(draft, 'step', count === 0 ? '1' : (10 ** -count).toFixed(count))
    }
    case 'must':
      return say(draft, 'must', fact.must)
    case 'rule':
      return draft.rules.add(group(fact.rule)).size > 0
    case 'default': {
      const value = group(fact.text).replaceAll(/^[`"'“]|[`"'.”]$/g, '')
      if (known.words.movingDefault.test(value) && draft.choices?.includes(value) !== true) return false
      if (known.words.noDefault.test(value) && draft.choices?.includes(value) !== true) {
        draft.emptyDefault = value
        return true
      }
      // Only a value of the choice has several words.
      return (!value.includes(' ') || draft.choices?.includes(value) === true) && say(draft, 'default', value)
    }
    case 'choice': {
      // Values that end with points are examples.
      if (/\.\.|…|\betc\b/.test(group(fact.text))) return false
      const pieces = group(fact.text).split(/\s*,\s*/)
      // A clause of its own may follow the values: `draft, sent, read-only`.
      const beside: string[] = []
      while (pieces.length > 1 && !pieces.at(-1)!.includes('`') && isPlainClause(pieces.at(-1)!, known, depth))
        beside.unshift(pieces.pop()!)
      const choices = choicesIn(pieces.join(', '), known.words)
      if (choices === undefined) return false
      for (const clause of beside) readClause(clause, draft, known, depth)
      if (draft.choices !== undefined && draft.choices.join() !== choices.join())
        draft.conflict = `${draft.choices.join(', ')} / ${choices.join(', ')}`
      draft.choices = choices
      return true
    }
    case 'reference': {
      const target = known.named(group(fact.text))
      return target !== undefined && !target.isShape && say(draft, 'type', `→ ${target.name}`)
    }
    case 'charset': {
      const characters = group(fact.text).replace(/^\[|\]$/g, '')
      const before = draft.charset ?? ''
      // A dash at the end stands for itself.
      draft.charset =
        characters === '-' ? `${before}-` : before.endsWith('-') ? `${before.slice(0, -1)}${characters}-` : `${before}${characters}`
      return true
    }
    case 'charsets': {
      const classes = group(fact.text)
        .split(/\s*(?:[,/]|\band\b|\bor\b|\bund\b|\boder\b)\s*/)
        .filter((each) => each !== '')
      return classes.every((each) =>
        /^(?:[a-z]-[a-z]|\d-\d)$/i.test(each)
          ? takeFact({ says: 'charset', text: each }, (text) => text, draft, known, depth)
          : known.words.phrases.some(
              ([pattern, first]) => first?.says === 'charset' && pattern.test(each) && takeFact(first, (text) => text, draft, known, depth),
            ),
      )
    }
    case 'map': {
      const inner = readFieldText(group(fact.text), known, depth + 1)
      if (inner.left.length > 0 || inner.cells.type === '' || depth > 0) return false
      draft.map = inner.cells
      return draft.type === undefined || draft.type === 'object'
    }
    case 'keys': {
      if (draft.type === 'list') return say(draft, 'most', digits(group(fact.most)))
      draft.keys = digits(group(fact.most))
      return true
    }
    case 'keyPattern': {
      draft.keyPattern = group(fact.text)
      return true
    }
    case 'value': {
      const inner = draft.map === undefined ? undefined : readFieldText(`${draft.map.type}; ${group(fact.text)}`, known, depth + 1)
      if (inner === undefined || inner.left.length > 0 || inner.cells.type === '') return false
      draft.map = inner.cells
      return true
    }
    case 'uniqueWith': {
      const field = known.ownField?.(group(fact.text))
      return field !== undefined && draft.rules.add(field === known.ownName ? 'unique' : `unique with ${field}`).size > 0
    }
    case 'sameAs': {
      const [, owner, field] = /^(?:(.+?)[. ](?=[A-Za-z]))?(.+)$/.exec(group(fact.text)) ?? []
      const choice =
        field === undefined
          ? undefined
          : (known.choiceOf(owner, field) ??
            (known.ownName === undefined || known.named(field) === undefined ? undefined : known.choiceOf(field, known.ownName)))
      const shape = choice === undefined && field !== undefined ? known.shapeOf?.(field) : undefined
      return shape !== undefined ? say(draft, 'type', shape) : choice !== undefined && takeChoice(choice, draft)
    }
    case 'each': {
      const inner = readFieldText(`text; ${group(fact.text)}`, known, depth + 1)
      if (inner.left.length > 0 || inner.conflict !== undefined || !inner.cells.type.startsWith('text ')) return false
      draft.each = inner.cells
      return true
    }
    case 'list': {
      const item = group(fact.text)
      const thing = known.named(item)
      // `list of tools`: references.
      const isThings =
        thing?.isShape === false && singular(item.toLowerCase().replaceAll(/[\s_`]/g, '')) === singular(thing.name.toLowerCase())
      const inner = isThings ? readFieldText(`→ ${thing.name}`, known, depth + 1) : readFieldText(item, known, depth + 1)
      if (inner.left.length > 0 || inner.cells.type === '' || depth > 2) return false
      draft.list = inner.cells
      return say(draft, 'type', 'list')
    }
  }
}

/** A clause about presence, rules or the default, or a mark that the form declares. */
function isPlainClause(clause: string, known: KnownTypes, depth: number): boolean {
  if (depth > 2) return false
  const trial: FieldDraft = { rules: new Set() }
  const kinds = new Set(
    known.words.phrases.filter(([pattern]) => pattern.test(clause)).flatMap(([, ...facts]) => facts.map(({ says }) => says)),
  )
  const isPhrase = kinds.has('must') || kinds.has('rule') || kinds.has('default')
  return (
    (isPhrase ||
      (aliasOf(clause, known) !== undefined && readClause(clause, trial, known, depth + 1) === true && trial.type === undefined)) &&
    !trial.conflict
  )
}
