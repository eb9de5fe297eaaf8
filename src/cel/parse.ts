// Reads an expression's text into its tree: CEL's grammar with optional syntax, less protobuf messages and namespaces.

import { advise, paste } from '../diagnostic/help.ts'
import {
  type TokenReader,
  SyntaxRefusal,
  advance,
  isAtEnd,
  expect,
  makeSyntaxProblem,
  isAtSign,
  abbreviate,
  acceptSign,
  refuseToken,
} from './reader.ts'
import type { LiteralValue, ParseProblem, Syntax } from './syntax.ts'
import type { Token } from './token.ts'

export type Parsed =
  | { readonly syntax: Syntax; readonly problem?: undefined }
  | { readonly syntax?: undefined; readonly problem: ParseProblem }

/** The deepest nesting that is parsed: far more than a person writes, far less than the stack allows. */
export const maxParseDepth = 200

/** Words that CEL keeps for itself; they may name a member, never a variable or function. */
const reserved = new Set('as break const continue else for function if import let loop package namespace return var void while'.split(' '))

/** Reads the expression that is in `text` from `start` to `end`; offsets are those of the whole text. Never throws. */
export function parse(text: string, start = 0, end = text.length): Parsed {
  const reader: TokenReader = { text, limit: end, at: start, token: { kind: 'end', text: '', start, end: start }, nesting: 0 }
  try {
    return { syntax: parseWhole(reader) }
  } catch (thrown) {
    // Anything else is a fault of this file, and must be seen.
    if (thrown instanceof SyntaxRefusal) return { problem: thrown.problem }
    throw thrown
  }
}

type Range = { readonly start: number; readonly end: number }

/** Sets the depth of a node, and refuses excessive nesting. */
function makeNode<T extends Range>(shape: T, children: readonly Syntax[]): T & { readonly depth: number } {
  let depth = 1
  for (const child of children) if (child.depth >= depth) depth = child.depth + 1
  if (depth > maxParseDepth)
    throw makeSyntaxProblem(`The expression is nested more than ${maxParseDepth} levels deep`, shape.start, shape.end)
  return { ...shape, depth }
}

function parseWhole(reader: TokenReader): Syntax {
  const { at, limit } = reader
  advance(reader)
  if (isAtEnd(reader)) throw makeSyntaxProblem('An expression is expected here', at, limit)
  const syntax = parseConditional(reader)
  if (!isAtEnd(reader)) throw refuseToken(reader, 'the end or an operator')
  return syntax
}

function parseConditional(reader: TokenReader): Syntax {
  if (++reader.nesting > maxParseDepth) {
    throw makeSyntaxProblem(`The expression is nested more than ${maxParseDepth} levels deep`, reader.token.start, reader.token.end)
  }
  const test = parseChain(reader, '||')
  let result = test
  if (isAtSign(reader, '?')) {
    const mark = advance(reader)
    const then = parseChain(reader, '||')
    if (!acceptSign(reader, ':')) {
      if (reader.token.kind === 'end') throw makeSyntaxProblem('`?` has no `:` with what holds otherwise', mark.start, mark.end)
      throw refuseToken(reader, '`:`')
    }
    const otherwise = parseConditional(reader)
    result = makeNode({ kind: 'conditional', test, then, otherwise, start: test.start, end: otherwise.end }, [test, then, otherwise])
  }
  reader.nesting--
  return result
}

/** A run of `||` or of `&&`, as a balanced tree: a thousand alternatives are ten levels deep. */
function parseChain(reader: TokenReader, sign: '||' | '&&'): Syntax {
  const operand = (): Syntax => (sign === '||' ? parseChain(reader, '&&') : parseBinary(reader, 0))
  const operands = [operand()]
  while (acceptSign(reader, sign)) operands.push(operand())
  const kind = sign === '||' ? 'or' : 'and'
  const balance = (from: number, to: number): Syntax => {
    if (to - from === 1) return operands[from]!
    const middle = from + Math.ceil((to - from) / 2)
    const left = balance(from, middle)
    const right = balance(middle, to)
    return makeNode({ kind, left, right, start: left.start, end: right.end } as const, [left, right])
  }
  return balance(0, operands.length)
}

