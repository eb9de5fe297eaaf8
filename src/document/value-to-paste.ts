// Prints a value to paste: with its key, and quoted if YAML requires it.

import { beforeOnLine, inFlow } from './cut.ts'
import type { Scalar } from './node.ts'
import { quotedForm } from './quote.ts'

/** `text` in place of the value of `node`, with the beginning of its line. */
export function valueToPaste({ span }: Scalar, text: string, as: 'expression' | 'text'): string {
  const row = rowWith(span, text)
  if (row !== undefined) return row
  const flow = inFlow(span)
  const lead = beforeValue(span, flow)
  const dashes = /^(?:- )*/.exec(lead)![0].length
  return lead + (/^[\w.()]+$/.test(text) ? text : quotedForm(text, { flow, indent: ' '.repeat(dashes + 2) }, as))
}

/** The row of a table with the text in place of a cell, or of a part of one; undefined outside of tables. */
function rowWith({ source, start, end }: Scalar['span'], text: string): string | undefined {
  const from = source.text.lastIndexOf('\n', start - 1) + 1
  const feed = source.text.indexOf('\n', end)
  const to = feed === -1 ? source.text.length : feed
  // No YAML line begins with a pipe, except in text.
  if (!/^\s*\|.*\|\s*$/.test(source.text.slice(from, to))) return undefined
  const isBare = source.text[start] !== '`' && !/[^\w.${}" ]/.test(text)
  const cell = `${isBare ? text : `\`${text}\``}`.replaceAll('|', '\\|')
  return `${source.text.slice(from, start)}${cell}${source.text.slice(end, to)}`.trim()
}

/** The text before a value on its line, within its brackets. */
export function beforeValue(whole: Scalar['span'], flow: boolean): string {
  const before = beforeOnLine(whole)
  const from = flow ? Math.max(before.lastIndexOf('{'), before.lastIndexOf('['), before.lastIndexOf(',')) + 1 : 0
  return before.slice(from).trimStart()
}
