// Reads the fields of one section of part 2, from its tables, lists, sentences and samples.

import { makeResourceName, normaliseSpelling, singularize } from '../../names.ts'
import { type DraftTable, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import { takeMembers, withDottedMembers } from './dotted-members.ts'
import { findFieldColumns, isFieldTable } from './field-columns.ts'
import { readFieldItem } from './field-head.ts'
import { findEmphasis, readRowFields } from './field-rows.ts'
import { readFieldText } from '../kinds/field-type.ts'
import { applyFacts, readLateFacts } from './late-facts.ts'
import { readLedItems, readListedItems, readSentenceItems } from './nested.ts'
import { type Resource, makeResource } from '../resource.ts'
import { completeFromSample, completeObjects } from './sample-fields.ts'
import { parseFieldText, readKindItems } from './section-resource.ts'
import { type SpokenItem, readSpokenItems } from './spoken.ts'
import type { FormSection, FormTable, FormText, Statement } from '../statement.ts'
import { type FieldsReading, fieldColumns, takeFields, takeItems } from './take-field.ts'
import type { Words } from '../words.ts'
import { type Written, makeMemberField, makeMemberName, makePlainField } from './written-field.ts'

/** The state of reading one section. */
type SectionReading = {
  readonly section: FormSection
  readonly table: DraftTable
  readonly resource: Resource
  readonly reading: FieldsReading
  /** Fields in sentences without a name in code. */
  readonly spoken: readonly SpokenItem[]
  /** The kind of value precedes each name. */
  readonly isKindFirst: boolean
  /** A statement about all following fields. */
  flags: string
}

/** Adds all fields of a section to its resource. */
export function readSection(section: FormSection, resource: Resource, reading: FieldsReading): void {
  const { words, known, draft } = reading
  const table = openTable(draft, 'resources', 'fields', fieldColumns, resource.isShape ? `${resource.name} (shape)` : resource.name)
  const names = groupStatements(section, reading)
  const late = readLateFacts(section, names, known, resource.name)
  const isSaid = ({ name, spec, statement }: SpokenItem): boolean => spec.startsWith('reference to ') && namesKey(names, name, statement)
  const all = readSpokenItems(section, words).filter(({ statement }) => !late.has(statement))
  // "A stay belongs to one guest" and "`guestId` refers to the guest" are one field.
  for (const { statement } of all.filter(isSaid)) takeLine(statement)
  const spoken = all.filter((each) => !isSaid(each))
  const state: SectionReading = { section, table, resource, reading, spoken, isKindFirst: hasKindsFirst(section, words), flags: '' }
  for (const block of section.blocks) {
    if (block.kind === 'table') readTable(block, state)
    else if (!late.has(block.statement)) readText(block, state)
  }
  completeFromSample(section, resource, table.rows, reading)
  completeObjects(section, resource, table.rows, reading)
  applyFacts([...late.values()].flat(), resource, table.rows, known, words)
}

function readTable(block: FormTable, { table, resource, reading }: SectionReading): void {
  if (!isFieldTable(block, reading.words)) return
  const columns = findFieldColumns(block, reading.words)
  const rows = block.rows.map(({ cells, statement }) => ({ statement, all: readRowFields(cells, columns, reading.words) }))
  for (const { statement, all, owner } of withDottedMembers(rows, resource, reading))
    if (owner === undefined) takeFields(table, resource, statement, all, reading, columns.type === undefined)
    else takeMembers(owner, statement, all, reading, columns.type === undefined)
}

/** A sentence or an item: what it says of all fields, the fields that it lists or speaks of, or the one that it describes. */
function readText(block: FormText, state: SectionReading): void {
  const { statement } = block
  const { table, resource, reading } = state
  const take = (written: Written): void => takeFields(table, resource, statement, [written], reading, true)
  const ofAll = statement.kind === 'sentence' ? reading.words.allFields.exec(statement.text)?.[1] : undefined
  if (ofAll !== undefined) {
    state.flags = ofAll
    takeLine(statement)
  }
  const spoken = state.spoken.filter((each) => each.statement === statement)
  const isListed = statement.kind === 'sentence' && readListed(state, statement, spoken.length)
  if (!isListed)
    for (const { name, spec, more } of spoken) {
      take(makePlainField(name, spec, state.flags))
      for (const each of more) takeLine(each)
    }
  if (block.member !== undefined) take(makeMemberField(block.member))
  else if (!isListed) readItem(block, state, take)
}

function readItem(
  { statement, label }: FormText,
  { resource, reading, isKindFirst, flags }: SectionReading,
  take: (written: Written) => void,
): void {
  // "`street` (…), `city` (…) – all required": an item with several fields.
  const listed = statement.kind === 'item' ? readListedItems(statement.text) : undefined
  if (listed !== undefined) return takeItems(resource, listed, statement, reading, flags)
  const item = parseFieldText(statement, reading.words)
  if (item === undefined) return
  const { spec: said, names } = splitSameOfOthers(item.rest, reading.words)
  const spec = isKindFirst ? `${/^\S+/.exec(item.names[0]!)![0]}; ${said}` : said
  const ofGroup = statement.kind === 'item' ? [groupFlags(label, reading), findEmphasis(statement.text, reading.words)] : []
  // Common settings of all fields do not apply to fields that the service sets.
  const ofAll = flags !== '' && !readFieldText(spec, reading.known).cells.rules.has('read-only') ? flags : ''
  const type = [spec, ...ofGroup, ofAll].filter((each) => each !== '').join('; ')
  const all = [...item.names, ...names]
  for (const [index, name] of all.entries())
    take(makePlainField(isKindFirst ? name.replace(/^\S+\s+/, '') : name, ofOne(type, index, all.length, reading.words)))
}

/** "`opens` / `closes`: default `8` and `20`": each field has its own default. */
function ofOne(type: string, index: number, count: number, { severalDefaults, defaultClause, bothAre, eachBound }: Words): string {
  const plain = count > 1 ? type.replace(bothAre, '$1').replace(eachBound, '$1') : type
  const [whole, list] = count > 1 ? (severalDefaults.exec(plain) ?? []) : []
  const values = list?.match(/`[^`]+`|[^\s,/`]+/g)?.filter((each) => !/^(?:and|und)$/.test(each)) ?? []
  return whole === undefined || values.length !== count ? plain : plain.replace(whole, `${defaultClause} ${values[index]!}`)
}

