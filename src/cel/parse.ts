// Reads an expression's text into its tree: CEL's grammar with optional syntax, less protobuf messages and namespaces.

import {
  type TokenReader,
  SyntaxRefusal,
  advance,
  atEnd,
  expect,
  syntaxProblem,
  atSign,
  showText,
  takeSign,
  unexpectedToken,
} from './reader.ts'
import type { LiteralValue, ParseProblem, Syntax } from './syntax.ts'
import type { Token } from './token.ts'

export type Parsed =
  | { readonly syntax: Syntax; readonly problem?: undefined }
  | { readonly syntax?: undefined; readonly problem: ParseProblem }

/** The deepest nesting that is parsed: far more than a person writes, far less than the stack allows. */
export const deepest = 200

/** Words that CEL keeps for itself; they may name a member, never a variable or function. */
const reserved = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)

/** Reads the expression that is in `text` from `start` to `end`; offsets are those of the whole text. Never throws. */
export function parse(text: string, start = 0, end = text.length): Parsed {
  const reader: TokenReader = { text, limit: end, at: start, token: { kind: 'end', text: '', start, end: start }, nesting: 0 }
  try {
    return { syntax: whole(reader) }
  } catch (thrown) {
    // Anything else is a fault of this file, and must be seen.
    if (thrown instanceof SyntaxRefusal) return { problem: thrown.problem }
    throw thrown
  }
}

type Placed = { readonly start: number; readonly end: number }

/** Sets the depth of a node, and refuses excessive nesting. */
function node<T extends Placed>(shape: T, children: readonly Syntax[]): T & { readonly depth: number } {
  let depth = 1
  for (const child of children) if (child.depth >= depth) depth = child.depth + 1
  if (depth > deepest) throw syntaxProblem(`The expression is nested more than ${deepest} levels deep`, shape.start, shape.end)
  return { ...shape, depth }
}

function whole(reader: TokenReader): Syntax {
  const { at, limit } = reader
  advance(reader)
  if (atEnd(reader)) throw syntaxProblem('An expression is expected here', at, limit)
  const syntax = conditional(reader)
  if (!atEnd(reader)) throw unexpectedToken(reader, 'the end or an operator')
  return syntax
}

function conditional(reader: TokenReader): Syntax {
  if (++reader.nesting > deepest) {
    throw syntaxProblem(`The expression is nested more than ${deepest} levels deep`, reader.token.start, reader.token.end)
  }
  const test = chain(reader, '||')
  let result = test
  if (atSign(reader, '?')) {
    const mark = advance(reader)
    const then = chain(reader, '||')
    if (!takeSign(reader, ':')) {
      if (reader.token.kind === 'end') throw syntaxProblem('`?` has no `:` with what holds otherwise', mark.start, mark.end)
      throw unexpectedToken(reader, '`:`')
    }
    const otherwise = conditional(reader)
    result = node({ kind: 'conditional', test, then, otherwise, start: test.start, end: otherwise.end }, [test, then, otherwise])
  }
  reader.nesting--
  return result
}

/** A run of `||` or of `&&`, as a balanced tree: a thousand alternatives are ten levels deep. */
function chain(reader: TokenReader, sign: '||' | '&&'): Syntax {
  const operand = (): Syntax => (sign === '||' ? chain(reader, '&&') : binary(reader, 0))
  const operands = [operand()]
  while (takeSign(reader, sign)) operands.push(operand())
  const kind = sign === '||' ? 'or' : 'and'
  const balance = (from: number, to: number): Syntax => {
    if (to - from === 1) return operands[from]!
    const middle = from + Math.ceil((to - from) / 2)
    const left = balance(from, middle)
    const right = balance(middle, to)
    return node({ kind, left, right, start: left.start, end: right.end } as const, [left, right])
  }
  return balance(0, operands.length)
}