/** Operators by how strongly they bind, all of them from the left. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(['==', '!=', '<', '<=', '>', '>=', 'in']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
]

function parseBinary(reader: TokenReader, level: number): Syntax {
  const operators = levels[level]
  if (operators === undefined) return parseUnary(reader)
  let left = parseBinary(reader, level + 1)
  while ((reader.token.kind === 'sign' || reader.token.text === 'in') && operators.has(reader.token.text)) {
    const operator = advance(reader).text
    const right = parseBinary(reader, level + 1)
    left = makeNode({ kind: 'binary', operator, left, right, start: left.start, end: right.end }, [left, right])
  }
  return left
}

function parseUnary(reader: TokenReader): Syntax {
  const signs: Token[] = []
  const firstSign = reader.token.text === '!' ? '!' : '-'
  while (isAtSign(reader, firstSign)) signs.push(advance(reader))
  const minus = signs.at(-1)
  // -9223372036854775808 is one literal: without its sign it would not fit.
  const negative = minus?.text === '-' && (reader.token.kind === 'int' || reader.token.kind === 'double') ? signs.pop() : undefined
  let result = parseMember(reader, negative)
  for (const sign of signs.reverse()) {
    const kind = sign.text === '!' ? 'not' : 'negate'
    result = makeNode({ kind, operand: result, start: sign.start, end: result.end } as const, [result])
  }
  return result
}

function parseMember(reader: TokenReader, minus: Token | undefined): Syntax {
  let operand = minus === undefined ? parsePrimary(reader) : parseNumber(reader, minus)
  for (;;) {
    if (acceptSign(reader, '.')) operand = parseAfterDot(reader, operand)
    else if (isAtSign(reader, '[')) operand = parseIndex(reader, operand)
    else if (isAtSign(reader, '{') && (operand.kind === 'name' || operand.kind === 'select')) {
      const name = reader.text.slice(operand.start, operand.end)
      const reason = 'would make a protobuf message, and the language has none: write a map, { "name": value }'
      throw makeSyntaxProblem(`\`${abbreviate(name)}{…}\` ${reason}`, operand.start, operand.end)
    } else return operand
  }
}

function parseAfterDot(reader: TokenReader, operand: Syntax): Syntax {
  const optional = acceptSign(reader, '?')
  const { token } = reader
  if (token.kind !== 'name' && token.kind !== 'quoted') throw refuseToken(reader, 'the name of a member')
  if (token.kind === 'name' && ['true', 'false', 'null', 'in'].includes(token.text)) {
    throw makeSyntaxProblem(
      `\`${token.text}\` is a word of CEL: write ["${token.text}"] to select a member of that name`,
      token.start,
      token.end,
    )
  }
  advance(reader)
  if (isAtSign(reader, '(') && !optional && token.kind === 'name') return parseCall(reader, token, operand)
  const place = { start: operand.start, end: token.end }
  return makeNode({ kind: 'select', operand, member: token.text, memberStart: token.start, optional, ...place }, [operand])
}

function parseIndex(reader: TokenReader, operand: Syntax): Syntax {
  const opening = advance(reader)
  const optional = acceptSign(reader, '?')
  const at = parseConditional(reader)
  const closing = expect(reader, ']', opening)
  return makeNode({ kind: 'index', operand, index: at, optional, start: operand.start, end: closing.end }, [operand, at])
}

function parseCall(reader: TokenReader, name: Token, target?: Syntax): Syntax {
  const opening = advance(reader)
  const args: Syntax[] = []
  if (!isAtSign(reader, ')')) {
    do args.push(parseConditional(reader))
    while (acceptSign(reader, ','))
  }
  const closing = expect(reader, ')', opening)
  const shape = { kind: 'call', name: name.text, nameStart: name.start, arguments: args, end: closing.end } as const
  return target === undefined
    ? makeNode({ ...shape, start: name.start }, args)
    : makeNode({ ...shape, target, start: target.start }, [target, ...args])
}

function parsePrimary(reader: TokenReader): Syntax {
  const { token } = reader
  switch (token.kind) {
    case 'int':
    case 'uint':
    case 'double':
      return parseNumber(reader)
    case 'string':
      advance(reader)
      return makeLiteral(token.value, token)
    case 'name':
      return readName(reader, token)
    case 'sign':
      if (token.text === '(') return readParenthesised(reader)
      if (token.text === '[') return parseList(reader)
      if (token.text === '{') return parseMap(reader)
      if (token.text === '.') {
        throw makeSyntaxProblem('`.` begins nothing here: names have no namespaces, so none needs a dot before it', token.start, token.end)
      }
      throw refuseToken(reader, 'a value')
    case 'quoted':
      throw makeSyntaxProblem(`\`${token.text}\` in backticks is the name of a member, and must follow a dot`, token.start, token.end)
    case 'end':
      throw refuseToken(reader, 'a value')
  }
}

function makeLiteral(value: LiteralValue, token: Token): Syntax {
  return makeNode({ kind: 'literal', value, text: token.text, start: token.start, end: token.end }, [])
}

function readName(reader: TokenReader, token: Token): Syntax {
  if (reserved.has(token.text))
    throw makeSyntaxProblem(`\`${token.text}\` is a word that CEL reserves: it cannot be a name here`, token.start, token.end)
  if (token.text === 'in') throw refuseToken(reader, 'a value')
  advance(reader)
  if (token.text === 'not' && reader.token.kind === 'name' && reader.token.text !== 'in') throw refuseNotWord(reader, token)
  if (token.text === 'true' || token.text === 'false') return makeLiteral(token.text === 'true', token)
  if (token.text === 'null') return makeLiteral(null, token)
  if (isAtSign(reader, '(')) return parseCall(reader, token)
  return makeNode({ kind: 'name', name: token.text, start: token.start, end: token.end }, [])
}

/** Refuses `not this.done`. Its operand is the following text, up to an `and` or `or`. */
function refuseNotWord({ text, limit }: TokenReader, { start, end }: Token): SyntaxRefusal {
  const operandText = text.slice(end, limit).trim()
  const isWhole = text.slice(0, start).trim() === '' && !/&&|\|\||\?|\b(?:and|or)\b/.test(operandText)
  const help = isWhole
    ? advise`Write it in quotes, because \`!\` would begin a tag in YAML:${paste(`'!(${operandText.replaceAll("'", '"')})'`)}`
    : 'Write !(a == b); put an expression that begins with `!` in quotes in YAML.'
  return makeSyntaxProblem('`not` has no meaning in an expression: CEL writes `!`', start, end, help)
}

