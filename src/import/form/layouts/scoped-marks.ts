// Spells out the marks that a form explains for one column of its tables: "Upd: Y = may be changed, N = never after insert".

import type { PartName } from '../../../document/document.ts'
import { draftPlainText, takeLine } from '../draft.ts'
import type { Form, FormSection, FormTable, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

/** The meaning of each mark, in small letters. */
type Marks = ReadonlyMap<string, string>

const noMarks: Marks = new Map()

/** In the tables of fields, a cell with a mark of its column says what the mark means; the column has no other meaning then. */
export function spellScopedMarks(form: Form, words: Words): Form {
  const tables = form.sections.flatMap(({ part, blocks }) => (part === 'resources' ? blocks.filter((block) => block.kind === 'table') : []))
  const headers = [...new Set(tables.flatMap((table) => table.headers.map(simplifyHeader)))].filter((each) => each.length > 1)
  const marks = new Map<string, Marks>()
  for (const { text, statement } of [
    ...listTexts(form).map((each) => ({ text: each.text, statement: each })),
    ...listExplainedColumns(form),
  ]) {
    for (const header of headers) {
      const found = readMarks(text, header)
      if (found.size < 2 || marks.has(header) || !areUsed(header, found, tables, words)) continue
      marks.set(header, found)
      takeLine(statement)
    }
  }
  if (marks.size === 0) return form
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'resources' ? { ...section, blocks: section.blocks.map((block) => spellTable(block, marks, words)) } : section,
    ),
  }
}

/** "(S0 = start, X = no way out)": in the tables of states, the signs for the start and the end in place of the form's own. */
export function spellStateMarks(form: Form, words: Words): Form {
  const signs = new Map<string, string>()
  for (const { text } of listTexts(form, ['states']))
    for (const [, sign, meaning] of text
      .replaceAll(/[`"“”]/g, '')
      .matchAll(new RegExp(String.raw`(?:^|[\s,;(])(${mark})\s*=\s*(\p{L}[\p{L} ]*?)(?=\s*(?:[,;.)]|$)|\s(?:${words.joins})\s)`, 'gu'))) {
      if (words.start.test(meaning!) || words.newState.test(meaning!)) signs.set(sign!, '(start)')
      if (words.endMeaning.test(meaning!)) signs.set(sign!, '(end)')
    }
  if (signs.size === 0) return form
  const spell = (block: Block): Block =>
    block.kind !== 'table'
      ? block
      : {
          ...block,
          rows: block.rows.map((row) => ({
            ...row,
            cells: row.cells.map((cell) => signs.get(draftPlainText(cell).replaceAll('`', '')) ?? cell),
          })),
        }
  return {
    ...form,
    sections: form.sections.map((section) => (section.part === 'states' ? { ...section, blocks: section.blocks.map(spell) } : section)),
  }
}

function listTexts({ sections }: Form, parts: readonly PartName[] = ['resources', 'service']): Statement[] {
  return sections.flatMap(({ part, blocks }) =>
    !parts.includes(part)
      ? []
      : blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement] : [])),
  )
}

/** The rows of a table that explains columns: "Chg. | Y = may be changed, N = fixed". */
function listExplainedColumns({ sections }: Form): { readonly text: string; readonly statement: Statement }[] {
  return sections.flatMap(({ part, blocks }) =>
    part !== 'resources' && part !== 'service'
      ? []
      : blocks.flatMap((block) =>
          block.kind === 'table' && block.headers.length === 2
            ? block.rows.map(({ cells, statement }) => ({ text: `${simplifyHeader(cells[0] ?? '')}: ${cells[1] ?? ''}`, statement }))
            : [],
        ),
  )
}

function simplifyHeader(header: string): string {
  return draftPlainText(header)
    .replaceAll(/[*`_?.:]/g, '')
    .trim()
    .toLowerCase()
}

const mark = String.raw`[\p{L}\d]{1,3}|[^\p{L}\d\s,;:=]{1,2}`

/** "Null = N: must be filled. Null = Y: may be empty", "Src: U = entered by the user, S = set by the service". */
function readMarks(text: string, header: string): Marks {
  const plain = draftPlainText(text).replaceAll(/[`"“”]/g, '')
  const name = header.replaceAll(/[^\p{L}\d ]/gu, '.')
  const lead = new RegExp(String.raw`^(?:(?:the )?column )?${name}(?: \([^()]*\))?\s*(?:[:=–]|\s-\s|(?:is|has|says)\s)`, 'iu')
  if (!lead.test(plain)) return new Map()
  const pairs = plain.matchAll(
    new RegExp(
      String.raw`(?:^|[\s,;.(:])(?:${name}\s*[=:]\s*)?(${mark})\s*(?:=|:|–|means)\s*(\p{L}(?:[^,;.=]|,(?!\s*(?:${mark})\s*(?:=|:|–)))*?(?:\([^()]*\))?)(?=\s*(?:[;.]|,\s*(?:${mark})\s*(?:=|:|–)|$))`,
      'giu',
    ),
  )
  return new Map(Array.from(pairs, ([, sign, meaning]) => [sign!.toLowerCase(), meaning!.trim()] as const))
}

/** True if most cells of the column are marks with a known meaning. */
function areUsed(header: string, marks: Marks, tables: readonly FormTable[], words: Words): boolean {
  const cells = tables.flatMap(({ headers, rows }) => {
    const at = headers.findIndex((each) => simplifyHeader(each) === header)
    return at < 0 ? [] : rows.map((row) => simplifyCell(row.cells[at]))
  })
  const filled = cells.filter((each) => each !== '')
  return filled.length > 0 && filled.filter((each) => meaningOf(each, marks, words) !== undefined).length * 10 >= filled.length * 8
}

function simplifyCell(cell: string | undefined): string {
  return draftPlainText(cell ?? '')
    .replaceAll(/[`*]/g, '')
    .trim()
    .toLowerCase()
}

/**
 * The meaning of a cell with one mark, or with several: "uq, im". If the column has a mark for what may be changed, a cell without it that
 * says "on creation" never changes.
 */
function meaningOf(cell: string, marks: Marks, { onCreation, mayChange, fixedClause }: Words): string | undefined {
  const meanings = (marks.has(cell) ? [cell] : cell.split(/[\s,;+/]+/)).map((each) => marks.get(each))
  if (!meanings.every((each) => each !== undefined)) return undefined
  const isFixed =
    Array.from(marks.values()).some((each) => mayChange.test(each)) &&
    !meanings.some((each) => mayChange.test(each)) &&
    meanings.some((each) => onCreation.test(each))
  return [...meanings, ...(isFixed ? [fixedClause] : [])].join('; ')
}

function spellTable(block: Block, marks: ReadonlyMap<string, Marks>, words: Words): Block {
  if (block.kind !== 'table') return block
  const own = block.headers.map((header) => marks.get(simplifyHeader(header)))
  return {
    ...block,
    headers: block.headers.map((header, index) => (own[index] === undefined ? header : '')),
    rows: block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, index) => meaningOf(simplifyCell(cell), own[index] ?? noMarks, words) ?? cell),
    })),
  }
}
