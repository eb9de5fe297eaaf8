// Diagnostics of tables: unreadable cells, tables that do not bind, tables that are cut off.

import { advise, offerNames, paste, quoteWord, toHelp } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import { findNearest } from '../base/nearest.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../diagnostic/voice.ts'
import { type PartName, numberPart } from '../document/document.ts'
import { makeExcerpt } from '../document/excerpt.ts'
import type { BrokenTable, Cell, Table } from '../document/table.ts'
import type { CellProblem } from './cell/node.ts'
import { type Unbound, normaliseHeader } from './headers.ts'
import type { TableKind, SheetRow } from './kind.ts'

const quoteSource = ({ source, start, end }: Span): string => makeExcerpt(source.text.slice(start, end), 40)

/** `column`: the column of the cell; `first`: the first cell of the row. */
export function reportCellProblem({ span, label, help }: CellProblem, row: SheetRow, table: Table): Diagnostic {
  const line = table.rows.find((each) => each.span.start === row.span.start)
  const index = line?.cells.findIndex((cell) => cell.span.start <= span.start && span.end <= cell.span.end) ?? -1
  const header = index < 0 ? undefined : table.header[index]?.text.replaceAll('`', '')
  const first = line?.cells[0]?.text.replaceAll('`', '') ?? ''
  const isRow = span.start === row.span.start && span.end === row.span.end && index < 0
  const place = [
    ...(first === '' || isRow ? [] : [`row ${quoteName(makeExcerpt(first, 40))}`]),
    ...(header === undefined ? [] : [`column ${quoteName(header)}`]),
  ].join(', ')
  const message = isRow
    ? `${first === '' ? 'This row' : `The row ${quoteName(makeExcerpt(first, 40))}`} is not understood`
    : `${quoteName(quoteSource(span).replaceAll('`', ''))} is not understood here${place === '' ? '' : ` (${place})`}`
  return createDiagnostic('error', 'document/invalid-cell', message, { span, text: label }, help === undefined ? {} : { help })
}

const openQuestion = /^(?:\?+|tbd|tba|todo|n\/a)$/i

export function isOpenQuestion({ text }: Cell): boolean {
  return openQuestion.test(text)
}

export function openCell(cell: Cell): CellProblem {
  return {
    kind: 'problem',
    span: cell.span,
    label: 'the value is still unknown',
    help: advise`Write the word of the language for it: ${quoteWord('not shown')}. It is then a gap that \`check\` lists.`,
  }
}

/** Reports a table with mostly unreadable cells, which probably has another purpose. */
export function reportForeignTable(table: Table, kind: TableKind, count: number, first: CellProblem): Diagnostic {
  const span = { ...table.span, end: table.header.at(-1)!.span.end }
  return createDiagnostic(
    'error',
    'document/foreign-table',
    `This table has the columns of one that binds (${kind.name}), and most of its cells are not understood`,
    { span, text: `${count} cells that are not understood` },
    {
      others: [{ span: first.span, text: `the first of them: ${first.label}` }],
      reason: 'A table with known headers binds, so every cell must be valid.',
      help: advise`If the table is prose, such as a completed form, quote it: begin each line with \`> \`.${first.help === undefined ? '' : advise` If it binds, correct the first cell: ${toHelp(first.help).text}`}`,
    },
  )
}

export function reportUnknownColumn(header: Cell, kind: TableKind): Diagnostic {
  const known = kind.columns.flatMap(({ names }) => names)
  const near = findNearest(normaliseHeader(header), known)
  return createDiagnostic(
    'error',
    'document/unknown-column',
    `${quoteName(header.text.replaceAll('`', ''))} is not a column of this table (${kind.name})`,
    { span: header.span, text: 'not a column of it' },
    {
      reason: 'The other headers make the table binding, so each of its columns must be understood.',
      help: advise`${near.length > 0 ? offerNames(near) : `The columns are ${joinWithAnd(kind.columns.map(({ names: [name] }) => name))}.`} A header in parentheses is prose: \`(${header.text.replaceAll('`', '')})\`.`,
    },
  )
}

export function reportNoSubject(table: Table, kind: TableKind): Diagnostic {
  const place = table.heading?.span ?? { ...table.span, end: table.header.at(-1)!.span.end }
  const isHeading = table.heading !== undefined
  return createDiagnostic(
    'error',
    'document/missing-owner',
    `This table (${kind.name}) has no heading that names its subject`,
    { span: place, text: isHeading ? 'names nothing' : 'has no heading of level 3 above it' },
    {
      ...(isHeading ? { others: [{ span: { ...table.span, end: table.header.at(-1)!.span.end }, text: 'the table' }] } : {}),
      help: `Put it under a heading of level 3 that names ${kind.subject!}.`,
    },
  )
}

