// Reads the tokens of an expression one by one, and reports an unexpected one at its place.

import { type Help, advise, offerClosing, quoteCell } from '../diagnostic/help.ts'
import type { ParseProblem } from './syntax.ts'
import { type Token, readNextToken } from './token.ts'

/** A position in the tokens from `at` to `limit`, and the depth of the recursive descent. */
export type TokenReader = { readonly text: string; readonly limit: number; at: number; token: Token; nesting: number }

/** Leaves the descent from any depth; caught at its top, so that no reader of expressions ever throws. */
export class SyntaxRefusal {
  readonly problem: ParseProblem
  constructor(problem: ParseProblem) {
    this.problem = problem
  }
}

export function makeSyntaxProblem(message: string, start: number, end: number, help?: string | Help): SyntaxRefusal {
  return new SyntaxRefusal({ message, start, end, ...(help === undefined ? {} : { help }) })
}

export function advance(reader: TokenReader): Token {
  const previous = reader.token
  const next = readNextToken(reader.text, reader.at, reader.limit)
  if ('message' in next) throw new SyntaxRefusal(next)
  reader.token = next
  reader.at = next.end
  return previous
}

export function refuseToken(reader: TokenReader, expected: string): SyntaxRefusal {
  const { token } = reader
  if (token.kind === 'end') return makeSyntaxProblem(`The expression ends where ${expected} is expected`, token.start, token.end)
  const words = readWords(reader)
  if (words !== undefined) {
    const quoted = JSON.stringify(reader.text.slice(words.start, words.end))
    return makeSyntaxProblem(
      `\`${abbreviate(reader.text.slice(words.start, words.end))}\` is several words without an operator between them`,
      words.start,
      words.end,
      advise`If it is text, put it in quotes: ${quoteCell(quoted)}.`,
    )
  }
  const hint = token.kind === 'name' ? suggestSpelling(reader.text.slice(token.start, reader.limit), token.text) : ''
  return makeSyntaxProblem(`\`${abbreviate(token.text)}\` is not allowed here: expected ${expected}${hint}`, token.start, token.end)
}

/** The place of several names with only blanks between them, up to the unexpected one and those after it: `Moby Dick`. */
function readWords({ text, token, limit }: TokenReader): { readonly start: number; readonly end: number } | undefined {
  const isWord = (word: string): boolean => !signHints.has(word) && !['in', 'true', 'false', 'null'].includes(word)
  if (token.kind !== 'name' || !isWord(token.text)) return undefined
  const [before, first] = /(?<![\w.$])([A-Za-z_]\w*)\s+$/.exec(text.slice(0, token.start)) ?? []
  if (before === undefined || !isWord(first!)) return undefined
  const after = /^(?:\s+[A-Za-z_]\w*(?![\w.(]))*/.exec(text.slice(token.end, limit))![0]
  return { start: token.start - before.length, end: token.end + after.length }
}

const signHints = new Map([
  ['and', ': CEL writes `&&`'],
  ['or', ': CEL writes `||`'],
  ['not', ': CEL writes `!`'],
  ['is', ': CEL writes `==`'],
])

export function abbreviate(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

export function isAtSign(reader: TokenReader, sign: string): boolean {
  return reader.token.kind === 'sign' && reader.token.text === sign
}

export function isAtEnd(reader: TokenReader): boolean {
  return reader.token.kind === 'end'
}

export function acceptSign(reader: TokenReader, sign: string): boolean {
  if (!isAtSign(reader, sign)) return false
  advance(reader)
  return true
}

export function expect(reader: TokenReader, sign: string, opening?: Token): Token {
  if (isAtSign(reader, sign)) return advance(reader)
  if (reader.token.kind === 'end' && opening !== undefined) {
    const name = /[\w.]*$/.exec(reader.text.slice(0, opening.start))![0]
    const closed = `${name}${reader.text.slice(opening.start, reader.limit).trimEnd()}${sign}`
    throw makeSyntaxProblem(
      `\`${opening.text}\` is never closed: \`${sign}\` is missing`,
      opening.start,
      opening.end,
      advise`Close it where its content ends, for example \`${abbreviate(closed)}\`.${offerClosing(sign)}`,
    )
  }
  throw refuseToken(reader, `\`${sign}\``)
}

/** The spelling in CEL of a word of another language; empty if there is no such word. */
function suggestSpelling(rest: string, name: string): string {
  return /^not\s+in\b/.test(rest) ? ': CEL writes `!(a in list)`' : (signHints.get(name) ?? '')
}
