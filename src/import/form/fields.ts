// Reads part 2 of a form: resources and shapes with their fields, from tables, lists and definitions.

import { resourceTypeName, singular } from '../names.ts'
import { type Columns, type DraftTable, type FormDraft, askQuestion, columnsOf, namesInText, draftPlainText, tableOf, takeLine } from './draft.ts'
import { argumentMark, type FieldCells, type KnownTypes, typeClausesOf, readFieldText } from './field-type.ts'
import { type RawField, generalKinds, sharedChoice, textBlocks } from './form-wide.ts'
import { type Item, groupItems, listedItems, objectItems, sentenceItems } from './nested.ts'
import { readPrefixedKeys } from './prefixed-keys.ts'
import { choiceFirst, isNamedKind, saysKind, spokenItems } from './spoken.ts'
import type { Form, FormSection, Statement } from './statements.ts'
import type { Words } from './words.ts'

export type Resource = { readonly name: string; readonly isShape: boolean; readonly fields: Map<string, FieldCells>; key: string | undefined; readonly statements: Map<string, Statement> }

export type FormResources = { readonly all: readonly Resource[]; named(word: string): Resource | undefined }

const wanted = ['id', 'field', 'type', 'must', 'default', 'setter', 'flags', 'range', 'rules', 'unique', 'editable', 'least', 'most', 'meaning'] as const
const fieldColumns = ['field', 'type', 'must', 'default', 'rules', 'meaning']

/** The name in a heading: `2.1 Account`, `Book (`bk_`)`, `shipment.status`. Undefined where it is a sentence. */
export function ownerIn(title: string): string | undefined {
  const name = title.replaceAll(/[*`]|\([^)]*\)|:\s*$/g, '').trim().replace(/^(?:table|tab\.?|tabelle|listing|entity|resource|object|ressource|objekt)\s*\d*[.\d]*\s*[:.–—-]\s+/i, '').replace(/:$/, '').replace(/^\s*(?:\d+[.\d]*\.?|[a-z]\)|[-–])\s+/, '').replace(/\.(?:status|state)\b.*$/, '').replace(/^(?:the|resource|entity|shape|die|der|das)\s+/i, '').trim()
  return /^[\p{L}_][\p{L}\d_ -]*$/u.test(name) && name.split(/\s+/).length <= 3 ? name : undefined
}

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

type Known = KnownTypes & { add(shape: Resource): void; of(resource: string, field: string): KnownTypes }

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
    if (!isFieldTable(block.headers, words)) return []
    const columns = fieldColumnsOf(block.headers, words)
    return block.rows.flatMap(({ cells }) => rowFields(cells, columns, words).map(({ name, type, meaning }) => ({ owner: owner.name, section: number, name: memberName(name), type, meaning })))
  })
}

/** "debit account" of `debitAccountId`. */
function ownField(raws: readonly RawField[], resource: string, word: string): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_]/g, '')
  const found = raws.filter(({ owner, name }) => owner === resource && [plain(word), `${plain(word)}id`].includes(plain(name)))
  return found.length === 1 ? found[0]!.name : undefined
}

function findNamed(all: readonly Resource[], word: string): Resource | undefined {
  const plain = word.replaceAll('`', '').trim()
  const named = (wanted: string): Resource | undefined => all.find(({ name }) => name.toLowerCase() === resourceTypeName(wanted).toLowerCase())
  return named(plain) ?? named(singular(plain)) ?? all.find(({ name }) => /^(?:e|n|en|er|nen|s)$/i.test(inflection(plain, name) ?? ''))
}

/** What a word has behind a name, as plurals in other languages have: `Kurse`, `Anmeldungen`. */
function inflection(word: string, name: string): string | undefined {
  return name.length > 2 && word.toLowerCase().startsWith(name.toLowerCase()) ? word.slice(name.length) : undefined
}

function readAliases({ blocks }: FormSection, aliases: Map<string, string>, words: Words): void {
  for (const block of blocks) {
    if (block.kind !== 'table') continue
    const columns = columnsOf(block.headers, ['typeName', 'meaning'], words)
    if (columns.typeName === undefined || columns.meaning === undefined) continue
    for (const { cells, statement } of block.rows) {
      const [, name, argument] = /^`?([\w-]+)(\(.*\))?`?$/.exec(cells[columns.typeName]?.trim() ?? '') ?? []
      if (name === undefined) continue
      aliases.set(argument === undefined ? name.toLowerCase() : `${name.toLowerCase()}()`, draftPlainText(cells[columns.meaning] ?? ''))
      statement.outcome = 'taken'
    }
  }
}

/** The columns of fields. In a table of two columns without headers, the second says all of the field. */
function fieldColumnsOf(headers: readonly string[], words: Words): Columns {
  return headers.length === 2 && headers.every((each) => each.trim() === '') ? { field: 0, meaning: 1 } : withFirst(columnsOf(headers, wanted, words))
}

/** A first column with an unknown header has the names, where another has their kinds. */
function withFirst(columns: Columns): Columns {
  const isFree = columns.field === undefined && columns.type !== undefined && !Object.values(columns).includes(0)
  return isFree ? { ...columns, field: 0 } : columns
}

function isFieldTable(headers: readonly string[], words: Words): boolean {
  const columns = fieldColumnsOf(headers, words)
  return (columns.field === 0 || (columns.field === 1 && columns.id === 0)) && (columns.type !== undefined || columns.rules !== undefined || columns.meaning !== undefined) && headers.length > 1
}

function resourceOf(section: FormSection, words: Words): Resource[] {
  const name = section.level > 2 ? ownerIn(section.title) : undefined
  if (name === undefined) return []
  const hasFields = section.blocks.some((block) => (block.kind === 'table' ? isFieldTable(block.headers, words) : fieldText(block.statement, words) !== undefined) || (block.kind === 'text' && block.statement.kind === 'sentence' && (listedItems(block.statement.text) ?? sentenceItems(block.statement.text, words)) !== undefined)) || spokenItems(section, words).length > 0
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

type Reading = { readonly draft: FormDraft; readonly known: Known; readonly words: Words; readonly marksOptional: boolean }

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
      if (item !== undefined) readField(table, resource, statement, [{ name: item.name, type: item.rest, must: '', default: '', setter: '', flags: '', meaning: '' }], reading, true)
      continue
    }
    if (!isFieldTable(block.headers, reading.words)) continue
    const columns = fieldColumnsOf(block.headers, reading.words)
    for (const { cells, statement } of block.rows) readField(table, resource, statement, rowFields(cells, columns, reading.words), reading, columns.type === undefined)
  }
}

