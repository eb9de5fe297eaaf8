// Adds the fields of a form as rows to the tables of part 2, and asks open questions: the same way for every layout.

import { makeResourceName } from '../../names.ts'
import { type DraftTable, type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import { type Described, readRemarks } from './field-meaning.ts'
import { spellDefault, takeDefault, takePresence } from './field-presence.ts'
import { readFieldText } from '../kinds/field-type.ts'
import { isKeyName, chooseKindByName } from '../kinds/kind-by-name.ts'
import type { KnownTypes } from '../kinds/known-types.ts'
import { type Item, groupItems, readObjectItems } from './nested.ts'
import type { Presence } from './presence.ts'
import type { Member } from '../code/remarked-samples.ts'
import { type Resource, makeResource } from '../resource.ts'
import { findShownKind } from '../code/shown-kind.ts'
import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { spellSql } from '../code/sql-clauses.ts'
import type { Statement } from '../statement.ts'
import type { FieldCells } from '../kinds/type-cell.ts'
import type { Words } from '../words.ts'
import { type Written, asList, makeMemberField, makeMemberName, makePlainField } from './written-field.ts'

export const fieldColumns = ['field', 'type', 'must', 'default', 'rules', 'meaning']

export type KnownShapes = KnownTypes & {
  add(shape: Resource): void
  sameName?(field: string): string | undefined
  ofField(resource: string, field: string): KnownTypes
}

export type FieldsReading = {
  readonly draft: FormDraft
  readonly known: KnownShapes
  readonly words: Words
  /** The presence of fields that do not mention it. */
  readonly usual: Presence | undefined
}

/** A field in its resource, with the statement that describes it. */
type Place = { readonly resource: Resource; readonly statement: Statement; readonly written: Written }

/** Adds the fields of a statement: all of them, or those that are understood, with a question for the rest. */
export function takeFields(
  table: DraftTable,
  resource: Resource,
  statement: Statement,
  all: readonly Written[],
  reading: FieldsReading,
  typeInMeaning: boolean,
): void {
  for (const each of all) {
    const written = { ...each, name: makeMemberName(each.name) }
    if (!/^[\p{L}_][\p{L}\d_]*$/u.test(written.name)) {
      askQuestion(statement, reading.words.ask.fieldName(written.name))
      continue
    }
    const before = resource.statements.get(written.name)
    if (before !== undefined) {
      askQuestion(statement, reading.words.ask.sameLine(written.name, before.line))
      askQuestion(before, reading.words.ask.sameLine(written.name, statement.line))
      const row = table.rows.find(({ cells }) => cells['field'] === written.name)
      if (row !== undefined) Object.assign(row.cells, { type: 'not shown', must: '', default: '' })
      continue
    }
    resource.statements.set(written.name, statement)
    takeField(table, { resource, statement, written }, reading, typeInMeaning)
  }
}

/** Adds the items of a sentence or of an object as fields. */
export function takeItems(resource: Resource, items: readonly Item[], statement: Statement, reading: FieldsReading, flags: string): void {
  const table = openTable(reading.draft, 'resources', 'fields', fieldColumns, resource.isShape ? `${resource.name} (shape)` : resource.name)
  takeFields(
    table,
    resource,
    statement,
    items.map(({ name, spec }) => makePlainField(name, spec, flags)),
    reading,
    true,
  )
}

function takeField(table: DraftTable, given: Place, reading: FieldsReading, typeInMeaning: boolean): void {
  const { known: all, words } = reading
  const { resource, statement } = given
  const sql = (text: string): string => spellSql(text, given.written.name, words)
  // `CODE(SPECIES)`: the form lists the values elsewhere.
  const declared = /\(.+\)$/.test(given.written.type.trim()) ? all.aliases.get(given.written.type.trim().toLowerCase()) : undefined
  const written = { ...given.written, type: declared ?? sql(given.written.type), meaning: sql(given.written.meaning) }
  const place: Place = { ...given, written }
  const known = narrowKnown(place, all)
  const base = typeInMeaning && written.type === '' ? written.meaning : written.type
  const said = readRemarks(
    composeDescription(place, base, typeInMeaning, known, reading),
    written,
    base === written.meaning ? '' : written.meaning,
    known,
    words,
    isKeyName(written.name, resource.name) ? resource.name : undefined,
  )
  const { cells, conflict } = said.reading
  if (written.many !== undefined && cells.type !== '' && cells.below === undefined) cells.type = asList(cells.type, written.many)
  takeRules(place, cells, all, known, words)
  const asked = statement.asks.length
  takePresence(written, cells, statement, known, words, reading.usual)
  const presenceAsks = statement.asks.slice(asked)
  takeDefault(written, cells, statement, known, words)
  // `NOT NULL` with a default: the record always has a value, but the caller need not send it.
  const isStored = written.isStored === true || words.notNullClause.test(`${said.text} ${written.meaning}`)
  if (cells.must === 'yes' && cells.default !== '' && isStored) cells.must = 'no'
  spellDefault(cells, words)
  if (cells.type === '' && conflict === undefined) cells.type = findKindElsewhere(place, all)
  if (cells.type === '' && conflict === undefined)
    cells.type = chooseKindByName(written.name, said.text, resource, said.reading, known, words)
  // "parcel[]" that is "embedded on read" need not be a list of keys.
  if (cells.type.includes('→ ') && words.embedded.test(written.meaning)) cells.type = ''
  const meaning = askOpen(place, said, base, presenceAsks, words)
  takeKey(place, cells)
  if (cells.rules.has('read-only') && cells.must === 'yes') cells.must = ''
  // "A" for automatic may stand in the column of presence, beside *no* in that of changes.
  if (cells.rules.has('read-only') && written.isFixed === true) cells.rules.delete(words.fixedClause)
  if (cells.below !== undefined)
    reading.draft.below.push({ resource: resource.name, isShape: resource.isShape, field: written.name, schema: cells.below })
  resource.fields.set(written.name, cells)
  table.rows.push({
    cells: {
      field: written.name,
      type: cells.type,
      must: cells.must,
      default: cells.default,
      rules: [...cells.rules].join(', '),
      meaning: meaning.join('. '),
    },
    statement,
  })
  takeLine(statement)
}

/** The kind that fields for the key and the times of records with this name have in other resources. */
function findKindElsewhere({ resource, written: { name } }: Place, all: KnownShapes): string {
  return /^(?:id|(?:created|updated|changed|modified|deleted)(?:_?(?:at|on|by))?)$/i.test(name) && !resource.isShape
    ? (all.sameName?.(name) ?? '')
    : ''
}

/** The knowledge about one field, with the kind of its value in a sample; the value of an identifier says nothing of what it refers to. */
function narrowKnown({ resource, written: { name, shown } }: Place, all: KnownShapes): KnownTypes {
  const known = all.ofField(resource.name, name)
  if (shown === undefined || (/(?:_id|Id|ID)$/.test(name) && !isKeyName(name, resource.name))) return known
  const kind = findShownKind(shown)
  return kind === undefined ? known : { ...known, shownKind: kind }
}

/** The text that describes the field, with its flags; members that it lists become a shape. */
function composeDescription(
  { resource, statement, written }: Place,
  base: string,
  typeInMeaning: boolean,
  known: KnownTypes,
  reading: FieldsReading,
): string {
  const { words, known: all } = reading
  // "time" beside the sample or default `22:00`.
  const isClock = [written.shown, written.default].some((each) => /^["'`]?\d\d:\d\d["'`]?$/.test(each ?? ''))
  const flags = written.flags
    .split(/[\s,]+/)
    .map((each) => each.replaceAll('`', '').replace(/^\((.*)\)$/, '$1'))
    .filter((each) => each !== '')
    .join('; ')
  let text = joinClauses([typeInMeaning ? moveChoiceFirst(base, words) : base, flags])
  // "any of en, fr" beside the sample `["en"]`: each entry is one of them.
  if (/^\[\s*"/.test(written.shown ?? '') && new RegExp(`^(?:${words.choiceLead})\\b`, 'i').test(text)) text = `${words.listOf} ${text}`
  if (isClock) text = text.replace(/(^|[;,] *)time(?= *(?:[;,]|$))/i, '$1HH:MM')
  // A code with a number of characters has exactly this length.
  if (words.fixedName.test(written.name))
    text = text.replace(
      /(^|[;,]\s*|\bof )(\d+) (?=(?:characters?|chars?|zeichen)(?: long| in length)?\s*(?:$|[;,.(]))/i,
      (_, before: string, count: string) => `${before.replace('of ', '; ')}${words.exactlyClause} ${count} `,
    )
  // In a row for several values, *each* adds nothing.
  if (written.many !== undefined) text = text.replace(words.eachOfThem, '')
  const { parts } = written
  if (parts !== undefined && parts.length > 0 && (parts.some(({ spec }) => spec !== '') || readFieldText(base, known).cells.type === '')) {
    const shape = shapeOfParts(resource, written.name, parts, statement, reading)
    text = joinClauses([written.isPartList === true ? `${words.listOf} ${shape}` : shape, base])
  }
  const addShape = (items: readonly Item[]): string => {
    const shape = makeResource(makeResourceName(`${resource.name} ${written.name}`), true)
    takeItems(shape, markOthersOptional(items, known, words), statement, reading, '')
    all.add(shape)
    return shape.name
  }
  // "array of { sku: text, count: int }": a list of a shape.
  const [object, several, members] = words.objectOf.exec(text) ?? []
  const inner = members === undefined ? undefined : readObjectItems(members)
  if (object !== undefined && inner !== undefined && inner.length > 1) {
    const shape = addShape(inner)
    text = text.replace(object, several === undefined ? shape : `${words.listOf} ${shape}`)
  }
  const group = groupIn(base, all, words)
  return group === undefined ? text : joinClauses([addShape(group.items), group.first, flags, group.further])
}

/** In a group that says of several members that they are required, the others may be left out. */
function markOthersOptional(items: readonly Item[], known: KnownTypes, { optionalClause }: Words): readonly Item[] {
  const musts = items.map(({ spec }) => readFieldText(spec, known).cells.must)
  const isSaid = musts.filter((must) => must === 'yes').length > 1 && musts.every((must) => must === 'yes' || must === '')
  return isSaid ? items.map((item, index) => (musts[index] === '' ? { ...item, spec: `${item.spec}; ${optionalClause}` } : item)) : items
}

/** "required group of three answers: …": its items, the clause before it, and the sentences after it. */
function groupIn(
  base: string,
  known: KnownTypes,
  { groupOf }: Words,
): { readonly items: readonly Item[]; readonly first: string; readonly further: string } | undefined {
  const [, behind, further = ''] = /^(.*\))\.\s+(\p{Lu}[^()]*)$/su.exec(base) ?? []
  const [, first = '', others = ''] = /^(\p{L}+)\s+(\S.*)$/su.exec(behind ?? base) ?? []
  const isLed = first !== '' && !groupOf.test(behind ?? base) && readFieldText(first, known).cells.must !== ''
  const group = groupOf.exec(isLed ? others : (behind ?? base))?.[1]
  const items = group === undefined ? undefined : groupItems(group)
  return items === undefined ? undefined : { items, first: isLed ? first : '', further }
}

/** A shape with the members of an object in a sample. */
function shapeOfParts(resource: Resource, field: string, parts: readonly Member[], statement: Statement, reading: FieldsReading): string {
  const shape = makeResource(makeResourceName(`${resource.name} ${field}`), true)
  const table = openTable(reading.draft, 'resources', 'fields', fieldColumns, `${shape.name} (shape)`)
  takeFields(table, shape, statement, parts.map(makeMemberField), reading, true)
  reading.known.add(shape)
  return shape.name
}

/** Adds the rules that the columns of the setter and of changes say, and asks about those that cannot apply. */
function takeRules({ resource, statement, written }: Place, cells: FieldCells, all: KnownShapes, known: KnownTypes, words: Words): void {
  // The values of a list differ from each other; other records may have the same ones.
  if (cells.type.startsWith('list') && cells.rules.delete('unique')) askQuestion(statement, words.ask.listUnique(written.name))
  // Nothing is unique among the values of a shape.
  const scoped = resource.isShape ? [...cells.rules].filter((rule) => /^(?:unique|key)\b/.test(rule)) : []
  for (const rule of scoped) if (cells.rules.delete(rule)) askQuestion(statement, words.ask.meansOf(rule, written.name))
  if (cells.rules.delete('readonly') && !cells.rules.has('never changes')) cells.rules.add('read-only')
  const setter = draftPlainText(written.setter).replaceAll(/[*_`]/g, '').trim()
  const setterMeans = all.aliases.get(setter) ?? all.aliases.get(setter.toLowerCase())
  const setterRules = setterMeans === undefined ? undefined : readFieldText(setterMeans, { ...known, aliases: new Map() }).cells.rules
  const byService = setterRules === undefined ? words.service.test(setter) : setterRules.has('read-only')
  if (setterRules?.has(words.fixedClause) === true) cells.rules.add(words.fixedClause)
  if (byService) cells.rules.add('read-only')
  // Nobody changes what only the service sets: a column with *no* says nothing more.
  if (written.isFixed === true && !cells.rules.has('read-only')) cells.rules.add(words.fixedClause)
  if (cells.rules.has('read-only')) cells.rules.delete(words.fixedClause)
  if (byService && /\(/.test(setter)) askQuestion(statement, words.ask.setHow(written.name, setter))
}

/** Asks about all that was not understood; returns the words that stay as the meaning of the field. */
function askOpen(
  { resource, statement, written }: Place,
  { text, reading: { cells, left, conflict }, remarks }: Described,
  base: string,
  presenceAsks: readonly string[],
  words: Words,
): string[] {
  const meaning = written.meaning !== '' && base !== written.meaning ? [draftPlainText(written.meaning)] : []
  if (conflict !== undefined) {
    askQuestion(statement, words.ask.twoValues(written.name, conflict))
    cells.type = ''
  }
  const leave = (clause: string, isAsked: boolean): void => {
    const question = words.ask.meansOf(draftPlainText(clause), written.name)
    if (isAsked) askQuestion(statement, question)
    resource.openClauses.push({ field: written.name, clause, statement, asks: isAsked ? [question] : [], presenceAsks })
  }
  for (const clause of left) {
    leave(clause, words.requirement.test(clause) || cells.type === '')
    if (!meaning.some((each) => each.includes(draftPlainText(clause)))) meaning.push(draftPlainText(clause))
  }
  for (const clause of remarks) if (!text.includes(clause)) leave(clause, words.requirement.test(clause) && !/^\W*see\b/i.test(clause))
  if (cells.type === '') {
    cells.type = 'not shown'
    askQuestion(statement, words.ask.valueKind(written.name))
  }
  return meaning
}

/** Makes the first field with the name or the rule of a key the key of its resource. */
function takeKey({ resource, written: { name } }: Place, cells: FieldCells): void {
  if (resource.key === undefined && !resource.isShape && (cells.rules.has('key') || isKeyName(name, resource.name))) {
    resource.key = name
    cells.rules.add('key')
    for (const rule of ['read-only', 'unique', 'never changes']) cells.rules.delete(rule)
    cells.must = ''
  } else if (resource.key !== name) cells.rules.delete('key')
}

function joinClauses(all: readonly string[]): string {
  return all.filter((each) => each !== '').join('; ')
}
