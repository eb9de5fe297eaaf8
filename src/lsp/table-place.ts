// Finds the cursor in a possibly incomplete table: the part, the heading, the header, and the cells of the row.

import { assignParts, simplifyHeading } from '../document/heading.ts'
import type { PartName } from '../document/document.ts'

export type TablePlace = {
  readonly part: PartName
  /** The name in the heading above: `Order`, `Order.status`. */
  readonly subject: string | undefined
  /** In lower case. */
  readonly header: readonly string[]
  /** The cells of the line, up to its end. */
  readonly cells: readonly string[]
  /** The column of the cursor. */
  readonly index: number
  readonly inHeader: boolean
  /** The text of the cell before the cursor. */
  readonly before: string
}

/** Undefined outside of tables, and in the line below a header. */
export function findTablePlace(text: string, offset: number): TablePlace | undefined {
  const lines = text.split('\n')
  const at = text.slice(0, offset).split('\n').length - 1
  if (!isRow(lines[at]!) || /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[at]!)) return undefined
  let first = at
  while (first > 0 && isRow(lines[first - 1]!)) first--
  const headings = findHeadings(lines.slice(0, first))
  const part = headings === undefined ? undefined : assignParts(headings.parts).at(-1)
  if (part === undefined) return undefined
  const line = lines[at]!
  const before = splitCells(line.slice(0, offset - text.lastIndexOf('\n', offset - 1) - 1))
  if (before.length === 0) return undefined
  return {
    part,
    subject: headings!.subject,
    header: splitCells(lines[first]!).map((each) => each.trim().toLowerCase().replaceAll('*', '')),
    cells: splitCells(line).map((each) => each.trim()),
    index: before.length - 1,
    inHeader: at === first,
    before: before.at(-1)!.trimStart(),
  }
}

function isRow(line: string): boolean {
  return /^\s*\|/.test(line)
}

/** Splits at pipes, including the text after the last one; `\|` does not split. */
function splitCells(line: string): readonly string[] {
  return line.split(/(?<!\\)\|/).slice(1)
}

/** Undefined inside of a fence. */
function findHeadings(lines: readonly string[]): { readonly parts: readonly string[]; readonly subject: string | undefined } | undefined {
  const parts: string[] = []
  let subject: string | undefined
  let fence: string | undefined
  for (const line of lines) {
    const fenceMark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (fenceMark?.startsWith(fence) === true) fence = undefined
    } else if (fenceMark !== undefined) fence = fenceMark
    else if (line.startsWith('## ')) {
      parts.push(simplifyHeading(line.slice(3)))
      subject = undefined
    } else if (/^#{3,6} /.test(line)) subject = /^#+\s+`?([A-Za-z_$][\w$]*(?:\.[\w$]+)?)/.exec(line)?.[1]
  }
  return fence === undefined ? { parts, subject } : undefined
}
