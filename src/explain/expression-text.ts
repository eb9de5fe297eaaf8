// Prints an expression in a normal form, without its own spaces, quotes, line breaks and comments.

import { type Token, readNextToken } from '../cel/token.ts'

export function normalizeExpression(text: string): string {
  const tokens = tokenizeExpression(text)
  if (tokens === undefined) return text.trim()
  const choices = collectChoiceColons(tokens)
  let line = ''
  tokens.forEach((token, index) => {
    const before = tokens[index - 1]
    const needsBlank = before !== undefined && (choices.has(token) || needsBlankBetween(before, token, tokens[index - 2]))
    line += (needsBlank ? ' ' : '') + printToken(token)
  })
  return line
}

/** Colons that belong to a `?`; all others are in maps. */
function collectChoiceColons(tokens: readonly Token[]): Set<Token> {
  const colons = new Set<Token>()
  const openSigns: string[] = []
  tokens.forEach((token, index) => {
    if (token.kind !== 'sign') return
    const isOptional = isSign(tokens[index - 1], '.[{,')
    if ('([{'.includes(token.text) || (token.text === '?' && !isOptional)) openSigns.push(token.text)
    else if (')]}'.includes(token.text)) openSigns.pop()
    else if (token.text === ':' && openSigns.at(-1) === '?') {
      openSigns.pop()
      colons.add(token)
    }
  })
  return colons
}

function tokenizeExpression(text: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; ;) {
    const token = readNextToken(text, at, text.length)
    if (!('kind' in token)) return undefined
    if (token.kind === 'end') return tokens
    tokens.push(token)
    at = token.end
  }
}

function printToken(token: Token): string {
  switch (token.kind) {
    case 'string':
      return typeof token.value === 'string' ? JSON.stringify(token.value) : token.text
    case 'uint':
      return `${token.text}u`
    case 'quoted':
      return `\`${token.text}\``
    default:
      return token.text
  }
}

/** True if a blank belongs between two tokens: around operators, and after commas and colons. */
function needsBlankBetween(before: Token, token: Token, earlier: Token | undefined): boolean {
  if (isSign(token, ')]},.:')) return false
  if (isSign(before, '([{.!')) return false
  if (isSign(token, '([')) return !isOperand(before)
  if (isSign(before, '-') && !isOperand(earlier)) return false
  if (isSign(token, '?') && isSign(before, '.[')) return false
  return !(isSign(before, '?') && isSign(earlier, '.[{,'))
}

function isSign(token: Token | undefined, signs: string): boolean {
  return token?.kind === 'sign' && signs.includes(token.text)
}

/** True if a value can end with the token. */
function isOperand(token: Token | undefined): boolean {
  if (token === undefined || (token.kind === 'name' && token.text === 'in')) return false
  return token.kind !== 'sign' || ')]}'.includes(token.text)
}
