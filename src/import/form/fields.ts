// Reads part 2 of a form: resources and shapes with their fields, from tables, lists and definitions.

import { resourceTypeName, singular } from '../names.ts'
import { abbreviations, readAliases } from './declared.ts'
import { type FormDraft, askQuestion, tableOf, takeLine } from './draft.ts'
import { readEveryRecord } from './every-record.ts'
import { fieldColumnsOf, isFieldTable, memberName, rowFields } from './field-tables.ts'
import type { KnownTypes } from './known-types.ts'
import { type RawField, generalKinds, sharedChoice, textBlocks } from './form-wide.ts'
import { type Item, articleItems, listedItems, objectItems, sentenceItems } from './nested.ts'
import { readPrefixedKeys } from './prefixed-keys.ts'
import { type FormResources, type Resource, findNamed, ownerIn } from './resource.ts'
import { completeFromSample, leadingSample } from './sample-fields.ts'
import { choiceFirst, saysKind, spokenItems } from './spoken.ts'
import type { Form, FormSection, Statement } from './statements.ts'
import { type Known, type Reading, fieldColumns, readField, takeItems } from './take-field.ts'
import type { Words } from './words.ts'

export function readResources(form: Form, draft: FormDraft, words: Words): FormResources {
  const sections = form.sections.filter(({ part }) => part === 'resources')
  const aliases = new Map<string, string>()
  for (const section of sections) readAliases(section, aliases, words)
  for (const [name, meaning] of abbreviations(form)) if (!aliases.has(name)) aliases.set(name, meaning)
  const all = sections.flatMap((section) => resourceOf(section, words))
  const objects = declaredObjects(sections, all)
  const resources: FormResources = { all, named: (word) => findNamed(all, word) }
  const text = sections.map(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? block.statement.text : '')).join('\n')).join('\n')
  const raws = sections.flatMap((section) => rawFields(section, words))
  const base: KnownTypes = { words, aliases, general: generalKinds(sections, words), named: (word) => findNamed(all, word), choiceOf: () => undefined, timesAreInstants: /\btimes?\b[^\n]*(?:ISO 8601|RFC 3339)/i.test(text) }
  const known: Known = { ...base, add: (shape) => all.push(shape), of: (resource, field) => ({ ...base, choiceOf: (owner, name) => sharedChoice(raws, base, owner, name, field), ownField: (word) => ownField(raws, resource, word) }) }
  const marksOptional = words.optionalMarked.test(text)
  for (const { resource, items, statement } of objects) takeItems(resource, items, statement, { draft, known, words, marksOptional: false }, '')
  for (const section of sections) {
    const resource = resourceOf(section, words).map(({ name }) => all.find((each) => each.name === name)!)[0]
    if (resource !== undefined) readSection(section, resource, { draft, known, words, marksOptional })
  }
  readEveryRecord(sections, all, draft, base)
  readPrefixedKeys(sections, resources, draft, fieldColumns, ownerIn, words)
  return resources
}

/** "`money` = `{ "amount": … }`": a kind of value with members is a shape. */
function declaredObjects(sections: readonly FormSection[], all: Resource[]): { readonly resource: Resource; readonly items: readonly Item[]; readonly statement: Statement }[] {
  return textBlocks(sections).flatMap(({ statement }) => {
    const [, name, object] = /^`?([A-Za-z]\w*)`?\s*(?:=|is|:)\s*(`?\{.*\}`?)\.?$/s.exec(statement.text) ?? []
    const items = statement.kind === 'sample' || object === undefined ? undefined : objectItems(object)
    if (items === undefined || findNamed(all, name!) !== undefined) return []
    const resource: Resource = { name: resourceTypeName(name!), isShape: true, fields: new Map(), key: undefined, statements: new Map() }
    all.push(resource)
    return [{ resource, items, statement }]
  })
}

function rawFields(section: FormSection, words: Words): RawField[] {
  const [owner] = resourceOf(section, words)
  const number = /^(\d+[.\d]*?)\.?\s/.exec(section.title)?.[1] ?? ''
  if (owner === undefined) return []
  return section.blocks.flatMap((block) => {
    if (block.kind === 'text') return (listedItems(block.statement.text) ?? [fieldItem(block.statement.text)].flatMap((each) => (each === undefined ? [] : [{ name: each.name, spec: each.rest }]))).map(({ name, spec }) => ({ owner: owner.name, section: number, name: memberName(name), type: spec, meaning: '' }))
    if (!isFieldTable(block, words)) return []
    const columns = fieldColumnsOf(block, words)
    return block.rows.flatMap(({ cells }) => rowFields(cells, columns, words).map(({ name, type, meaning }) => ({ owner: owner.name, section: number, name: memberName(name), type, meaning })))
  })
}

/** "debit account" of `debitAccountId`. */
function ownField(raws: readonly RawField[], resource: string, word: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_]/g, '')
  const found = raws.filter(({ owner, name }) => owner === resource && [plain(word), `${plain(word)}id`].includes(plain(name)))
  return found.length === 1 ? found[0]!.name : undefined
}

function resourceOf(section: FormSection, words: Words): Resource[] {
  const name = section.level > 2 ? ownerIn(section.title) : undefined
  if (name === undefined) return []
  const hasFields = section.blocks.some((block) => (block.kind === 'table' ? isFieldTable(block, words) : fieldText(block.statement, words) !== undefined) || (block.kind === 'text' && block.statement.kind === 'sentence' && (listedItems(block.statement.text) ?? sentenceItems(block.statement.text, words) ?? kindItems(block.statement.text, words)) !== undefined)) || spokenItems(section, words).length > 0 || leadingSample(section) !== undefined
  if (!hasFields) return []
  return [{ name: resourceTypeName(name), isShape: words.shape.test(section.title), fields: new Map(), key: undefined, statements: new Map() }]
}

