// Generated expressions have the same result in an independent implementation of CEL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CelInput, isCelError, isCelList, isCelMap, isCelUint, run } from '@bufbuild/cel'
import { strings } from '@bufbuild/cel/ext'
import fc from 'fast-check'
import { check } from '../../src/cel/check.ts'
import { EvaluationError, evaluate } from '../../src/cel/evaluate.ts'
import type { Scope, Type } from '../../src/cel/type.ts'
import type { Host, Value } from '../../src/cel/value.ts'

const variables: Record<string, readonly [Type, CelInput & Value]> = {
  i: [{ kind: 'int' }, 7n],
  big: [{ kind: 'int' }, 9223372036854775807n],
  d: [{ kind: 'double' }, 2.5],
  s: [{ kind: 'string' }, 'hello world'],
  b: [{ kind: 'bool' }, true],
}

const scope: Scope = {
  variables: new Map(Object.entries(variables).map(([name, [type]]) => [name, type])),
  functions: new Map(),
  resource: () => undefined,
  resources: [],
}
const bindings = new Map(Object.entries(variables).map(([name, [, value]]) => [name, value]))
const host: Host = { property: () => undefined, records: () => [], find: () => undefined, call: () => assert.fail() }

type Kind = 'int' | 'double' | 'string' | 'bool' | 'ints' | 'strings' | 'map' | 'timestamp' | 'duration'

/** Texts of well-typed expressions of each kind; words in capitals are parts. */
const forms: Readonly<Record<Kind, readonly string[]>> = {
  int: [
    '0',
    '1',
    '-3',
    '42',
    'i',
    'big',
    '(INT + INT)',
    '(INT - INT)',
    '(INT * INT)',
    '(INT / INT)',
    '(INT % INT)',
    '-(INT)',
    'size(STRING)',
    'size(INTS)',
    'INTS[INT]',
    'int(DOUBLE)',
    'int(string(INT))',
    '(BOOL ? INT : INT)',
    'STRING.indexOf(STRING)',
    'MAP[STRING]',
    'TIMESTAMP.getHours()',
    'TIMESTAMP.getDayOfYear()',
    'DURATION.getSeconds()',
    'int(timestamp("2024-02-29T12:34:56Z") + DURATION)',
  ],
  double: [
    '0.5',
    '-1.25',
    'd',
    '(DOUBLE + DOUBLE)',
    '(DOUBLE - DOUBLE)',
    '(DOUBLE * 0.5)',
    '(DOUBLE / 4.0)',
    'double(INT)',
    '(BOOL ? DOUBLE : DOUBLE)',
  ],
  string: [
    '""',
    '"a"',
    '"o w"',
    '"7"',
    's',
    '(STRING + STRING)',
    'string(INT)',
    'STRING.substring(INT)',
    'STRING.replace("o", STRING)',
    'STRING.charAt(INT)',
    '(BOOL ? STRING : STRING)',
    'STRINGS[0]',
    'STRINGS.join("-")',
    'STRING.lowerAscii()',
  ],
  bool: [
    'true',
    'false',
    'b',
    '(INT < INT)',
    '(DOUBLE >= DOUBLE)',
    '(STRING <= STRING)',
    '(INT == INT)',
    '(STRING != STRING)',
    '(BOOL && BOOL)',
    '(BOOL || BOOL)',
    '!(BOOL)',
    '(INT in INTS)',
    '(STRING in MAP)',
    'STRING.contains(STRING)',
    'STRING.startsWith(STRING)',
    'STRING.matches("^[a-h]+")',
    'INTS.exists(v, v > INT)',
    'INTS.all(v, INT / v > 0)',
    'INTS.exists_one(v, v == INT)',
    'MAP.all(k, k != STRING)',
    'has(MAP.a)',
    '(INTS == INTS)',
    '(MAP == MAP)',
    '(TIMESTAMP < TIMESTAMP)',
    '(DURATION == DURATION)',
    '(dyn(INT) == DOUBLE)',
    '(dyn(INT) < DOUBLE)',
  ],
  ints: ['[]', '[INT, INT]', '[1, 2, 3]', '(INTS + INTS)', 'INTS.filter(v, v > INT)', 'INTS.map(v, v + INT)', '(BOOL ? INTS : INTS)'],
  strings: ['["a", STRING]', 'STRING.split(" ")', 'INTS.map(v, string(v))', 'MAP.map(k, k)'],
  map: ['{"a": INT}', '{"a": INT, "hello": INT}', '{STRING + "k": INT, "a": 1}'],
  timestamp: ['timestamp("2024-02-29T12:34:56Z")', 'timestamp("0001-01-01T00:00:00Z")', '(TIMESTAMP + DURATION)'],
  duration: ['duration("90m")', 'duration("-1.5s")', '(TIMESTAMP - TIMESTAMP)', '(DURATION + DURATION)'],
}

