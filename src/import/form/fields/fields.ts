// Reads part 2 of a form: resources and shapes with their fields, from tables, lists and definitions.

import { makeResourceName, normaliseSpelling, singularize } from '../../names.ts'
import { readAbbreviations, readAliases, readEmphasis, readMarks } from '../kinds/declared.ts'
import { readBodyPresence } from './body-presence.ts'
import { readCodeAliases } from '../code/code-types.ts'
import { readCodeLists } from './code-lists.ts'
import { readDefinedWords } from './defined-words.ts'
import type { FormDraft } from '../draft.ts'
import { readEveryRecord, spreadCommon } from './every-record.ts'
import { findFieldColumns, isFieldTable } from './field-columns.ts'
import { readFieldItem, isField } from './field-head.ts'
import { readRowFields } from './field-rows.ts'
import { markDefaultsOptional } from './field-presence.ts'
import { readSection } from './field-section.ts'
import { readFieldText } from '../kinds/field-type.ts'
import { type RawField, readGeneralKinds, findSharedChoice, listTextBlocks } from './form-wide.ts'
import { findIdColumn, readLineName } from '../id-columns.ts'
import { isKind } from '../kinds/kind-tests.ts'
import type { KnownTypes } from '../kinds/known-types.ts'
import { type Item, groupItems, readListedItems, readObjectItems, readSentenceItems } from './nested.ts'
import { readNotation } from './notation-legend.ts'
import { readPathKeys } from './path-keys.ts'
import { readPrefixedKeys } from './prefixed-keys.ts'
import { readUsualPresence } from './presence.ts'
import { type FormResources, type Resource, findNamed, makeResource, readOwner } from '../resource.ts'
import { readSectionResource } from './section-resource.ts'
import type { Form, FormSection, Statement } from '../statement.ts'
import { type KnownShapes, fieldColumns, takeItems } from './take-field.ts'
import { stripTitle } from '../things.ts'
import type { Words } from '../words.ts'
import { makeMemberName } from './written-field.ts'

export function readResources(form: Form, draft: FormDraft, plainWords: Words): FormResources {
  const sections = form.sections.filter(({ part }) => part === 'resources')
  const aliases = new Map<string, string>()
  for (const section of sections) readAliases(section, aliases, plainWords)
  for (const [name, meaning] of readCodeLists(sections, plainWords)) aliases.set(name, meaning)
  for (const [name, meaning] of readCodeAliases(form.source.text)) if (!isKind(name, plainWords)) aliases.set(name.toLowerCase(), meaning)
  for (const [name, meaning] of [...readAbbreviations(form), ...readMarks(form, plainWords), ...readEmphasis(form, plainWords)])
    if (!aliases.has(name)) aliases.set(name, meaning)
  for (const [name, meaning] of readNotation(form, plainWords).meanings) if (!aliases.has(name)) aliases.set(name, meaning)
  for (const [name, meaning] of readDefinedWords(form, plainWords)) if (!aliases.has(name)) aliases.set(name, meaning)
  const words: Words = {
    ...plainWords,
    isMark: (text) => aliases.has(text) || (/^\w+\(.+\)$/.test(text) && aliases.has(`${text.replace(/\(.*$/, '').toLowerCase()}()`)),
    isState: makeStateTest(form),
  }
  const all = sections.flatMap((section) => readSectionResource(section, words) ?? [])
  const objects = listDeclaredObjects(sections, all, words)
  // The members of `{ amount: int, … }` are no kind of value.
  for (const { resource } of objects) aliases.delete(resource.name.toLowerCase())
  const resources: FormResources = { all, named: (word) => findNamed(all, word) }
  const text = sections
    .map(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? block.statement.text : '')).join('\n'))
    .join('\n')
  const raws = sections.flatMap((section) => readRawFields(section, words))
  markEmbedded(all, raws, form, words)
  const base: KnownTypes = {
    words,
    aliases,
    general: readGeneralKinds(sections, words),
    named: (word) => findNamed(all, word),
    shapeOf: (field) => shapeOfField(all, field),
    choiceOf: () => undefined,
    lengthsAreExact: /\b(?:string|text|str)\b(?:[(, ]*0|[([][01]|[(, ]*(?=\.\.))\s*\.\.\s*\d/i.test(joinTexts(sections)),
    idsAreTexts:
      /"(?:id|\w+_id|\w+Id)"\s*:\s*"(?![0-9a-f]{8}-[0-9a-f]{4}-)/.test(form.source.text) || words.idExample.test(form.source.text),
    numbersAreWhole: words.wholeNumbers.test(text),
    timesAreInstants: words.timesAreInstants.test(text),
  }
  const known: KnownShapes = {
    ...base,
    add: (shape) => all.push(shape),
    sameName: (field) => {
      const types = new Set(
        all.flatMap(({ fields }) => fields.get(field)?.type ?? []).filter((type) => type !== '' && type !== 'not shown'),
      )
      return types.size === 1 ? [...types][0] : undefined
    },
    ofField: (resource, field) => ({
      ...base,
      ownName: field,
      choiceOf: (owner, name) => findSharedChoice(raws, base, owner, name, field),
      ownField: (word) => ownField(raws, resource, word),
    }),
  }
  const usual =
    readUsualPresence([form.before, ...listGeneralTexts(sections, words)], words) ??
    (words.optionalMarked.test(`${form.before}\n${text}`) || hasOnlyOptionalMarks(readMarks(form, words), base) ? 'yes' : undefined)
  for (const { resource, items, statement } of objects) takeItems(resource, items, statement, { draft, known, words, usual: undefined }, '')
  for (const section of sections) {
    const named = readSectionResource(section, words)?.name
    const resource = all.find(({ name }) => name === named)
    if (resource !== undefined) readSection(section, resource, { draft, known, words, usual })
  }
  const common = sections
    .filter(({ level, title }) => level > 2 && words.everyTitle.test(stripTitle(title)))
    .flatMap(({ title }) => readOwner(title) ?? [])
    .map(makeResourceName)
  spreadCommon(all, new Set(common), draft)
  readEveryRecord(sections, all, draft, base)
  readPathKeys(form, resources, draft)
  readPrefixedKeys(sections, resources, draft, fieldColumns, readOwner, words)
  readBodyPresence(form, resources, draft)
  markDefaultsOptional(draft)
  return resources
}

/** Tests for words in capitals that part 3 uses. */
function makeStateTest({ sections }: Form): (word: string) => boolean {
  const text = joinTexts(sections.filter(({ part }) => part === 'states'))
  const names = new Set(text.match(/(?<![\p{L}\d_-])[A-Z][A-Z_]{2,}(?![\p{L}\d-])/gu) ?? [])
  return (word) => names.has(word)
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
      // The answers of `/sessions/{id}/answers` have no collection of their own.
      .flatMap((text) => text.match(/(?<![\w}>*])\/[A-Za-z][\w-]*(?:\/v\d+\/[A-Za-z][\w-]*)?|\/[A-Za-z][\w-]*(?=\/[{:<])/g) ?? [])
      .map((path) => `/${path.split('/').at(-1)!}`)
      .map((segment) => singularize(normaliseSpelling(segment))),
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
          normaliseSpelling(field.name) === `${name.toLowerCase()}id` ||
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
function listDeclaredObjects(
  sections: readonly FormSection[],
  all: Resource[],
  words: Words,
): { readonly resource: Resource; readonly items: readonly Item[]; readonly statement: Statement }[] {
  return listTextBlocks(sections).flatMap(({ statement }) => {
    // "An **Address** is a nested object with `street` (…) and `city` (…)": the name is marked, or called an object.
    const said = statement.kind === 'sample' ? undefined : words.objectSentence.exec(statement.text)?.groups
    const listed = said === undefined || (said['mark'] === '' && said['noun'] === undefined) ? undefined : groupItems(said['items']!)
    if (listed !== undefined && !all.some(({ name }) => name === makeResourceName(said!['name']!))) {
      const shape = makeResource(makeResourceName(said!['name']!), true)
      all.push(shape)
      return [{ resource: shape, items: listed, statement }]
    }
    const [, name, object] = /^`?([A-Za-z]\w*)`?\s*(?:=|is|:)\s*(`?\{.*\}`?)\.?$/s.exec(statement.text) ?? []
    const items = statement.kind === 'sample' || object === undefined ? undefined : readObjectItems(object)
    if (items === undefined || findNamed(all, name!) !== undefined) return []
    const resource = makeResource(makeResourceName(name!), true)
    all.push(resource)
    return [{ resource, items, statement }]
  })
}

function joinTexts(sections: readonly FormSection[]): string {
  return sections
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text))),
    )
    .join('\n')
}

