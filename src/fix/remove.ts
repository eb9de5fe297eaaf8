// Removes an entry or a list item from a document, in blocks and in braces.

import type { Span } from '../base/text.ts'
import type { FixEdit } from './insert.ts'

/** `whole`: from the key to the end of the value. `holder`: the list or map around it. */
export function remove(whole: Span, holder: Span): FixEdit {
  const { source, start, end } = whole
  const { text } = source
  if (text[holder.start] === '{' || text[holder.start] === '[') return { span: { source, ...betweenBraces(text, start, end) }, text: '' }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lead = text.slice(lineStart, start)
  const feed = text.indexOf('\n', Math.max(start, text[end - 1] === '\n' ? end - 1 : end))
  const lineEnd = feed === -1 ? text.length : feed + 1
  // The first key of an item follows its dash, which stays for the next key.
  return {
    span: {
      source,
      start: /^\s*-\s+$/.test(lead) && text.slice(holder.end).length > 0 && holder.start === start ? start : lineStart,
      end: lineEnd,
    },
    text: '',
  }
}

function betweenBraces(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const behind = /^\s*,\s*/.exec(text.slice(end))
  if (behind !== null) return { start, end: end + behind[0].length }
  const before = /,\s*$/.exec(text.slice(0, start))
  return { start: before === null ? start : before.index, end }
}