/** Operators by how strongly they bind, all of them from the left. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(['==', '!=', '<', '<=', '>', '>=', 'in']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
]

function binary(reader: TokenReader, level: number): Syntax {
  const operators = levels[level]
  if (operators === undefined) return unary(reader)
  let left = binary(reader, level + 1)
  while ((reader.token.kind === 'sign' || reader.token.text === 'in') && operators.has(reader.token.text)) {
    const operator = advance(reader).text
    const right = binary(reader, level + 1)
    left = node({ kind: 'binary', operator, left, right, start: left.start, end: right.end }, [left, right])
  }
  return left
}

function unary(reader: TokenReader): Syntax {
  const signs: Token[] = []
  const repeated = reader.token.text === '!' ? '!' : '-'
  while (atSign(reader, repeated)) signs.push(advance(reader))
  const minus = signs.at(-1)
  // -9223372036854775808 is one literal: without its sign it would not fit.
  const negative = minus?.text === '-' && (reader.token.kind === 'int' || reader.token.kind === 'double') ? signs.pop() : undefined
  let result = member(reader, negative)
  for (const sign of signs.reverse()) {
    const kind = sign.text === '!' ? 'not' : 'negate'
    result = node({ kind, operand: result, start: sign.start, end: result.end } as const, [result])
  }
  return result
}

function member(reader: TokenReader, minus: Token | undefined): Syntax {
  let operand = minus === undefined ? primary(reader) : numeral(reader, minus)
  for (;;) {
    if (takeSign(reader, '.')) operand = afterDot(reader, operand)
    else if (atSign(reader, '[')) operand = index(reader, operand)
    else if (atSign(reader, '{') && (operand.kind === 'name' || operand.kind === 'select')) {
      const name = reader.text.slice(operand.start, operand.end)
      const why = 'would make a protobuf message, and the language has none: write a map, { "name": value }'
      throw syntaxProblem(`\`${showText(name)}{…}\` ${why}`, operand.start, operand.end)
    } else return operand
  }
}

function afterDot(reader: TokenReader, operand: Syntax): Syntax {
  const optional = takeSign(reader, '?')
  const { token } = reader
  if (token.kind !== 'name' && token.kind !== 'quoted') throw unexpectedToken(reader, 'the name of a member')
  if (token.kind === 'name' && ['true', 'false', 'null', 'in'].includes(token.text)) {
    throw syntaxProblem(
      `\`${token.text}\` is a word of CEL: write ["${token.text}"] to select a member of that name`,
      token.start,
      token.end,
    )
  }
  advance(reader)
  if (atSign(reader, '(') && !optional && token.kind === 'name') return call(reader, token, operand)
  const place = { start: operand.start, end: token.end }
  return node({ kind: 'select', operand, member: token.text, memberStart: token.start, optional, ...place }, [operand])
}

function index(reader: TokenReader, operand: Syntax): Syntax {
  const opened = advance(reader)
  const optional = takeSign(reader, '?')
  const at = conditional(reader)
  const closed = expect(reader, ']', opened)
  return node({ kind: 'index', operand, index: at, optional, start: operand.start, end: closed.end }, [operand, at])
}

function call(reader: TokenReader, name: Token, target?: Syntax): Syntax {
  const opened = advance(reader)
  const args: Syntax[] = []
  if (!atSign(reader, ')')) {
    do args.push(conditional(reader))
    while (takeSign(reader, ','))
  }
  const closed = expect(reader, ')', opened)
  const shape = { kind: 'call', name: name.text, nameStart: name.start, arguments: args, end: closed.end } as const
  return target === undefined
    ? node({ ...shape, start: name.start }, args)
    : node({ ...shape, target, start: target.start }, [target, ...args])
}

function primary(reader: TokenReader): Syntax {
  const { token } = reader
  switch (token.kind) {
    case 'int':
    case 'uint':
    case 'double':
      return numeral(reader)
    case 'string':
      advance(reader)
      return literal(token.value, token)
    case 'name':
      return readName(reader, token)
    case 'sign':
      if (token.text === '(') return readParenthesised(reader)
      if (token.text === '[') return list(reader)
      if (token.text === '{') return map(reader)
      if (token.text === '.') {
        throw syntaxProblem('`.` begins nothing here: names have no namespaces, so none needs a dot before it', token.start, token.end)
      }
      throw unexpectedToken(reader, 'a value')
    case 'quoted':
      throw syntaxProblem(`\`${token.text}\` in backticks is the name of a member, and must follow a dot`, token.start, token.end)
    case 'end':
      throw unexpectedToken(reader, 'a value')
  }
}

function literal(value: LiteralValue, token: Token): Syntax {
  return node({ kind: 'literal', value, text: token.text, start: token.start, end: token.end }, [])
}

function readName(reader: TokenReader, token: Token): Syntax {
  if (reserved.has(token.text))
    throw syntaxProblem(`\`${token.text}\` is a word that CEL reserves: it cannot be a name here`, token.start, token.end)
  if (token.text === 'in') throw unexpectedToken(reader, 'a value')
  advance(reader)
  if (token.text === 'not' && reader.token.kind === 'name' && reader.token.text !== 'in') throw notAsWord(reader, token)
  if (token.text === 'true' || token.text === 'false') return literal(token.text === 'true', token)
  if (token.text === 'null') return literal(null, token)
  if (atSign(reader, '(')) return call(reader, token)
  return node({ kind: 'name', name: token.text, start: token.start, end: token.end }, [])
}

/** Refuses `not this.done`. Its operand is the following text, up to an `and` or `or`. */
function notAsWord({ text, limit }: TokenReader, { start, end }: Token): SyntaxRefusal {
  const rest = text.slice(end, limit).trim()
  const isWhole = text.slice(0, start).trim() === '' && !/&&|\|\||\?|\b(?:and|or)\b/.test(rest)
  const help = isWhole
    ? `Write it in quotes, because \`!\` would begin a tag in YAML:\n\n'!(${rest.replaceAll("'", '"')})'`
    : 'Write !(a == b); put an expression that begins with `!` in quotes in YAML.'
  return syntaxProblem('`not` has no meaning in an expression: CEL writes `!`', start, end, help)
}

