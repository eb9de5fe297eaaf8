// Reads a type as a document writes it: `decimal(2)`, `list(Order)`, `map(string, int)`, `Customer or null`.

import { withNullType } from './fits.ts'
import { type Token, readNextToken } from './token.ts'
import type { Type } from './type.ts'

export type TypeReading =
  | { readonly type: Type; readonly unknown?: undefined }
  /** `unknown` is the first word that is not a type; empty at the end of the text. */
  | { readonly type?: undefined; readonly unknown: string }

/** Names of types that every document has. */
export const basicTypes = ['bool', 'bytes', 'decimal', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp'] as const

/** `findType` finds the types that a document adds. */
export function parseTypeNotation(text: string, findType: (name: string) => Type | undefined): TypeReading {
  const tokens = splitTokens(text)
  let at = 0
  const peek = (): string => tokens[at] ?? ''
  const expectToken = (expected: string): void => {
    if (peek() !== expected) throw new UnknownType(peek())
    at++
  }
  const inParentheses = <T>(read: () => T): T => {
    expectToken('(')
    const result = read()
    expectToken(')')
    return result
  }
  const readBase = (): Type => {
    const name = peek()
    at++
    if (name === 'list') return inParentheses(() => ({ kind: 'list', element: readNullable() }))
    if (name === 'optional') return inParentheses(() => ({ kind: 'optional', of: readNullable() }))
    if (name === 'map') return inParentheses(() => readMap())
    if (name === 'decimal' && peek() === '(') return inParentheses(() => ({ kind: 'decimal', scale: readScale() }))
    const basic = basicTypes.find((each) => each === name)
    const type = basic === undefined ? findType(name) : ({ kind: basic } as Type)
    if (type === undefined) throw new UnknownType(name)
    return type
  }
  const readMap = (): Type => {
    const key = readBase()
    expectToken(',')
    return { kind: 'map', key, value: readNullable() }
  }
  const readScale = (): number => {
    const digits = peek()
    if (!/^[0-9]{1,2}$/.test(digits)) throw new UnknownType(digits)
    at++
    return Number(digits)
  }
  const readNullable = (): Type => {
    const type = readBase()
    if (peek() !== 'or') return type
    at++
    expectToken('null')
    return withNullType(type)
  }
  try {
    const type = readNullable()
    return at < tokens.length ? { unknown: peek() } : { type }
  } catch (thrown) {
    if (thrown instanceof UnknownType) return { unknown: thrown.token }
    throw thrown
  }
}

class UnknownType extends Error {
  readonly token: string

  constructor(expected: string) {
    super(expected)
    this.token = expected
  }
}

function splitTokens(text: string): readonly string[] {
  const tokens: string[] = []
  for (let at = 0; ;) {
    const token: Token | { readonly message: string } = readNextToken(text, at, text.length)
    if ('message' in token) return [...tokens, text.slice(at).trim()]
    if (token.kind === 'end') return tokens
    tokens.push(token.text)
    at = token.end
  }
}
