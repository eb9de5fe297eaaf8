// Reads part 2 of a form: resources and shapes with their fields, from tables, lists and definitions.

import { resourceTypeName, singular } from '../names.ts'
import { abbreviations, readAliases, readEmphasis, readMarks } from './declared.ts'
import { type FormDraft, askQuestion, draftPlainText, tableOf, takeLine } from './draft.ts'
import { readEveryRecord, spreadCommon } from './every-record.ts'
import { type FieldHead, fieldItem, isField } from './field-head.ts'
import { emphasisOf, fieldColumnsOf, isFieldTable, memberName, rowFields } from './field-tables.ts'
import type { KnownTypes } from './known-types.ts'
import { readFieldText } from './field-type.ts'
import { type RawField, generalKinds, sharedChoice, textBlocks } from './form-wide.ts'
import { applyFacts, lateFacts } from './late-facts.ts'
import { type Item, articleItems, groupItems, ledItems, listedItems, objectItems, sentenceItems } from './nested.ts'
import { readPathKeys } from './path-keys.ts'
import { usualPresence } from './presence.ts'
import { readPrefixedKeys } from './prefixed-keys.ts'
import { type FormResources, type Resource, findNamed, makeResource, ownerIn } from './resource.ts'
import { takeMembers, withDottedMembers } from './dotted-members.ts'
import { completeFromSample, leadingSample } from './sample-fields.ts'
import { type SpokenItem, choiceFirst, saysKind, spokenItems } from './spoken.ts'
import { bareTitle } from './things.ts'
import type { Form, FormSection, Statement } from './statement.ts'
import { type KnownShapes, type FieldReading, fieldColumns, memberField, takeFields, takeItems } from './take-field.ts'
import type { Words } from './words.ts'

export function readResources(form: Form, draft: FormDraft, plainWords: Words): FormResources {
  const sections = form.sections.filter(({ part }) => part === 'resources')
  const aliases = new Map<string, string>()
  for (const section of sections) readAliases(section, aliases, plainWords)
  for (const [name, meaning] of [...abbreviations(form), ...readMarks(form, plainWords), ...readEmphasis(form, plainWords)])
    if (!aliases.has(name)) aliases.set(name, meaning)
  const words: Words = { ...plainWords, isMark: (text) => aliases.has(text) }
  const all = sections.flatMap((section) => resourceOf(section, words))
  const objects = declaredObjects(sections, all, words)
  const resources: FormResources = { all, named: (word) => findNamed(all, word) }
  const text = sections
    .map(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? block.statement.text : '')).join('\n'))
    .join('\n')
  const raws = sections.flatMap((section) => rawFields(section, words))
  markEmbedded(all, raws, form, words)
  const base: KnownTypes = {
    words,
    aliases,
    general: generalKinds(sections, words),
    named: (word) => findNamed(all, word),
    shapeOf: (field) => shapeOfField(all, field),
    choiceOf: () => undefined,
    lengthsAreExact: /\b(?:string|text|str)\b[(, ]*0\s*\.\.\s*\d/i.test(allText(sections)),
    idsAreTexts:
      /"(?:id|\w+_id|\w+Id)"\s*:\s*"(?![0-9a-f]{8}-[0-9a-f]{4}-)/.test(form.source.text) || words.idExample.test(form.source.text),
    timesAreInstants: words.timesAreInstants.test(text),
  }
  const known: KnownShapes = {
    ...base,
    add: (shape) => all.push(shape),
    ofField: (resource, field) => ({
      ...base,
      ownName: field,
      choiceOf: (owner, name) => sharedChoice(raws, base, owner, name, field),
      ownField: (word) => ownField(raws, resource, word),
    }),
  }
  const usual =
    usualPresence([form.before, ...statementsAbout(sections, words)], words) ??
    (words.optionalMarked.test(`${form.before}\n${text}`) || marksOnlyOptional(readMarks(form, words), base) ? 'yes' : undefined)
  for (const { resource, items, statement } of objects) takeItems(resource, items, statement, { draft, known, words, usual: undefined }, '')
  for (const section of sections) {
    const resource = resourceOf(section, words).map(({ name }) => all.find((each) => each.name === name)!)[0]
    if (resource !== undefined) readSection(section, resource, { draft, known, words, usual })
  }
  const common = sections
    .filter(({ level, title }) => level > 2 && words.everyTitle.test(bareTitle(title)))
    .flatMap(({ title }) => ownerIn(title) ?? [])
    .map(resourceTypeName)
  spreadCommon(all, new Set(common), draft)
  readEveryRecord(sections, all, draft, base)
  readPathKeys(form, resources, draft)
  readPrefixedKeys(sections, resources, draft, fieldColumns, ownerIn, words)
  return resources
}