/** `text name (max 40)`, `date due (required)`: the kind precedes the name of each item, which has no other. */
function hasKindsFirst({ blocks }: FormSection, words: Words): boolean {
  const items = blocks.flatMap((block) =>
    block.kind === 'text' && block.statement.kind === 'item' && block.depth === 0 ? [parseFieldText(block.statement, words)] : [],
  )
  return (
    items.length > 1 &&
    items.every(
      (item) =>
        item !== undefined &&
        item.names.every((name) => {
          const [, kind, own] = /^(\p{L}+) (\p{L}[\p{L}\d_]*)$/u.exec(name) ?? []
          return (
            (own !== undefined &&
              words.phrases.some(([pattern, fact]) => (fact?.says === 'type' || fact?.says === 'reference') && pattern.test(kind!))) ||
            (kind !== undefined && words.bareKind.test(kind))
          )
        }),
    )
  )
}

/** The names of the fields of a section, with the statements that could describe them. */
function groupStatements(section: FormSection, { words }: FieldsReading): ReadonlyMap<string, readonly Statement[]> {
  const found = new Map<string, Statement[]>()
  const add = (name: string, statement: Statement): void =>
    void found.set(makeMemberName(name), [...(found.get(makeMemberName(name)) ?? []), statement])
  for (const block of section.blocks) {
    if (block.kind === 'table') {
      if (!isFieldTable(block, words)) continue
      const columns = findFieldColumns(block, words)
      for (const { cells, statement } of block.rows) for (const { name } of readRowFields(cells, columns, words)) add(name, statement)
    } else if (block.member !== undefined) add(block.member.name, block.statement)
    else
      for (const name of parseFieldText(block.statement, words)?.names ?? namesInSentence(block.statement, words))
        add(name, block.statement)
  }
  for (const { name, statement } of readSpokenItems(section, words)) add(name, statement)
  return found
}