function fieldItem(whole: string): { readonly name: string; readonly rest: string } | undefined {
  const text = whole.replace(/^(?:an?|the|its|eine?n?|der|die|das)\s+(?=[`*"“„])/i, '').replace(/^["“„](\w+)["”“]/, '`$1`').replace(/[;,](?: and| und)?$/, '')
  const [, referring, target] = /^[*_`]*([A-Za-z_]\w*)[*_`]*\s*((?:->|→)\s*.+)$/.exec(text) ?? []
  if (referring !== undefined && target !== undefined) return { name: referring, rest: target }
  const [, quoted, behind] = /^[*_]*`([A-Za-z_]\w*)`[*_]*[\s,]+([^\s:–—(-].*)$/.exec(text) ?? /^\*\*([A-Za-z_]\w*)\*\*\s+([^\s:–—(-].*)$/.exec(text) ?? []
  if (quoted !== undefined && behind !== undefined) return { name: quoted, rest: behind }
  const found = /^[*_`]*([\p{L}_][\p{L}\d_]*|\p{L}[\p{L}\d_'’]*(?: [\p{L}\d][\p{L}\d_'’-]*){1,4})[*_`]*(?:\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*(?::|–|—|\s-\s|$)[*_]*\s*(.*)$/u.exec(text)
  if (found === null || (found[2] === undefined && found[3] === '')) return undefined
  return { name: found[1]!, rest: [found[2], found[3]].filter((each) => each !== undefined && each !== '').join('; ') }
}

/** An item, or a line `title: text, required`, that is a field. */
function fieldText({ kind, text }: Statement, words: Words): { readonly name: string; readonly rest: string } | undefined {
  if (kind === 'item') return fieldItem(text)
  const item = kind === 'sentence' && /^[*_`]*[A-Za-z_]\w*[*_`]*(?:\s\([^()]*\))?\s?[:–—]/.test(text) ? fieldItem(text) : undefined
  return item !== undefined && saysKind(item.rest, words) ? item : undefined
}

function readSection(section: FormSection, resource: Resource, reading: Reading): void {
  const table = tableOf(reading.draft, 'resources', 'fields', fieldColumns, resource.isShape ? `${resource.name} (shape)` : resource.name)
  let flags = ''
  const spoken = spokenItems(section, reading.words)
  for (const block of section.blocks) {
    if (block.kind === 'text') {
      const { statement } = block
      const ofAll = statement.kind === 'sentence' ? reading.words.allFields.exec(statement.text)?.[1] : undefined
      if (ofAll !== undefined) {
        flags = ofAll
        takeLine(statement)
      }
      if (statement.kind === 'sentence') readListed(section, resource, statement, reading, flags)
      for (const { name, spec, more } of spoken.filter((each) => each.statement === statement)) {
        readField(table, resource, statement, [{ name, type: spec, must: '', default: '', setter: '', flags, meaning: '' }], reading, true)
        for (const each of more) takeLine(each)
      }
      const item = fieldText(statement, reading.words)
      if (item === undefined) continue
      const { spec, names } = sameOfOthers(item.rest, reading.words)
      for (const name of [item.name, ...names]) readField(table, resource, statement, [{ name, type: spec, must: '', default: '', setter: '', flags: '', meaning: '' }], reading, true)
      continue
    }
    if (!isFieldTable(block, reading.words)) continue
    const columns = fieldColumnsOf(block, reading.words)
    for (const { cells, statement } of block.rows) readField(table, resource, statement, rowFields(cells, columns, reading.words), reading, columns.type === undefined)
  }
  completeFromSample(section, resource, table.rows, reading)
}

/** Names with their kinds in parentheses, if most of them say a kind. */
function kindItems(text: string, words: Words): readonly Item[] | undefined {
  const items = articleItems(text, words)
  return items !== undefined && items.filter(({ spec }) => saysKind(choiceFirst(spec, words), words)).length * 2 > items.length ? items : undefined
}

/** Splits "is optional. So is `birthday`" into the statement and the other fields that it applies to. */
function sameOfOthers(rest: string, { alsoSo }: Words): { readonly spec: string; readonly names: readonly string[] } {
  const found = alsoSo.exec(rest)
  return found === null ? { spec: rest, names: [] } : { spec: rest.slice(0, found.index), names: Array.from(found[0].matchAll(/`(\w+)`/g), ([, name]) => name!) }
}

/** A sentence that names fields one after another: the resource's own, or those of a part of it that it names. */
function readListed(section: FormSection, resource: Resource, statement: Statement, reading: Reading, flags: string): void {
  const hasOthers = section.blocks.some((block) => (block.kind === 'table' ? isFieldTable(block, reading.words) : block.statement.kind === 'item' && fieldItem(block.statement.text) !== undefined))
  const own = hasOthers ? undefined : (listedItems(statement.text) ?? sentenceItems(statement.text, reading.words) ?? kindItems(statement.text, reading.words))
  if (own !== undefined) return takeItems(resource, own, statement, reading, flags)
  const [head, part, whole] = reading.words.partsOf.exec(statement.text) ?? []
  const owner = whole === undefined ? undefined : reading.known.named(whole)
  const items = head === undefined ? undefined : listedItems(statement.text.slice(head.length))
  if (items === undefined || owner === undefined) return
  const shape: Resource = { name: resourceTypeName(`${owner.name} ${singular(part!)}`), isShape: true, fields: new Map(), key: undefined, statements: new Map() }
  takeItems(shape, items, statement, reading, flags)
  askQuestion(statement, reading.words.ask.beside())
}
