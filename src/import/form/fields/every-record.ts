// Reads the members that each resource of a form has: keys and times.

import { type FormDraft, askQuestion, draftPlainText, openTable, takeLine } from '../draft.ts'
import { readFieldItem } from './field-head.ts'
import { readFieldText } from '../kinds/field-type.ts'
import type { KnownTypes } from '../kinds/known-types.ts'
import type { Item } from './nested.ts'
import { findNamed, type Resource } from '../resource.ts'
import { spellSql } from '../code/sql-clauses.ts'
import { fieldColumns } from './take-field.ts'
import { isKind, saysKind } from '../kinds/kind-tests.ts'
import type { FormSection, FormText, Statement } from '../statement.ts'
import type { FieldCells } from '../kinds/type-cell.ts'
import type { Words } from '../words.ts'
import { makeMemberName } from './written-field.ts'

/** "Every record has an `id` (a UUID), `created_at` …": keys and times that each resource has. */
export function readEveryRecord(sections: readonly FormSection[], all: readonly Resource[], draft: FormDraft, known: KnownTypes): void {
  for (const { level, title, blocks } of sections) {
    const isAsked = known.words.everyQuestion.test(title.replaceAll(/[*_]/g, ''))
    // "It also has …" behind such a sentence is about every record, too.
    let paragraph: number | undefined
    for (const [index, block] of blocks.entries()) {
      if (block.kind !== 'text') continue
      if (level === 2) addKeys(block.statement, all, draft, known)
      const isSaid = known.words.everyRecord.test(block.statement.text) || (isAsked && /`\w+`/.test(block.statement.text))
      const isMore = paragraph === block.paragraph && saysMore(block.statement, known.words)
      if (!isSaid && !isMore) continue
      paragraph = block.paragraph
      readListedMembers(block, blocks.slice(index + 1), all, draft, known)
      readMembers(block, blocks.slice(index + 1), all, draft, known)
    }
  }
}

/** "All of them have" above a list with a member in each item. */
function readListedMembers(
  { statement }: FormText,
  following: FormSection['blocks'],
  all: readonly Resource[],
  draft: FormDraft,
  known: KnownTypes,
): void {
  for (const block of following) {
    if (block.kind !== 'text' || block.statement.kind !== 'item' || block.label !== statement.text) return
    const item = readFieldItem(block.statement.text, known.words)
    if (item === undefined) return
    const isWhole = item.names.every((name) => addToAll(name, item.rest, block.statement, all, draft, known))
    if (isWhole) takeLine(block.statement)
    else askQuestion(block.statement, known.words.ask.everyRecord())
  }
}

/** Adds the members that a sentence names to all resources. */
function readMembers(
  { statement, paragraph }: FormText,
  following: FormSection['blocks'],
  all: readonly Resource[],
  draft: FormDraft,
  known: KnownTypes,
): void {
  const { words } = known
  // "`created_at timestamptz` exists in all tables": the kind stands beside the name.
  const text = withQuotedNames(
    withParenthesesAsNames(statement.text)
      .replaceAll(/`(\w+):?\s+([^`]+)`/g, (whole, name: string, kind: string) =>
        /^\w+(?: \w+)?$/.test(kind) && /^\p{Lu}/u.test(name) && !isKind(kind, words)
          ? `\`${makeMemberName(`${name} ${kind}`)}\``
          : `\`${name}\` (${kind})`,
      )
      .replaceAll('`ID`', '`id`')
      .replaceAll(/\b(rec)s?\.(?=\s)/gi, '$1'),
    words,
  )
  const cut = text.replaceAll(/\([^()]*\)/g, (inside) => ' '.repeat(inside.length)).search(/\. |, which|, that/)
  // A clause about a member ends before the next one.
  const end = cut >= 0 && /`\w+`/.test(text.slice(cut)) ? -1 : cut
  const head = (end < 0 ? text : text.slice(0, end)).replace(words.onEvery, '').replaceAll(/\(`(\w+)`\)/g, '`$1`')
  const { items, isQuoted } = readHeadMembers(head, words)
  if (items.length === 0) return
  const [only] = items.length === 1 ? items : []
  const more = only === undefined ? [] : listFollowing(following, paragraph, only.name, words)
  const excepted = [words.everyRecord.exec(statement.text)?.[1] ?? '-', ...readExcepted(statement.text, words)]
  const own = all.filter((each) => !excepted.some((name) => findNamed(all, name) === each))
  let isWhole = true
  for (const { name, spec } of items) {
    const behind = isQuoted || end < 0 ? '' : text.slice(end)
    const of = only === undefined ? spec : [spec, behind, ...more.map((each) => each.text)].join('; ')
    if (!addToAll(name, of, statement, own, draft, known)) isWhole = false
  }
  for (const each of more) takeLine(each)
  if (isWhole && items.every(({ name, spec }) => spec !== '' || name === 'id')) takeLine(statement)
  else askQuestion(statement, words.ask.everyRecord())
}

