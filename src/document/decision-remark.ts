// Finds comments with the reason of a decision (`decided: REASON`) or a question about one (`import: …`), with the line that each concerns.

import { Lexer } from 'yaml'
import { type Source, readLine, findPosition, createSource } from '../base/text.ts'
import { type PartName, partNames } from './part-name.ts'
import { assignParts } from './heading.ts'
import { outline } from './markdown.ts'
import type { Table } from './table.ts'

export type DecisionRemark = {
  readonly kind: 'decided' | 'open'
  /** Undefined outside of the parts. */
  readonly part: PartName | undefined
  readonly file: string
  readonly line: number
  /** The line or row that the comment is about, without the comment; empty if there is no such line. */
  readonly about: string
  readonly text: string
}

type File = { readonly name: string; readonly text: string }

export function listRemarks(files: readonly File[]): DecisionRemark[] {
  return files.flatMap((file) => {
    const parsedSource = createSource(file.name, file.text)
    return /\.ya?ml$/i.test(file.name) ? listYamlRemarks(parsedSource) : listMarkdownRemarks(parsedSource)
  })
}

function listYamlRemarks(file: Source): DecisionRemark[] {
  let part: PartName | undefined = partNames.find((name) => new RegExp(`(?:^|/)${name}\\.ya?ml$`, 'i').test(file.name))
  const parts = file.lineStarts.map((_, index) => {
    const key = /^(\w+):/.exec(readLine(file, index + 1))?.[1]
    part = partNames.find((name) => name === key) ?? part
    return part
  })
  return readYamlRemarks(file, file.text, 1, (line) => parts[line - 1])
}

/** The remarks in comments of YAML whose first line is `first` in the file. Text that only looks like a comment does not count. */
function readYamlRemarks(
  file: Source,
  text: string,
  firstLineNumber: number,
  partOf: (line: number) => PartName | undefined,
): DecisionRemark[] {
  const remarks: DecisionRemark[] = []
  let previousToken = ''
  let line = firstLineNumber
  let lineContent = ''
  for (const token of new Lexer().lex(text)) {
    const [, keyword, reason] = previousToken === scalarMark ? [] : (/^#\s*(decided|import):\s*(.+)$/.exec(token) ?? [])
    if (keyword !== undefined)
      remarks.push(
        buildRemark(keyword, partOf(line), file, line, lineContent.trim() === '' ? findNextLine(file, line) : lineContent.trim(), reason!),
      )
    const breaks = token.split('\n')
    line += breaks.length - 1
    lineContent = breaks.length > 1 ? breaks.at(-1)! : lineContent + (controlMarks.has(token) ? '' : token)
    previousToken = token
  }
  return remarks
}

/** Tokens of the lexer that represent no text: before a scalar, at the beginning and end of documents. */
const scalarMark = '\u001f'
const controlMarks: ReadonlySet<string> = new Set(['\u0002', '\u0018', scalarMark, '\ufeff'])

/** The first line below that is not a comment. */
function findNextLine(file: Source, line: number): string {
  for (let number = line + 1; number <= file.lineStarts.length; number++) {
    const text = readLine(file, number).trim()
    if (text.startsWith('```')) return ''
    if (text !== '' && !text.startsWith('#')) return text.replace(/\s#\s.*$/, '')
  }
  return ''
}

function buildRemark(keyword: string, part: PartName | undefined, file: Source, line: number, about: string, text: string): DecisionRemark {
  return { kind: keyword === 'decided' ? 'decided' : 'open', part, file: file.name, line, about, text: text.trim() }
}

function listMarkdownRemarks(file: Source): DecisionRemark[] {
  const { sections } = outline(file)
  const chapters = sections.flatMap(({ heading }) => (heading?.level === 2 ? [heading] : []))
  const parts = assignParts(chapters.map(({ title }) => title))
  const partAt = (offset: number): PartName | undefined => parts[chapters.findLastIndex(({ span }) => span.start <= offset)]
  const remarks: DecisionRemark[] = []
  const linesInBlocks = new Set<number>()
  for (const block of sections.flatMap(({ blocks }) => blocks)) {
    const first = findPosition(file, block.span.start).line
    for (let line = first; line <= findPosition(file, Math.max(block.span.start, block.span.end - 1)).line; line++) linesInBlocks.add(line)
    if (block.kind === 'table') remarks.push(...listRowRemarks(file, block, partAt(block.span.start)))
    else if (block.kind === 'fence' && block.language === 'yaml') {
      const from = block.lines[0]?.from
      if (from !== undefined)
        remarks.push(
          ...readYamlRemarks(file, block.lines.map(({ text }) => text).join('\n'), findPosition(file, from).line, () => partAt(from)),
        )
    }
  }
  // Markdown comments are outside blocks, on their own lines.
  for (const { index, 1: keyword, 2: text } of file.text.matchAll(/^<!--\s*(decided|import):\s*([^]*?)\s*-->/gm)) {
    const { line } = findPosition(file, index)
    if (!linesInBlocks.has(line)) remarks.push(buildRemark(keyword!, partAt(index), file, line, '', text!.replaceAll(/\s+/g, ' ')))
  }
  return remarks.sort((a, b) => a.line - b.line)
}

/** A column `(decided)` is prose for the rest of the language. */
function listRowRemarks(file: Source, { header, rows }: Table, part: PartName | undefined): DecisionRemark[] {
  const column = header.findIndex(({ text }) => /^\(decided\)$/i.test(text))
  if (column < 0) return []
  return rows.flatMap(({ cells, span }) => {
    const text = cells[column]?.text ?? ''
    const about = cells.flatMap((cell, index) => (index === column || cell.text === '' ? [] : [cell.text])).join(', ')
    return text === '' ? [] : [buildRemark('decided', part, file, findPosition(file, span.start).line, about, text)]
  })
}