/** A thing without a path and without a key, whose name is the kind of another thing's field, is a shape. */
function markEmbedded(all: Resource[], raws: readonly RawField[], { sections }: Form, { uniqueClause }: Words): void {
  const texts = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
    ])
  const segments = new Set(
    texts
      .flatMap((text) => text.match(/\/[A-Za-z][\w-]*/g) ?? [])
      .map((segment) => singular(segment.slice(1).toLowerCase().replaceAll(/[_-]/g, ''))),
  )
  for (const [index, resource] of all.entries()) {
    const { name, isShape } = resource
    const own = raws.filter(({ owner }) => owner === name)
    const isKind = raws.some(({ owner, type }) => owner !== name && new RegExp(`^(?:list of |array of )?\\W*${name}s?\\b`).test(type))
    if (
      !isShape &&
      !segments.has(name.toLowerCase()) &&
      own.length > 0 &&
      !own.some(
        (field) =>
          /^id$/i.test(field.name) ||
          field.name.toLowerCase().replaceAll('_', '') === `${name.toLowerCase()}id` ||
          `${field.type} ${field.meaning}`.toLowerCase().includes(uniqueClause),
      ) &&
      isKind
    )
      all[index] = { ...resource, isShape: true }
  }
}

/** The shape that fields with this name have, if it is only one. */
function shapeOfField(all: readonly Resource[], field: string): string | undefined {
  const types = new Set(
    all.flatMap(({ fields }) => fields.get(field)?.type ?? []).filter((type) => all.some(({ name, isShape }) => isShape && name === type)),
  )
  return types.size === 1 ? [...types][0] : undefined
}

/** "`money` = `{ "amount": … }`": a kind of value with members becomes a shape. */
function declaredObjects(
  sections: readonly FormSection[],
  all: Resource[],
  words: Words,
): { readonly resource: Resource; readonly items: readonly Item[]; readonly statement: Statement }[] {
  return textBlocks(sections).flatMap(({ statement }) => {
    // "An **Address** is a nested object with `street` (…) and `city` (…)": the name is marked, or called an object.
    const said = statement.kind === 'sample' ? undefined : words.objectSentence.exec(statement.text)?.groups
    const listed = said === undefined || (said['mark'] === '' && said['noun'] === undefined) ? undefined : groupItems(said['items']!)
    if (listed !== undefined && !all.some(({ name }) => name === resourceTypeName(said!['name']!))) {
      const shape = makeResource(resourceTypeName(said!['name']!), true)
      all.push(shape)
      return [{ resource: shape, items: listed, statement }]
    }
    const [, name, object] = /^`?([A-Za-z]\w*)`?\s*(?:=|is|:)\s*(`?\{.*\}`?)\.?$/s.exec(statement.text) ?? []
    const items = statement.kind === 'sample' || object === undefined ? undefined : objectItems(object)
    if (items === undefined || findNamed(all, name!) !== undefined) return []
    const resource = makeResource(resourceTypeName(name!), true)
    all.push(resource)
    return [{ resource, items, statement }]
  })
}

function allText(sections: readonly FormSection[]): string {
  return sections
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
    )
    .join('\n')
}

