// Reads the scalars of plain YAML and the text between them. Each function moves past the element that it names, or returns undefined.

import type { Span } from '../base/text.ts'
import type { Scalar } from './node.ts'
import { type Region, toSourceSpan } from './region.ts'
import { parseCoreValue, readScalarText } from './scalar.ts'

/** A position in a text. `column` is the column of the first character on the current line; -1 at the end of the text. */
export type YamlScan = {
  readonly region: Region
  readonly text: string
  at: number
  column: number
  /** The end of the last node. */
  end: number
  /** The number of nodes read, without keys. */
  nodes: number
}

const lineFeed = 0x0a
const space = 0x20
const hash = 0x23
const colon = 0x3a
const comma = 0x2c
const dash = 0x2d
const question = 0x3f
const singleQuote = 0x27
const doubleQuote = 0x22

/** Characters that cannot begin plain text, except `-` and `?`, which can before another character. */
const nonPlainStarts = new Set(Array.from('\n ,[]{}#&*!|>\'"%@`:', (sign) => sign.charCodeAt(0)))

const isFlowSign = (unit: number): boolean => unit === comma || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d

/** True at a blank or at the end of a line or text; `NaN` is beyond the end. */
const isBreak = (unit: number): boolean => unit === space || unit === lineFeed || Number.isNaN(unit)

export const place = (scan: YamlScan, start: number, end: number): Span => toSourceSpan(scan.region, start, end)

/** True if a list's item begins here. */
export function isItem({ text, at }: YamlScan): boolean {
  return text.charCodeAt(at) === dash && isBreak(text.charCodeAt(at + 1))
}

export function skipBlanks(scan: YamlScan): void {
  while (scan.text.charCodeAt(scan.at) === space) scan.at++
}

/** True if the line has no further content except a comment, which a blank precedes. */
export function isLineDone({ text, at }: YamlScan): boolean {
  const unit = text.charCodeAt(at)
  return unit === lineFeed || Number.isNaN(unit) || (unit === hash && (at === 0 || isBreak(text.charCodeAt(at - 1))))
}

/** Moves to the next line with content. */
export function enterNextLine(scan: YamlScan): void {
  const { text } = scan
  for (;;) {
    const end = text.indexOf('\n', scan.at)
    if (end === -1) {
      scan.at = text.length
      scan.column = -1
      return
    }
    if (enterLine(scan, end + 1)) return
  }
}

/** True if the line at `start` has content other than a comment. */
export function enterLine(scan: YamlScan, start: number): boolean {
  scan.at = start
  skipBlanks(scan)
  scan.column = scan.at - start
  return scan.at < scan.text.length && !isLineDone(scan)
}

/** Moves past the colon after a key. */
export function skipColon(scan: YamlScan): boolean {
  const { text } = scan
  let at = scan.at
  while (text.charCodeAt(at) === space) at++
  if (text.charCodeAt(at) !== colon || !isBreak(text.charCodeAt(at + 1))) return false
  scan.at = at + 1
  return true
}

/** Moves past blanks, line ends and comments in a flow collection, whose lines are all deeper than `column`, except for `close`. */
export function skipFlowSpace(scan: YamlScan, column: number, close: string): boolean {
  const { text } = scan
  for (;;) {
    skipBlanks(scan)
    if (scan.at >= text.length) return false
    if (!isLineDone(scan)) return true
    const end = text.indexOf('\n', scan.at)
    if (end === -1) return false
    scan.at = end + 1
    skipBlanks(scan)
    const depth = scan.at - end - 1 - column
    const isAllowed = depth > 0 || text.charCodeAt(scan.at) === lineFeed || (depth === 0 && text[scan.at] === close)
    if (!isAllowed) return false
  }
}

/** A scalar on one line. */
export function readScalar(scan: YamlScan, flow: boolean): Scalar | undefined {
  const sign = scan.text.charCodeAt(scan.at)
  if (sign === singleQuote || sign === doubleQuote) return readQuoted(scan, sign)
  return readPlain(scan, flow)
}

function readPlain(scan: YamlScan, flow: boolean): Scalar | undefined {
  const { text, at: start } = scan
  const first = text.charCodeAt(start)
  if (nonPlainStarts.has(first) || Number.isNaN(first)) return undefined
  if ((first === dash || first === question) && (isBreak(text.charCodeAt(start + 1)) || isFlowSign(text.charCodeAt(start + 1))))
    return undefined
  let end = start
  for (let at = start; ; at++) {
    const unit = text.charCodeAt(at)
    if (unit === lineFeed || Number.isNaN(unit)) break
    if (unit === space) continue
    if (unit === hash && text.charCodeAt(at - 1) === space) break
    if (unit === colon) {
      const next = text.charCodeAt(at + 1)
      if (isBreak(next)) break
      if (flow && isFlowSign(next)) return undefined
    }
    if (flow && isFlowSign(unit)) break
    end = at + 1
  }
  scan.at = scan.end = end
  const source = text.slice(start, end)
  return { kind: 'scalar', value: parseCoreValue(source), text: source, style: 'plain', span: place(scan, start, end) }
}

function readQuoted(scan: YamlScan, quote: number): Scalar | undefined {
  const { text, at: start } = scan
  const end = findQuoteEnd(text, start, quote)
  if (end === undefined) return undefined
  scan.at = scan.end = end
  const style = quote === doubleQuote ? 'double' : 'single'
  const content = readScalarText(scan.region, start, end, style)
  return { kind: 'scalar', value: content.text, style, span: place(scan, start, end), ...content }
}

/** Reads escapes of one letter; the library reads others. */
function findQuoteEnd(text: string, start: number, quote: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === lineFeed) return undefined
    if (unit === quote) {
      if (quote === doubleQuote || text.charCodeAt(at + 1) !== quote) return at + 1
      at++
    } else if (unit === 0x5c && quote === doubleQuote) {
      if (!/["\\/nrt]/.test(text.charAt(at + 1))) return undefined
      at++
    }
  }
  return undefined
}

/** A block scalar inside a collection at `column`, from its `|` or `>`; then enters the next line. */
export function readBlockText(scan: YamlScan, column: number): Scalar | undefined {
  const { text, at: start } = scan
  const headerEnd = text.indexOf('\n', start)
  if (headerEnd === -1 || !/^[|>]-?$/.test(text.slice(start, headerEnd))) return undefined
  let indentation = -1
  let end = headerEnd + 1
  let line = end
  while (line < text.length) {
    let at = line
    while (text.charCodeAt(at) === space) at++
    const next = text.indexOf('\n', at) + 1 || text.length
    if (text.charCodeAt(at) === lineFeed || at >= text.length) {
      // A blank line may belong to the scalar or to the following text.
      if (at - line > Math.max(indentation, column + 1)) return undefined
    } else {
      if (at - line <= column) break
      if (indentation === -1) indentation = at - line
      if (at - line < indentation) return undefined
      end = next
    }
    line = next
  }
  if (indentation === -1) return undefined
  scan.at = scan.end = end
  const style = text[start] === '|' ? 'literal' : 'folded'
  const content = readScalarText(scan.region, start, end, style)
  scan.at = end - 1
  enterNextLine(scan)
  return { kind: 'scalar', value: content.text, style, span: place(scan, start, end), ...content }
}