/** "(the household has only its number)", "except prices": the resources that do not have the members. */
function readExcepted(text: string, { everyExcept, conjunction, article }: Words): string[] {
  return Array.from(text.matchAll(everyExcept), (found) => found.slice(1).find((each) => each !== undefined)!)
    .flatMap((list) => list.split(conjunction))
    .map((each) => each.replace(article, '').trim())
    .filter((each) => each !== '')
}

/** The members in the head of a sentence; `isQuoted`: their names are in code or emphasised. */
function readHeadMembers(head: string, words: Words): { readonly items: readonly Item[]; readonly isQuoted: boolean } {
  const quoted = readNamedMembers(
    head.replaceAll(
      /["“](\w+(?: \w+)?)["”]|\*\*(\w+(?: \w+)?)\*\*|(?<!\*)\*(\w+(?: \w+)?)\*(?!\*)/g,
      (_, ...names: string[]) => `\`${makeMemberName(names.slice(0, 3).find((each) => each !== undefined)!)}\``,
    ),
    words,
  )
  const [, word, kind = ''] = words.keyWord.exec(head) ?? []
  // "an id (uuid) and `updated_at`": a key without quotation marks beside a name with them.
  const key = word === undefined || quoted.some(({ name }) => name === 'id') ? [] : [{ name: 'id', spec: kind }]
  if (quoted.length + key.length > 0) return { items: [...key, ...quoted], isQuoted: quoted.length > 0 }
  // "Each thing has created_at": a name by its form.
  const shaped = head.replaceAll(/(?<![\w`])(id|[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+)(?![\w`])/g, '`$1`')
  return { items: readNamedMembers(shaped, words), isQuoted: false }
}

/** True for a sentence about the subject of the one before it that names another member. */
function saysMore({ kind, text }: Statement, { spokenMore }: Words): boolean {
  return kind === 'sentence' && spokenMore.test(text) && /`\w+`/.test(text)
}

