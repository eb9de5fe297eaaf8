// Finds the values that YAML cuts, entry by entry and line by line, also in a text that does not parse.

import { cutsInFlow, flowEnd } from './cut-in-flow.ts'
import {
  type CutFinding, type CutScan, type CutReason, alias, beforeComment, isQuote, lineEnd, matchAt, pastProperties, quotedEnd, trimmedEnd,
} from './cut-scan.ts'
import { textShape } from './shape.ts'

type Lines = CutScan & {
  /** The first line after the examined ones. */
  next: number
  /** The end of an unclosed bracket's search: before it, brackets are searched only within their line. */
  unclosedUntil: number
}

/** The beginning of a line with a comment, an item, or an entry with a key. */
const entryLike = /^(?:#|-(?:\s|$)|[^"']*?:(?:\s|$)|"[^"]*"\s*:|'[^']*'\s*:)/

/** The beginning of a line that continues an expression. */
const operatorFirst = /^(?:[?:+*/%<>=!&|)\]},]|\.[A-Za-z?]|-\s|in\b)/

const words = String.raw`-?\w[\w./-]*(?:\([\w.]*\))?(?: \w[\w./-]*)*`
const list = String.raw`\[ *${words}(?:, *${words})* *\]`
const member = String.raw`\w[\w$.-]*: +(?:${words}|${list})`

/** The usual content of brackets: words, calls with one word, lists of them. A match proves that no value in it is cut. */
const plainCollection = new RegExp(String.raw`(?:${list}|\{ *${member}(?:, *${member})* *\})`, 'y')

/** The greatest number of lines of an unquoted value. */
const longValue = 50

/** All values of the text that YAML reads differently from how they look, in order. */
export function cutsIn(text: string): CutFinding[] {
  const lines: Lines = { text, cuts: [], unclosed: {}, next: 0, unclosedUntil: 0 }
  while (lines.next < text.length) {
    const start = lines.next
    lines.next = text.indexOf('\n', start) + 1 || text.length
    let from = start
    while (text[from] === ' ' || text[from] === '\t') from++
    const end = lineEnd(text, from)
    const isMarker = from === start && /^(?:---|\.\.\.|%[A-Z]+ )/.test(text.slice(start, start + 8))
    if (from < end && text[from] !== '#' && !isMarker) entry(lines, from, end, from - start, start)
  }
  return lines.cuts
}

const isBreak = (text: string, at: number, end: number): boolean => at >= end || text[at] === ' ' || text[at] === '\t'

function skipBlanks(text: string, from: number, end: number): number {
  let i = from
  while (i < end && (text[i] === ' ' || text[i] === '\t')) i++
  return i
}

/** Reads the entry at `from`: nested list items, a key with its value, or a value alone. */
function entry(lines: Lines, from: number, end: number, column: number, lineStart: number): void {
  const { text } = lines
  let i = from
  let owner = column
  let item = false
  while ((text[i] === '-' || text[i] === '?' || text[i] === ':') && isBreak(text, i + 1, end)) {
    owner = i - lineStart
    item = true
    i = skipBlanks(text, i + 1, end)
    if (i >= end || text[i] === '#') return
  }
  const start = pastProperties(text, i, end)
  const colon = keyEnd(lines, start, end)
  // A value alone on its line belongs to the entry above it, so its further lines may be in the same column.
  if (colon === undefined) value(lines, start, end, item ? owner : column - 1, item)
  else {
    const key = { start, end: trimmedEnd(text, start, colon), at: start, flow: false }
    if ('@`%'.includes(text[start]!)) lines.cuts.push({ ...key, why: 'sign' })
    value(lines, skipBlanks(text, colon + 1, end), end, i - lineStart, true)
  }
}

