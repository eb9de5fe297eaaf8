// Reads a YAML scalar: its text, the source position of each character, and its value by the 1.2 core schema.

import type { Scalar } from './node.ts'
import { type Region, toSourceOffset } from './region.ts'

/** The text of a scalar, and the offset of each UTF-16 unit (and of the end) in the parsed text. */
export type DecodedScalar = { readonly text: string; readonly offsets: readonly number[] }

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** Collects text with the offset of each unit. */
function createScalarWriter() {
  let text = ''
  const offsets: number[] = []
  return {
    append(piece: string, at: number, step: 0 | 1 = 1): void {
      text += piece
      for (let i = 0; i < piece.length; i++) offsets.push(at + i * step)
    },
    finish(end: number): DecodedScalar {
      offsets.push(end)
      return { text, offsets }
    },
  }
}

/** A line without its end. */
type Line = { readonly start: number; readonly end: number }

function splitLines(source: string, start: number, end: number): Line[] {
  const lines: Line[] = []
  let from = start
  for (;;) {
    const feed = source.indexOf('\n', from)
    if (feed === -1 || feed >= end) {
      lines.push({ start: from, end })
      return lines
    }
    lines.push({ start: from, end: feed > from && source[feed - 1] === '\r' ? feed - 1 : feed })
    from = feed + 1
  }
}

/** Plain and single-quoted text: lines fold into spaces, empty lines into line feeds; `''` is one quote. */
function decodeFolding(source: string, start: number, end: number, quoted: boolean): DecodedScalar {
  const writer = createScalarWriter()
  const lines = splitLines(source, start, end)
  let emptyLines = 0
  lines.forEach((line, index) => {
    const isLast = index === lines.length - 1
    let { start: from, end: lineEnd } = line
    if (index > 0) while (from < lineEnd && isBlank(source[from])) from++
    if (!isLast) while (lineEnd > from && isBlank(source[lineEnd - 1])) lineEnd--
    if (index > 0 && !isLast && from === lineEnd) {
      emptyLines++
      return
    }
    if (index > 0) writer.append(emptyLines > 0 ? '\n'.repeat(emptyLines) : ' ', lines[index - 1]!.end, 0)
    emptyLines = 0
    for (let i = from; i < lineEnd; i++) {
      writer.append(source[i]!, i)
      if (quoted && source[i] === "'" && source[i + 1] === "'") i++
    }
  })
  return writer.finish(end)
}

const escapes: { readonly [letter: string]: string } = {
  0: '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  '\t': '\t',
}

/** The hexadecimal digits after the letter of an escape. */
const escapeDigits = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/** The escape at `at`: its text and length; an invalid escape represents itself. */
function escapeAt(source: string, at: number): { text: string; length: number } {
  const letter = source[at + 1] ?? ''
  const digits = escapeDigits.get(letter) ?? 0
  if (digits > 0) {
    const hex = source.slice(at + 2, at + 2 + digits)
    const code = /^[0-9a-fA-F]+$/.test(hex) && hex.length === digits ? parseInt(hex, 16) : -1
    const text = code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : source.slice(at, at + 2 + digits)
    return { text, length: 2 + digits }
  }
  return { text: escapes[letter] ?? source.slice(at, at + 2), length: 2 }
}

const isFoldable = (source: string, at: number): boolean =>
  isBlank(source[at]) || source[at] === '\n' || (source[at] === '\r' && source[at + 1] === '\n')

function decodeDouble(source: string, start: number, end: number): DecodedScalar {
  const writer = createScalarWriter()
  let i = start
  while (i < end) {
    const char = source[i]!
    if (char === '\\') {
      const feed = source[i + 1] === '\r' && source[i + 2] === '\n' ? i + 2 : i + 1
      if (source[feed] === '\n') {
        i = feed + 1
        while (i < end && isBlank(source[i])) i++
        continue
      }
      const escape = escapeAt(source, i)
      writer.append(escape.text, i, 0)
      i += escape.length
      continue
    }
    // Blanks before a line end, the line ends, and the blanks after them fold together.
    let blanksEnd = i
    while (blanksEnd < end && isBlank(source[blanksEnd])) blanksEnd++
    const feed = source[blanksEnd] === '\r' && source[blanksEnd + 1] === '\n' ? blanksEnd + 1 : blanksEnd
    if (feed < end && source[feed] === '\n') {
      let feeds = 0
      let next = feed
      for (; next < end && isFoldable(source, next); next++) if (source[next] === '\n') feeds++
      writer.append(feeds > 1 ? '\n'.repeat(feeds - 1) : ' ', blanksEnd, 0)
      i = next
      continue
    }
    blanksEnd = Math.max(blanksEnd, i + 1)
    writer.append(source.slice(i, blanksEnd), i)
    i = blanksEnd
  }
  return writer.finish(end)
}

type FindIndentation = (firstLine: number) => number

