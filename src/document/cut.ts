// Finds values that YAML reads differently from how they look: where each is cut, and the intended text.

import { type Span, readLine, findPosition, createSpan } from '../base/text.ts'
import { type CutFinding, type CutReason, beforeComment, isQuote, isSpace, findLineEnd, scanOf } from './cut-scan.ts'
import type { Node, Scalar } from './node.ts'
import { looksLikeExpression } from './quote.ts'
import { opensString, readTextShape, findStringEnd } from './shape.ts'

/** The form of a quoted value: a CEL expression, or literal text with `${ CEL }`. */
export type QuotedKind = 'expression' | 'text'

export type Cut = {
  readonly reason: CutReason
  readonly slot: QuotedKind
  /** The value as it looks, and all of its range. */
  readonly text: string
  readonly span: Span
  /** The place at which YAML ends the value. */
  readonly at: Span
  /** True if it is inside `{ }` or `[ ]`. */
  readonly flow: boolean
  /** The value as its author meant it, for the following stages. */
  readonly scalar: Scalar
}

/** The value with blanks in place of comments between its lines. */
export function withoutComments(text: string): string {
  if (!text.includes('\n') || !text.includes('#')) return text
  let result = ''
  let i = 0
  while (i < text.length) {
    const char = text[i]!
    const stringKind = isQuote(char) ? opensString(text, i, 0) : undefined
    const isComment = char === '#' && isSpace(text[i - 1])
    const literalEnd = stringKind === undefined ? undefined : findStringEnd(text, i, text.length, stringKind === 'raw')
    const end = isComment ? findLineEnd(text, i) : (literalEnd ?? i + 1)
    result += isComment ? ' '.repeat(end - i) : text.slice(i, end)
    i = end
  }
  return result
}

/** How many quotes of YAML enclose the text: none, an opening one, or both. */
function countOuterQuotes(text: string, reason: CutFinding['reason']): 0 | 1 | 2 {
  if (reason === 'unclosed') return 1
  return reason === 'quote' && text.at(-1) === text[0] ? 2 : 0
}

/** A cut that the text itself shows, regardless of the value's purpose. `text` runs from `start` to `end`. */
export function cutFrom(
  { reason, start, end, at, flow }: CutFinding,
  text: string,
  place: (start: number, end: number) => Span,
  offsets: readonly number[] | undefined,
): Cut {
  // `'it's fine'`: the quotes are YAML's, and one inside ends the text too early.
  const complete = readTextShape(text) === 'complete'
  const quotes = complete ? 0 : countOuterQuotes(text, reason)
  const valueSpan = place(start, end)
  const lastOffset = quotes === 2 ? -1 : undefined
  const unquoted = quotes === 0 ? text : text.slice(1, lastOffset)
  const allOffsets = offsets ?? Array.from({ length: text.length + 1 }, (_, index) => valueSpan.start + index)
  const innerOffsets = quotes === 0 ? offsets : allOffsets.slice(1, lastOffset)
  return {
    reason: reason === 'unclosed' && quotes === 0 ? 'quote' : reason,
    slot: looksLikeExpression(unquoted) ? 'expression' : 'text',
    text,
    span: valueSpan,
    at: place(at, end),
    flow,
    scalar: readIntended(unquoted, valueSpan, innerOffsets),
  }
}

/**
 * Finds the cut of a node that is known to be an expression or a text. A list or map counts as cut too, so for a template, which may hold
 * lists and maps, call it for the leaves only.
 */
export function findCut(node: Node, slot: QuotedKind): Cut | undefined {
  if (node.kind !== 'scalar') return findCollectionCut(node, slot)
  if (node.cut === true) return undefined
  const cut = findCommentCut(node, slot) ?? findPropertyCut(node, slot) ?? findHeaderCut(node, slot)
  return cut ?? (slot === 'expression' ? foldCut(node) : undefined)
}

/** Reads the value as it looks, for the following stages. */
function readIntended(text: string, valueRange: Span, offsets?: readonly number[]): Scalar {
  const scalar: Scalar = { kind: 'scalar', value: text, text, style: 'plain', span: valueRange, cut: true }
  return offsets === undefined ? scalar : { ...scalar, offsets }
}

function cutAs(reason: CutReason, slot: QuotedKind, valueRange: Span, at: number): Cut {
  const text = valueRange.source.text.slice(valueRange.start, valueRange.end)
  return {
    reason,
    slot,
    text,
    span: valueRange,
    at: { ...valueRange, start: at },
    flow: isInFlow(valueRange),
    scalar: readIntended(text, valueRange),
  }
}

/** Returns the text before a value on its line, without irrelevant characters. */
export function beforeOnLine({ source, start }: Span): string {
  const lineFrom = source.lineStarts[findPosition(source, start).line - 1]!
  return source.text.slice(Math.max(lineFrom, start - 300), start)
}

/** From `start` to the end of its line, without trailing blanks. */
function spanToLineEnd(valueRange: Span): Span {
  const { source, start } = valueRange
  const line = findPosition(source, valueRange.end).line
  const end = source.lineStarts[line - 1]! + readLine(source, line).trimEnd().length
  return createSpan(source, start, Math.max(end, valueRange.end))
}

/**
 * ` #`: after a complete expression it begins a comment. After text it is ambiguous, so it counts as a comment only with two blanks
 * before it and one after.
 */