/** The texts of part 2 that describe no field. */
function listGeneralTexts(sections: readonly FormSection[], words: Words): string[] {
  return listTextBlocks(sections).flatMap(({ statement, member }) =>
    statement.kind === 'sample' || member !== undefined || (statement.kind === 'item' && isField(statement.text, words))
      ? []
      : [statement.text],
  )
}

/** True if the form explains a mark for optional fields, and none for required ones: fields without a mark are then required. */
function hasOnlyOptionalMarks(marks: ReadonlyMap<string, string>, known: KnownTypes): boolean {
  const musts = Array.from(marks.values(), (meaning) => readFieldText(meaning, { ...known, aliases: new Map() }).cells.must)
  return musts.includes('no') && !musts.includes('yes')
}

function readRawFields(section: FormSection, words: Words): RawField[] {
  const owner = readSectionResource(section, words)
  const number = /^(\d+[.\d]*?)\.?\s/.exec(section.title)?.[1] ?? ''
  if (owner === undefined) return []
  return section.blocks.flatMap((block) => {
    if (block.kind === 'text' && block.member !== undefined)
      return [{ owner: owner.name, section: number, name: makeMemberName(block.member.name), type: block.member.spec, meaning: '' }]
    if (block.kind === 'text')
      return (
        readListedItems(block.statement.text) ??
        (block.statement.kind === 'sentence' ? readSentenceItems(block.statement.text, words) : undefined) ??
        (readFieldItem(block.statement.text, words) ?? { names: [], rest: '' }).names.map((name) => ({
          name,
          spec: readFieldItem(block.statement.text, words)!.rest,
        }))
      ).map(({ name, spec }) => ({ owner: owner.name, section: number, name: makeMemberName(name), type: spec, meaning: '' }))
    if (!isFieldTable(block, words)) return []
    const columns = findFieldColumns(block, words)
    const id = findIdColumn(block, words)
    return block.rows.flatMap(({ cells }) =>
      readRowFields(cells, columns, words).map(({ name, type, meaning }) => ({
        ...(id === undefined ? {} : { id: readLineName(cells[id]) }),
        owner: owner.name,
        section: number,
        name: makeMemberName(name),
        type,
        meaning,
      })),
    )
  })
}

/** The field of the resource for a word: `debitAccountId` for "debit account". */
function ownField(raws: readonly RawField[], resource: string, word: string): string | undefined {
  const plain = normaliseSpelling(word)
  const found = new Set(
    raws.flatMap(({ owner, name }) => (owner === resource && [plain, `${plain}id`].includes(normaliseSpelling(name)) ? [name] : [])),
  )
  return found.size === 1 ? [...found][0] : undefined
}
