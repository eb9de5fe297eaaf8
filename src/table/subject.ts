// Parses the owner of a table from its heading: `### Order`, `### Line (shape)`, `### Person (records, firm is trial)`.

import type { Heading } from '../document/heading.ts'
import { type Cell, sliceCell } from '../document/table.ts'
import { splitCell } from './cell/node.ts'
import type { Subject } from './kind.ts'

/** Undefined if the heading is a sentence, or names nothing. */
export function readTableSubject({ span }: Heading): Subject | undefined {
  const text = span.source.text.slice(span.start, span.end)
  const start = /^[#\s]*/.exec(text)![0].length
  const title = sliceCell({ text, span }, start, text.replace(/[#\s]*$/, '').length)
  const [, name, columnsText] = /^`?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?)`?(?:\s*\((.*)\))?$/.exec(title.text) ?? []
  if (name === undefined) return undefined
  const at = title.text.indexOf(name)
  const nameCell = sliceCell(title, at, at + name.length)
  return { name: nameCell, columnCells: columnsText === undefined ? [] : splitCell(takeLastPart(title, columnsText), ',') }
}

function takeLastPart(cell: Cell, text: string): Cell {
  const at = cell.text.lastIndexOf(`${text})`)
  return sliceCell(cell, at, at + text.length)
}
