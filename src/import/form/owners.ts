// Cuts the sections of a form where its text goes on about another thing: a column of tables, the lead of a list, the subject of a paragraph.

import { singular } from '../names.ts'
import { columnsOf, draftPlainText } from './draft.ts'
import { groupItems } from './nested.ts'
import { withoutCaption } from './resource.ts'
import type { Form, FormSection, FormTable } from './statements.ts'
import type { Words } from './words.ts'

type Block = FormSection['blocks'][number]

export function cutByOwner(form: Form, words: Words): Form {
  const things = thingsOf(form)
  const sections = form.sections.flatMap((section) => {
    if (section.part !== 'resources' && section.part !== 'states') return [section]
    const cut = cutTables(section, words)
    return section.part === 'resources' ? cut.flatMap((each) => (each.level === 2 || /^\d+(?:\.\d+)*\.?$/.test(each.title.trim()) ? cutText(each, things, words) : [each])) : cut
  })
  return { ...form, sections }
}

/** What the paths of part 4 collect, `stations`, as the words that name one: `station`. */
export function thingsOf({ sections }: Form): ReadonlySet<string> {
  const texts = sections.filter(({ part }) => part === 'endpoints').flatMap(({ title, blocks }) => [title, ...blocks.flatMap((block) => (block.kind === 'text' ? [block.statement.text] : block.rows.map(({ statement }) => statement.text)))])
  return new Set(texts.flatMap((text) => Array.from(text.matchAll(/(?<![\w.:/])((?:\/[A-Za-z_{:<][\w{}:<>-]*)+)/g), ([path]) => path!.split('/').filter((each) => /^[A-Za-z]/.test(each)))).flat().map((each) => singular(each.toLowerCase().replaceAll(/[_-]/g, ' '))))
}

/** A table whose rows name the thing that they are about: in a column, before a point, or in a row of its own. */
function cutTables(section: FormSection, words: Words): FormSection[] {
  const sections: FormSection[] = []
  let current: Block[] = []
  const close = (): void => {
    if (current.length > 0) sections.push({ ...section, blocks: current })
    current = []
  }
  for (const block of section.blocks) {
    const groups = block.kind === 'table' ? rowsByOwner(block, section, words) : undefined
    if (groups === undefined) {
      current.push(block)
      continue
    }
    close()
    for (const { owner, table } of groups) sections.push({ part: section.part, title: owner, level: 3, blocks: [table] })
  }
  close()
  return sections.length === 0 ? [section] : sections
}

type Group = { readonly owner: string; readonly table: FormTable }

function rowsByOwner(table: FormTable, { part }: FormSection, words: Words): Group[] | undefined {
  const wanted = part === 'resources' ? (['field', 'type', 'meaning', 'rules'] as const) : (['from', 'to'] as const)
  const at = columnsOf(table.headers, ['owner', ...wanted], words)
  const main = part === 'resources' ? at.field : (at.from ?? at.to)
  if (main === undefined) return undefined
  const isEmpty = (cell: string | undefined): boolean => (cell ?? '').trim() === ''
  const cutOut = (cells: readonly string[], index: number): string[] => cells.filter((_, each) => each !== index)
  const column = at.owner !== undefined && at.owner < main ? at.owner : repeatedColumn(table, main)
  if (column !== undefined) {
    let owner = ''
    return group(table.rows.map((row) => {
      owner = isEmpty(row.cells[column]) || /^["″〃]$/.test(row.cells[column]!.trim()) ? owner : draftPlainText(row.cells[column]!)
      return { owner, row: { ...row, cells: cutOut(row.cells, column) } }
    }), cutOut(table.headers, column))
  }
  const dotted = table.rows.map(({ cells }) => /^`?([A-Za-z]\w*)\.([A-Za-z_]\w*\W*)$/.exec((cells[main] ?? '').trim()))
  if (part === 'resources' && table.rows.length > 1 && dotted.every((each) => each !== null)) {
    return group(table.rows.map((row, index) => ({ owner: dotted[index]![1]!, row: { ...row, cells: row.cells.map((cell, each) => (each === main ? dotted[index]![2]!.replaceAll('`', '') : cell)) } })), table.headers)
  }
  // Rows with the first cell alone are headings within the table.
  const isHead = (cells: readonly string[]): boolean => !isEmpty(cells[0]) && cells.slice(1).every(isEmpty)
  if (table.headers.length < 3 || !isHead(table.rows[0]?.cells ?? []) || table.rows.length < 3) return undefined
  let owner = ''
  return group(table.rows.flatMap((row) => {
    if (!isHead(row.cells)) return [{ owner, row }]
    owner = draftPlainText(row.cells[0]!).replaceAll(/[*_`:]/g, '')
    row.statement.outcome = 'prose'
    return []
  }), table.headers)
}

/** Finds a column before the fields that repeats each name in consecutive rows. */
function repeatedColumn({ rows }: FormTable, main: number): number | undefined {
  for (let index = 0; index < main; index++) {
    const cells = rows.map(({ cells: all }) => draftPlainText(all[index] ?? ''))
    const names = cells.filter((each) => each !== '')
    const changes = names.filter((each, at) => at === 0 || names[at - 1] !== each).length
    if (cells[0] !== '' && names.every((each) => /^\p{L}[\p{L}\d_]*(?: \p{L}[\p{L}\d_]*){0,2}$/u.test(each)) && new Set(names).size === changes && changes * 2 <= rows.length) return index
  }
  return undefined
}

function group(rows: readonly { readonly owner: string; readonly row: FormTable['rows'][number] }[], headers: readonly string[]): Group[] {
  const owners = [...new Set(rows.map(({ owner }) => owner))]
  return owners.map((owner) => ({ owner, table: { kind: 'table', headers, rows: rows.filter((each) => each.owner === owner).map(({ row }) => row) } }))
}

/** Texts without a heading, each under the thing that the lead of its list, or the subject of its paragraph, names. */
function cutText(section: FormSection, things: ReadonlySet<string>, words: Words): FormSection[] {
  const sections: FormSection[] = [{ ...section, blocks: [] }]
  const { blocks } = section
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1]
    const name = block.kind === 'text' && block.statement.kind === 'sentence' ? ownerOfText(block.statement.text, { isLead: next?.kind === 'text' && next.statement.kind === 'item', isTable: next?.kind === 'table', isFirst: isFirst(blocks, index), things, words }) : undefined
    if (name !== undefined && name.toLowerCase() !== sections.at(-1)!.title.toLowerCase()) sections.push({ part: section.part, title: name, level: 3, blocks: [] })
    sections.at(-1)!.blocks.push(block)
  }
  return sections.filter((each) => each.blocks.length > 0)
}

function isFirst(blocks: readonly Block[], index: number): boolean {
  const [block, before] = [blocks[index], blocks[index - 1]]
  return block?.kind === 'text' && (before?.kind !== 'text' || before.paragraph !== block.paragraph || before.statement.kind !== 'sentence')
}

type Place = { readonly isLead: boolean; readonly isTable: boolean; readonly isFirst: boolean; readonly things: ReadonlySet<string>; readonly words: Words }

function ownerOfText(text: string, { isLead, isTable, isFirst, things, words }: Place): string | undefined {
  const plain = draftPlainText(text)
  // "Boat: name (text, required), berth (…)": the thing, and all of its fields.
  const [, label, rest] = /^(\p{Lu}[\p{L}\d]+(?: [\p{L}\d]+)?):\s+(\S.*)$/su.exec(plain) ?? []
  if (label !== undefined && groupItems(rest!.replace(/\.$/, '')) !== undefined) return label
  const thing = Array.from({ length: 3 }, (_, index) => words.subject(3 - index).exec(plain)?.[1]).find((each) => each !== undefined && things.has(singular(each.toLowerCase())))
  if ((isLead || isTable) && /[:：]$|[.:]\*\*$/.test(text)) {
    const marked = Array.from(text.matchAll(/\*\*([^*]+)\*\*|`([^`]+)`/g), ([, bold, code]) => (bold ?? code!).replace(/:$/, ''))
    const names = new Set(marked)
    if (names.size === 1) return singular(marked[0]!)
    const quoted = /["“„]([\p{L} ]+)["”“]/u.exec(text)?.[1]
    const led = words.dataLead.exec(plain)?.[1] ?? thing ?? quoted ?? words.listLead.exec(plain)?.[1]
    if (led !== undefined) return led
  }
  const titled = withoutCaption(text)
  if ((isLead || isTable) && /^[*_`]{0,2}[\p{L}_][\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}[*_`]{0,2}(?:\s*\([^()]*\)|\s+[–—-]\s+.*)?[:.]?$/u.test(titled)) return singular(draftPlainText(titled).replace(/\s*\(.*$|\s+[–—-]\s.*$/, '').replaceAll(/[*_`:.]/g, ''))
  const { one, other } = words.prose.subject.exec(plain)?.groups ?? {}
  if (words.everyRecord.test(plain)) return undefined
  return isFirst && !text.includes('`') ? (thing ?? one ?? other) : undefined
}