function readParenthesised(reader: TokenReader): Syntax {
  const opened = advance(reader)
  const inner = conditional(reader)
  if (atSign(reader, ','))
    throw syntaxProblem(
      '`,` is inside parentheses that are not a call',
      reader.token.start,
      reader.token.end,
      'A list has brackets: ["a", "b"]',
    )
  const closed = expect(reader, ')', opened)
  return { ...inner, start: opened.start, end: closed.end }
}

function list(reader: TokenReader): Syntax {
  const opened = advance(reader)
  const items: { value: Syntax; optional: boolean }[] = []
  while (!atSign(reader, ']')) {
    const optional = takeSign(reader, '?')
    items.push({ value: conditional(reader), optional })
    if (!takeSign(reader, ',')) break
  }
  const closed = expect(reader, ']', opened)
  return node({ kind: 'list', items, start: opened.start, end: closed.end }, items.map((item) => item.value))
}

function map(reader: TokenReader): Syntax {
  const opened = advance(reader)
  const entries: { key: Syntax; value: Syntax; optional: boolean }[] = []
  while (!atSign(reader, '}')) {
    const optional = takeSign(reader, '?')
    const key = conditional(reader)
    expect(reader, ':')
    entries.push({ key, value: conditional(reader), optional })
    if (!takeSign(reader, ',')) break
  }
  const closed = expect(reader, '}', opened)
  return node({ kind: 'map', entries, start: opened.start, end: closed.end }, entries.flatMap((entry) => [entry.key, entry.value]))
}

const least = -(2n ** 63n)
const greatest = 2n ** 63n - 1n

function numeral(reader: TokenReader, minus?: Token): Syntax {
  const token = advance(reader)
  const written = minus === undefined ? token.text : `-${token.text}`
  const place = { start: minus?.start ?? token.start, end: token.end }
  if (token.kind === 'double' && !Number.isFinite(Number(written))) {
    throw syntaxProblem(`\`${showText(written)}\` is greater than any double`, place.start, place.end)
  }
  if (token.kind === 'double') return node({ kind: 'literal', value: Number(written), text: written, ...place }, [])
  const value = BigInt(token.text) * (minus === undefined ? 1n : -1n)
  const fits = token.kind === 'uint' ? value < 2n ** 64n : value >= least && value <= greatest
  if (!fits) throw syntaxProblem(`\`${showText(written)}\` does not fit into 64 bits`, place.start, place.end)
  return node({ kind: 'literal', value: token.kind === 'uint' ? { uint: value } : value, text: written, ...place }, [])
}
