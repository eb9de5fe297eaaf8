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
export function readNextToken(text: string, at: number, limit: number): Token | ParseProblem {
  const start = Math.min(limit, matchEnd(blank, text, at) ?? at)
  if (start >= limit) return { kind: 'end', text: '', start: limit, end: limit }
  const contentStart = matchEnd(stringOpening, text, start)
  if (contentStart !== undefined) return readStringToken(text, start, contentStart, limit)
  const nameEnd = matchEnd(name, text, start)
  if (nameEnd !== undefined) return makeToken('name', text, start, nameEnd)
  const numberEnd = matchEnd(number, text, start)
  if (numberEnd !== undefined) return readNumber(text, start, numberEnd)
  const quotedEnd = matchEnd(quotedName, text, start)
  if (quotedEnd !== undefined) return { kind: 'quoted', text: text.slice(start + 1, quotedEnd - 1), start, end: quotedEnd }
  const foreignProblem = findForeignOperator(text, start)
  if (foreignProblem !== undefined) return foreignProblem
  const signEnd = matchEnd(sign, text, start)
  if (signEnd !== undefined) return makeToken('sign', text, start, signEnd)
  return refuseCharacter(text, start)
}

function makeToken(kind: 'name' | 'sign', text: string, start: number, end: number): Token {
  return { kind, text: text.slice(start, end), start, end }
}

function readStringToken(text: string, start: number, contentStart: number, limit: number): Token | ParseProblem {
  const content = readString(text, start, contentStart, limit)
  return 'message' in content
    ? content
    : { kind: 'string', text: text.slice(start, content.end), start, end: content.end, value: content.value }
}

function readNumber(text: string, start: number, end: number): Token | ParseProblem {
  const nameEnd = matchEnd(name, text, end)
  if (nameEnd !== undefined) {
    return {
      message: `\`${text.slice(start, nameEnd)}\` is neither a number nor a name: a name cannot begin with a digit`,
      start,
      end: nameEnd,
    }
  }
  const digits = text.slice(start, end)
  if (/[uU]$/.test(digits)) return { kind: 'uint', text: digits.slice(0, -1), start, end }
  const isIntegerForm = /^0[xX]/.test(digits) || /^[0-9]+$/.test(digits)
  return { kind: isIntegerForm ? 'int' : 'double', text: digits, start, end }
}

/** Signs that other languages have, and what CEL writes in their place. */
const foreignSigns: Readonly<Record<string, string>> = {
  '=': 'CEL compares with `==`',
  '&': 'CEL writes `&&`',
  '|': 'CEL writes `||`',
  '`': 'put a quoted name between two backticks after a dot',
  '#': 'a comment begins with `//`',
  ';': 'an expression ends without a sign',
}

/** Operators of other languages, longer than a sign, and what CEL writes in their place. */
const foreignOperators: readonly (readonly [RegExp, string])[] = [
  [/<>/y, 'CEL writes `!=`'],
  [/=</y, 'CEL writes `<=`'],
  [/=>/y, 'a macro takes a name and what is made of it, as in list.map(x, x.id)'],
  [/\?\?/y, 'what may be absent is read as this.?note.orValue("none")'],
  [/\?\.(?=[A-Za-z_])/y, 'CEL selects what may be absent by `.?`, as in this.?note'],
  [/=~/y, 'a text is held against a pattern as in text.matches("^a")'],
]

/** True if an operator of another language begins here, which no sign of CEL's does. */
function findForeignOperator(text: string, start: number): ParseProblem | undefined {
  for (const [pattern, hint] of foreignOperators) {
    const end = matchEnd(pattern, text, start)
    if (end !== undefined) return { message: `\`${text.slice(start, end)}\` has no meaning in an expression: ${hint}`, start, end }
  }
  return undefined
}

function refuseCharacter(text: string, start: number): ParseProblem {
  const character = String.fromCodePoint(text.codePointAt(start)!)
  const hint = foreignSigns[character]
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
