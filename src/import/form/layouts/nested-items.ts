// Converts fields with their description in a list below their name to table rows.

import { mapColumns, draftPlainText } from '../draft.ts'
import { readFieldItem, isField } from '../fields/field-head.ts'
import { makeMemberName } from '../fields/written-field.ts'
import type { Form, FormSection, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

export function foldNested(form: Form, words: Words): Form {
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'resources' && section.level > 2 ? { ...section, blocks: foldItems(section.blocks, words) } : section,
    ),
  }
}

function foldItems(blocks: readonly Block[], words: Words): Block[] {
  const found: Block[] = []
  for (let at = 0; at < blocks.length;) {
    const block = blocks[at]!
    const below = listBelow(blocks, at)
    const members = block.kind === 'text' && block.statement.kind === 'item' ? groupOf(block, below, words) : undefined
    if (members !== undefined) {
      for (const { statement } of below) statement.outcome = 'taken'
      found.push(members)
      at += 1 + below.length
      continue
    }
    const head = block.kind === 'text' && block.statement.kind === 'item' && below.length > 0 ? readHead(block.statement.text) : undefined
    if (head === undefined) {
      found.push(block)
      at++
      continue
    }
    for (const { statement } of below) statement.outcome = 'taken'
    const spec = [head.rest, ...listClauses(below, words)].filter((each) => each !== '').join('; ')
    found.push({
      kind: 'table',
      headers: ['field', 'type'],
      rows: [{ cells: [head.name, spec], statement: (block as FormText).statement }],
    })
    at += 1 + below.length
  }
  return found
}

/** A field with the items below it as its members, if each of them is a field. */
function groupOf(block: FormText, below: readonly FormText[], words: Words): FormText | undefined {
  const head = readFieldItem(block.statement.text, words) ?? readHead(block.statement.text)
  const name = head === undefined ? undefined : 'names' in head ? head.names[0] : head.name
  const items = below.filter(({ depth }) => depth === block.depth + 1)
  const isLabelled = mapColumns(
    items.map(({ statement }) => /^[*_`]*(\p{L}[\p{L} -]*?)[*_`]*\s*[:–—]/u.exec(statement.text)?.[1] ?? ''),
    ['type', 'must', 'default'],
    words,
  )
  if (
    head === undefined ||
    name === undefined ||
    items.length < 2 ||
    items.length !== below.length ||
    Object.keys(isLabelled).length * 2 > items.length ||
    !items.every(({ statement }) => isField(statement.text, words))
  )
    return undefined
  const clauses = head.rest.split(/\s*[;,]\s*/)
  const lead = clauses.find((clause) => words.groupLead.test(clause))
  const parts = items.flatMap(({ statement }) => {
    const item = readFieldItem(statement.text, words)!
    return item.names.map((each) => ({ name: makeMemberName(each), spec: item.rest, line: statement.line }))
  })
  const isList =
    lead !== undefined &&
    (words.bareList.test(lead.split(' ')[0]!) ||
      clauses.some((clause) => clause.split(/\.\s+/).some((each) => words.listedObjects.test(each))))
  return {
    ...block,
    member: {
      name: makeMemberName(name),
      spec: clauses.filter((each) => each !== lead && each !== '').join('; '),
      line: block.statement.line,
      parts,
      isList,
    },
  }
}

/** The items that are deeper than the previous one. */
function listBelow(blocks: readonly Block[], at: number): FormText[] {
  const head = blocks[at]
  const found: FormText[] = []
  if (head?.kind !== 'text') return found
  for (const block of blocks.slice(at + 1)) {
    if (block.kind !== 'text' || block.statement.kind !== 'item' || block.paragraph !== head.paragraph || block.depth <= head.depth) break
    found.push(block)
  }
  return found
}

function readHead(text: string): { readonly name: string; readonly rest: string } | undefined {
  const [, name, remark, rest = ''] =
    /^[*_`]*(\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,4})[*_`]*(?:\s*\(([^()]*)\))?[*_`]*(?:\s*[:–—]\s*(.*))?$/u.exec(text.trim()) ?? []
  return name === undefined
    ? undefined
    : { name: draftPlainText(name), rest: [remark, rest].filter((each) => each !== undefined && each !== '').join('; ') }
}

/** One clause for each item, with the items below it as its values. */
function listClauses(items: readonly FormText[], words: Words): string[] {
  const clauses: string[] = []
  for (let at = 0; at < items.length;) {
    const { statement, depth } = items[at]!
    const below = listBelow(items, at)
    const text = statement.text.replace(/[.;:]$/, '')
    const values = below
      .filter((each) => each.depth === depth + 1)
      .map((each) =>
        each.statement.text
          .replace(/\s*[(–—:].*$/, '')
          .replaceAll(/[.;,*"“”]/g, '')
          .trim(),
      )
    clauses.push(
      below.length === 0
        ? text
        : `${text.endsWith(':') || new RegExp(`^(?:${words.choiceLead})$`, 'i').test(text) ? text : words.valuesLead}: ${values.join(', ')}`,
    )
    at += 1 + below.length
  }
  return clauses
}