/** A sentence that names fields one after another: the resource's own, or those of a part of it that it names. */
function readListed(section: FormSection, resource: Resource, statement: Statement, reading: Reading, flags: string): void {
  const hasOthers = section.blocks.some((block) => (block.kind === 'table' ? isFieldTable(block.headers, reading.words) : block.statement.kind === 'item' && fieldItem(block.statement.text) !== undefined))
  const own = hasOthers ? undefined : (listedItems(statement.text) ?? sentenceItems(statement.text, reading.words))
  if (own !== undefined) return takeItems(resource, own, statement, reading, flags)
  const [head, part, whole] = reading.words.partsOf.exec(statement.text) ?? []
  const owner = whole === undefined ? undefined : reading.known.named(whole)
  const items = head === undefined ? undefined : listedItems(statement.text.slice(head.length))
  if (items === undefined || owner === undefined) return
  const shape: Resource = { name: resourceTypeName(`${owner.name} ${singular(part!)}`), isShape: true, fields: new Map(), key: undefined, statements: new Map() }
  takeItems(shape, items, statement, reading, flags)
  askQuestion(statement, reading.words.ask.beside())
}

function takeItems(resource: Resource, items: readonly Item[], statement: Statement, reading: Reading, flags: string): void {
  const table = tableOf(reading.draft, 'resources', 'fields', fieldColumns, resource.isShape ? `${resource.name} (shape)` : resource.name)
  readField(table, resource, statement, items.map(({ name, spec }) => ({ name, type: spec, must: '', default: '', setter: '', flags, meaning: '' })), reading, true)
}

