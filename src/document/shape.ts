// Determines the outline of an expression without its meaning: the ends of its strings and brackets, and whether it is complete.

/**
 * `complete`: parses as one whole expression. `open`: more must follow (an open bracket or string, an operator at the end, a `?` without
 * its
 * `:`). `other`: not an expression, even with more text.
 */
export type TextShape = 'complete' | 'open' | 'other'

const isWord = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9_]/.test(char)

/**
 * The end of CEL's string literal whose quote is at `at`, or undefined if it is never closed. An ordinary literal
 * ends on its line; one in triple quotes may continue over several.
 */
export function stringEnd(text: string, at: number, end: number, raw = false): number | undefined {
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

/** True if a quote at `at` opens a string: an apostrophe inside a word (`it's`) does not, the prefixes of `r'…'` and `b"…"` do. */
export function opensString(text: string, at: number, from: number): 'string' | 'raw' | undefined {
  if (at <= from || !isWord(text[at - 1])) return 'string'
  let start = at
  while (start > from && isWord(text[start - 1])) start--
  const prefix = text.slice(start, at).toLowerCase()
  if (prefix === 'b') return 'string'
  return prefix === 'r' || prefix === 'br' || prefix === 'rb' ? 'raw' : undefined
}

type TokenKind =
  | 'operand' | 'word' | 'binary' | 'sign' | 'not' | 'open' | 'close' | 'question' | 'colon' | 'comma' | 'dot'
  | 'unended' // a string that is never closed
  | 'other'

type Token = { readonly kind: TokenKind; readonly text: string; readonly end: number }

const marks: { readonly [char: string]: TokenKind } = {
  '-': 'sign', '!': 'not', '?': 'question', ':': 'colon', ',': 'comma', '.': 'dot',
  '(': 'open', '[': 'open', '{': 'open', ')': 'close', ']': 'close', '}': 'close',
}

const number = /(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)[uU]?/y
const word = /[A-Za-z_]\w*|`[^`\n]+`/y
const blank = /(?:\s|\/\/[^\n]*)*/y
const binary = /&&|\|\||==|!=|<=|>=|[<>+*/%]/y

function tokenAt(text: string, at: number): Token {
  const match = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : undefined
  }
  const token = (kind: TokenKind, end: number): Token => ({ kind, text: text.slice(at, end), end })
  const char = text[at]!
  if (char === '"' || char === "'") {
    const end = stringEnd(text, at, text.length, opensString(text, at, at) === 'raw')
    return end === undefined ? token('unended', text.length) : token('operand', end)
  }
  // `$(…)` represents a value that a convention inserts.
  if (char === '$' && text[at + 1] === '(') return token('operand', closing(text, at + 1) ?? text.length)
  const digits = match(number)
  if (digits !== undefined && (char !== '.' || !isWord(text[at - 1]))) return token('operand', digits)
  const name = match(word)
  if (name !== undefined) {
    const prefixed = (text[name] === '"' || text[name] === "'") && opensString(text, name, at) !== undefined
    if (prefixed) {
      const end = stringEnd(text, name, text.length, opensString(text, name, at) === 'raw')
      return end === undefined ? token('unended', text.length) : token('operand', end)
    }
    return token(text.slice(at, name) === 'in' ? 'binary' : 'word', name)
  }
  const operator = match(binary)
  if (operator !== undefined) return token('binary', operator)
  return token(marks[char] ?? 'other', at + 1)
}

/** The end of the bracket that opens at `at`, skipping strings; undefined if it is never closed. */
function closing(text: string, at: number): number | undefined {
  let depth = 0
  let i = at
  while (i < text.length) {
    const char = text[i]!
    if ((char === '"' || char === "'") && opensString(text, i, at) !== undefined) {
      i = stringEnd(text, i, text.length) ?? i + 1
      continue
    }
    if ('([{'.includes(char)) depth++
    if (')]}'.includes(char) && --depth === 0) return i + 1
    i++
  }
  return undefined
}

const closes: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' }

/** The offset up to which an expression has been read. */
type State = {
  /** Open brackets, and a `?` for each condition without its `:`. */
  readonly stack: string[]
  wantsOperand: boolean
  last: TokenKind | undefined
}

/** Takes the token if an expression may continue with it. */
function takes(state: State, { kind, text }: Token): boolean {
  const { stack, wantsOperand, last } = state
  const top = stack.at(-1)
  state.last = kind
  state.wantsOperand = kind !== 'operand' && kind !== 'word' && kind !== 'close'
  switch (kind) {
    case 'operand':
    case 'word':
    case 'not':
      return wantsOperand
    case 'sign':
    case 'dot':
      return true
    case 'open':
      stack.push(text) // `f(`, `a[` and `Type{` continue from an operand, the others begin one
      return true
    case 'close':
      stack.pop()
      return top !== undefined && closes[top] === text && (!wantsOperand || last === 'open' || last === 'comma')
    case 'question':
      if (wantsOperand) return (last === 'open' || last === 'comma') && top !== '(' // `[?x]`, `{ ?key: x }`
      stack.push('?')
      return true
    case 'colon':
      if (top === '?') stack.pop()
      return !wantsOperand && (top === '?' || top === '{')
    case 'comma':
      return !wantsOperand && top !== undefined && top !== '?'
    case 'binary':
      return !wantsOperand
    case 'unended':
    case 'other':
      return false
  }
}

/** Reads the text like a CEL expression: operands with operators between them, closed brackets and conditions. */
export function textShape(text: string): TextShape {
  const state: State = { stack: [], wantsOperand: true, last: undefined }
  let i = skipBlank(text, 0)
  while (i < text.length) {
    const token = tokenAt(text, i)
    if (token.kind === 'unended' && state.wantsOperand) return 'open'
    if (!takes(state, token)) return 'other'
    const optional = token.kind === 'dot' && text[token.end] === '?' // `a.?b`
    i = skipBlank(text, optional ? token.end + 1 : token.end)
  }
  return state.wantsOperand || state.stack.length > 0 ? 'open' : 'complete'
}

/** Past blanks, line ends and `//` comments. */
function skipBlank(text: string, from: number): number {
  blank.lastIndex = from
  blank.test(text)
  return blank.lastIndex
}
