// Functions of strings and bytes: CEL's own and its strings extension. Positions count code points.

import { splitCharacters, countCodePoints, sliceCodePoints, toCodePointIndex, toUnitIndex } from '../../base/code-points.ts'
import { type Pattern, compileClientPattern, compileRe2 } from '../../base/pattern.ts'
import type { Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { spendOnResult } from '../values/size.ts'
import { formatText } from './format.ts'
import { makeBounds } from '../bounds.ts'
import type { Bounds, Type } from '../type.ts'
import { makeOverload } from './signature.ts'

const outsideReason = 'the index can be outside of the string'

function readPosition(text: string, index: bigint, last: number): number {
  return index >= 0n && index <= BigInt(last) ? Number(index) : fail('index', `${index} is outside of ${JSON.stringify(text)}`)
}

function charAt(text: string, index: bigint): string {
  const start = readPosition(text, index, countCodePoints(text))
  return splitCharacters(text)[start] ?? ''
}

function indexOf(text: string, part: string, from = 0n): bigint {
  const start = readPosition(text, from, countCodePoints(text))
  return BigInt(toCodePointIndex(text, text.indexOf(part, toUnitIndex(text, start))))
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  if (from === undefined) return BigInt(toCodePointIndex(text, text.lastIndexOf(part)))
  const start = readPosition(text, from, countCodePoints(text))
  return BigInt(toCodePointIndex(text, text.lastIndexOf(part, toUnitIndex(text, start))))
}

function substring(text: string, start: bigint, end?: bigint): string {
  const length = countCodePoints(text)
  const from = readPosition(text, start, length)
  const to = end === undefined ? length : readPosition(text, end, length)
  return from <= to ? sliceCodePoints(text, from, to) : fail('index', `a substring cannot end (${to}) before it starts (${from})`)
}

/** Replaces the first `count` occurrences, or all if it is negative. */
function replace(text: string, part: string, replacement: string, count = -1n): string {
  // The empty string occurs before, between and after all characters.
  const pieces = part === '' ? ['', ...Array.from(text), ''] : text.split(part)
  const limit = count >= 0n && count < BigInt(pieces.length) ? Number(count) : pieces.length
  spendOnResult(text.length + Math.min(limit, pieces.length - 1) * replacement.length)
  return pieces.slice(1).reduce((joined, piece, i) => joined + (i < limit ? replacement : part) + piece, pieces[0]!)
}

/** Splits into at most `count` pieces; the last holds the rest. A negative count does not limit. */
function split(text: string, separator: string, count = -1n): string[] {
  if (count === 0n) return []
  const pieces = separator === '' ? Array.from(splitCharacters(text)) : text.split(separator)
  if (count < 0n || BigInt(pieces.length) <= count) return pieces
  const lastPiece = Number(count) - 1
  return [...pieces.slice(0, lastPiece), pieces.slice(lastPiece).join(separator)]
}

/** Removes Unicode's white space, which is slightly more than JavaScript's `trim` removes. */
function trim(text: string): string {
  return text.replace(/^[\p{White_Space}]+|[\p{White_Space}]+$/gu, '')
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}

const escapes: Readonly<Record<string, string>> = {
  '\u{7}': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

function quote(text: string): string {
  return `"${text.toWellFormed().replace(/[^]/gu, (character) => escapes[character] ?? character)}"`
}

function join(parts: readonly string[], between = ''): string {
  spendOnResult(parts.reduce((sum, part) => sum + part.length + between.length, 0))
  return parts.join(between)
}

const compiledPatterns = new Map<string, Pattern>()

/** True if the pattern matches anywhere. The cache of patterns is bounded, because they may come from data. */
export function matchesPattern(text: string, pattern: string): boolean {
  const cached = compiledPatterns.get(pattern)
  if (cached !== undefined) return cached.test(text)
  const compiledPattern = compileClientPattern(pattern, compileRe2)
  if (compiledPattern.pattern === undefined)
    return fail('pattern', `${JSON.stringify(pattern)} is not a pattern: ${compiledPattern.problem}`)
  if (compiledPatterns.size < 1000) compiledPatterns.set(pattern, compiledPattern.pattern)
  return compiledPattern.pattern.test(text)
}

/** At least one piece, also of an empty text, unless the separator is empty; at most one more than the text has characters. */
function countPieces([text, separator]: readonly Type[]): Bounds | undefined {
  const longest = findLongest(text)
  return makeBounds(
    separator?.kind === 'enum' && !separator.values.includes('') ? 1n : undefined,
    longest === undefined ? undefined : longest + 1n,
  ).bounds
}

function findLongest(text: Type | undefined): bigint | undefined {
  const lengths =
    text?.kind === 'string' ? text.forms?.map((form) => (form.text === undefined ? form.most : BigInt(form.text.length))) : undefined
  return lengths === undefined || lengths.length === 0
    ? undefined
    : lengths.reduce((a, b) => (a === undefined || b === undefined ? undefined : a > b ? a : b))
}

const mayBeInvalid = { mayFail: 'a pattern that is not written in the expression can be none' }

export const stringFunctions = [
  makeOverload('size(string): int', (text: string) => BigInt(countCodePoints(text))),
  makeOverload('string.size(): int', (text: string) => BigInt(countCodePoints(text))),
  makeOverload('size(bytes): int', (bytes: Uint8Array) => BigInt(bytes.length)),
  makeOverload('bytes.size(): int', (bytes: Uint8Array) => BigInt(bytes.length)),
  makeOverload('string.contains(string): bool', (text: string, part: string) => text.includes(part)),
  makeOverload('string.startsWith(string): bool', (text: string, part: string) => text.startsWith(part)),
  makeOverload('string.endsWith(string): bool', (text: string, part: string) => text.endsWith(part)),
  makeOverload('string.matches(string): bool', matchesPattern, mayBeInvalid),
  makeOverload('matches(string, string): bool', matchesPattern, mayBeInvalid),
  makeOverload('string.charAt(int): string', charAt, { mayFail: outsideReason }),
  makeOverload('string.indexOf(string): int', indexOf),
  makeOverload('string.indexOf(string, int): int', indexOf, { mayFail: outsideReason }),
  makeOverload('string.lastIndexOf(string): int', lastIndexOf),
  makeOverload('string.lastIndexOf(string, int): int', lastIndexOf, { mayFail: outsideReason }),
  makeOverload('string.substring(int): string', substring, { mayFail: outsideReason }),
  makeOverload('string.substring(int, int): string', substring, { mayFail: outsideReason }),
  makeOverload('string.replace(string, string): string', replace),
  makeOverload('string.replace(string, string, int): string', replace),
  makeOverload('string.split(string): list<string>', split, { order: 'gives', count: countPieces }),
  makeOverload('string.split(string, int): list<string>', split, { order: 'gives' }),
  makeOverload('string.trim(): string', trim),
  makeOverload('string.lowerAscii(): string', lowerAscii),
  makeOverload('string.upperAscii(): string', upperAscii),
  makeOverload('string.reverse(): string', (text: string) => Array.from(text).reverse().join('')),
  makeOverload('list<string>.join(): string', (parts: string[]) => join(parts), { order: 'needs' }),
  makeOverload('list<string>.join(string): string', (parts: string[], between: string) => join(parts, between), { order: 'needs' }),
  makeOverload('string.format(list<dyn>): string', (text: string, values: Value[]) => formatText(text, values), {
    mayFail: 'the values can be of other kinds than the format names',
  }),
  makeOverload('strings.quote(string): string', quote),
]
