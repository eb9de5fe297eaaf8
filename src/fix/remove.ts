// Removes an entry or a list item from a document, in blocks and in braces.

import type { Span } from '../base/text.ts'
import type { FixEdit } from './insert.ts'

/** `range`: from the key to the end of the value. `container`: the list or map around it. */
export function remove(range: Span, container: Span): FixEdit {
  const { source, start, end } = range
  const { text } = source
  if (text[container.start] === '{' || text[container.start] === '[')
    return { span: { source, ...spanBetweenBraces(text, start, end) }, text: '' }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lead = text.slice(lineStart, start)
  const newline = text.indexOf('\n', Math.max(start, text[end - 1] === '\n' ? end - 1 : end))
  const lineEnd = newline === -1 ? text.length : newline + 1
  // The first key of an item follows its dash, which stays for the next key.
  return {
    span: {
      source,
      start: /^\s*-\s+$/.test(lead) && text.slice(container.end).length > 0 && container.start === start ? start : lineStart,
      end: lineEnd,
    },
    text: '',
  }
}

function spanBetweenBraces(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const commaAfter = /^\s*,\s*/.exec(text.slice(end))
  if (commaAfter !== null) return { start, end: end + commaAfter[0].length }
  const commaBefore = /,\s*$/.exec(text.slice(0, start))
  return { start: commaBefore === null ? start : commaBefore.index, end }
}
