// Prints an imported form: each part with its original text as a quotation, its tables, and its open questions.

import type { PartName } from '../../document/document.ts'
import { defaultHeading } from '../../document/part-problem.ts'
import { printTextInYaml } from '../../document/text-in-yaml.ts'
import { languageVersion } from '../../model/front.ts'
import { printRow } from '../../table/print/table-text.ts'
import type { DraftRow, DraftTable, FormDraft } from './draft.ts'
import type { Form } from './statement.ts'
import { partOrder } from './split/statements.ts'

/** A row with its printed columns. */
type PrintedRow = { readonly table: DraftTable; readonly row: DraftRow; readonly columns: readonly string[] }

/** `rows` and `parts`: the content of each line of the text, counted from one. */
export type PrintedForm = {
  readonly text: string
  readonly rows: ReadonlyMap<number, PrintedRow>
  readonly parts: ReadonlyMap<number, PartName>
}

export function printForm(form: Form, draft: FormDraft, use: readonly string[]): PrintedForm {
  const lines: string[] = ['---', `ninefold: ${languageVersion}`]
  if (use.length > 0) lines.push(`use: [${use.map((name) => printTextInYaml(name, 'flow')).join(', ')}]`)
  lines.push('---', '', `# ${form.title ?? 'Service'}`)
  const rows = new Map<number, PrintedRow>()
  const parts = new Map<number, PartName>()
  for (const part of partOrder) {
    lines.push('', defaultHeading(part))
    const original = form.originals.get(part)
    if (original !== undefined && original !== '')
      lines.push('', ...original.split(/\r\n|\n|\r/).map((line) => (line === '' ? '>' : `> ${withoutLanguage(line)}`)))
    for (const table of draft.tables.filter((each) => each.part === part && each.rows.length > 0)) printTable(table, lines, rows)
    const yaml = draft.yaml.get(part)
    if (yaml !== undefined) {
      lines.push('', '```yaml', ...yaml, '```')
      for (let line = lines.length - yaml.length; line < lines.length; line++) parts.set(line, part)
    }
    const binds = yaml !== undefined || draft.tables.some((each) => each.part === part && each.rows.length > 0)
    if (!binds && part !== 'service') lines.push('', 'not shown')
    const questions = form.statements.filter((statement) => statement.part === part && statement.outcome === 'question')
    for (const { line, text, asks } of questions)
      lines.push('', `<!-- import: line ${line}, "${inComment(text)}": ${asks.map(inComment).join(' ')} -->`)
  }
  return { text: `${lines.join('\n')}\n`, rows, parts }
}

/** Removes a fence's language that the document would interpret, because the fence would bind even in a quotation. */
function withoutLanguage(line: string): string {
  return line.replace(/^(\s*(?:`{3,}|~{3,}))\s*(ya?ml|hurl)\b/i, '$1text $2')
}

function printTable(table: DraftTable, lines: string[], rows: Map<number, PrintedRow>): void {
  const columns = table.columns.filter(
    (column, index) => index < 2 || needed.has(column) || table.rows.some(({ cells }) => (cells[column] ?? '') !== ''),
  )
  if (table.heading !== undefined) lines.push('', `### ${table.heading}`)
  lines.push('', printRow(columns), `|${columns.map(() => ' --- ').join('|')}|`)
  for (const row of table.rows) {
    lines.push(printRow(columns.map((column) => row.cells[column] ?? '')))
    rows.set(lines.length, { table, row, columns })
  }
}

/** The columns that a table of its kind always needs. */
const needed: ReadonlySet<string> = new Set(['on', 'to', 'status', 'when', 'per', 'value', 'type', 'data'])

/** One line without the end of a comment. */
function inComment(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('-->', '→').replaceAll('--', '- -').replace(/-$/, '- ')
  return line.length > 300 ? `${line.slice(0, 300)} …` : line
}
