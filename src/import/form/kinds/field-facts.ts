// Adds the facts of a phrase to the draft of a field.

import { singularize } from '../../names.ts'
import { findAlias } from './aliases.ts'
import type { ClauseReader } from './clause-reader.ts'
import type { KnownTypes } from './known-types.ts'
import { type FieldDraft, say, takeChoice } from './type-cell.ts'
import { readChoices, countOf, joinDigits } from './value-texts.ts'
import type { FieldFact } from '../words/field-words.ts'

export type FactContext = {
  readonly draft: FieldDraft
  readonly known: KnownTypes
  readonly depth: number
  readonly reader: ClauseReader
}

type Bounds = FieldFact & { readonly says: 'bounds' }

/** `group`: the text of a fact with the groups of its phrase. False if the fact cannot hold of the field. */
export function takeFact(fact: FieldFact, group: (text: string) => string, context: FactContext): boolean {
  const { draft, known } = context
  switch (fact.says) {
    case 'nothing':
      return true
    case 'more':
      return true
    case 'fraction':
      draft.isFraction = true
      return true
    case 'type':
      return say(draft, 'type', fact.type)
    case 'bounds':
      return takeBounds(fact, group, draft)
    case 'pattern':
      return say(
        draft,
        'pattern',
        group(fact.pattern)
          .replace(/\{([a-z]+)\}/i, (_, count: string) => `{${countOf(count, known.words)}}`)
          .replace('{1}', ''),
      )
    case 'decimals': {
      const count = Number(countOf(group(fact.digits), known.words))
      return say(draft, 'step', count === 0 ? '1' : (10 ** -count).toFixed(count))
    }
    case 'must':
      return say(draft, 'must', fact.must)
    case 'rule':
      return draft.rules.add(group(fact.rule)).size > 0
    case 'default':
      return takeDefaultValue(group(fact.text).replaceAll(/^[`"'“]|[`"'.”]$/g, ''), context, fact.isQuoted === true)
    case 'choice':
      return takeValues(group(fact.text), context)
    case 'reference': {
      const target = known.named(group(fact.text))
      return target !== undefined && !target.isShape && say(draft, 'type', `→ ${target.name}`)
    }
    case 'charset':
      return addCharacters(group(fact.text), draft)
    case 'charsets':
      return takeCharacterSets(group(fact.text), context)
    case 'keys': {
      if (draft.type === 'list') return say(draft, 'most', joinDigits(group(fact.most)))
      draft.keys = joinDigits(group(fact.most))
      return true
    }
    case 'keyPattern': {
      draft.keyPattern = group(fact.text)
      return true
    }
    case 'map':
      return takeMap(group(fact.text), context)
    case 'value':
      return takeMapValue(group(fact.text), context)
    case 'uniqueWith': {
      const fields = group(fact.text)
        .split(' and ')
        .map((each) => known.ownField?.(each))
      const others = fields.filter((each) => each !== known.ownName)
      // A combination of several fields is unique for each of them.
      if (fields.includes(undefined) || (fields.length > 1 && others.length === fields.length)) return false
      return draft.rules.add(others.length === 0 ? 'unique' : `unique with ${others.join(' and ')}`).size > 0
    }
    case 'sameAs':
      return takeSame(group(fact.text), context)
    case 'each':
      return takeEach(group(fact.text), context)
    case 'list':
      return takeList(group(fact.text), context)
  }
}

function takeBounds(fact: Bounds, group: (text: string) => string, draft: FieldDraft): boolean {
  if (fact.least === 'none') {
    delete draft.least
    return true
  }
  if (fact.above !== undefined) return say(draft, 'above', joinDigits(group(fact.above)))
  if (fact.below !== undefined) return say(draft, 'below', joinDigits(group(fact.below)))
  const least = fact.least === undefined ? undefined : joinDigits(group(fact.least))
  const most = fact.most === undefined ? undefined : joinDigits(group(fact.most))
  if (least !== undefined && draft.least !== undefined && Number(draft.least) < Number(least)) draft.least = least
  return (least === undefined || draft.least === least || say(draft, 'least', least)) && (most === undefined || say(draft, 'most', most))
}

function takeDefaultValue(value: string, { draft, known: { words } }: FactContext, isQuoted: boolean): boolean {
  // An empty list or map is what a field has that was left out.
  if (/^(?:\{\}|\[\])$/.test(value)) {
    draft.must ??= 'no'
    return true
  }
  const isChoice = draft.choices?.includes(value) === true
  if (words.movingDefault.test(value) && !isChoice) {
    // The default is not a constant; but it shows that the value may be missing.
    if (draft.type?.startsWith('date') !== true) return false
    draft.moving = value
    draft.must ??= 'no'
    return true
  }
  if (words.noDefault.test(value) && !isChoice) {
    draft.emptyDefault = value
    return true
  }
  // Only a value of the choice has several words.
  return (!value.includes(' ') || isChoice || (isQuoted && draft.choices === undefined)) && say(draft, 'default', value)
}

/** The values of a choice. */
function takeValues(text: string, { draft, known, depth, reader }: FactContext): boolean {
  // Values that end with points are examples.
  if (/\.\.|…|\betc\b/.test(text)) return false
  const pieces = text.split(/\s*,\s*/)
  // A clause of its own may follow the values: `draft, sent, read-only`.
  const beside: string[] = []
  while (pieces.length > 1 && !pieces.at(-1)!.includes('`') && isPlainClause(pieces.at(-1)!, known, depth, reader))
    beside.unshift(pieces.pop()!)
  const choices = readChoices(pieces.join(', '), known.words)
  if (choices === undefined) return false
  for (const clause of beside) reader.clause(clause, draft, known, depth)
  if (draft.choices !== undefined && draft.choices.join() !== choices.join())
    draft.conflict = `${draft.choices.join(', ')} / ${choices.join(', ')}`
  draft.choices = choices
  return true
}

/** A clause about presence, rules or the default, or a mark that the form declares. */
function isPlainClause(clause: string, known: KnownTypes, depth: number, reader: ClauseReader): boolean {
  if (depth > 2) return false
  const trial: FieldDraft = { rules: new Set() }
  const kinds = new Set(
    known.words.phrases.filter(([pattern]) => pattern.test(clause)).flatMap(([, ...facts]) => facts.map(({ says }) => says)),
  )
  const isPhrase = kinds.has('must') || kinds.has('rule') || kinds.has('default')
  return (
    (isPhrase ||
      (findAlias(clause, known) !== undefined && reader.clause(clause, trial, known, depth + 1) === true && trial.type === undefined)) &&
    !trial.conflict
  )
}

function addCharacters(text: string, draft: FieldDraft): boolean {
  const characters = text.replace(/^\[|\]$/g, '')
  const before = draft.charset ?? ''
  // A dash at the end stands for itself.
  if (characters === '-') draft.charset = `${before}-`
  else draft.charset = before.endsWith('-') ? `${before.slice(0, -1)}${characters}-` : `${before}${characters}`
  return true
}

function takeCharacterSets(text: string, context: FactContext): boolean {
  const classes = text.split(/\s*(?:[,/]|\band\b|\bor\b|\bund\b|\boder\b)\s*/).filter((each) => each !== '')
  return classes.every((each) =>
    /^(?:[a-z]-[a-z]|\d-\d)$/i.test(each)
      ? addCharacters(each, context.draft)
      : context.known.words.phrases.some(
          ([pattern, first]) => first?.says === 'charset' && pattern.test(each) && addCharacters(first.text, context.draft),
        ),
  )
}

function takeMap(text: string, { draft, known, depth, reader }: FactContext): boolean {
  const inner = reader.text(text, known, depth + 1)
  if (inner.left.length > 0 || inner.cells.type === '' || depth > 0) return false
  draft.map = inner.cells
  return draft.type === undefined || draft.type === 'object'
}

function takeMapValue(text: string, { draft, known, depth, reader }: FactContext): boolean {
  const inner = draft.map === undefined ? undefined : reader.text(`${draft.map.type}; ${text}`, known, depth + 1)
  if (inner === undefined || inner.left.length > 0 || inner.cells.type === '') return false
  draft.map = inner.cells
  return true
}

/** The values or the members of another field. */
function takeSame(text: string, { draft, known }: FactContext): boolean {
  const [, owner, field] = /^(?:(.+?)[. ](?=[A-Za-z]))?(.+)$/.exec(text) ?? []
  if (field === undefined) return false
  const isOwner = known.ownName !== undefined && known.named(field) !== undefined
  const choice = known.choiceOf(owner, field) ?? (isOwner ? known.choiceOf(field, known.ownName!) : undefined)
  if (choice !== undefined && draft.openList === true && draft.type === undefined) {
    draft.type = 'list'
    draft.list = { type: choice, must: '', default: '', rules: new Set() }
    return true
  }
  if (choice !== undefined) return takeChoice(choice, draft)
  const shape = known.shapeOf?.(field)
  return shape !== undefined && say(draft, 'type', shape)
}

function takeEach(text: string, { draft, known, depth, reader }: FactContext): boolean {
  // "list of whole numbers, each from 1 to 12"
  const numbers = /^(?:whole number|number)$/.exec(draft.list?.type ?? '')?.[0]
  const inner = reader.text(`${numbers ?? 'text'}; ${text}`, known, depth + 1)
  if (numbers !== undefined && inner.left.length === 0 && inner.conflict === undefined && inner.cells.type.startsWith(`${numbers} `)) {
    draft.list = inner.cells
    return true
  }
  if (inner.left.length > 0 || inner.conflict !== undefined || !inner.cells.type.startsWith('text ')) return false
  draft.each = inner.cells
  return true
}

function takeList(item: string, { draft, known, depth, reader }: FactContext): boolean {
  // The members of a thing, and not its values.
  if (item.startsWith('{')) return false
  const thing = known.named(item)
  // `list of tools`: references.
  const isThings =
    thing?.isShape === false && singularize(item.toLowerCase().replaceAll(/[\s_`]/g, '')) === singularize(thing.name.toLowerCase())
  const inner = reader.text(isThings ? `→ ${thing.name}` : item, known, depth + 1)
  if ((inner.left.length > 0 || inner.cells.type === '') && inner.conflict === undefined) draft.openList = true
  if (inner.left.length > 0 || inner.cells.type === '' || depth > 2) return false
  draft.list = inner.cells
  return say(draft, 'type', 'list')
}
