// Finds the values that YAML cuts, entry by entry and line by line, also in a text that does not parse.

import { findCutsInFlow, findFlowEnd } from './cut-in-flow.ts'
import {
  type CutFinding,
  type CutScan,
  type CutReason,
  alias,
  beforeComment,
  isQuote,
  findLineEnd,
  matchAt,
  skipProperties,
  findQuotedEnd,
  findTrimmedEnd,
} from './cut-scan.ts'
import { readTextShape } from './shape.ts'

type Lines = CutScan & {
  /** The first line after the examined ones. */
  nextLine: number
  /** The end of an unclosed bracket's search: before it, brackets are searched only within their line. */
  unclosedUntil: number
}

/** The beginning of a line with a comment, an item, or an entry with a key. */
const entryLike = /^(?:#|-(?:\s|$)|[^"']*?:(?:\s|$)|"[^"]*"\s*:|'[^']*'\s*:)/

/** The beginning of a line that continues an expression. */
const operatorFirst = /^(?:[?:+*/%<>=!&|)\]},]|\.[A-Za-z?]|-\s|in\b)/

const wordsPattern = String.raw`-?\w[\w./-]*(?:\([\w.]*\))?(?: \w[\w./-]*)*`
const listPattern = String.raw`\[ *${wordsPattern}(?:, *${wordsPattern})* *\]`
const memberPattern = String.raw`\w[\w$.-]*: +(?:${wordsPattern}|${listPattern})`

/** The usual content of brackets: words, calls with one word, lists of them. A match proves that no value in it is cut. */
const plainCollection = new RegExp(String.raw`(?:${listPattern}|\{ *${memberPattern}(?:, *${memberPattern})* *\})`, 'y')

/** The greatest number of lines of an unquoted value. */
const maxValueLines = 50

