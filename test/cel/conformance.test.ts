// Google's conformance data for CEL: included cases pass, and the reference page counts the excluded ones.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { tests as comprehension } from '@bufbuild/cel-spec/testdata/comprehension.js'
import { check } from '../../src/cel/check.ts'
import { EvaluationError, evaluate } from '../../src/cel/evaluate.ts'
import { typeText } from '../../src/cel/type-text.ts'
import type { Host, Value } from '../../src/cel/value.ts'
import { type Case, cases } from './conformance-cases.ts'

/** The features that the language leaves out, under the names of the reference page; the first that applies counts. */
const leftOut: readonly (readonly [string, (each: Case) => boolean])[] = [
  [
    'protobuf',
    ({ text, needs }) =>
      needs === 'messages' ||
      /TestAllTypes|\b\w*Value\{|google\.protobuf\.(?!Timestamp|Duration)|cel\.expr\.|proto\.|Enum|TestRequired/.test(text),
  ],
  ['cel.block', ({ text }) => /cel\.(?:block|index|iterVar)\(/.test(text)],
  ['namespaces', ({ needs }) => needs === 'qualified names'],
  ['generic functions', ({ needs }) => needs === 'generic functions'],
  [
    'nanoseconds',
    ({ text, expected }) => expected !== 'error' && /\.\d{3}\d*[1-9]Z|\d{9}ns/.test(text) && !text.includes('getMilliseconds'),
  ],
  ['infinity and NaN by arithmetic', ({ text }) => /\d *\/ *0\.0(?!\d)|e\+307/.test(text)],
  ['times beyond the calendar', ({ name }) => /timestamp_range\/(?:add_duration|sub_time_duration)_(?:over|under)$/.test(name)],
  ['null for an optional', ({ text, expected }) => /optional\..*\bnull\]/.test(text) && expected !== 'error' && 'type' in expected],
  ['unchecked', ({ unchecked, text, scope, expected }) => unchecked && expected !== 'error' && check(text, scope).expression === undefined],
]

const host: Host = {
  property: () => undefined,
  records: () => [],
  find: () => undefined,
  call: (name) => {
    throw new EvaluationError('unknown-name', name)
  },
}

type Outcome = { readonly value: Value } | { readonly type: string } | 'error'

function outcome({ text, scope, bindings, expected }: Case): Outcome {
  const { expression } = check(text, scope)
  if (expression === undefined) return 'error'
  // The item type of an empty list is unknown; CEL's data calls it dyn.
  if (expected !== 'error' && 'type' in expected) return { type: typeText(expression.type).replaceAll('unknown', 'dyn') }
  try {
    return { value: withoutNegativeZero(evaluate(expression, bindings, host)) }
  } catch (error) {
    if (error instanceof EvaluationError) return 'error'
    throw error
  }
}

/** The data's JSON has one zero. */
function withoutNegativeZero(value: Value): Value {
  return value === 0 ? 0 : value
}

function wanted({ expected }: Case): Outcome {
  if (expected === 'error') return expected
  return 'type' in expected ? { type: typeText(expected.type) } : { value: withoutNegativeZero(expected.value) }
}

const sorted = cases.map((each) => ({ each, rule: leftOut.find(([, applies]) => applies(each))?.[0] }))

test('passes every case that the language includes', () => {
  const failed = sorted
    .filter(({ each, rule }) => rule === undefined && !isDeepStrictEqual(outcome(each), wanted(each)))
    .map(({ each }) => `${each.name}: ${each.text}`)
  assert.deepEqual(failed, [])
})

test('the reference page has the counts of passed and excluded cases, and only failing cases are excluded', () => {
  const page = readFileSync(new URL('../../docs/reference/expressions.md', import.meta.url), 'utf8')
  const counts = new Map([...page.matchAll(/^\| (.+?) \| ([0-9]+) \| .+ \|$/gm)].map(([, rule, count]) => [rule!, Number(count)]))
  const left = leftOut.map(([rule]) => [rule, sorted.filter((each) => each.rule === rule).length] as const)
  const passed = sorted.filter(({ rule }) => rule === undefined).length
  assert.deepEqual(Object.fromEntries(counts), Object.fromEntries([['included, and passes', passed], ...left]))
  assert.equal(
    cases.length,
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  )
})

test('only the rules for protobuf and namespaces exclude cases that would pass', () => {
  const broad = new Set(['protobuf', 'namespaces', 'generic functions', 'cel.block'])
  const hidden = sorted.filter(({ each, rule }) => rule !== undefined && !broad.has(rule) && isDeepStrictEqual(outcome(each), wanted(each)))
  assert.deepEqual(
    hidden.map(({ each }) => each.name),
    [],
  )
})

test('passes the cel-go tests of two-variable comprehensions', () => {
  const none = { variables: new Map(), functions: new Map(), resource: () => undefined, resources: [] }
  const texts = comprehension.tests!.map(({ original }) => original.expr)
  const expressions = texts.flatMap((text) => check(text, none).expression ?? []).filter(({ type }) => type.kind === 'bool')
  assert.ok(expressions.length > 40, `${expressions.length}`)
  const wrong = expressions.filter((expression) => evaluate(expression, new Map(), host) !== true)
  assert.deepEqual(wrong, [])
})