function findCommentCut(node: Scalar, slot: QuotedKind): Cut | undefined {
  const { source, end } = node.span
  if (node.style !== 'plain' || !/^[ \t]*#/.test(source.text.slice(end, end + 300))) return undefined
  const line = spanToLineEnd(node.span)
  const rest = source.text.slice(end, line.end)
  const comment = (node.text === '' ? /^[ \t]*#/ : /^[ \t]+#/).exec(rest)
  if (comment === null) return undefined
  const at = end + comment[0].length - 1
  const touchesText = !isSpace(rest[comment[0].length]) && rest.length > comment[0].length
  if (node.text === '') return slot === 'text' && touchesText ? cutAs('comment', slot, { ...line, start: at }, at) : undefined
  if (slot === 'text') return comment[0].length > 2 && !touchesText && !rest.includes('${') ? undefined : cutAs('comment', slot, line, at)
  if (readTextShape(node.text) !== 'open') return undefined
  return cutAs('comment', slot, { ...line, end: beforeComment(scanOf(source.text), line.start, line.end) }, at)
}

/** `&c Foo`: an anchor without a reference was intended as text. No expression has a tag (`!!null == x`). */
function findPropertyCut(node: Scalar, slot: QuotedKind): Cut | undefined {
  const {
    source: { text },
    start,
  } = node.span
  let end = start
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  let from = end
  while (from > 0 && !/[\s,[\]{}]/.test(text[from - 1]!)) from--
  const prefix = text.slice(from, end)
  const valueSpan = { ...node.span, start: from }
  if (prefix.startsWith('!!') && slot === 'expression') return cutAs('tag', slot, valueSpan, from)
  const name = /^&(.+)/.exec(prefix)?.[1]
  if (name === undefined || new RegExp(`\\*${RegExp.escape(name)}(?![^\\s,\\[\\]{}])`).test(text)) return undefined
  // A quoted value or an expression is intended as written; only its anchor is unused.
  return node.style === 'plain' && slot === 'text'
    ? cutAs('anchor', slot, valueSpan, from)
    : { ...cutAs('anchor', slot, valueSpan, from), at: { ...valueSpan, end }, scalar: { ...node, cut: true } }
}

/** `>5`: a header that says how its (absent) lines are set in. */
function findHeaderCut(node: Scalar, slot: QuotedKind): Cut | undefined {
  if ((node.style !== 'literal' && node.style !== 'folded') || node.text.trim() !== '') return undefined
  const line = spanToLineEnd({ ...node.span, end: node.span.start + 1 })
  return /^[|>]\d/.test(node.span.source.text.slice(line.start, line.end)) ? cutAs('header', slot, line, line.start) : undefined
}

/** Lines fold into one: a `//` comment then swallows the rest, and a string loses its line break. */
function foldCut(node: Scalar): Cut | undefined {
  const {
    text,
    offsets,
    span: { source, start, end },
  } = node
  if (node.style === 'literal' || offsets === undefined || !/[\r\n]/.test(source.text.slice(start, end))) return undefined
  const isLineBreak = (index: number): boolean => {
    const from = offsets[index]!
    return /[\r\n]/.test(source.text.slice(from, Math.max(from + 1, offsets[index + 1] ?? from)))
  }
  const findLineBreak = (from: number, to: number): number | undefined => {
    for (let index = from; index < to; index++) if (isLineBreak(index)) return index
    return undefined
  }
  for (let i = 0; i < text.length; i++) {
    const stringKind = isQuote(text[i]) ? opensString(text, i, 0) : undefined
    const literalEnd = stringKind === undefined ? undefined : findStringEnd(text, i, text.length, stringKind === 'raw')
    const isComment = text.startsWith('//', i)
    if (literalEnd === undefined && !isComment) continue
    const lineBreak = findLineBreak(i, literalEnd ?? text.length)
    if (lineBreak !== undefined) return cutAs('fold', 'expression', node.span, offsets[isComment ? i : lineBreak]!)
    if (literalEnd === undefined) return undefined
    i = literalEnd - 1
  }
  return undefined
}

function findCollectionCut(node: Exclude<Node, Scalar>, slot: QuotedKind): Cut | undefined {
  const { source, start, end } = node.span
  const text = source.text.slice(start, end)
  if (/[\r\n]/.test(text) || end === start) return undefined
  const first = text[0]!
  const blockReason: CutReason = node.kind === 'list' ? 'dash' : 'colon'
  const reason: CutReason = first === '{' || first === '[' ? 'collection' : blockReason
  if (reason !== 'colon') return cutAs(reason, slot, node.span, start)
  // Entries from other fences or a merge key are elsewhere.
  const entry =
    node.kind === 'map'
      ? node.entries.find(({ key }) => key.span.source === source && key.span.start >= start && key.span.end <= end)
      : undefined
  return entry === undefined ? undefined : cutAs(reason, slot, node.span, entry.key.span.end)
}

/** True if a YAML bracket is open before the value on its line. */
export function isInFlow(valueRange: Span): boolean {
  const before = beforeOnLine(valueRange)
  return /(?:^|[:,[{]\s*|-\s+)[[{]/.test(before) && before.split(/[[{]/).length > before.split(/[\]}]/).length
}