function readParenthesised(reader: TokenReader): Syntax {
  const opening = advance(reader)
  const inner = parseConditional(reader)
  if (isAtSign(reader, ','))
    throw makeSyntaxProblem(
      '`,` is inside parentheses that are not a call',
      reader.token.start,
      reader.token.end,
      'A list has brackets: ["a", "b"]',
    )
  const closing = expect(reader, ')', opening)
  return { ...inner, start: opening.start, end: closing.end }
}

function parseList(reader: TokenReader): Syntax {
  const opening = advance(reader)
  const items: { value: Syntax; optional: boolean }[] = []
  while (!isAtSign(reader, ']')) {
    const optional = acceptSign(reader, '?')
    items.push({ value: parseConditional(reader), optional })
    if (!acceptSign(reader, ',')) break
  }
  const closing = expect(reader, ']', opening)
  return makeNode(
    { kind: 'list', items, start: opening.start, end: closing.end },
    items.map((item) => item.value),
  )
}

function parseMap(reader: TokenReader): Syntax {
  const opening = advance(reader)
  const entries: { key: Syntax; value: Syntax; optional: boolean }[] = []
  while (!isAtSign(reader, '}')) {
    const optional = acceptSign(reader, '?')
    const key = parseConditional(reader)
    expect(reader, ':')
    entries.push({ key, value: parseConditional(reader), optional })
    if (!acceptSign(reader, ',')) break
  }
  const closing = expect(reader, '}', opening)
  return makeNode(
    { kind: 'map', entries, start: opening.start, end: closing.end },
    entries.flatMap((entry) => [entry.key, entry.value]),
  )
}

const minInt = -(2n ** 63n)
const maxInt = 2n ** 63n - 1n

function parseNumber(reader: TokenReader, minus?: Token): Syntax {
  const token = advance(reader)
  const literalText = minus === undefined ? token.text : `-${token.text}`
  const place = { start: minus?.start ?? token.start, end: token.end }
  if (token.kind === 'double' && !Number.isFinite(Number(literalText))) {
    throw makeSyntaxProblem(`\`${abbreviate(literalText)}\` is greater than any double`, place.start, place.end)
  }
  if (token.kind === 'double') return makeNode({ kind: 'literal', value: Number(literalText), text: literalText, ...place }, [])
  const value = BigInt(token.text) * (minus === undefined ? 1n : -1n)
  const isInRange = token.kind === 'uint' ? value < 2n ** 64n : value >= minInt && value <= maxInt
  if (!isInRange) throw makeSyntaxProblem(`\`${abbreviate(literalText)}\` does not fit into 64 bits`, place.start, place.end)
  return makeNode({ kind: 'literal', value: token.kind === 'uint' ? { uint: value } : value, text: literalText, ...place }, [])
}
