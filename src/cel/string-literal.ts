// String and bytes literals: quotes of four kinds, raw ones, and escapes.

import type { ParseProblem } from './syntax.ts'

const escapeCodes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  '?': 63,
  '"': 34,
  "'": 39,
  '`': 96,
}

const utf8 = new TextEncoder()

/** Reads a literal whose prefix and opening quotes are at `start`…`contentStart`. */
export function readString(
  text: string,
  start: number,
  contentStart: number,
  limit: number,
): { readonly value: string | Uint8Array; readonly end: number } | ParseProblem {
  const opening = text.slice(start, contentStart)
  const quotes = /["']+$/.exec(opening)![0]
  const prefix = opening.slice(0, -quotes.length).toLowerCase()
  const raw = prefix.includes('r')
  const bytes = prefix.includes('b')
  const end = findClosingQuotes(text, contentStart, limit, quotes, raw)
  if (end === undefined) return { message: `\`${opening}\` opens a string that nothing closes`, start, end: contentStart }
  const content = text.slice(contentStart, end - quotes.length)
  const parts = raw ? [content] : unescape(content, contentStart, bytes)
  if ('message' in parts) return parts
  return { value: bytes ? readBytes(parts) : parts.map(readCharacter).join(''), end }
}

/** The offset at which the literal ends; undefined if the closing quotes are missing, or not on the required line. */
function findClosingQuotes(text: string, contentStart: number, limit: number, quotes: string, raw: boolean): number | undefined {
  for (let i = contentStart; i < limit; i++) {
    const character = text[i]!
    if (text.startsWith(quotes, i)) return i + quotes.length <= limit ? i + quotes.length : undefined
    if (quotes.length === 1 && (character === '\n' || character === '\r')) return undefined
    if (character === '\\' && !raw) i++
  }
  return undefined
}

/** A piece of plain text, a code point or, in a bytes literal, a byte. */
type Part = string | number

function readCharacter(part: Part): string {
  return typeof part === 'string' ? part : String.fromCodePoint(part)
}

function readBytes(parts: readonly Part[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8.encode(part)] : [part])))
}

const escape = /\\(?:x([0-9a-fA-F]{2})|X([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([abfnrtv\\?"'`]))/y

function unescape(content: string, offset: number, bytes: boolean): readonly Part[] | ParseProblem {
  const parts: Part[] = []
  for (let at = 0; at < content.length;) {
    const backslash = content.indexOf('\\', at)
    if (backslash < 0) {
      parts.push(content.slice(at))
      break
    }
    if (backslash > at) parts.push(content.slice(at, backslash))
    escape.lastIndex = backslash
    const match = escape.exec(content)
    const point = match === null ? undefined : pointOf(match, bytes)
    if (point === undefined) return refuseEscape(content, backslash, offset, bytes)
    parts.push(point)
    at = escape.lastIndex
  }
  return parts
}

function pointOf(match: RegExpExecArray, bytes: boolean): number | undefined {
  const [, x, X, u, U, octal, letter] = match
  if (letter !== undefined) return escapeCodes[letter]
  if (octal !== undefined) return parseInt(octal, 8)
  if (x ?? X) return parseInt((x ?? X)!, 16)
  if (bytes) return undefined
  const point = parseInt((u ?? U)!, 16)
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? undefined : point
}

function refuseEscape(content: string, at: number, offset: number, bytes: boolean): ParseProblem {
  const escapeText = /^\\(?:[uU][0-9a-fA-F]{0,8}|[xX][0-9a-fA-F]{0,2}|[0-9]{1,3}|[^]|$)/.exec(content.slice(at))![0]
  const unicodeReason = bytes ? 'bytes are written as \\xHH' : 'it names no character'
  const reason = /^\\[uU]/.test(escapeText) ? unicodeReason : 'write \\\\ for a backslash'
  return { message: `\`${escapeText}\` is not an escape of a string: ${reason}`, start: offset + at, end: offset + at + escapeText.length }
}
