// Goes through the words of an expression one by one, and says what is wrong where the wrong one stands.

import type { ParseProblem } from './syntax.ts'
import { type Token, nextToken } from './token.ts'

/** The words from `at` to `limit`: the one that is looked at, and how deep the descent into it is. */
export type Reader = { readonly text: string; readonly limit: number; at: number; token: Token; nesting: number }

/** Leaves the descent from any depth; caught at its top, so that no reader of expressions ever throws. */
export class Refusal {
  readonly problem: ParseProblem
  constructor(problem: ParseProblem) {
    this.problem = problem
  }
}

export function problem(message: string, start: number, end: number, help?: string): Refusal {
  return new Refusal({ message, start, end, ...(help === undefined ? {} : { help }) })
}

export function advance(reader: Reader): Token {
  const passed = reader.token
  const next = nextToken(reader.text, reader.at, reader.limit)
  if ('message' in next) throw new Refusal(next)
  reader.token = next
  reader.at = next.end
  return passed
}

export function unexpected(reader: Reader, expected: string): Refusal {
  const { token } = reader
  if (token.kind === 'end') return problem(`The expression ends where ${expected} is expected`, token.start, token.end)
  const hint = token.kind !== 'name' ? '' : /^not\s+in\b/.test(reader.text.slice(token.start, reader.limit)) ? ': CEL writes `!(a in list)`' : (wordForSign.get(token.text) ?? '')
  return problem(`\`${shown(token.text)}\` stands where ${expected} is expected${hint}`, token.start, token.end)
}

const wordForSign = new Map([
  ['and', ': CEL writes `&&`'],
  ['or', ': CEL writes `||`'],
  ['not', ': CEL writes `!`'],
  ['is', ': CEL writes `==`'],
])

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

export function sees(reader: Reader, sign: string): boolean {
  return reader.token.kind === 'sign' && reader.token.text === sign
}

export function atEnd(reader: Reader): boolean {
  return reader.token.kind === 'end'
}

export function takes(reader: Reader, sign: string): boolean {
  if (!sees(reader, sign)) return false
  advance(reader)
  return true
}

export function expect(reader: Reader, sign: string, opened?: Token): Token {
  if (sees(reader, sign)) return advance(reader)
  if (reader.token.kind === 'end' && opened !== undefined) {
    throw problem(`\`${opened.text}\` is never closed: \`${sign}\` is missing`, opened.start, opened.end)
  }
  throw unexpected(reader, `\`${sign}\``)
}
