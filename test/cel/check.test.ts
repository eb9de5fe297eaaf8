// Type checking: in the golden file, each expression has its type or its problems below it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Checked, check } from '../../src/cel/check.ts'
import { typeText } from '../../src/cel/type-text.ts'
import type { Type } from '../../src/cel/type.ts'
import { toHelp } from '../../src/diagnostic/help.ts'
import { golden } from '../golden.ts'
import { scope } from './shop.ts'

function resultLines({ expression, problems }: Checked, text: string): string[] {
  if (expression !== undefined) return [`    ${typeText(expression.type)}`]
  return problems.flatMap(({ kind, message, start, end, help, replacement, suggestions = [] }) => [
    `    ${kind}: ${message}`,
    `        at ${start}: ${text.slice(start, end)}`,
    ...(suggestions.length > 0 ? [`        perhaps ${suggestions.join(', ')}`] : []),
    ...(help === undefined ? [] : [`        ${toHelp(help).text}`]),
    ...(replacement === undefined ? [] : [`        ${replacement}`]),
  ])
}

test('types and problems match the golden file', () => {
  const file = new URL('./check.golden.txt', import.meta.url)
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('    '))
  const lineResults = lines.flatMap((line) =>
    line === '' || line.startsWith('#') ? [line] : [line, ...resultLines(check(line, scope), line)],
  )
  golden(file, lineResults.join('\n').trimEnd())
})

const money: Type = { kind: 'decimal', scale: 2 }
const status: Type = { kind: 'enum', values: ['draft', 'open', 'paid'] }
const shape: Type = {
  kind: 'object',
  name: 'Shape',
  members: new Map([
    ['id', { type: { kind: 'string' } }],
    ['size', { type: money, optional: true }],
  ]),
}

/** The type of an expression where a type is expected, or the kinds of its problems with their places. */
function expecting(text: string, expected: Type): string {
  const { expression, problems } = check(text, scope, expected)
  return expression === undefined
    ? problems.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`).join('; ')
    : typeText(expression.type)
}

test('checks an expression against the type that its place accepts', () => {
  const bool: Type = { kind: 'bool' }
  assert.equal(expecting('this.note == null', bool), 'bool')
  assert.equal(expecting('n', bool), 'not-a-bool n')
  assert.equal(expecting('this.discount', { kind: 'int' }), 'nullable this.discount')
  assert.equal(expecting('n', { kind: 'string' }), 'wrong-type n')
  assert.equal(expecting('"a"', { kind: 'string' }), 'string')
  assert.equal(expecting('null', { kind: 'nullable', of: money }), 'null')
  assert.equal(expecting('"open"', status), 'string')
  assert.equal(expecting('true ? "open" : "payd"', status), 'unknown-enum-value "payd"')
  assert.equal(expecting('this.tags[0]', status), 'wrong-type this.tags[0]')
})

test('suggests the record in place of its member or key', () => {
  const customer: Type = { kind: 'record', resource: 'Customer' }
  const offered = (text: string, expected: Type): readonly (string | undefined)[] =>
    check(text, scope, expected).problems.map(
      ({ help, replacement }) => `${help === undefined ? 'undefined' : toHelp(help).text}: ${replacement}`,
    )
  assert.deepEqual(offered('this.customer.id', customer), ['A reference is the record itself: this.customer'])
  assert.deepEqual(offered('this.discount', { kind: 'nullable', of: customer }), ['undefined: undefined'])
  assert.deepEqual(offered('this.note', { kind: 'nullable', of: customer }), [
    'Find the record by its key: this.note == null ? null : Customer.find({ id: this.note }).orValue(null)',
  ])
  assert.deepEqual(offered('this.id', { kind: 'nullable', of: customer }), [
    'Find the record by its key: Customer.find({ id: this.id }).orValue(null)',
  ])
})

test('widens an int, types a fractional literal as the expected decimal, and reports lost digits', () => {
  assert.equal(expecting('n', { kind: 'double' }), 'double')
  assert.equal(expecting('n', money), 'decimal(0)')
  assert.equal(expecting('true ? 1 : 0.5', money), 'decimal(2)')
  assert.equal(expecting('1.005', money), 'decimal-scale 1.005')
  assert.equal(expecting('this.total * 0.25', money), 'decimal-scale this.total * 0.25')
  assert.equal(expecting('round(this.total * 0.25, 2)', money), 'decimal(2)')
  assert.equal(expecting('x', money), 'wrong-type x')
  assert.equal(expecting('[1, 0.5]', { kind: 'list', element: money }), 'list(decimal(2))')
})

test('a map literal for an object has all required members and no unknown ones', () => {
  assert.equal(expecting('{"id": "a"}', shape), 'Shape')
  assert.equal(expecting('{"id": "a", "size": 1}', shape), 'Shape')
  assert.equal(expecting('{"size": 1}', shape), 'wrong-type {"size": 1}')
  assert.equal(expecting('{"id": "a", "sise": 1}', shape), 'unknown-member "sise"')
  assert.equal(expecting('{"id": 1}', shape), 'wrong-type 1')
})

test('earlier tests narrow later expressions', () => {
  const guard = check('this.note != null && this.discount > 0 || n < 0 && this.note == "x"', scope)
  assert.ok(guard.expression === undefined)
  const tested = check('this.note != null && (n > 0 || this.note == "x")', scope).expression!
  assert.equal(check('this.note.size()', scope, undefined, { assumed: [tested] }).problems.length, 0)
  assert.equal(check('this.discount + 1', scope, undefined, { assumed: [tested] }).problems[0]?.kind, 'nullable')
  assert.equal(check('["a"].all(this, this.note == "")', scope, undefined, { assumed: [tested] }).problems[0]?.kind, 'unknown-member')
})

test('rules select through a caller that may be null', () => {
  const through = { throughNull: new Set(['caller']) }
  assert.equal(check('this.customer.id == caller.id', scope, { kind: 'bool' }, through).problems.length, 0)
  assert.equal(check('caller.id.size() > 1', scope, { kind: 'bool' }, through).problems[0]?.kind, 'nullable')
  assert.equal(check('this.courier.id == caller.id', scope, { kind: 'bool' }, through).problems[0]?.kind, 'nullable')
})

const pieces = [
  'this',
  '.',
  '.?',
  'note',
  'total',
  'lines',
  'customer',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '?',
  '+',
  '/',
  '==',
  '!=',
  '&&',
  '||',
  '!',
  '-',
  'n',
  'x',
  '1',
  '0.5',
  '"a"',
  'null',
  'has',
  'map',
  'exists',
  'filter',
  'sortBy',
  'find',
  'Payment',
  'round',
  'size',
  'in',
  'first',
  'orValue',
  'cel',
  'bind',
  'reduce',
]

test('checks any text without an exception, with every problem inside it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const text = parts.join('')
      for (const { start, end, message } of check(text, scope).problems) {
        assert.ok(0 <= start && start <= end && end <= text.length && message.length > 0)
      }
    }),
    { numRuns: 5000 },
  )
})