/** Finds the colon after a key. Undefined if the line is a value, such as `c ? a : b` or `f({ a: b })`. */
function keyEnd(lines: Lines, start: number, end: number): number | undefined {
  const { text } = lines
  const char = text[start]!
  if (isQuote(char)) {
    const quote = quotedEnd(lines, start, end)
    const next = quote === undefined ? end : skipBlanks(text, quote, end)
    return text[next] === ':' && isBreak(text, next + 1, end) ? next : undefined
  }
  if ('{[!&*|>'.includes(char)) return undefined
  for (let i = start; i < end; i++) {
    if (text[i] === '#' && i > start && isBreak(text, i - 1, i)) return undefined
    if (text[i] !== ':' || !isBreak(text, i + 1, end)) continue
    const key = text.slice(start, i)
    const looksCut = /[?([{"']/.test(key) && textShape(key) === 'open'
    return looksCut && textShape(text.slice(start, expressionEnd(lines, start, end, 0).end)) === 'complete' ? undefined : i
  }
  return undefined
}

/** A value after its key or dash; `column` is the column of its entry. */
function value(lines: Lines, from: number, end: number, column: number, keyed: boolean): void {
  const { text } = lines
  const start = pastProperties(text, from, end)
  if (start >= end || (text[start] === '#' && start > 0 && isBreak(text, start - 1, start))) return
  const char = text[start]!
  const cut = (at: number, why: CutReason): void => report(lines, start, end, column, at, why)
  if (char === '|' || char === '>') {
    const header = /^[|>](?:[+-]?[1-9]?|[1-9][+-])[ \t]*(?: #.*)?$/.test(text.slice(start, end))
    if (!header) return cut(start, 'sign')
    lines.next = skipDeeper(text, lines.next, column)
    return
  }
  if (isQuote(char)) return quote(lines, start, end, column, cut)
  if (char === '{' || char === '[') return readBracketed(lines, start, end, column, cut)
  if (char === '!') {
    const alone = /^!\S*[ \t]*(?: #.*)?$/.test(text.slice(start, end)) && skipDeeper(text, lines.next, column) > lines.next
    return alone ? undefined : cut(start, 'tag')
  }
  if (char === '*') {
    const named = matchAt(alias, text, start)
    const rest = named === undefined ? start : skipBlanks(text, named, end)
    if (named === undefined || (rest < end && (text[rest] !== '#' || rest === named))) cut(start, 'sign')
    return
  }
  if ('&@`%,]}'.includes(char)) return cut(start, 'sign')
  if ('-?'.includes(char) && isBreak(text, start + 1, end)) return keyed ? cut(start, char === '-' ? 'dash' : 'sign') : undefined
  scanPlain(lines, start, end, column, cut)
}

function scanPlain(lines: Lines, start: number, end: number, column: number, cut: (at: number, why: CutReason) => void): void {
  const { text } = lines
  for (let i = start; i < end; i++) {
    if (text[i] === '#' && i > start && isBreak(text, i - 1, i)) return
    if (text[i] === ':' && isBreak(text, i + 1, end)) return cut(i, 'colon')
  }
  continueValue(lines, start, end, column, cut)
}

/** The further lines of a plain value. They may contain a condition's `:`, which YAML reads as the end of a key. */
function continueValue(lines: Lines, start: number, end: number, column: number, cut: (at: number, why: CutReason) => void): void {
  const { text } = lines
  const next = skipDeeper(text, lines.next, column)
  if (next === lines.next) return
  const rest = text.slice(end, next)
  const colon = rest.search(/:(?=[ \t\r\n]|$)/)
  if (colon !== -1 && textShape(text.slice(start, next)) === 'complete') cut(end + colon, 'colon')
  lines.next = next
}

function quote(lines: Lines, start: number, end: number, column: number, cut: (at: number, why: CutReason) => void): void {
  const { text } = lines
  const close = quotedEnd(lines, start, skipDeeper(text, lines.next, column))
  if (close === undefined) return cut(start, 'unclosed')
  const closeEnd = lineEnd(text, close)
  const rest = skipBlanks(text, close, closeEnd)
  if (rest < closeEnd && (text[rest] !== '#' || rest === close)) return cut(close, 'quote')
  if (close > end) lines.next = text.indexOf('\n', close) + 1 || text.length
}

function readBracketed(lines: Lines, start: number, end: number, column: number, cut: (at: number, why: CutReason) => void): void {
  const { text } = lines
  if (matchAt(plainCollection, text, start) === end) return
  const limit = start < lines.unclosedUntil ? end : skipClosing(text, skipDeeper(text, lines.next, column), column)
  const close = flowEnd(lines, start, limit)
  if (close === undefined) {
    lines.unclosedUntil = Math.max(lines.unclosedUntil, limit)
    return
  }
  const closeEnd = lineEnd(text, close)
  const rest = skipBlanks(text, close, closeEnd)
  if (rest < closeEnd && (text[rest] !== '#' || rest === close)) {
    if (text[rest] !== ':') cut(close, 'bracket')
    return
  }
  cutsInFlow(lines, start, close)
  if (close > end) lines.next = text.indexOf('\n', close) + 1 || text.length
}

/** A closing bracket may be below the entry that it belongs to. */
function skipClosing(text: string, line: number, column: number): number {
  const first = skipBlanks(text, line, text.length)
  return first - line === column && (text[first] === '}' || text[first] === ']') ? lineEnd(text, first) : line
}

function report(lines: Lines, start: number, end: number, column: number, at: number, why: CutReason): void {
  const { end: to, next } = expressionEnd(lines, start, end, column)
  lines.cuts.push({ start, end: to, at, why, flow: false })
  if (next > lines.next) lines.next = next
}

/**
 * The apparent end of the value that begins at `start`: the end of its line, a comment after a complete expression, or a deeper line if the
 * value is incomplete or that line begins with an operator.
 */
function expressionEnd(lines: Lines, start: number, end: number, column: number): { end: number; next: number } {
  const { text } = lines
  let to = beforeComment(lines, start, end)
  let next = lines.next
  for (let count = 0; count < longValue && next < text.length && to === trimmedEnd(text, start, lineEnd(text, to)); count++) {
    const line = skipBlanks(text, next, text.length)
    const lineStop = lineEnd(text, line)
    if (line >= lineStop || line - next <= column) break
    // YAML would read any deeper line that is not an entry as part of the value.
    const isEntry = entryLike.test(text.slice(line, lineStop))
    const goesOn = operatorFirst.test(text.slice(line, line + 3)) || textShape(text.slice(start, to)) === 'open'
    if (isEntry && !goesOn) break
    to = beforeComment(lines, start, lineStop)
    next = text.indexOf('\n', line) + 1 || text.length
  }
  return { end: to, next }
}

/** The first line after `from` that is not empty and not deeper than `column`. */
function skipDeeper(text: string, from: number, column: number): number {
  let line = from
  while (line < text.length) {
    const first = skipBlanks(text, line, text.length)
    const end = lineEnd(text, first)
    if (first < end && first - line <= column) return line
    line = text.indexOf('\n', first) + 1 || text.length
  }
  return text.length
}