/** The texts of part 2 that describe no field. */
function statementsAbout(sections: readonly FormSection[], words: Words): string[] {
  return textBlocks(sections).flatMap(({ statement, member }) =>
    statement.kind === 'sample' || member !== undefined || (statement.kind === 'item' && isField(statement.text, words))
      ? []
      : [statement.text],
  )
}

/** True if the form explains a mark for optional fields, and none for required ones: fields without a mark are then required. */
function marksOnlyOptional(marks: ReadonlyMap<string, string>, known: KnownTypes): boolean {
  const musts = Array.from(marks.values(), (meaning) => readFieldText(meaning, { ...known, aliases: new Map() }).cells.must)
  return musts.includes('no') && !musts.includes('yes')
}

function rawFields(section: FormSection, words: Words): RawField[] {
  const [owner] = resourceOf(section, words)
  const number = /^(\d+[.\d]*?)\.?\s/.exec(section.title)?.[1] ?? ''
  if (owner === undefined) return []
  return section.blocks.flatMap((block) => {
    if (block.kind === 'text')
      return (
        listedItems(block.statement.text) ??
        (block.statement.kind === 'sentence' ? sentenceItems(block.statement.text, words) : undefined) ??
        (fieldItem(block.statement.text, words) ?? { names: [], rest: '' }).names.map((name) => ({
          name,
          spec: fieldItem(block.statement.text, words)!.rest,
        }))
      ).map(({ name, spec }) => ({ owner: owner.name, section: number, name: memberName(name), type: spec, meaning: '' }))
    if (!isFieldTable(block, words)) return []
    const columns = fieldColumnsOf(block, words)
    return block.rows.flatMap(({ cells }) =>
      rowFields(cells, columns, words).map(({ name, type, meaning }) => ({
        owner: owner.name,
        section: number,
        name: memberName(name),
        type,
        meaning,
      })),
    )
  })
}

/** The field of the resource for a word: `debitAccountId` for "debit account". */
function ownField(raws: readonly RawField[], resource: string, word: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_]/g, '')
  const found = new Set(
    raws.flatMap(({ owner, name }) => (owner === resource && [plain(word), `${plain(word)}id`].includes(plain(name)) ? [name] : [])),
  )
  return found.size === 1 ? [...found][0] : undefined
}

function resourceOf(section: FormSection, words: Words): Resource[] {
  const name = section.level > 2 ? ownerIn(section.title) : undefined
  if (name === undefined) return []
  const hasFields =
    section.blocks.some(
      (block) =>
        (block.kind === 'table' ? isFieldTable(block, words) : fieldText(block.statement, words) !== undefined) ||
        (block.kind === 'text' &&
          block.statement.kind === 'sentence' &&
          !words.everyRecord.test(block.statement.text) &&
          (listedItems(block.statement.text) ??
            ledItems(block.statement.text, words)?.items ??
            sentenceItems(block.statement.text, words) ??
            kindItems(block.statement.text, words)) !== undefined),
    ) ||
    spokenItems(section, words).length > 0 ||
    leadingSample(section) !== undefined
  if (!hasFields) return []
  return [makeResource(resourceTypeName(name), words.shape.test(section.title))]
}

/** An item, or a line such as `title: text, required`, that describes a field. */
function fieldText({ kind, text }: Statement, words: Words): FieldHead | undefined {
  if (kind === 'item') return fieldItem(text, words)
  const item = kind === 'sentence' && /^[*_`]*[A-Za-z_]\w*[*_`]*(?:\s\([^()]*\))?\s?[:–—]/.test(text) ? fieldItem(text, words) : undefined
  return item !== undefined && saysKind(item.rest, words) ? item : undefined
}