/** "R = required, str(n) = text of at most n characters": abbreviations with one meaning. */
function abbreviations({ before, sections }: Form): Map<string, string> {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  const texts = [...before.split(/\r\n|\n|\r/), ...sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement.text] : [])))]
  for (const text of texts) {
    const all = Array.from(text.matchAll(/(?:^|[,;.:(]\s*|\s)[*`]*([A-Za-z]\w{0,9})(?:\((\w+)\))?[*`]*\s+=\s+[*`]*((?:[^,;=(]|\([^()]*\))+?)[*`]*(?=[,;.]?\s*$|[,;.]\s)/g))
    // "R (required) / O (optional)" explains letters as well.
    const letters = Array.from(text.matchAll(/(?<![\w.])([A-Z]{1,2}) \(([a-z][^()]*)\)(?=\s*(?:[/,;|.]|and\b|or\b|$))/g))
    if (letters.length > 1) for (const [, name, meaning] of letters) found.set(name!, meaning!)
    if (all.length < 2) continue
    for (const [, name, parameter, meaning] of all) {
      const key = parameter === undefined ? name! : `${name!.toLowerCase()}()`
      if (found.has(key)) twice.add(key)
      found.set(key, parameter === undefined ? meaning! : meaning!.replaceAll(new RegExp(`\\b${parameter}\\b`, 'g'), argumentMark))
    }
  }
  for (const key of twice) found.delete(key)
  return found
}

type Written = { name: string; type: string; must: string; default: string; setter: string; flags: string; meaning: string }

