// Determines the outline of an expression without its meaning: the ends of its strings and brackets, and whether it is complete.

/**
 * `complete`: parses as one whole expression. `open`: more must follow (an open bracket or string, an operator at the end, a `?` without its `:`). `other`: not an expression, even with more text.
 */
export type TextShape = 'complete' | 'open' | 'other'

const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9_]/.test(char)

/**
 * The end of CEL's string literal whose quote is at `at`, or undefined if it is never closed. An ordinary literal
 * ends on its line; one in triple quotes may continue over several.
 */
export function findStringEnd(text: string, at: number, end: number, raw = false): number | undefined {
  const quote = text[at]!
  const triple = text.startsWith(quote.repeat(3), at)
  let i = at + (triple ? 3 : 1)
  while (i < end) {
    const char = text[i]
    if (char === '\\' && !raw) i += 2
    else if (triple ? text.startsWith(quote.repeat(3), i) : char === quote) return Math.min(i + (triple ? 3 : 1), end)
    else if (!triple && (char === '\n' || char === '\r')) return undefined
    else i++
  }
  return undefined
}

/**
 * The kind of string that a quote at `at` opens. Undefined for an apostrophe inside a word (`it's`), but not after a prefix (`r'…'`,
 * `b"…"`).
 */
export function opensString(text: string, at: number, from: number): 'string' | 'raw' | undefined {
  if (at <= from || !isWord(text[at - 1])) return 'string'
  let start = at
  while (start > from && isWord(text[start - 1])) start--
  const prefix = text.slice(start, at).toLowerCase()
  if (prefix === 'b') return 'string'
  return prefix === 'r' || prefix === 'br' || prefix === 'rb' ? 'raw' : undefined
}

type TokenKind =
  | 'operand'
  | 'word'
  | 'binary'
  | 'sign'
  | 'not'
  | 'open'
  | 'close'
  | 'question'
  | 'colon'
  | 'comma'
  | 'dot'
  | 'unended' // a string that is never closed
  | 'other'

type Token = { readonly kind: TokenKind; readonly text: string; readonly end: number }

const kindsByChar: { readonly [char: string]: TokenKind } = {
  '-': 'sign',
  '!': 'not',
  '?': 'question',
  ':': 'colon',
  ',': 'comma',
  '.': 'dot',
  '(': 'open',
  '[': 'open',
  '{': 'open',
  ')': 'close',
  ']': 'close',
  '}': 'close',
}

const numberPattern = /(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)[uU]?/y
const wordPattern = /[A-Za-z_]\w*|`[^`\n]+`/y
const blankPattern = /(?:\s|\/\/[^\n]*)*/y
const operatorPattern = /&&|\|\||==|!=|<=|>=|[<>+*/%]/y

function readToken(text: string, at: number): Token {
  const matchEnd = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : undefined
  }
  const token = (kind: TokenKind, end: number): Token => ({ kind, text: text.slice(at, end), end })
  const char = text[at]!
  if (char === '"' || char === "'") {
    const end = findStringEnd(text, at, text.length, opensString(text, at, at) === 'raw')
    return end === undefined ? token('unended', text.length) : token('operand', end)
  }
  // `$(…)` represents a value that a convention inserts.
  if (char === '$' && text[at + 1] === '(') return token('operand', findBracketEnd(text, at + 1) ?? text.length)
  const digits = matchEnd(numberPattern)
  if (digits !== undefined && (char !== '.' || !isWord(text[at - 1]))) return token('operand', digits)
  const name = matchEnd(wordPattern)
  if (name !== undefined) {
    const isPrefixed = (text[name] === '"' || text[name] === "'") && opensString(text, name, at) !== undefined
    if (isPrefixed) {
      const end = findStringEnd(text, name, text.length, opensString(text, name, at) === 'raw')
      return end === undefined ? token('unended', text.length) : token('operand', end)
    }
    return token(text.slice(at, name) === 'in' ? 'binary' : 'word', name)
  }
  const operator = matchEnd(operatorPattern)
  if (operator !== undefined) return token('binary', operator)
  return token(kindsByChar[char] ?? 'other', at + 1)
}

/** The end of the bracket that opens at `at`, skipping strings; undefined if it is never closed. */
function findBracketEnd(text: string, at: number): number | undefined {
  let depth = 0
  let i = at
  while (i < text.length) {
    const char = text[i]!
    if ((char === '"' || char === "'") && opensString(text, i, at) !== undefined) {
      i = findStringEnd(text, i, text.length) ?? i + 1
      continue
    }
    if ('([{'.includes(char)) depth++
    if (')]}'.includes(char) && --depth === 0) return i + 1
    i++
  }
  return undefined
}

const closingBrackets: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' }

/** The offset up to which an expression has been read. */
type ParseState = {
  /** Open brackets, and a `?` for each condition without its `:`. */
  readonly stack: string[]
  expectsOperand: boolean
  lastKind: TokenKind | undefined
}

/** Takes the token if an expression may continue with it. */
function acceptToken(state: ParseState, { kind, text }: Token): boolean {
  const { stack, expectsOperand, lastKind } = state
  const innermost = stack.at(-1)
  state.lastKind = kind
  state.expectsOperand = kind !== 'operand' && kind !== 'word' && kind !== 'close'
  switch (kind) {
    case 'operand':
    case 'word':
    case 'not':
      return expectsOperand
    case 'sign':
    case 'dot':
      return true
    case 'open':
      stack.push(text) // `f(`, `a[` and `Type{` continue from an operand, the others begin one
      return true
    case 'close':
      stack.pop()
      return (
        innermost !== undefined && closingBrackets[innermost] === text && (!expectsOperand || lastKind === 'open' || lastKind === 'comma')
      )
    case 'question':
      if (expectsOperand) return (lastKind === 'open' || lastKind === 'comma') && innermost !== '(' // `[?x]`, `{ ?key: x }`
      stack.push('?')
      return true
    case 'colon':
      if (innermost === '?') stack.pop()
      return !expectsOperand && (innermost === '?' || innermost === '{')
    case 'comma':
      return !expectsOperand && innermost !== undefined && innermost !== '?'
    case 'binary':
      return !expectsOperand
    case 'unended':
    case 'other':
      return false
  }
}

/** Reads the text like a CEL expression: operands with operators between them, closed brackets and conditions. */
export function readTextShape(text: string): TextShape {
  const state: ParseState = { stack: [], expectsOperand: true, lastKind: undefined }
  let i = skipBlank(text, 0)
  while (i < text.length) {
    const token = readToken(text, i)
    if (token.kind === 'unended' && state.expectsOperand) return 'open'
    if (!acceptToken(state, token)) return 'other'
    const isOptionalAccess = token.kind === 'dot' && text[token.end] === '?' // `a.?b`
    i = skipBlank(text, isOptionalAccess ? token.end + 1 : token.end)
  }
  return state.expectsOperand || state.stack.length > 0 ? 'open' : 'complete'
}

/** Past blanks, line ends and `//` comments. */
function skipBlank(text: string, from: number): number {
  blankPattern.lastIndex = from
  blankPattern.test(text)
  return blankPattern.lastIndex
}