/** "an identifier (id), being a UUID": the name behind the words for it. */
function withParenthesesAsNames(text: string): string {
  return text.includes('`') ? text : text.replaceAll(/(?<=\p{L}) \((id|[a-z]+(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+)\)/gu, ' `$1`')
}

/** "an id (uuid) and created (date + time)": names before their kinds, if no name is in code. */
function withQuotedNames(text: string, words: Words): string {
  const quoted = text.includes('`') ? text : text.replaceAll(/["“]([a-z]\w*)["”]/g, '`$1`')
  return quoted.includes('`') || /\*\*\w+\*\*/.test(text)
    ? quoted
    : text.replaceAll(/(?<![\w-])([a-z]\w*) \(([^()]*)\)/g, (found, name: string, inside: string) =>
        // "an id from the service (a UUID)"
        saysKind(inside, words) && !words.service.test(name) ? `\`${name}\` (${inside})` : found,
      )
}

/** "All ids are UUIDs": each resource has a key of this kind. */
function addKeys(statement: Statement, all: readonly Resource[], draft: FormDraft, known: KnownTypes): void {
  const { words } = known
  const [, word, kind] = statement.kind === 'sample' ? [] : (words.general.exec(draftPlainText(statement.text)) ?? [])
  if (word !== undefined && kind !== undefined && words.idWord.test(word) && saysKind(kind, words))
    addToAll('id', kind, statement, all, draft, known)
}

/** "an `id`, being a text, a `createdAt` and an `updatedAt` (both timestamps)": each name with the text after it. */
function readNamedMembers(head: string, words: Words): { readonly name: string; readonly spec: string }[] {
  const outside = head.replaceAll(/\([^()]*\)/g, (inside) => '('.repeat(inside.length))
  const starts = Array.from(outside.matchAll(/`(\w+)`/g), ({ 0: whole, 1: name, index }) => ({
    name: name!,
    start: index,
    end: index + whole.length,
  }))
  const found = starts.map(({ name, start, end }, index) => {
    const behind = head.slice(end, starts[index + 1]?.start)
    // "a number of the kind uuid, called `id`"
    const [, kind] = words.calledName.exec(head.slice(starts[index - 1]?.end ?? 0, start)) ?? []
    const [, before] = words.kindBefore.exec(head.slice(starts[index - 1]?.end ?? 0, start)) ?? []
    // "a bigint `id` (system)": the kind before the name, the setter behind it.
    const [, beside] = /^\s*\(([^()]*)\)/.exec(behind) ?? []
    if (kind === undefined && before !== undefined && saysKind(before, words) && !(beside !== undefined && isKind(beside, words))) {
      const more = beside ?? behind.replace(words.fieldTail, '').replace(/^[\s,:–—-]+/, '')
      return { name, said: `${before}; ${more}`, isJoined: false }
    }
    if (kind !== undefined) return { name, said: `${kind.trim()}; ${behind.replace(words.fieldTail, '')}`, isJoined: false }
    const [, inside] = /^[^`,(]*\(([^()]*)\)/.exec(behind) ?? []
    // "`id` (auto), which is eight characters": what stands behind the parentheses, too.
    const [, after] = /^[^`,(]*\([^()]*\),\s+(\S.*)$/.exec(behind) ?? []
    const further = after?.replace(words.fieldTail, '').replace(words.fieldLead, '').trim() ?? ''
    const said =
      (inside !== undefined && further !== '' && saysKind(further, words) ? `${inside}; ${further}` : inside) ??
      (/^\s*(?:,|:|–|—|-)?\s*\S+ \S/.test(behind) || isKind(behind.trim(), words)
        ? behind.replace(words.fieldTail, '').replace(words.fieldLead, '')
        : '')
    return { name, said: said.trim(), isJoined: words.andOnly.test(behind) }
  })
  // The text after the last of several names may be about all of them.
  return found.map(({ name, said, isJoined }, index) => {
    const next = found.slice(index).find((each) => each.said !== '')
    const isShared =
      said === '' && next !== undefined && (words.ofEach.test(next.said) || (isJoined && isTimeName(name) && isTimeName(next.name)))
    return { name, spec: (isShared ? next.said : said).replace(words.ofEach, '') }
  })
}

function isTimeName(name: string): boolean {
  return /(?:_at|At|_on|On|_am|Am)$/.test(name)
}

/** "Common fields" and "Every record": a section about all resources, whose fields each of them has. */
export function spreadCommon(all: Resource[], common: ReadonlySet<string>, draft: FormDraft): void {
  for (const shared of all.filter(({ name }) => common.has(name))) {
    all.splice(all.indexOf(shared), 1)
    const at = draft.tables.findIndex(({ part, heading }) => part === 'resources' && heading === shared.name)
    const [table] = at < 0 ? [] : draft.tables.splice(at, 1)
    for (const resource of all.filter(({ isShape, fields }) => !isShape && fields.size > 0)) {
      const rows = (table?.rows ?? []).filter(({ cells }) => !resource.fields.has(cells['field']!))
      const { rows: own } = openTable(draft, 'resources', 'fields', fieldColumns, resource.name)
      const isKey = (row: (typeof rows)[number]): boolean =>
        (row.cells['rules'] ?? '').split(', ').includes('key') || row.cells['field'] === 'id'
      for (const row of rows) {
        const name = row.cells['field']!
        if (isKey(row) && resource.key !== undefined) continue
        const cells: { [column: string]: string } = { ...row.cells, ...(isKey(row) ? { rules: 'key', must: '' } : {}) }
        if (isKey(row)) resource.key = name
        resource.fields.set(name, {
          type: cells['type']!,
          must: cells['must']!,
          default: cells['default']!,
          rules: new Set(cells['rules']!.split(', ').filter((each) => each !== '')),
        })
        if (row.statement !== undefined) resource.statements.set(name, row.statement)
        if (isKey(row)) own.unshift({ cells, statement: row.statement })
        else own.push({ cells, statement: row.statement })
      }
    }
  }
}

/** The following sentences of the same paragraph that describe the same members. */
function listFollowing(blocks: FormSection['blocks'], paragraph: number, name: string, words: Words): Statement[] {
  const end = blocks.findIndex(
    (block) =>
      block.kind !== 'text' ||
      block.paragraph !== paragraph ||
      block.statement.kind !== 'sentence' ||
      !(words.spokenMore.test(block.statement.text) || isAbout(name, block.statement.text)) ||
      words.everyRecord.test(block.statement.text) ||
      saysMore(block.statement, words),
  )
  return blocks.slice(0, end < 0 ? undefined : end).flatMap((block) => (block.kind === 'text' ? [block.statement] : []))
}

/** "The id is a number": a sentence whose subject is the member. */
function isAbout(name: string, text: string): boolean {
  return name !== '' && new RegExp(`^(?:\\p{L}{1,5} )?[\x60*_]*${name}[\x60*_]* \\p{Ll}`, 'iu').test(text)
}

/** Adds a member to all resources. False if part of its text is not understood. */
function addToAll(
  name: string,
  spec: string,
  statement: Statement,
  all: readonly Resource[],
  draft: FormDraft,
  known: KnownTypes,
): boolean {
  const isTime = isTimeName(name)
  const isKeyOfAll = /^(?:id|identifier)$/.test(name)
  const { cells: said, left } = readFieldText(spellSql(spec, name, known.words), known)
  // The numbers of records are counted.
  const ownType = name === 'id' && said.type === 'number' ? 'whole number' : said.type
  const type = ownType !== '' ? ownType : isTime ? 'date-time' : name === 'id' ? 'text' : ''
  if (type === '' || said.below !== undefined) return false
  // The sample of a resource may show the member, too.
  const isSet = isTime || said.rules.has('read-only') || said.rules.has('readonly')
  for (const resource of all.filter((each) => isSet && !isKeyOfAll && !each.isShape && each.fields.has(name))) {
    const row = openTable(draft, 'resources', 'fields', fieldColumns, resource.name).rows.find(({ cells }) => cells['field'] === name)
    if (row === undefined || row.cells['type'] !== type || row.cells['rules'] !== '' || row.cells['must'] === 'yes') continue
    Object.assign(row.cells, { must: '', rules: 'read-only' })
    resource.fields.set(name, { ...resource.fields.get(name)!, must: '', rules: new Set(['read-only']) })
  }
  for (const resource of all.filter((each) => !each.isShape && !each.fields.has(name))) {
    const isKey = isKeyOfAll
    if (isKey && resource.key !== undefined) continue
    const own = Array.from(said.rules, (rule) => (rule === 'readonly' ? 'read-only' : rule))
    const rules = new Set(isKey ? ['key'] : isTime ? ['read-only', ...own] : own)
    const cells: FieldCells = { type, must: isTime || isKey ? '' : said.must, default: said.default, rules }
    resource.fields.set(name, cells)
    if (isKey) resource.key = name
    const row = {
      cells: { field: name, type: cells.type, must: cells.must, default: cells.default, rules: [...cells.rules].join(', '), meaning: '' },
      statement,
    }
    const { rows } = openTable(draft, 'resources', 'fields', fieldColumns, resource.name)
    if (isKey) rows.unshift(row)
    else rows.push(row)
  }
  return left.length === 0 && said.type !== ''
}