const kinds: Readonly<Record<string, Kind>> = {
  INT: 'int',
  DOUBLE: 'double',
  STRING: 'string',
  BOOL: 'bool',
  INTS: 'ints',
  STRINGS: 'strings',
  MAP: 'map',
  TIMESTAMP: 'timestamp',
  DURATION: 'duration',
}
const word = /\b(?:INTS|INT|DOUBLE|STRINGS|STRING|BOOL|MAP|TIMESTAMP|DURATION)\b/g

/** Builds an expression by choosing forms in turn; at the greatest depth only forms without parts. */
function build(kind: Kind, choices: readonly number[], at: { next: number }, depth: number): string {
  const leaves = forms[kind].filter((form) => form.search(word) < 0)
  const from = depth > 0 || leaves.length === 0 ? forms[kind] : leaves
  const form = from[choices[at.next++ % choices.length]! % from.length]!
  return depth < -6 ? (leaves[0] ?? form.replace(word, 'i')) : form.replace(word, (part) => build(kinds[part]!, choices, at, depth - 1))
}

const expressions = fc
  .tuple(
    fc.constantFrom<Kind>('int', 'double', 'string', 'bool', 'ints', 'strings', 'map'),
    fc.array(fc.nat({ max: 1000 }), { minLength: 30, maxLength: 60 }),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([kind, choices, depth]) => build(kind, choices, { next: 0 }, depth))

/** Converts values of both implementations to one form; numbers keep their kind. */
function comparable(value: unknown): unknown {
  if (isCelList(value)) return Array.from(value, comparable)
  if (Array.isArray(value)) return value.map(comparable)
  if (isCelMap(value)) return Array.from(value.entries(), ([key, entryValue]) => [comparable(key), comparable(entryValue)])
  if (value instanceof Map) return Array.from(value, ([key, entryValue]) => [comparable(key), comparable(entryValue)])
  if (isCelUint(value)) return `${value.value}u`
  return value === 0 ? 0 : value
}

const failed = Symbol('failed')

function ownResult(text: string): unknown {
  const { expression, problems } = check(text, scope)
  // An invalid literal is reported before it runs.
  if (expression === undefined)
    return problems.every(({ kind }) => kind === 'invalid-literal') ? failed : assert.fail(`${text}: ${problems[0]!.message}`)
  try {
    return comparable(evaluate(expression, bindings, host))
  } catch (error) {
    if (error instanceof EvaluationError) return failed
    throw error
  }
}

function referenceResult(text: string): unknown {
  const result = run(text, Object.fromEntries(Object.entries(variables).map(([name, [, value]]) => [name, value])), { funcs: strings })
  return isCelError(result) ? failed : comparable(result)
}

test('two implementations agree on generated expressions', () => {
  let worked = 0
  fc.assert(
    fc.property(expressions, (text) => {
      const own = ownResult(text)
      if (own !== failed) worked++
      const reference = referenceResult(text)
      // A sum of times stops at the end of the calendar, where CEL fails.
      if (reference === failed && own !== failed) assert.match(text, /timestamp\(|duration\(/, text)
      else assert.deepEqual(own, reference, text)
    }),
    { numRuns: 3000, seed: 20241121 },
  )
  assert.ok(worked > 600, `${worked} gave a value`)
})
