// Adds the fields of a form as rows to the tables of part 2, and asks open questions.

import { resourceTypeName } from '../names.ts'
import { fieldClausesOf } from './clauses.ts'
import { type DraftTable, type FormDraft, askQuestion, draftPlainText, tableOf, takeLine } from './draft.ts'
import { type Cardinality, memberName, type Written } from './field-tables.ts'
import { readFieldText } from './field-type.ts'
import type { KnownTypes } from './known-types.ts'
import { type Item, groupItems, objectItems } from './nested.ts'
import type { Presence } from './presence.ts'
import type { Member } from './remarked-samples.ts'
import { type Resource, makeResource } from './resource.ts'
import { shownKind } from './shown-kind.ts'
import { isGenerated, literalOf, sqlAsWords } from './sql-clauses.ts'
import { choiceFirst, isNamedKind, kindInName } from './spoken.ts'
import type { Statement } from './statement.ts'
import type { FieldCells } from './type-cell.ts'
import type { Words } from './words.ts'

export const fieldColumns = ['field', 'type', 'must', 'default', 'rules', 'meaning']

export type KnownShapes = KnownTypes & { add(shape: Resource): void; ofField(resource: string, field: string): KnownTypes }

export type FieldReading = {
  readonly draft: FormDraft
  readonly known: KnownShapes
  readonly words: Words
  /** The presence of fields that do not mention it. */
  readonly usual: Presence | undefined
}

/** Adds the fields of a statement: all of them, or those that are understood, with a question for the rest. */
export function takeFields(
  table: DraftTable,
  resource: Resource,
  statement: Statement,
  all: readonly Written[],
  reading: FieldReading,
  typeInMeaning: boolean,
): void {
  for (const each of all) {
    const written = { ...each, name: memberName(each.name) }
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
    takeField(table, resource, statement, written, reading, typeInMeaning)
  }
}

