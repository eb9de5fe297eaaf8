// Parsing expressions: the grammar of CEL, the messages of syntax errors, and arbitrary texts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tests as conformance } from '@bufbuild/cel-spec/testdata/conformance.js'
import { tests as parsing } from '@bufbuild/cel-spec/testdata/parsing.js'
import fc from 'fast-check'
import { maxParseDepth, parse } from '../../src/cel/parse.ts'
import type { Syntax } from '../../src/cel/syntax.ts'

type Suite = {
  readonly suites?: readonly Suite[]
  readonly tests?: readonly { readonly original: { readonly expr: string }; readonly ast?: string; readonly error?: string }[]
}

const all = (suite: Suite): NonNullable<Suite['tests']> => [...(suite.tests ?? []), ...(suite.suites ?? []).flatMap(all)]

/** Intended differences from cel-go, as its parser was configured when the data was made. */
function differs(error: string, refusal: string): boolean {
  const switchedOff = /unsupported syntax/.test(error)
  const shallower = /recursion (?:limit|depth) exceeded/.test(error)
  // The checker, not the parser, judges the arguments of macros.
  const macro = /argument|iteration variable/.test(error)
  return switchedOff || shallower || macro || /protobuf|namespaces/.test(refusal)
}

test('accepts the same expressions as cel-go', () => {
  const cases = [...all(parsing), ...all(conformance)]
  assert.ok(cases.length > 2500)
  const odd = cases.filter(({ original, ast, error = '' }) => {
    const { problem } = parse(original.expr)
    return (problem === undefined) !== (ast !== undefined) && !differs(error, problem?.message ?? '')
  })
  assert.deepEqual(
    odd.map(({ original }) => original.expr),
    [],
  )
})

const refusals: readonly (readonly [string, string, string])[] = [
  ['', 'An expression is expected here', ''],
  ['a +', 'The expression ends where a value is expected', ''],
  ['a b', '`a b` is several words without an operator between them', 'a b'],
  ['a and b', '`and` is not allowed here: expected the end or an operator: CEL writes `&&`', 'and'],
  ['a = b', '`=` has no meaning in an expression: CEL compares with `==`', '='],
  ['a & b', '`&` has no meaning in an expression: CEL writes `&&`', '&'],
  ['f(a, [1, 2)', '`)` is not allowed here: expected `]`', ')'],
  ['(a', '`(` is never closed: `)` is missing', '('],
  ['a ? b', '`?` has no `:` with what holds otherwise', '?'],
  ['{"a" 1}', '`1` is not allowed here: expected `:`', '1'],
  ['"abc', '`"` opens a string that nothing closes', '"'],
  ["'\\q'", '`\\q` is not an escape of a string: write \\\\ for a backslash', '\\q'],
  ["b'\\u0041'", '`\\u0041` is not an escape of a string: bytes are written as \\xHH', '\\u0041'],
  ['"\\ud800"', '`\\ud800` is not an escape of a string: it names no character', '\\ud800'],
  ['1abc', '`1abc` is neither a number nor a name: a name cannot begin with a digit', '1abc'],
  ['9223372036854775808', '`9223372036854775808` does not fit into 64 bits', '9223372036854775808'],
  ['1e999', '`1e999` is greater than any double', '1e999'],
  ['a.in', '`in` is a word of CEL: write ["in"] to select a member of that name', 'in'],
  ['for', '`for` is a word that CEL reserves: it cannot be a name here', 'for'],
  ['Foo{a: 1}', '`Foo{…}` would make a protobuf message, and the language has none: write a map, { "name": value }', 'Foo'],
  ['.a', '`.` begins nothing here: names have no namespaces, so none needs a dot before it', '.'],
  ['a \u{1f600}', '`\u{1f600}` has no meaning in an expression', '\u{1f600}'],
]

test('a syntax error is one sentence at one place', () => {
  for (const [text, message, place] of refusals) {
    const { problem } = parse(text)
    assert.deepEqual([problem?.message, text.slice(problem?.start, problem?.end)], [message, place], text)
  }
})

test('offsets count UTF-16 units of the whole text', () => {
  const { syntax } = parse('"\u{1f600}" + ab')
  assert.ok(syntax?.kind === 'binary')
  assert.deepEqual([syntax.right.start, syntax.right.end], [7, 9])
  const inside = parse('x: ${ a.b } …', 5, 10).syntax
  assert.deepEqual([inside?.start, inside?.end], [6, 9])
})

test('a number keeps its digits, and -2^63 is one', () => {
  const literal = (text: string): unknown => {
    const { syntax } = parse(text)
    return syntax?.kind === 'literal' ? [syntax.value, syntax.text] : syntax?.kind
  }
  assert.deepEqual(literal('0.10'), [0.1, '0.10'])
  assert.deepEqual(literal('-9223372036854775808'), [-9223372036854775808n, '-9223372036854775808'])
  assert.deepEqual(literal('0xfFu'), [{ uint: 255n }, '0xfF'])
  assert.deepEqual(literal('r"\\d"'), ['\\d', 'r"\\d"'])
})

test('limits nesting, but not length', () => {
  const long = 100_000
  for (const deep of [
    '('.repeat(long),
    `${'!'.repeat(long)}a`,
    '['.repeat(long),
    `a${'.b'.repeat(long)}`,
    `1${'+1'.repeat(long)}`,
    `${'a?b:'.repeat(long)}c`,
  ]) {
    assert.equal(parse(deep).problem?.message, `The expression is nested more than ${maxParseDepth} levels deep`)
  }
  for (const wide of [`a${'||a'.repeat(long)}`, `[${'1,'.repeat(long)}]`, `f(${'1,'.repeat(long)}1)`, `{${'1:1,'.repeat(long)}}`]) {
    assert.equal(parse(wide).problem, undefined)
  }
})

const words = [
  'a',
  'this',
  'in',
  '.',
  '?',
  ':',
  '"',
  "'",
  '"""',
  '\\',
  '`',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  ',',
  '+',
  '-',
  '!',
  '&&',
  '||',
  '==',
  '<',
  '1',
  '0.5',
  '1u',
  'b"',
  "r'",
  '//',
  '\n',
  '$',
  '\u{1f600}',
  '\ud800',
  'has',
  'null',
]
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join('')),
)

function* nodes(syntax: Syntax): Generator<Syntax> {
  yield syntax
  for (const part of Object.values(syntax)) {
    for (const each of Array.isArray(part)
      ? part.flatMap((item: object) => ('kind' in item ? [item] : Object.values(item)))
      : [part as unknown]) {
      if (typeof each === 'object' && each !== null && 'kind' in each) yield* nodes(each as Syntax)
    }
  }
}

test('parses or refuses any text, with every place inside it', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const { syntax, problem } = parse(text)
      for (const { start, end } of syntax === undefined ? [problem!] : nodes(syntax))
        assert.ok(0 <= start && start <= end && end <= text.length)
    }),
    { numRuns: 2000 },
  )
})