export function reportUnboundTable(table: Table, part: PartName, { nearest: near, missingColumns, misspelt }: Unbound): Diagnostic {
  const [first] = misspelt
  // With the right headers it would bind.
  if (near !== undefined && first !== undefined && misspelt.length === missingColumns.length) return reportMisspeltHeader(first, near)
  const span = { ...table.span, end: table.header.at(-1)!.span.end }
  const reason =
    near === undefined
      ? `Its headers are those of no table of part ${numberPart(part)}.`
      : missingColumns.length === 0
        ? `It has the columns of this kind of table: ${near.name}. Put it under ${near.subject ?? 'another heading'}.`
        : `It is nearly a table of this kind: ${near.name}. It lacks ${missingColumns.length === 1 ? 'the column' : 'the columns'} ${joinWithAnd(missingColumns)}.`
  return createDiagnostic(
    'warning',
    'document/unbound-table',
    'This table binds nothing: it is read as prose',
    { span, text: 'binds nothing' },
    {
      reason,
      help: 'If the table is prose, quote it to avoid this message: begin each line with `> `.',
    },
  )
}

function reportMisspeltHeader({ header, column }: Unbound['misspelt'][number], { name }: TableKind): Diagnostic {
  const text = header.text.replaceAll('`', '')
  return createDiagnostic(
    'error',
    'document/unbound-table',
    `${quoteName(text)} is not a column of this table (${name}), which binds nothing without ${quoteName(column)}`,
    { span: header.span, text: 'not a column of it' },
    { help: advise`${offerNames([column])} If the table is prose, quote it: begin each line with \`> \`.` },
  )
}

export function reportBrokenTable({ span, columns }: BrokenTable, rows: readonly Table[]): Diagnostic {
  const line = span.source.text.slice(span.start, span.end).split('\n', 1)[0]!
  const place = { ...span, end: span.start + line.trimEnd().length }
  const tableBefore = rows.find(
    (table) =>
      table.span.source === span.source &&
      table.span.end <= span.start &&
      /^(?:\s|<!--[\s\S]*?-->)*$/.test(span.source.text.slice(table.span.end, span.start)),
  )
  if (tableBefore !== undefined) {
    return createDiagnostic(
      'error',
      'document/broken-table',
      'These rows come after the end of their table',
      { span: place, text: 'not part of the table' },
      {
        others: [{ span: { ...tableBefore.span, end: tableBefore.header.at(-1)!.span.end }, text: 'the table' }],
        reason: 'A blank line or a comment ends a table: the rest is read as text.',
        help: 'Remove the text between them.',
      },
    )
  }
  if (columns !== undefined) {
    return createDiagnostic(
      'error',
      'document/broken-table',
      'The rule below these headers has another number of cells',
      { span: place, text: `${columns} headers` },
      {
        reason: 'Markdown then reads all of it as text, so it would bind nothing.',
        help: advise`Write the rule${paste(`|${' --- |'.repeat(columns)}`)}`,
      },
    )
  }
  const cells = line.split('|').length - (line.trimEnd().endsWith('|') ? 2 : 1)
  return createDiagnostic(
    'error',
    'document/broken-table',
    'This begins like a table, but is not one',
    { span: place, text: 'no rule below it' },
    {
      reason: 'A table has a rule below its headers; without it Markdown reads text, which binds nothing.',
      help: advise`Below the headers write the rule${paste(`|${' --- |'.repeat(Math.max(1, cells))}`)}`,
    },
  )
}

/** A row with more or fewer cells than the header: GitHub would drop the additional ones. */
export function reportWrongRow(row: Table['rows'][number], table: Table): Diagnostic {
  const [cellCount, columnCount] = [row.cells.length, table.header.length]
  const line = row.span.source.text.slice(row.span.start, row.span.end)
  const unclosedCell = cellCount > columnCount && row.cells.find(({ text }) => (text.match(/`/g)?.length ?? 0) % 2 === 1)
  if (unclosedCell) {
    const pasted = line.replace(/`[^`]*`/g, (code) => code.replace(/(?<!\\)\|/g, '\\|'))
    return createDiagnostic(
      'error',
      'document/broken-table',
      'A pipe ends the cell, even between backticks',
      { span: unclosedCell.span, text: 'cut off here' },
      { help: advise`A pipe inside of a cell is written \`\\|\`:${paste(pasted)}` },
    )
  }
  const isText = cellCount === 1 && !line.includes('|')
  return createDiagnostic(
    'error',
    'document/broken-table',
    `This row has ${cellCount} ${cellCount === 1 ? 'cell' : 'cells'}, and the table has ${columnCount} ${columnCount === 1 ? 'column' : 'columns'}`,
    { span: row.span, text: cellCount > columnCount ? `${cellCount - columnCount} too many` : `${columnCount - cellCount} missing` },
    {
      others: [{ span: { ...table.span, end: table.header.at(-1)!.span.end }, text: 'the headers' }],
      help: isText
        ? 'Markdown reads a line directly below a table as its last row. If it is text, put a blank line above it.'
        : cellCount > columnCount
          ? 'A pipe inside of a cell is written `\\|`.'
          : advise`An empty cell is two pipes with a blank between them:${paste(`${line.replace(/\s*\|?\s*$/, '')} |${' |'.repeat(columnCount - cellCount)}`)}`,
    },
  )
}

export function reportNothingBelow(cell: Cell, name: string, part: PartName): Diagnostic {
  return createDiagnostic(
    'error',
    'document/missing-below',
    `${quoteName(name)} refers to a block below, but no block of part ${numberPart(part)} contains it`,
    { span: cell.span, text: 'no `yaml` block has it' },
    {
      help: 'Write it in a `yaml` block of this part, under the same names.',
    },
  )
}