/** A `|` or `>` scalar that begins at its indicator; `findIndentation` returns its indentation. */
function decodeBlock(source: string, start: number, end: number, folded: boolean, findIndentation: FindIndentation): DecodedScalar {
  const writer = createScalarWriter()
  const headerEnd = source.indexOf('\n', start)
  if (headerEnd === -1 || headerEnd >= end) return writer.finish(end)
  const lines = splitLines(source, headerEnd + 1, end)
  if (source[end - 1] === '\n') lines.pop()
  const indentation = findIndentation(headerEnd + 1)
  const isEmpty = (line: Line): boolean => line.end - line.start <= indentation && isBlankLine(source, line)
  const lastIndex = lines.some((line) => !isBlankLine(source, line)) ? lines.findLastIndex((line) => !isEmpty(line)) : -1
  let emptyLines = 0
  let hasContent = false
  let wasDeeper = false
  for (const [index, line] of lines.slice(0, lastIndex + 1).entries()) {
    if (isEmpty(line)) {
      emptyLines++
      continue
    }
    const from = Math.min(line.start + indentation, line.end)
    // Folding joins lines of the same depth; a deeper line keeps the breaks around it.
    const isDeeper = isBlank(source[from])
    const isFolded = hasContent && folded && !wasDeeper && !isDeeper
    const feeds = isFolded || !hasContent ? emptyLines : emptyLines + 1
    writer.append(isFolded && emptyLines === 0 ? ' ' : '\n'.repeat(feeds), index === 0 ? headerEnd : lines[index - 1]!.end, 0)
    writer.append(source.slice(from, line.end), from)
    emptyLines = 0
    hasContent = true
    wasDeeper = isDeeper
  }
  const chomp = /^[|>]\d?([-+]?)/.exec(source.slice(start, start + 3))?.[1]
  const newlines = lines.length - 1 - lastIndex - (hasContent ? 0 : 1) + (source[end - 1] === '\n' ? 1 : 0)
  const clippedFeeds = chomp === '-' || !hasContent ? 0 : 1
  const trailingFeeds = chomp === '+' ? Math.max(Math.min(1, lines.length), newlines) : clippedFeeds
  writer.append('\n'.repeat(trailingFeeds), lastIndex >= 0 ? lines[lastIndex]!.end : headerEnd, 0)
  return writer.finish(end)
}

function isBlankLine(source: string, line: Line): boolean {
  for (let i = line.start; i < line.end; i++) if (source[i] !== ' ') return false
  return true
}

/** The indentation of a block scalar: from its header, or from its first line. */
function createIndentationFinder(source: string, start: number, end: number, parentIndent: number): FindIndentation {
  const indent = /^[|>][+-]?([1-9])/.exec(source.slice(start, start + 3))
  return (first) => {
    if (indent !== null) return Math.max(0, parentIndent) + Number(indent[1])
    let deepest = 0
    for (const line of splitLines(source, first, end)) {
      let contentStart = line.start
      while (contentStart < line.end && source[contentStart] === ' ') contentStart++
      if (contentStart < line.end) return contentStart - line.start
      deepest = Math.max(deepest, contentStart - line.start)
    }
    return deepest
  }
}

/**
 * The text of the scalar at `source.slice(start, end)`. `parentIndent` matters only to a block scalar whose header
 * gives its own indentation.
 */
export function decodeScalar(source: string, start: number, end: number, style: Scalar['style'], parentIndent = 0): DecodedScalar {
  switch (style) {
    case 'plain':
      return decodeFolding(source, start, end, false)
    case 'single':
      return decodeFolding(source, start + 1, Math.max(start + 1, source[end - 1] === "'" ? end - 1 : end), true)
    case 'double':
      return decodeDouble(source, start + 1, Math.max(start + 1, source[end - 1] === '"' ? end - 1 : end))
    case 'literal':
    case 'folded':
      return decodeBlock(source, start, end, style === 'folded', createIndentationFinder(source, start, end, parentIndent))
  }
}

/** The text of a quoted or multi-line scalar, with its offsets in the source. */
export function readScalarText(
  region: Region,
  start: number,
  end: number,
  style: Scalar['style'],
  parentIndent = 0,
): Pick<Scalar, 'text' | 'from' | 'offsets'> {
  const { text } = region
  if (isVerbatim(text, start, end, style)) return { text: text.slice(start + 1, end - 1), from: toSourceOffset(region, start + 1) }
  const decoded = decodeScalar(text, start, end, style, parentIndent)
  return { text: decoded.text, offsets: decoded.offsets.map((offset) => toSourceOffset(region, offset)) }
}

/** True if the quoted text equals its content: on one line and without escapes. */
function isVerbatim(source: string, start: number, end: number, style: Scalar['style']): boolean {
  if (style !== 'single' && style !== 'double') return false
  const quote = source[start]
  for (let i = start + 1; i < end - 1; i++) {
    const char = source[i]
    if (char === quote || char === '\n' || (char === '\\' && style === 'double')) return false
  }
  return end - start >= 2 && source[end - 1] === quote
}

const integer = /^[-+]?[0-9]+$/
const basedInteger = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/

/** The value of a plain scalar by the core schema of YAML 1.2 (section 10.3.2). */
export function parseCoreValue(text: string): Scalar['value'] {
  switch (text) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
    case '.nan':
    case '.NaN':
    case '.NAN':
      return NaN
    case '.inf':
    case '.Inf':
    case '.INF':
    case '+.inf':
    case '+.Inf':
    case '+.INF':
      return Infinity
    case '-.inf':
    case '-.Inf':
    case '-.INF':
      return -Infinity
  }
  const first = text.charCodeAt(0)
  const mayBeNumber = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46
  if (!mayBeNumber) return text
  if (integer.test(text) || basedInteger.test(text)) {
    const value = Number(text)
    return Number.isSafeInteger(value) ? value + 0 : BigInt(text.replace(/^\+/, ''))
  }
  return decimal.test(text) ? Number(text) : text
}
