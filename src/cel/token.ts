// The words of an expression's text: names, numbers, strings and signs, each with its place.

import { readString } from './string-literal.ts'
import type { ParseProblem } from './syntax.ts'

export type Token =
  | { readonly kind: 'name' | 'quoted' | 'sign' | 'end'; readonly text: string; readonly start: number; readonly end: number }
  /** `text` is the literal's source, without the suffix `u`. */
  | { readonly kind: 'int' | 'uint' | 'double'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'string'; readonly text: string; readonly start: number; readonly end: number; readonly value: string | Uint8Array }

const blank = /(?:[ \t\n\f\r]+|\/\/[^\n\r]*)*/y
const name = /[A-Za-z_][A-Za-z0-9_]*/y
const stringOpening = /(?:[bB][rR]?|[rR][bB]?)?(?:"""|'''|"|')/y
const number = /0[xX][0-9a-fA-F]+[uU]?|[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|[0-9]+[uU]?/y
const quotedName = /`[A-Za-z0-9_.\-/ ]+`/y
const sign = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}]/y

/** The token at or after `at`, before `limit`; a problem where no token begins. */
export function nextToken(text: string, at: number, limit: number): Token | ParseProblem {
  const start = Math.min(limit, matchEnd(blank, text, at) ?? at)
  if (start >= limit) return { kind: 'end', text: '', start: limit, end: limit }
  const opened = matchEnd(stringOpening, text, start)
  if (opened !== undefined) return stringToken(text, start, opened, limit)
  const named = matchEnd(name, text, start)
  if (named !== undefined) return token('name', text, start, named)
  const numbered = matchEnd(number, text, start)
  if (numbered !== undefined) return readNumber(text, start, numbered)
  const quoted = matchEnd(quotedName, text, start)
  if (quoted !== undefined) return { kind: 'quoted', text: text.slice(start + 1, quoted - 1), start, end: quoted }
  const other = foreign(text, start)
  if (other !== undefined) return other
  const signed = matchEnd(sign, text, start)
  if (signed !== undefined) return token('sign', text, start, signed)
  return reportStrange(text, start)
}

function token(kind: 'name' | 'sign', text: string, start: number, end: number): Token {
  return { kind, text: text.slice(start, end), start, end }
}

function stringToken(text: string, start: number, opened: number, limit: number): Token | ParseProblem {
  const read = readString(text, start, opened, limit)
  return 'message' in read ? read : { kind: 'string', text: text.slice(start, read.end), start, end: read.end, value: read.value }
}

function readNumber(text: string, start: number, end: number): Token | ParseProblem {
  const glued = matchEnd(name, text, end)
  if (glued !== undefined) {
    return {
      message: `\`${text.slice(start, glued)}\` is neither a number nor a name: a name cannot begin with a digit`,
      start,
      end: glued,
    }
  }
  const written = text.slice(start, end)
  if (/[uU]$/.test(written)) return { kind: 'uint', text: written.slice(0, -1), start, end }
  const isIntegerForm = /^0[xX]/.test(written) || /^[0-9]+$/.test(written)
  return { kind: isIntegerForm ? 'int' : 'double', text: written, start, end }
}

/** Signs that other languages have, and what CEL writes in their place. */
const meant: Readonly<Record<string, string>> = {
  '=': 'CEL compares with `==`',
  '&': 'CEL writes `&&`',
  '|': 'CEL writes `||`',
  '`': 'put a quoted name between two backticks after a dot',
  '#': 'a comment begins with `//`',
  ';': 'an expression ends without a sign',
}

/** Operators of other languages, longer than a sign, and what CEL writes in their place. */
const longer: readonly (readonly [RegExp, string])[] = [
  [/=>/y, 'a macro takes a name and what is made of it, as in list.map(x, x.id)'],
  [/\?\?/y, 'what may be absent is read as this.?note.orValue("none")'],
  [/\?\.(?=[A-Za-z_])/y, 'CEL selects what may be absent by `.?`, as in this.?note'],
  [/=~/y, 'a text is held against a pattern as in text.matches("^a")'],
]

/** True if an operator of another language begins here, which no sign of CEL's does. */
function foreign(text: string, start: number): ParseProblem | undefined {
  for (const [pattern, hint] of longer) {
    const end = matchEnd(pattern, text, start)
    if (end !== undefined) return { message: `\`${text.slice(start, end)}\` has no meaning in an expression: ${hint}`, start, end }
  }
  return undefined
}

function reportStrange(text: string, start: number): ParseProblem {
  const character = String.fromCodePoint(text.codePointAt(start)!)
  const hint = meant[character]
  return {
    message: `\`${character}\` has no meaning in an expression${hint === undefined ? '' : `: ${hint}`}`,
    start,
    end: start + character.length,
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
