// Builds the tables of an imported form: each row keeps its source statement, so that it can be withdrawn.

import type { PartName } from '../../document/document.ts'
import type { Statement } from './statement.ts'
import type { ColumnName, Words } from './words.ts'

export type DraftRow = { readonly cells: { [column: string]: string }; readonly statement: Statement | undefined }

/** `heading`: the owner of the table. `kind` distinguishes tables of one part. */
export type DraftTable = {
  readonly part: PartName
  readonly kind: string
  readonly heading?: string
  readonly columns: readonly string[]
  readonly rows: DraftRow[]
}

export type FormDraft = {
  /** Schemas of fields, in YAML, that no cell can express. */
  readonly below: { readonly resource: string; readonly isShape: boolean; readonly field: string; readonly schema: string }[]
  readonly tables: DraftTable[]
  /** YAML of a part, for content that no table can express. */
  readonly yaml: Map<PartName, string[]>
}

export function openTable(draft: FormDraft, part: PartName, kind: string, columns: readonly string[], heading?: string): DraftTable {
  const found = draft.tables.find((each) => each.part === part && each.kind === kind && each.heading === heading)
  if (found !== undefined) return found
  const table: DraftTable = { part, kind, columns, rows: [], ...(heading === undefined ? {} : { heading }) }
  draft.tables.push(table)
  return table
}

export function takeLine(statement: Statement): void {
  statement.outcome ??= 'taken'
}

/** Asks a question about a statement that is not imported, or only partly. */
export function askQuestion(statement: Statement, sentence: string): void {
  statement.outcome = 'question'
  if (!statement.asks.includes(sentence)) statement.asks.push(sentence)
}

/** Withdraws a question that another reader has answered; without questions, the statement is taken. */
export function withdrawQuestion(statement: Statement, sentence: string): void {
  const at = statement.asks.indexOf(sentence)
  if (at < 0) return
  statement.asks.splice(at, 1)
  if (statement.asks.length === 0) statement.outcome = 'taken'
}

export type Columns = { readonly [name in ColumnName]?: number }

/** Maps each header to one of the possible columns: by the whole header, otherwise by one of its words. */
export function mapColumns(headers: readonly string[], wanted: readonly ColumnName[], words: Words): Columns {
  const found: { [name in ColumnName]?: number } = {}
  const plain = (header: string): string =>
    header
      .replace(/(?<=\S)\s*\([^()]*\)$/, '')
      .replaceAll(/(?<=[\p{L}\d])_(?=[\p{L}\d])|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .replaceAll(/[*_`?!:'’]|\p{Extended_Pictographic}\u{FE0F}?/gu, '')
      .trim()
      .replace(/\.$/, '')
      .toLowerCase()
  const texts = headers.map(plain)
  for (const name of wanted) {
    const used = new Set(Object.values(found))
    const at = words.headers[name]
      .map((synonym) => texts.findIndex((text, index) => text === plain(synonym) && !used.has(index)))
      .find((index) => index >= 0)
    if (at !== undefined) found[name] = at
  }
  for (const name of wanted) {
    const used = new Set(Object.values(found))
    const at =
      found[name] === undefined ? texts.findIndex((text, index) => !used.has(index) && words.headerWords[name]?.test(text) === true) : -1
    if (at >= 0) found[name] = at
  }
  return found
}

/** The column whose header a label is, as a whole. */
export function matchColumn<Name extends ColumnName>(label: string, wanted: readonly Name[], words: Words): Name | undefined {
  const plain = (text: string): string =>
    text
      .replaceAll(/[*_`?!:'’]/g, '')
      .trim()
      .toLowerCase()
  return wanted.find((name) => words.headers[name].some((synonym) => plain(synonym) === plain(label)))
}

/** The text for a cell: one line, without Markdown. */
export function draftPlainText(text: string): string {
  return text
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Names in a cell: those in backticks, or words separated by commas. */
export function namesInText(text: string, separator: RegExp = /\s*(?:,|\s\/\s|\band\b|\bund\b)\s*/): string[] {
  const quoted = Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name!)
  const all = quoted.length > 0 ? quoted : text.split(separator)
  return all
    .map((each) =>
      each
        .replaceAll(/[*🔒?]/gu, '')
        .replace(/\(\s*\)/g, '')
        .trim(),
    )
    .filter((each) => each !== '')
}