function readSection(section: FormSection, resource: Resource, reading: FieldReading): void {
  const table = tableOf(reading.draft, 'resources', 'fields', fieldColumns, resource.isShape ? `${resource.name} (shape)` : resource.name)
  let flags = ''
  const isKindFirst = kindsFirst(section, reading.words)
  const late = lateFacts(section, fieldsBy(section, reading), reading.known, resource.name)
  const names = fieldsBy(section, reading)
  const isSaid = ({ name, spec, statement }: SpokenItem): boolean => spec.startsWith('reference to ') && namesKey(names, name, statement)
  const all = spokenItems(section, reading.words).filter(({ statement }) => !late.has(statement))
  // "A stay belongs to one guest" and "`guestId` refers to the guest" are one field.
  for (const { statement } of all.filter(isSaid)) takeLine(statement)
  const spoken = all.filter((each) => !isSaid(each))
  for (const block of section.blocks) {
    if (block.kind === 'text') {
      const { statement } = block
      if (late.has(statement)) continue
      const ofAll = statement.kind === 'sentence' ? reading.words.allFields.exec(statement.text)?.[1] : undefined
      if (ofAll !== undefined) {
        flags = ofAll
        takeLine(statement)
      }
      const isListed =
        statement.kind === 'sentence' &&
        readListed(section, resource, statement, reading, { flags, spoken: spoken.filter((each) => each.statement === statement).length })
      for (const { name, spec, more } of spoken.filter((each) => !isListed && each.statement === statement)) {
        takeFields(table, resource, statement, [{ name, type: spec, must: '', default: '', setter: '', flags, meaning: '' }], reading, true)
        for (const each of more) takeLine(each)
      }
      if (block.member !== undefined) {
        takeFields(table, resource, statement, [memberField(block.member)], reading, true)
        continue
      }
      const item = isListed ? undefined : fieldText(statement, reading.words)
      if (item === undefined) continue
      const { spec: said, names } = sameOfOthers(item.rest, reading.words)
      const spec = isKindFirst ? `${/^\S+/.exec(item.names[0]!)![0]}; ${said}` : said
      const ofGroup =
        statement.kind === 'item'
          ? [groupFlags(block.label, reading), emphasisOf(statement.text, reading.words)].filter((each) => each !== '').join('; ')
          : ''
      for (const name of [...item.names, ...names].map((each) => (isKindFirst ? each.replace(/^\S+\s+/, '') : each)))
        takeFields(
          table,
          resource,
          statement,
          [
            {
              name,
              type: [spec, ofGroup].filter((each) => each !== '').join('; '),
              must: '',
              default: '',
              setter: '',
              flags: '',
              meaning: '',
            },
          ],
          reading,
          true,
        )
      continue
    }
    if (!isFieldTable(block, reading.words)) continue
    const columns = fieldColumnsOf(block, reading.words)
    const rows = block.rows.map(({ cells, statement }) => ({ statement, all: rowFields(cells, columns, reading.words) }))
    for (const { statement, all, owner } of withDottedMembers(rows, resource, reading))
      if (owner === undefined) takeFields(table, resource, statement, all, reading, columns.type === undefined)
      else takeMembers(owner, statement, all, reading, columns.type === undefined)
  }
  completeFromSample(section, resource, table.rows, reading)
  applyFacts([...late.values()].flat(), resource, table.rows, reading.known, reading.words)
}