function takeField(
  table: DraftTable,
  resource: Resource,
  statement: Statement,
  given: Written,
  { draft, known: all, words, usual: otherwise }: FieldReading,
  typeInMeaning: boolean,
): void {
  const written = { ...given, type: sqlAsWords(given.type, given.name, words), meaning: sqlAsWords(given.meaning, given.name, words) }
  // The value of an identifier says nothing of what it refers to.
  const shown =
    written.shown === undefined || (/(?:_id|Id|ID)$/.test(written.name) && !isKey(written.name, resource.name))
      ? undefined
      : shownKind(written.shown)
  const known = { ...all.ofField(resource.name, written.name), ...(shown === undefined ? {} : { shownKind: shown }) }
  const base = typeInMeaning && written.type === '' ? written.meaning : written.type
  const flags = written.flags
    .split(/[\s,]+/)
    .map((each) => each.replaceAll('`', '').replace(/^\((.*)\)$/, '$1'))
    .filter((each) => each !== '')
    .join('; ')
  let text = [typeInMeaning ? choiceFirst(base, words) : base, flags].filter((each) => each !== '').join('; ')
  // A code with a number of characters has exactly this length.
  if (words.fixedName.test(written.name))
    text = text.replace(
      /(^|[;,]\s*|\bof )(\d+) (?=(?:characters?|chars?|zeichen)(?: long| in length)?\s*(?:$|[;,.(]))/i,
      (_, before: string, count: string) => `${before.replace('of ', '; ')}${words.exactlyClause} ${count} `,
    )
  // In a row for several values, *each* adds nothing.
  if (written.many !== undefined) text = text.replace(words.eachOfThem, '')
  const meaning: string[] = []
  if (
    written.parts !== undefined &&
    written.parts.length > 0 &&
    (written.parts.some(({ spec }) => spec !== '') || readFieldText(base, known).cells.type === '')
  ) {
    const shape = shapeOfParts(resource, written.name, written.parts, statement, { draft, known: all, words, usual: otherwise })
    text = [written.isPartList === true ? `${words.listOf} ${shape}` : shape, base].filter((each) => each !== '').join('; ')
  }
  // "array of { sku: text, count: int }": a list of a shape.
  const [object, several, members] = words.objectOf.exec(text) ?? []
  const inner = members === undefined ? undefined : objectItems(members)
  if (object !== undefined && inner !== undefined && inner.length > 1) {
    const shape = makeResource(resourceTypeName(`${resource.name} ${written.name}`), true)
    takeItems(shape, inner, statement, { draft, known: all, words, usual: otherwise }, '')
    all.add(shape)
    text = text.replace(object, several === undefined ? shape.name : `${words.listOf} ${shape.name}`)
  }
  const [, behind, further = ''] = /^(.*\))\.\s+(\p{Lu}[^()]*)$/su.exec(base) ?? []
  // "required group of three answers: …"
  const [, first = '', others = ''] = /^(\p{L}+)\s+(\S.*)$/su.exec(behind ?? base) ?? []
  const isLed = first !== '' && !words.groupOf.test(behind ?? base) && readFieldText(first, all).cells.must !== ''
  const group = words.groupOf.exec(isLed ? others : (behind ?? base))?.[1]
  const items = group === undefined ? undefined : groupItems(group)
  if (items !== undefined) {
    const shape = makeResource(resourceTypeName(`${resource.name} ${written.name}`), true)
    takeItems(shape, items, statement, { draft, known: all, words, usual: otherwise }, '')
    all.add(shape)
    text = [shape.name, isLed ? first : '', flags, further].filter((each) => each !== '').join('; ')
  }
  let reading = readFieldText(text, known)
  const described = base === written.meaning ? [] : fieldClausesOf(written.meaning, words)
  let isForeign = false
  for (const clause of described) {
    // "picked is counted, default 0": what follows another subject is about it.
    const subject = words.otherSubject.exec(clause)?.[1]
    isForeign ||= subject !== undefined && memberName(subject) !== written.name && !written.name.includes(subject.toLowerCase())
    if (isForeign) continue
    if (/^\w+$/.test(clause) && known.choiceOf(undefined, clause) !== undefined) continue
    const alone = readFieldText(clause, known)
    // Values that end with points are examples.
    if (alone.cells.type.startsWith('one of ') && /\.\.\.|…|\betc\b/.test(written.meaning)) continue
    const saysMore =
      alone.left.length === 0 &&
      (alone.cells.type === '' || / like /.test(alone.cells.type)) &&
      [...alone.cells.rules, alone.cells.must, alone.cells.default].join('') !== ''
    const trial = readFieldText(`${text}; ${clause}`, known)
    const fits =
      trial.left.length <= reading.left.length &&
      trial.conflict === undefined &&
      (saysMore ||
        (`${trial.cells.type}${trial.cells.below ?? ''}` !== `${reading.cells.type}${reading.cells.below ?? ''}` &&
          (/^(?:text|whole number|number|list|decimal|one of|below)/.test(trial.cells.type) ||
            refinesKind(alone.cells.type, trial.cells.type, reading.cells.type))))
    if (!fits) continue
    text = `${text}; ${clause}`
    reading = trial
  }
  if (written.meaning !== '' && base !== written.meaning) meaning.push(draftPlainText(written.meaning))
  const { cells, left, conflict } = reading
  if (written.many !== undefined && cells.type !== '' && cells.below === undefined) cells.type = asList(cells.type, written.many)
  // The values of a list differ from each other; other records may have the same ones.
  if (cells.type.startsWith('list') && cells.rules.delete('unique')) askQuestion(statement, words.ask.listUnique(written.name))
  // Nothing is unique among the values of a shape.
  const scoped = resource.isShape ? [...cells.rules].filter((rule) => /^(?:unique|key)\b/.test(rule)) : []
  for (const rule of scoped) if (cells.rules.delete(rule)) askQuestion(statement, words.ask.meansOf(rule, written.name))
  const setter = draftPlainText(written.setter).replaceAll(/[*_`]/g, '').trim()
  const setterMeans = all.aliases.get(setter) ?? all.aliases.get(setter.toLowerCase())
  const byService =
    setterMeans === undefined
      ? words.service.test(setter)
      : readFieldText(setterMeans, { ...known, aliases: new Map() }).cells.rules.has('read-only')
  if (byService) cells.rules.add('read-only')
  // Nobody changes what only the service sets: a column with *no* says nothing more.
  if (written.isFixed === true && !cells.rules.has('read-only')) cells.rules.add(words.fixedClause)
  if (byService && /\(/.test(setter)) askQuestion(statement, words.ask.setHow(written.name, setter))
  const declared = all.aliases.get(written.must.trim())
  const meant = declared === undefined ? undefined : readFieldText(declared, { ...known, aliases: new Map() }).cells
  for (const rule of meant?.rules ?? []) cells.rules.add(rule)
  cells.must = mustCell(
    meant !== undefined && meant.must + [...meant.rules].join('') !== ''
      ? meant.must
      : declared === undefined || words.service.test(written.must.trim())
        ? written.must
        : declared,
    cells,
    statement,
    words,
    { isDeclared: declared !== undefined, usual: usualOf(written, otherwise, words) },
  )
  if (written.default !== '' && !words.marks.nothing.test(written.default)) {
    const said = literalOf(written.default.replaceAll('`', '').trim())
    if (isGenerated(said)) cells.rules.add('read-only')
    else if (cells.default !== '' && cells.default !== said)
      askQuestion(statement, words.ask.twoDefaults(written.name, cells.default, said))
    else cells.default = said === 'null' || said === '{}' ? '' : said
  }
  // `NOT NULL` with a default: the record always has a value, but the caller need not send it.
  if (cells.must === 'yes' && cells.default !== '' && (written.isStored === true || words.notNullClause.test(`${text} ${written.meaning}`)))
    cells.must = 'no'
  const choices = cells.type.startsWith('one of ') ? cells.type.slice(7).split(', ') : []
  if (choices.length > 0 && !choices.includes(cells.default))
    cells.default = choices.find((each) => each.toLowerCase() === cells.default.toLowerCase()) ?? cells.default
  if (cells.type === 'yes/no' && (words.marks.yes.test(cells.default) || words.marks.no.test(cells.default)))
    cells.default = words.marks.yes.test(cells.default) ? 'yes' : 'no'
  if (
    cells.type === '' &&
    conflict === undefined &&
    isNamedKind(written.name.replaceAll('_', ' '), words) &&
    !left.some((clause) => words.requirement.test(clause))
  )
    cells.type = readFieldText(kindInName(written.name.replaceAll('_', ' ')), known).cells.type
  const usual = cells.type === '' && conflict === undefined ? known.general.get(written.name.toLowerCase()) : undefined
  if (usual !== undefined) cells.type = readFieldText(usual, known).cells.type
  if (cells.type === '' && conflict === undefined && all.idsAreTexts === true && !resource.isShape && isKey(written.name, resource.name))
    cells.type = 'text'
  const named = cells.type === '' && conflict === undefined ? all.named(written.name) : undefined
  if (named?.isShape === true && named.name.toLowerCase() === written.name.replaceAll('_', '').toLowerCase()) cells.type = named.name
  // "The room that is booked" is a reference: the field has the name of a resource, and its text names it too, or says only whether it must be there.
  if (
    named?.isShape === false &&
    named.name !== resource.name &&
    named.name.toLowerCase() === written.name.replaceAll('_', '').toLowerCase() &&
    (cells.must !== '' ||
      cells.rules.size > 0 ||
      left.every((clause) => words.personThat.test(clause)) ||
      new RegExp(`\\b${written.name.replaceAll('_', ' ')} (?!s\\b)\\p{L}`, 'iu').test(text))
  )
    cells.type = `→ ${named.name}`
  const related = cells.type === '' && conflict === undefined ? relatedThing(left, all, words) : undefined
  if (related !== undefined) cells.type = `→ ${related}`
  if (conflict !== undefined) {
    askQuestion(statement, words.ask.twoValues(written.name, conflict))
    cells.type = ''
  }
  for (const clause of left) {
    if (words.requirement.test(clause) || cells.type === '') askQuestion(statement, words.ask.meansOf(draftPlainText(clause), written.name))
    if (!meaning.some((each) => each.includes(draftPlainText(clause)))) meaning.push(draftPlainText(clause))
  }
  for (const clause of described) {
    if (words.requirement.test(clause) && !text.includes(clause) && !/^\W*see\b/i.test(clause))
      askQuestion(statement, words.ask.meansOf(draftPlainText(clause), written.name))
  }
  if (cells.type === '') {
    cells.type = 'not shown'
    askQuestion(statement, words.ask.valueKind(written.name))
  }
  if (resource.key === undefined && !resource.isShape && (cells.rules.has('key') || isKey(written.name, resource.name))) {
    resource.key = written.name
    cells.rules.add('key')
    for (const rule of ['read-only', 'unique', 'never changes']) cells.rules.delete(rule)
    cells.must = ''
  } else if (resource.key !== written.name) cells.rules.delete('key')
  if (cells.rules.has('read-only') && cells.must === 'yes') cells.must = ''
  if (cells.below !== undefined)
    draft.below.push({ resource: resource.name, isShape: resource.isShape, field: written.name, schema: cells.below })
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

/** "e-mail address" beside `varchar(80)`, and a reference beside `bigint`: a clause that only names a narrower kind. */
function refinesKind(clause: string, both: string, before: string): boolean {
  return clause !== '' && both.startsWith(clause) && /^(?:email|uri|→)/.test(clause) && /^(?:text|whole number|uuid)\b/.test(before)
}

/** A shape with the members of an object in a sample. */
function shapeOfParts(resource: Resource, field: string, parts: readonly Member[], statement: Statement, reading: FieldReading): string {
  const shape = makeResource(resourceTypeName(`${resource.name} ${field}`), true)
  const table = tableOf(reading.draft, 'resources', 'fields', fieldColumns, `${shape.name} (shape)`)
  takeFields(table, shape, statement, parts.map(memberField), reading, true)
  reading.known.add(shape)
  return shape.name
}

/** A member of a sample with remarks, as a field. */
export function memberField({ name, spec, value, parts, isList }: Member): Written {
  return {
    name,
    type: spec,
    must: '',
    default: '',
    setter: '',
    flags: '',
    meaning: '',
    ...(value === undefined ? {} : { shown: value }),
    ...(parts === undefined ? {} : { parts }),
    ...(isList === true ? { isPartList: true } : {}),
  }
}

/** "the member who borrows": the resource in the first clause, as written. */
function relatedThing([first = '']: readonly string[], known: KnownTypes, words: Words): string | undefined {
  const word = words.requirement.test(first) ? undefined : words.thingThat.exec(first)?.[1]
  const found = word === undefined ? undefined : known.named(word)
  return found?.isShape === false && found.name.toLowerCase() === word!.toLowerCase().replaceAll(' ', '') ? found.name : undefined
}

function asList(type: string, { least, most }: Cardinality): string {
  const from = least === '0' ? '' : least
  const to = /^\d+$/.test(most) ? most : ''
  return type.startsWith('list of ')
    ? type.replace(/^list/, `list${from + to === '' ? '' : ` ${from}..${to}`}`)
    : type.startsWith('list')
      ? type
      : `list${from + to === '' ? '' : ` ${from}..${to}`} of ${type}`
}

function isKey(field: string, resource: string): boolean {
  const plain = field.toLowerCase().replaceAll('_', '')
  return plain === 'id' || plain === `${resource.toLowerCase()}id`
}

/** The presence that the table, or the form, gives to fields without a word about it. */
function usualOf({ usual, default: fallback }: Written, ofForm: Presence | undefined, { marks }: Words): Presence | undefined {
  const own = usual === 'open' ? undefined : (usual ?? ofForm)
  if (marks.nothing.test(fallback)) return own
  return own === 'without-default' ? 'no' : own === 'yes' ? undefined : own
}

/** `isDeclared`: the text is the form's explanation of a mark, whose conditions are about all fields. */
function mustCell(
  text: string,
  cells: FieldCells,
  statement: Statement,
  words: Words,
  { isDeclared, usual }: { readonly isDeclared: boolean; readonly usual: Presence | undefined },
): string {
  const { marks, ask } = words
  const plain = text.replaceAll(/[*`]/g, '').trim()
  if (words.service.test(plain)) {
    cells.rules.add('read-only')
    return ''
  }
  const [, word = plain, more = ''] = /^([^\s(,;]+)\s*[(,;]?\s*(.*?)\)?$/.exec(plain) ?? []
  if (marks.nothing.test(plain)) {
    if (cells.must !== '' || usual === undefined || cells.rules.has('read-only')) return cells.must
    if (cells.default === '') return usual === 'without-default' ? 'yes' : usual
    return usual === 'yes' ? cells.must : 'no'
  }
  const said = marks.yes.test(word) || marks.yes.test(plain) ? 'yes' : marks.no.test(word) || marks.no.test(plain) ? 'no' : undefined
  const isWhole = marks.yes.test(plain) || marks.no.test(plain)
  // "on termination" and "yes, if paid" require the field only then.
  if (
    said === 'yes' &&
    !isWhole &&
    !isDeclared &&
    !marks.creation.test(plain) &&
    (marks.conditional.test(plain) || marks.condition.test(more))
  ) {
    askQuestion(statement, ask.mustWhen(plain))
    return 'no'
  }
  if (said !== undefined) {
    if (more !== '' && !marks.yes.test(plain) && !marks.no.test(plain) && said === 'yes') askQuestion(statement, ask.mustSaid(plain))
    if (cells.must !== '' && cells.must !== said) askQuestion(statement, ask.mustOpposite(plain))
    return said
  }
  askQuestion(statement, marks.conditional.test(plain) ? ask.mustWhen(plain) : ask.mustUnknown(plain))
  return marks.conditional.test(plain) ? 'no' : ''
}

export function takeItems(resource: Resource, items: readonly Item[], statement: Statement, reading: FieldReading, flags: string): void {
  const table = tableOf(reading.draft, 'resources', 'fields', fieldColumns, resource.isShape ? `${resource.name} (shape)` : resource.name)
  takeFields(
    table,
    resource,
    statement,
    items.map(({ name, spec }) => ({ name, type: spec, must: '', default: '', setter: '', flags, meaning: '' })),
    reading,
    true,
  )
}