function rowFields(cells: readonly string[], columns: Columns, words: Words): Written[] {
  const at = (name: keyof Columns): string => (columns[name] === undefined ? '' : (cells[columns[name]]?.trim() ?? ''))
  const field = at('field')
  const names = namesInText(field, /\s*,\s*/)
  const pieces = field.split(/\s*,\s*/)
  const flagsOf = (index: number): string => {
    const piece = pieces.length === names.length ? pieces[index]! : field
    return [at('flags'), /🔒/u.test(piece) ? '🔒' : '', /\?\W*$/.test(piece) ? '?' : ''].filter((each) => each !== '').join(' ')
  }
  const yes = (name: 'unique' | 'editable'): boolean | undefined => (words.marks.yes.test(at(name)) ? true : words.marks.no.test(at(name)) ? false : undefined)
  const said = (name: 'range' | 'rules' | 'least' | 'most'): string => (words.marks.nothing.test(at(name)) ? '' : at(name))
  const isChoice = words.phrases.some(([pattern, fact]) => fact?.says === 'type' && fact.type === 'choice' && pattern.test(at('type')))
  const rules = isChoice && /^[\w`"'-]+(?:\s*[,/|]\s*[\w`"'-]+)+\.?$/.test(said('rules')) ? `one of: ${said('rules').replace(/\.$/, '')}` : said('rules')
  const values = /^[\w`"'-]+(?:\s*[,/|]\s*[\w`"'-]+)+\.?$/
  const range = isChoice && values.test(said('range')) ? `one of: ${said('range').replace(/\.$/, '')}` : said('range')
  // A number alone in the column of lengths is the greatest one; `CHAR` has exactly so many.
  const size = /^\d+$/.test(range) ? `${/^n?char$/i.test(at('type').trim()) ? words.exactlyClause : words.mostClause} ${range}` : range
  const bounds = [['least', words.leastClause], ['most', words.mostClause]] as const
  const beside = [size, ...bounds.map(([name, clause]) => (/^-?\d[\d., ]*$/.test(said(name)) ? `${clause} ${said(name)}` : said(name))), rules, yes('unique') === true ? words.uniqueClause : '', yes('editable') === false ? words.fixedClause : ''].filter((each) => each !== '')
  const unnamed = cells.filter((cell, index) => !Object.values(columns).includes(index) && !words.marks.nothing.test(cell.trim()))
  const meaning = [at('meaning'), ...unnamed].filter((each) => each !== '').join('. ')
  const types = at('type').split(/\s*,\s*/)
  const musts = at('must').split(/\s*,\s*/)
  const pairs = names.length > 1 && types.length === names.length && types.some((each) => /→|->|\(/.test(each))
  return names.map((name, index): Written => ({
    name, type: [pairs ? types[index]! : at('type'), ...beside].join('; '), must: names.length > 1 && musts.length === names.length ? musts[index]! : at('must'), default: at('default'), setter: at('setter'), flags: flagsOf(index), meaning,
  }))
}

/** Takes the fields of a statement: all of them, or those that are understood, with a question for the rest. */
function readField(table: DraftTable, resource: Resource, statement: Statement, all: readonly Written[], reading: Reading, typeInMeaning: boolean): void {
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

/** The name of a member that a label says: `Price per night` is `price_per_night`, and `firstName` stays. */
function memberName(label: string): string {
  const isLabel = /^\p{L}[\p{L}\d_'’]*(?: [\p{L}\d_'’-]+)*$/u.test(label) && (label.includes(' ') || /^\p{Lu}\p{Ll}+$/u.test(label))
  return isLabel ? label.toLowerCase().replaceAll(/['’]/g, '').replaceAll(/[ -]+/g, '_') : label
}

function takeField(table: DraftTable, resource: Resource, statement: Statement, written: Written, { draft, known: all, words, marksOptional }: Reading, typeInMeaning: boolean): void {
  const known = all.of(resource.name, written.name)
  const base = typeInMeaning && written.type === '' ? written.meaning : written.type
  const flags = written.flags.split(/[\s,]+/).map((each) => each.replaceAll('`', '').replace(/^\((.*)\)$/, '$1')).filter((each) => each !== '').join('; ')
  let text = [typeInMeaning ? choiceFirst(base, words) : base, flags].filter((each) => each !== '').join('; ')
  const meaning: string[] = []
  const group = words.groupOf.exec(base)?.[1]
  const items = group === undefined ? undefined : groupItems(group)
  if (items !== undefined) {
    const shape: Resource = { name: resourceTypeName(`${resource.name} ${written.name}`), isShape: true, fields: new Map(), key: undefined, statements: new Map() }
    takeItems(shape, items, statement, { draft, known: all, words, marksOptional }, '')
    all.add(shape)
    text = [shape.name, flags].filter((each) => each !== '').join('; ')
  }
  let reading = readFieldText(text, known)
  for (const clause of base === written.meaning ? [] : typeClausesOf(written.meaning, words)) {
    if (/^\w+$/.test(clause) && known.choiceOf(undefined, clause) !== undefined) continue
    const alone = readFieldText(clause, known)
    // Values that end with points are examples.
    if (alone.cells.type.startsWith('one of ') && /\.\.\.|…|\betc\b/.test(written.meaning)) continue
    const saysMore = alone.left.length === 0 && (alone.cells.type === '' || / like /.test(alone.cells.type)) && [...alone.cells.rules, alone.cells.must, alone.cells.default].join('') !== ''
    const trial = readFieldText(`${text}; ${clause}`, known)
    const fits = trial.left.length <= reading.left.length && trial.conflict === undefined && (saysMore || (`${trial.cells.type}${trial.cells.below ?? ''}` !== `${reading.cells.type}${reading.cells.below ?? ''}` && /^(?:text|whole number|number|list|decimal|one of|below)/.test(trial.cells.type)))
    if (!fits) continue
    text = `${text}; ${clause}`
    reading = trial
  }
  if (written.meaning !== '' && base !== written.meaning) meaning.push(draftPlainText(written.meaning))
  const { cells, left, conflict } = reading
  const byService = words.service.test(written.setter)
  if (byService) cells.rules.add('read-only')
  if (byService && /\(/.test(written.setter)) askQuestion(statement, words.ask.setHow(written.name, draftPlainText(written.setter)))
  cells.must = mustCell(all.aliases.get(written.must.trim()) ?? written.must, cells, statement, words, marksOptional && words.marks.nothing.test(written.default))
  if (written.default !== '' && !words.marks.nothing.test(written.default)) {
    const said = written.default.replaceAll('`', '').trim()
    if (cells.default !== '' && cells.default !== said) askQuestion(statement, words.ask.twoDefaults(written.name, cells.default, said))
    else cells.default = said === 'null' || said === '{}' ? '' : said
  }
  const choices = cells.type.startsWith('one of ') ? cells.type.slice(7).split(', ') : []
  if (choices.length > 0 && !choices.includes(cells.default)) cells.default = choices.find((each) => each.toLowerCase() === cells.default.toLowerCase()) ?? cells.default
  if (cells.type === 'yes/no' && (words.marks.yes.test(cells.default) || words.marks.no.test(cells.default))) cells.default = words.marks.yes.test(cells.default) ? 'yes' : 'no'
  if (cells.type === '' && conflict === undefined && isNamedKind(written.name.replaceAll('_', ' '), words) && !left.some((clause) => words.requirement.test(clause))) cells.type = readFieldText(written.name.replaceAll('_', ' '), known).cells.type
  const named = cells.type === '' && conflict === undefined ? all.named(written.name) : undefined
  // "The room that is booked" is a reference: the field has the name of a resource, and its text names it too.
  if (named?.isShape === false && named.name.toLowerCase() === written.name.replaceAll('_', '').toLowerCase() && new RegExp(`\\b${written.name.replaceAll('_', ' ')} (?!s\\b)\\p{L}`, 'iu').test(text)) cells.type = `→ ${named.name}`
  if (conflict !== undefined) {
    askQuestion(statement, words.ask.twoValues(written.name, conflict))
    cells.type = ''
  }
  for (const clause of left) {
    if (words.requirement.test(clause) || cells.type === '') askQuestion(statement, words.ask.meansOf(draftPlainText(clause), written.name))
    if (!meaning.some((each) => each.includes(draftPlainText(clause)))) meaning.push(draftPlainText(clause))
  }
  for (const clause of base === written.meaning ? [] : typeClausesOf(written.meaning, words)) {
    if (words.requirement.test(clause) && !text.includes(clause) && !/^\W*see\b/i.test(clause)) askQuestion(statement, words.ask.meansOf(draftPlainText(clause), written.name))
  }
  if (cells.type === '') {
    cells.type = 'not shown'
    askQuestion(statement, words.ask.kindOf(written.name))
  }
  if (resource.key === undefined && !resource.isShape && (cells.rules.has('key') || isKey(written.name, resource.name))) {
    resource.key = written.name
    cells.rules.add('key')
    for (const rule of ['read-only', 'unique', 'never changes']) cells.rules.delete(rule)
    cells.must = ''
  } else if (resource.key !== written.name) cells.rules.delete('key')
  if (cells.rules.has('read-only') && cells.must === 'yes') cells.must = ''
  if (cells.below !== undefined) draft.below.push({ resource: resource.name, isShape: resource.isShape, field: written.name, schema: cells.below })
  resource.fields.set(written.name, cells)
  table.rows.push({ cells: { field: written.name, type: cells.type, must: cells.must, default: cells.default, rules: [...cells.rules].join(', '), meaning: meaning.join('. ') }, statement })
  takeLine(statement)
}

function isKey(field: string, resource: string): boolean {
  const plain = field.toLowerCase().replaceAll('_', '')
  return plain === 'id' || plain === `${resource.toLowerCase()}id`
}

function mustCell(text: string, cells: FieldCells, statement: Statement, words: Words, marksOptional: boolean): string {
  const { marks, ask } = words
  const plain = text.replaceAll(/[*`]/g, '').trim()
  if (words.service.test(plain)) {
    cells.rules.add('read-only')
    return ''
  }
  const [, word = plain, more = ''] = /^([^\s(,;]+)\s*[(,;]?\s*(.*?)\)?$/.exec(plain) ?? []
  if (marks.nothing.test(plain)) return cells.must !== '' ? cells.must : marksOptional && !cells.rules.has('read-only') && cells.default === '' ? 'yes' : ''
  const said = marks.yes.test(word) || marks.yes.test(plain) ? 'yes' : marks.no.test(word) || marks.no.test(plain) ? 'no' : undefined
  if (said !== undefined) {
    if (more !== '' && !marks.yes.test(plain) && !marks.no.test(plain) && said === 'yes') askQuestion(statement, ask.mustSaid(plain))
    if (cells.must !== '' && cells.must !== said) askQuestion(statement, ask.mustOpposite(plain))
    return said
  }
  askQuestion(statement, marks.conditional.test(plain) ? ask.mustWhen(plain) : ask.mustUnknown(plain))
  return marks.conditional.test(plain) ? 'no' : ''
}

/** "Every record has an `id` (a UUID), `created_at` …": keys and times that each resource has. */
function readEveryRecord(sections: readonly FormSection[], all: readonly Resource[], draft: FormDraft, known: KnownTypes): void {
  const { words } = known
  for (const { blocks } of sections) {
    for (const [index, block] of blocks.entries()) {
      if (block.kind !== 'text' || !words.everyRecord.test(block.statement.text)) continue
      const { statement, paragraph } = block
      const end = statement.text.replaceAll(/\([^()]*\)/g, (inside) => ' '.repeat(inside.length)).search(/\. |, which|, that/)
      const head = end < 0 ? statement.text : statement.text.slice(0, end)
      const quoted = Array.from(head.matchAll(/`(\w+)`[^`,(]*(?:\(([^()]*)\))?/g), ([, name, spec = '']) => ({ name: name!, spec }))
      const word = words.keyWord.exec(head)?.[1]
      const items = quoted.length === 0 && word !== undefined ? [{ name: 'id', spec: '' }] : quoted
      const more = followingIn(blocks.slice(index + 1), paragraph, words)
      const own = all.filter((each) => each !== findNamed(all, words.everyRecord.exec(statement.text)?.[1] ?? '-'))
      let isWhole = true
      for (const { name, spec } of items) {
        const of = items.length === 1 ? [spec, ...more.map(({ text }) => text)].join('; ') : spec
        if (addToAll(name, of, statement, own, draft, known) !== true) isWhole = false
      }
      if (items.length === 0) continue
      for (const each of items.length === 1 ? more : []) takeLine(each)
      if (isWhole && items.every(({ name, spec }) => spec !== '' || name === 'id')) takeLine(statement)
      else askQuestion(statement, words.ask.everyRecord())
    }
  }
}

/** The sentences of the same paragraph that go on about what the one before them names. */
function followingIn(blocks: FormSection['blocks'], paragraph: number, words: Words): Statement[] {
  const end = blocks.findIndex((block) => block.kind !== 'text' || block.paragraph !== paragraph || block.statement.kind !== 'sentence' || !words.spokenMore.test(block.statement.text))
  return blocks.slice(0, end < 0 ? undefined : end).flatMap((block) => (block.kind === 'text' ? [block.statement] : []))
}

/** Whether all that the text says of the member is understood. */
function addToAll(name: string, spec: string, statement: Statement, all: readonly Resource[], draft: FormDraft, known: KnownTypes): boolean {
  const isTime = /(?:_at|At|_on|On)$/.test(name)
  const { cells: said, left } = readFieldText(spec, known)
  const type = said.type !== '' ? said.type : isTime ? 'date-time' : name === 'id' ? 'text' : ''
  if (type === '' || said.below !== undefined) return false
  for (const resource of all.filter((each) => !each.isShape && !each.fields.has(name))) {
    const isKey = name === 'id'
    if (isKey && resource.key !== undefined) continue
    const rules = new Set(isKey ? ['key'] : isTime ? ['read-only', ...said.rules] : said.rules)
    const cells: FieldCells = { type, must: isTime || isKey ? '' : said.must, default: said.default, rules }
    resource.fields.set(name, cells)
    if (isKey) resource.key = name
    const row = { cells: { field: name, type: cells.type, must: cells.must, default: cells.default, rules: [...cells.rules].join(', '), meaning: '' }, statement }
    const { rows } = tableOf(draft, 'resources', 'fields', fieldColumns, resource.name)
    if (isKey) rows.unshift(row)
    else rows.push(row)
  }
  return left.length === 0 && said.type !== ''
}
