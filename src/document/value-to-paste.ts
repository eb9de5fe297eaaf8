// Prints a value to paste: with its key, and quoted if YAML requires it.

import { beforeOnLine, isInFlow } from './cut.ts'
import type { Scalar } from './node.ts'
import { printQuoted } from './quote.ts'

/** `text` in place of the value of `node`, with the beginning of its line. */
export function printValueToPaste({ span }: Scalar, text: string, kind: 'expression' | 'text'): string {
  const tableRow = printRowWith(span, text)
  if (tableRow !== undefined) return tableRow
  const flow = isInFlow(span)
  const linePrefix = beforeValue(span, flow)
  const dashes = /^(?:- )*/.exec(linePrefix)![0].length
  return linePrefix + (/^[\w.()]+$/.test(text) ? text : printQuoted(text, { flow, indent: ' '.repeat(dashes + 2) }, kind))
}

/** The row of a table with the text in place of a cell, or of a part of one; undefined outside of tables. */
function printRowWith({ source, start, end }: Scalar['span'], text: string): string | undefined {
  const lineStart = source.text.lastIndexOf('\n', start - 1) + 1
  const feed = source.text.indexOf('\n', end)
  const lineEnd = feed === -1 ? source.text.length : feed
  // No YAML line begins with a pipe, except in text.
  if (!/^\s*\|.*\|\s*$/.test(source.text.slice(lineStart, lineEnd))) return undefined
  const isPlain = source.text[start] !== '`' && !/[^\w.${}" ]/.test(text)
  const cell = `${isPlain ? text : `\`${text}\``}`.replaceAll('|', '\\|')
  return `${source.text.slice(lineStart, start)}${cell}${source.text.slice(end, lineEnd)}`.trim()
}

/** The text before a value on its line, within its brackets. */
export function beforeValue(valueSpan: Scalar['span'], flow: boolean): string {
  const lineText = beforeOnLine(valueSpan)
  const from = flow ? Math.max(lineText.lastIndexOf('{'), lineText.lastIndexOf('['), lineText.lastIndexOf(',')) + 1 : 0
  return lineText.slice(from).trimStart()
}