/** True if another statement describes the field with the key of a thing: `guestId` for "guest". */
function namesKey(fields: ReadonlyMap<string, readonly Statement[]>, thing: string, statement: Statement): boolean {
  return [...fields].some(
    ([name, all]) => normaliseSpelling(name) === `${normaliseSpelling(thing)}id` && all.some((each) => each !== statement),
  )
}

/** "The field `name` is a text": the names in a sentence about fields. */
function namesInSentence({ kind, text }: Statement, words: Words): readonly string[] {
  return kind === 'sentence' ? (readSentenceItems(text, words) ?? []).map(({ name }) => name) : []
}

/** "Mandatory fields:" before a list: the statement about each item. */
function groupFlags(label: string, { known, words }: FieldsReading): string {
  // The sentence before a list is not its lead.
  if (!/:\W*$|^\W*[*_#]|^[^.]*$/.test(label.trim())) return ''
  const plain = draftPlainText(label)
    .replaceAll(/[*_`]|:\s*$/g, '')
    .replace(words.fieldNoun, '')
    .trim()
  if (words.mustContain.test(plain)) return words.requiredClause
  if (words.mayContain.test(plain)) return words.optionalClause
  if (plain === '' || plain.split(' ').length > 3) return ''
  const { cells, left, conflict } = readFieldText(plain, known)
  return left.length === 0 &&
    conflict === undefined &&
    cells.type === '' &&
    cells.default === '' &&
    (cells.must !== '' || cells.rules.size > 0)
    ? plain
    : ''
}

/** Splits "is optional. So is `birthday`" into the statement and the other fields that it applies to. */
function splitSameOfOthers(rest: string, { alsoSo }: Words): { readonly spec: string; readonly names: readonly string[] } {
  const match = alsoSo.exec(rest)
  return match === null
    ? { spec: rest, names: [] }
    : { spec: rest.slice(0, match.index), names: Array.from(match[0].matchAll(/`(\w+)`/g), ([, name]) => name!) }
}

/** Reads a sentence that lists fields of the resource, or of a named part of it. False if it lists none. */
function readListed({ section, resource, reading, flags }: SectionReading, statement: Statement, spoken: number): boolean {
  if (reading.words.everyRecord.test(statement.text)) return false
  const hasOthers = section.blocks.some((block) =>
    block.kind === 'table'
      ? isFieldTable(block, reading.words)
      : block.statement.kind === 'item' && readFieldItem(block.statement.text, reading.words) !== undefined,
  )
  const own = hasOthers
    ? undefined
    : (readListedItems(statement.text) ??
      readLedItems(statement.text, reading.words)?.items ??
      readSentenceItems(statement.text, reading.words) ??
      readKindItems(statement.text, reading.words))
  // "must have a name (…), a code (…)": the reader of sentences knows the verb, too.
  if (
    own !== undefined &&
    spoken >= own.length &&
    readListedItems(statement.text) === undefined &&
    readLedItems(statement.text, reading.words) === undefined
  )
    return false
  if (own !== undefined) {
    takeItems(resource, own, statement, reading, flags)
    return true
  }
  const [head, part, whole] = reading.words.partsOf.exec(statement.text) ?? []
  const owner = whole === undefined ? undefined : reading.known.named(whole)
  const items = head === undefined ? undefined : readListedItems(statement.text.slice(head.length))
  if (items === undefined || owner === undefined) return false
  const shape = makeResource(makeResourceName(`${owner.name} ${singularize(part!)}`), true)
  takeItems(shape, items, statement, reading, flags)
  askQuestion(statement, reading.words.ask.beside())
  return true
}
