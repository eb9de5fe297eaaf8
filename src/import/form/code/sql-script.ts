// Reads scripts of SQL: tables with their columns, kinds, comments and indices, as records with fields in words.

import { readSqlColumn, takeConstraint } from './sql-columns.ts'
import type { Words } from '../words.ts'

/** A column, a constraint or a value between the parentheses of a statement, with the comment beside it. */
type Piece = { text: string; readonly line: number; remark: string }

type SqlStatement = { readonly head: Piece; readonly body: readonly Piece[]; readonly whole: string }

/** A table with its columns as fields in words. */
type Table = { readonly name: string; readonly remark: string; readonly line: number; readonly fields: { text: string; line: number }[] }

const identifier = String.raw`(?:["\x60[]?\w+["\x60\]]?\.)?["\x60[]?(\w+)["\x60\]]?`
const tableHead = new RegExp(
  String.raw`^create\s+(?:(?:global|local)\s+)?(?:temp(?:orary)?\s+|unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?${identifier}$`,
  'i',
)
const constraintHead =
  /^(?:constraint\s+\S+\s+)?(?:unique|primary\s+key|foreign\s+key|exclude|fulltext\s+key|index|key|check)\b[\w\s"`[\]]*\(/i

/** The tables of a script; undefined if it makes none. */
export function readSqlTables(text: string, words: Words): readonly Table[] | undefined {
  const all = splitStatements(text)
  const kinds = mapDeclaredKinds(all)
  const comments = mapColumnComments(all)
  const tables = all.flatMap(({ head, body }): Table[] => {
    const [, name] = tableHead.exec(head.text) ?? []
    if (name === undefined) return []
    const isOfService = head.remark.split(/[:;,.–—]\s*/).some((clause) => words.sql.filledByService.test(clause.trim()))
    const table: Table = { name, remark: '', line: head.line, fields: [] }
    for (const piece of body.filter((each) => !constraintHead.test(each.text))) {
      const [, column = ''] = /^["`[]?(\w+)/.exec(piece.text) ?? []
      const remarks = [piece.remark, comments.get(`${name}.${column}`.toLowerCase()) ?? '', isOfService ? words.sql.setByService : '']
      const remark = remarks.filter((each) => each !== '').join('; ')
      const line = remark === '' ? withKind(piece.text, kinds) : `${withKind(piece.text, kinds)} -- ${remark}`
      table.fields.push({ text: readSqlColumn(line, words) ?? piece.text, line: piece.line })
    }
    for (const piece of body.filter((each) => constraintHead.test(each.text))) addConstraint(piece.text, piece.line, table, words)
    return [table]
  })
  if (tables.length === 0) return undefined
  for (const { head, whole } of all) {
    const [, altered, added] = new RegExp(String.raw`^alter\s+table\s+(?:only\s+)?${identifier}\s+add\s+(.+)$`, 'is').exec(whole) ?? []
    const [, indexed, columns] =
      new RegExp(String.raw`^create\s+unique\s+index\s+.*?\bon\s+${identifier}\s*(?:using\s+\w+\s*)?(\([^()]*\))$`, 'is').exec(whole) ?? []
    const table = tables.find(({ name }) => name.toLowerCase() === (altered ?? indexed)?.toLowerCase())
    if (table !== undefined) addConstraint(added ?? `unique ${columns}`, head.line, table, words)
  }
  return tables
}

/** A constraint becomes a clause of a column; one that is not understood stays a statement. */
function addConstraint(text: string, line: number, { fields }: Table, words: Words): void {
  // In parentheses, it is no field.
  if (takeConstraint(text, fields, words) !== true) fields.push({ text: `(${text})`, line })
}

/** Splits a script at semicolons, and what stands between the outer parentheses at commas; comments belong to the text before them. */
function splitStatements(text: string): readonly SqlStatement[] {
  const found: SqlStatement[] = []
  let [head, current, whole]: [Piece | undefined, Piece | undefined, string] = [undefined, undefined, '']
  let body: Piece[] = []
  let [depth, isQuoted] = [0, false]
  const endPiece = (): void => {
    if (current !== undefined) current.text = current.text.replaceAll(/\s+/g, ' ').trim()
    if (current !== undefined && current.text !== '' && current !== head) body.push(current)
    current = undefined
  }
  const endStatement = (): void => {
    // The text behind the parentheses is about the whole table.
    if (depth > 0) endPiece()
    current = undefined
    if (head !== undefined) found.push({ head, body, whole: whole.replaceAll(/\s+/g, ' ').trim() })
    ;[head, body, whole, depth] = [undefined, [], '', 0]
  }
  for (const [line, written] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^(?:`{3}|~{3})/.test(written.trim())) continue
    const { code, remark } = withoutComment(written)
    if (depth === 0 && head !== undefined && /^(?:create|alter|comment)\b/i.test(code)) endStatement()
    let last: Piece | undefined = code.trim() === '' ? undefined : current
    for (const char of `${code}\n`) {
      if (char === "'") isQuoted = !isQuoted
      const isOuter = !isQuoted && head !== undefined
      if (char !== ';' || isQuoted) whole += char
      if (isOuter && char === '(' && depth++ === 0) endPiece()
      else if (isOuter && char === ')' && --depth === 0) endPiece()
      else if (isOuter && char === ',' && depth === 1) endPiece()
      else if (isOuter && char === ';' && depth === 0) endStatement()
      else if (char.trim() !== '' || current !== undefined) {
        current ??= { text: '', line, remark: '' }
        head ??= current
        current.text += char
        last = current
      }
    }
    if (last !== undefined && remark !== '') last.remark = last.remark === '' ? remark : `${last.remark}; ${remark}`
  }
  endStatement()
  return found
}

/** A line apart from its comment, `-- …` or between the signs of a block. */
function withoutComment(line: string): { readonly code: string; readonly remark: string } {
  const [, before, behind] = /^((?:[^'-]|'[^']*'|-(?!-))*)--\s*(.*)$/.exec(line) ?? []
  const code = before ?? line
  const inside = Array.from(code.matchAll(/\/\*+\s*(.*?)\s*\*\//g), ([, text]) => text!)
  return { code: code.replaceAll(/\/\*.*?\*\//g, ' '), remark: [...inside, behind?.trim() ?? ''].filter((each) => each !== '').join('; ') }
}

/** The kinds of values that a script declares: enumerations and domains. */
function mapDeclaredKinds(all: readonly SqlStatement[]): ReadonlyMap<string, string> {
  return new Map(
    all.flatMap(({ whole }) => {
      const [, choice, values] = new RegExp(String.raw`^create\s+type\s+${identifier}\s+as\s+enum\s*\(([^()]*)\)`, 'i').exec(whole) ?? []
      const [, domain, spec] = new RegExp(String.raw`^create\s+domain\s+${identifier}\s+(?:as\s+)?(.+)$`, 'i').exec(whole) ?? []
      if (choice !== undefined) return [[choice.toLowerCase(), `enum (${values})`] as const]
      return domain === undefined ? [] : [[domain.toLowerCase(), spec!] as const]
    }),
  )
}

/** A column with its declared kind written out. */
function withKind(column: string, kinds: ReadonlyMap<string, string>): string {
  const [, name, kind, rest] = new RegExp(String.raw`^(\S+)\s+${identifier}(?!\w|\s*\()(.*)$`, 's').exec(column) ?? []
  const spec = kinds.get(kind?.toLowerCase() ?? '')
  return spec === undefined ? column : `${name} ${spec}${rest}`
}

/** `comment on column boat.name is '…'`, by the table and the column. */
function mapColumnComments(all: readonly SqlStatement[]): ReadonlyMap<string, string> {
  return new Map(
    all.flatMap(({ whole }) => {
      const [, table, column, text] =
        /^comment\s+on\s+column\s+(?:\w+\.(?=\w+\.))?["`]?(\w+)["`]?\.["`]?(\w+)["`]?\s+is\s+'((?:[^']|'')*)'$/i.exec(whole) ?? []
      return table === undefined ? [] : [[`${table}.${column}`.toLowerCase(), text!.replaceAll("''", "'")] as const]
    }),
  )
}