/** `text name (max 40)`, `date due (required)`: the kind stands before the name of each item, which has no other. */
function kindsFirst({ blocks }: FormSection, words: Words): boolean {
  const items = blocks.flatMap((block) =>
    block.kind === 'text' && block.statement.kind === 'item' && block.depth === 0 ? [fieldText(block.statement, words)] : [],
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
function fieldsBy(section: FormSection, { words }: FieldReading): ReadonlyMap<string, readonly Statement[]> {
  const found = new Map<string, Statement[]>()
  const add = (name: string, statement: Statement): void =>
    void found.set(memberName(name), [...(found.get(memberName(name)) ?? []), statement])
  for (const block of section.blocks) {
    if (block.kind === 'table') {
      if (!isFieldTable(block, words)) continue
      const columns = fieldColumnsOf(block, words)
      for (const { cells, statement } of block.rows) for (const { name } of rowFields(cells, columns, words)) add(name, statement)
    } else if (block.member !== undefined) add(block.member.name, block.statement)
    else for (const name of fieldText(block.statement, words)?.names ?? namesInSentence(block.statement, words)) add(name, block.statement)
  }
  for (const { name, statement } of spokenItems(section, words)) add(name, statement)
  return found
}

/** True if another statement describes the field with the key of a thing: `guestId` for "guest". */
function namesKey(fields: ReadonlyMap<string, readonly Statement[]>, thing: string, statement: Statement): boolean {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return [...fields].some(([name, all]) => plain(name) === `${plain(thing)}id` && all.some((each) => each !== statement))
}

/** "The field `name` is a text": the names in a sentence about fields. */
function namesInSentence({ kind, text }: Statement, words: Words): readonly string[] {
  return kind === 'sentence' ? (sentenceItems(text, words) ?? []).map(({ name }) => name) : []
}

/** "Mandatory fields:" before a list: the statement about each item. */
function groupFlags(label: string, { known, words }: FieldReading): string {
  // The sentence before a list is not its lead.
  if (!/:\W*$|^\W*[*_#]|^[^.]*$/.test(label.trim())) return ''
  const plain = draftPlainText(label)
    .replaceAll(/[*_`]|:\s*$/g, '')
    .replace(words.fieldNoun, '')
    .trim()
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

/** Names with their kinds in parentheses, if most of them have one. */
function kindItems(text: string, words: Words): readonly Item[] | undefined {
  const items = articleItems(text, words)
  return items !== undefined && items.filter(({ spec }) => saysKind(choiceFirst(spec, words), words)).length * 2 > items.length
    ? items
    : undefined
}

/** Splits "is optional. So is `birthday`" into the statement and the other fields that it applies to. */
function sameOfOthers(rest: string, { alsoSo }: Words): { readonly spec: string; readonly names: readonly string[] } {
  const match = alsoSo.exec(rest)
  return match === null
    ? { spec: rest, names: [] }
    : { spec: rest.slice(0, match.index), names: Array.from(match[0].matchAll(/`(\w+)`/g), ([, name]) => name!) }
}

/** Reads a sentence that lists fields of the resource, or of a named part of it. False if it lists none. */
function readListed(
  section: FormSection,
  resource: Resource,
  statement: Statement,
  reading: FieldReading,
  { flags, spoken }: { readonly flags: string; readonly spoken: number },
): boolean {
  if (reading.words.everyRecord.test(statement.text)) return false
  const hasOthers = section.blocks.some((block) =>
    block.kind === 'table'
      ? isFieldTable(block, reading.words)
      : block.statement.kind === 'item' && fieldItem(block.statement.text, reading.words) !== undefined,
  )
  const own = hasOthers
    ? undefined
    : (listedItems(statement.text) ??
      ledItems(statement.text, reading.words)?.items ??
      sentenceItems(statement.text, reading.words) ??
      kindItems(statement.text, reading.words))
  // "must have a name (…), a code (…)": the reader of sentences knows the verb, too.
  if (
    own !== undefined &&
    spoken >= own.length &&
    listedItems(statement.text) === undefined &&
    ledItems(statement.text, reading.words) === undefined
  )
    return false
  if (own !== undefined) {
    takeItems(resource, own, statement, reading, flags)
    return true
  }
  const [head, part, whole] = reading.words.partsOf.exec(statement.text) ?? []
  const owner = whole === undefined ? undefined : reading.known.named(whole)
  const items = head === undefined ? undefined : listedItems(statement.text.slice(head.length))
  if (items === undefined || owner === undefined) return false
  const shape = makeResource(resourceTypeName(`${owner.name} ${singular(part!)}`), true)
  takeItems(shape, items, statement, reading, flags)
  askQuestion(statement, reading.words.ask.beside())
  return true
}