/** All values of the text that YAML reads differently from how they look, in order. */
export function findCuts(text: string): CutFinding[] {
  const lines: Lines = { text, cuts: [], unclosed: {}, nextLine: 0, unclosedUntil: 0 }
  while (lines.nextLine < text.length) {
    const start = lines.nextLine
    lines.nextLine = text.indexOf('\n', start) + 1 || text.length
    let from = start
    while (text[from] === ' ' || text[from] === '\t') from++
    const end = findLineEnd(text, from)
    const isMarker = from === start && /^(?:---|\.\.\.|%[A-Z]+ )/.test(text.slice(start, start + 8))
    if (from < end && text[from] !== '#' && !isMarker) readEntry(lines, from, end, from - start, start)
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
function readEntry(lines: Lines, from: number, end: number, column: number, lineStart: number): void {
  const { text } = lines
  let i = from
  let ownerColumn = column
  let isItem = false
  while ((text[i] === '-' || text[i] === '?' || text[i] === ':') && isBreak(text, i + 1, end)) {
    ownerColumn = i - lineStart
    isItem = true
    i = skipBlanks(text, i + 1, end)
    if (i >= end || text[i] === '#') return
  }
  const start = skipProperties(text, i, end)
  const colon = findKeyEnd(lines, start, end)
  // A value alone on its line belongs to the entry above it, so its further lines may be in the same column.
  if (colon === undefined) readValue(lines, start, end, isItem ? ownerColumn : column - 1, isItem)
  else {
    const key = { start, end: findTrimmedEnd(text, start, colon), at: start, flow: false }
    if ('@`%'.includes(text[start]!)) lines.cuts.push({ ...key, reason: 'sign' })
    readValue(lines, skipBlanks(text, colon + 1, end), end, i - lineStart, true)
  }
}

/** Finds the colon after a key. Undefined if the line is a value, such as `c ? a : b` or `f({ a: b })`. */
function findKeyEnd(lines: Lines, start: number, end: number): number | undefined {
  const { text } = lines
  const char = text[start]!
  if (isQuote(char)) {
    const closeQuote = findQuotedEnd(lines, start, end)
    const afterKey = closeQuote === undefined ? end : skipBlanks(text, closeQuote, end)
    return text[afterKey] === ':' && isBreak(text, afterKey + 1, end) ? afterKey : undefined
  }
  if ('{[!&*|>'.includes(char)) return undefined
  for (let i = start; i < end; i++) {
    if (text[i] === '#' && i > start && isBreak(text, i - 1, i)) return undefined
    if (text[i] !== ':' || !isBreak(text, i + 1, end)) continue
    const key = text.slice(start, i)
    const isCutExpression = /[?([{"']/.test(key) && readTextShape(key) === 'open'
    return isCutExpression && readTextShape(text.slice(start, findExpressionEnd(lines, start, end, 0).end)) === 'complete' ? undefined : i
  }
  return undefined
}

/** A value after its key or dash; `column` is the column of its entry. */
function readValue(lines: Lines, from: number, end: number, column: number, hasKey: boolean): void {
  const { text } = lines
  const start = skipProperties(text, from, end)
  if (start >= end || (text[start] === '#' && start > 0 && isBreak(text, start - 1, start))) return
  const char = text[start]!
  const reportAt = (at: number, reason: CutReason): void => reportCut(lines, start, end, column, at, reason)
  if (char === '|' || char === '>') {
    const isHeader = /^[|>](?:[+-]?[1-9]?|[1-9][+-])[ \t]*(?: #.*)?$/.test(text.slice(start, end))
    if (!isHeader) return reportAt(start, 'sign')
    lines.nextLine = skipDeeper(text, lines.nextLine, column)
    return
  }
  if (isQuote(char)) return readQuoted(lines, start, end, column, reportAt)
  if (char === '{' || char === '[') return readBracketed(lines, start, end, column, reportAt)
  if (char === '!') {
    const isTagOnly = /^!\S*[ \t]*(?: #.*)?$/.test(text.slice(start, end)) && skipDeeper(text, lines.nextLine, column) > lines.nextLine
    return isTagOnly ? undefined : reportAt(start, 'tag')
  }
  if (char === '*') {
    const aliasEnd = matchAt(alias, text, start)
    const afterAlias = aliasEnd === undefined ? start : skipBlanks(text, aliasEnd, end)
    if (aliasEnd === undefined || (afterAlias < end && (text[afterAlias] !== '#' || afterAlias === aliasEnd))) reportAt(start, 'sign')
    return
  }
  if ('&@`%,]}'.includes(char)) return reportAt(start, 'sign')
  if ('-?'.includes(char) && isBreak(text, start + 1, end)) return hasKey ? reportAt(start, char === '-' ? 'dash' : 'sign') : undefined
  scanPlain(lines, start, end, column, reportAt)
}

function scanPlain(lines: Lines, start: number, end: number, column: number, reportAt: (at: number, reason: CutReason) => void): void {
  const { text } = lines
  for (let i = start; i < end; i++) {
    if (text[i] === '#' && i > start && isBreak(text, i - 1, i)) return
    if (text[i] === ':' && isBreak(text, i + 1, end)) return reportAt(i, 'colon')
  }
  continueValue(lines, start, end, column, reportAt)
}

/** The further lines of a plain value. They may contain a condition's `:`, which YAML reads as the end of a key. */
function continueValue(lines: Lines, start: number, end: number, column: number, reportAt: (at: number, reason: CutReason) => void): void {
  const { text } = lines
  const nextLine = skipDeeper(text, lines.nextLine, column)
  if (nextLine === lines.nextLine) return
  const furtherLines = text.slice(end, nextLine)
  const colon = furtherLines.search(/:(?=[ \t\r\n]|$)/)
  if (colon !== -1 && readTextShape(text.slice(start, nextLine)) === 'complete') reportAt(end + colon, 'colon')
  lines.nextLine = nextLine
}

function readQuoted(lines: Lines, start: number, end: number, column: number, reportAt: (at: number, reason: CutReason) => void): void {
  const { text } = lines
  const contentEnd = findQuotedEnd(lines, start, skipDeeper(text, lines.nextLine, column))
  if (contentEnd === undefined) return reportAt(start, 'unclosed')
  const closeEnd = findLineEnd(text, contentEnd)
  const afterClose = skipBlanks(text, contentEnd, closeEnd)
  if (afterClose < closeEnd && (text[afterClose] !== '#' || afterClose === contentEnd)) return reportAt(contentEnd, 'quote')
  if (contentEnd > end) lines.nextLine = text.indexOf('\n', contentEnd) + 1 || text.length
}

function readBracketed(lines: Lines, start: number, end: number, column: number, reportAt: (at: number, reason: CutReason) => void): void {
  const { text } = lines
  if (matchAt(plainCollection, text, start) === end) return
  const limit = start < lines.unclosedUntil ? end : skipClosing(text, skipDeeper(text, lines.nextLine, column), column)
  const contentEnd = findFlowEnd(lines, start, limit)
  if (contentEnd === undefined) {
    lines.unclosedUntil = Math.max(lines.unclosedUntil, limit)
    return
  }
  const closeEnd = findLineEnd(text, contentEnd)
  const afterClose = skipBlanks(text, contentEnd, closeEnd)
  if (afterClose < closeEnd && (text[afterClose] !== '#' || afterClose === contentEnd)) {
    if (text[afterClose] !== ':') reportAt(contentEnd, 'bracket')
    return
  }
  findCutsInFlow(lines, start, contentEnd)
  if (contentEnd > end) lines.nextLine = text.indexOf('\n', contentEnd) + 1 || text.length
}

/** A closing bracket may be below the entry that it belongs to. */
function skipClosing(text: string, line: number, column: number): number {
  const first = skipBlanks(text, line, text.length)
  return first - line === column && (text[first] === '}' || text[first] === ']') ? findLineEnd(text, first) : line
}

function reportCut(lines: Lines, start: number, end: number, column: number, at: number, reason: CutReason): void {
  const { end: valueEnd, nextLine } = findExpressionEnd(lines, start, end, column)
  lines.cuts.push({ start, end: valueEnd, at, reason, flow: false })
  if (nextLine > lines.nextLine) lines.nextLine = nextLine
}

/**
 * The apparent end of the value that begins at `start`: the end of its line, a comment after a complete expression, or a deeper line if the
 * value is incomplete or that line begins with an operator.
 */
function findExpressionEnd(lines: Lines, start: number, end: number, column: number): { end: number; nextLine: number } {
  const { text } = lines
  let valueEnd = beforeComment(lines, start, end)
  let nextLine = lines.nextLine
  for (
    let count = 0;
    count < maxValueLines && nextLine < text.length && valueEnd === findTrimmedEnd(text, start, findLineEnd(text, valueEnd));
    count++
  ) {
    const line = skipBlanks(text, nextLine, text.length)
    const lineStop = findLineEnd(text, line)
    if (line >= lineStop || line - nextLine <= column) break
    // YAML would read any deeper line that is not an entry as part of the value.
    const isEntry = entryLike.test(text.slice(line, lineStop))
    const continues = operatorFirst.test(text.slice(line, line + 3)) || readTextShape(text.slice(start, valueEnd)) === 'open'
    if (isEntry && !continues) break
    valueEnd = beforeComment(lines, start, lineStop)
    nextLine = text.indexOf('\n', line) + 1 || text.length
  }
  return { end: valueEnd, nextLine }
}

/** The first line after `from` that is not empty and not deeper than `column`. */
function skipDeeper(text: string, from: number, column: number): number {
  let line = from
  while (line < text.length) {
    const first = skipBlanks(text, line, text.length)
    const end = findLineEnd(text, first)
    if (first < end && first - line <= column) return line
    line = text.indexOf('\n', first) + 1 || text.length
  }
  return text.length
}
