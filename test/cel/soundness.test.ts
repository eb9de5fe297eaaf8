// Soundness: a checked expression never meets a value of a wrong kind, and its value has the checked type.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/cel/check.ts'
import { EvaluationError, evaluate } from '../../src/cel/evaluate.ts'
import { typeText } from '../../src/cel/type-text.ts'
import type { Type } from '../../src/cel/type.ts'
import type { Value } from '../../src/cel/value.ts'
import { type ValueKind, valueKindOf } from '../../src/cel/values/kind.ts'
import { bindings, host, scope } from './shop.ts'

const plainKinds: Readonly<Partial<Record<Type['kind'], ValueKind>>> = {
  null: 'null',
  bool: 'bool',
  int: 'int',
  uint: 'uint',
  double: 'double',
  decimal: 'decimal',
  string: 'string',
  enum: 'string',
  secret: 'string',
  bytes: 'bytes',
  timestamp: 'timestamp',
  duration: 'duration',
  type: 'type',
  record: 'record',
}

/** True if a value belongs to a type. */
function inhabits(value: Value, type: Type): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'unknown':
      return true
    case 'nullable':
      return value === null || inhabits(value, type.of)
    case 'optional':
      return (
        valueKindOf(value) === 'optional' &&
        ((value as { value?: Value }).value === undefined || inhabits((value as { value: Value }).value, type.of))
      )
    case 'list':
      return Array.isArray(value) && value.every((item) => inhabits(item as Value, type.element))
    case 'query':
      return Array.isArray(value) && value.every((item) => valueKindOf(item as Value) === 'record')
    case 'map':
      return (
        value instanceof Map &&
        [...value].every(([key, entryValue]) => inhabits(key as Value, type.key) && inhabits(entryValue as Value, type.value))
      )
    case 'object':
      return value instanceof Map
    default:
      return valueKindOf(value) === plainKinds[type.kind]
  }
}

/** Texts with parts in capitals; a part is any text of its group, so that many do not check, and those that do are of every kind. */
const groups: Readonly<Record<string, readonly string[]>> = {
  NUMBER: [
    '0',
    '3',
    '0.5',
    'n',
    'x',
    'this.total',
    'this.discount',
    'this.weight',
    'this.number',
    'input.body.amount',
    '(NUMBER OP NUMBER)',
    '-NUMBER',
    'size(LIST)',
    'round(NUMBER / NUMBER, 2)',
    'round(NUMBER, 1)',
    'decimal(NUMBER)',
    'double(NUMBER)',
    'int(NUMBER)',
    'LIST.sum()',
    'LIST.min()',
    'math.greatest(NUMBER, NUMBER)',
    'math.abs(NUMBER)',
    '(BOOL ? NUMBER : NUMBER)',
    'OPTIONAL.orValue(NUMBER)',
    'LIST.reduce(s, e, s + e, NUMBER)',
    'cel.bind(y, NUMBER, y + NUMBER)',
    'TEXT.indexOf(TEXT)',
    'this.lines.map(l, l.quantity * l.price).sum()',
  ],
  TEXT: [
    '"a"',
    '"open"',
    'this.note',
    'this.status',
    'this.id',
    'this.address.street',
    'input.body.note',
    'caller.email',
    'this.customer.name',
    'this.courier.name',
    '(TEXT + TEXT)',
    'string(NUMBER)',
    'this.tags[0]',
    'LIST.join(TEXT)',
    'TEXT.trim()',
    'TEXT.substring(NUMBER)',
    'OPTIONAL.orValue(TEXT)',
    '(BOOL ? TEXT : TEXT)',
    'slug(TEXT)',
    'ANY.name',
  ],
  BOOL: [
    'true',
    'b == null',
    'this.note != null',
    'has(this.courier)',
    'has(input.body.note)',
    'has(this.discount)',
    'caller == null',
    '(NUMBER < NUMBER)',
    '(TEXT == TEXT)',
    '(ANY == ANY)',
    '(ANY != null)',
    '(BOOL && BOOL)',
    '(BOOL || BOOL)',
    '!BOOL',
    '(ANY in LIST)',
    'LIST.exists(e, e OP NUMBER > NUMBER)',
    'LIST.all(e, e == ANY)',
    'OPTIONAL.hasValue()',
    'TEXT.contains(TEXT)',
    'Payment.exists(p, p.amount > NUMBER)',
    '(this.note != null && this.note.size() > NUMBER)',
    '(caller == null || caller.name == TEXT)',
    '(this.discount == null ? BOOL : this.discount > NUMBER)',
  ],
  LIST: [
    '[]',
    '[NUMBER]',
    '[NUMBER, NUMBER]',
    '[TEXT, TEXT]',
    '[ANY, ANY]',
    '[?OPTIONAL, NUMBER]',
    'this.tags',
    'this.lines',
    'this.payments',
    'Payment',
    'LIST.map(e, ANY)',
    'LIST.map(e, e)',
    'LIST.filter(e, e != null)',
    'LIST.filter(e, BOOL)',
    '(LIST + LIST)',
    'LIST.sort()',
    'LIST.sortBy(e, e)',
    'LIST.distinct()',
    'LIST.reverse()',
    '(BOOL ? LIST : LIST)',
    'Payment.sortBy(p, p.amount)',
    'LIST.flatten()',
  ],
  OPTIONAL: [
    'this.?note',
    'this.?discount',
    'this.?courier',
    'this.?courier.name',
    'this.?courier.email',
    'input.body.?note',
    'LIST[?0]',
    'LIST.first()',
    'optional.of(ANY)',
    'optional.none()',
    'OPTIONAL.optMap(o, ANY)',
    'OPTIONAL.optMap(o, o)',
    'OPTIONAL.or(OPTIONAL)',
    'Customer.find({ id: TEXT })',
    'OPTIONAL.name',
    'Customer.find({ email: "x" }).name',
  ],
  ANY: [
    'NUMBER',
    'TEXT',
    'BOOL',
    'LIST',
    'OPTIONAL',
    'null',
    'this',
    'caller',
    'this.customer',
    'this.courier',
    '{"a": ANY, "b": ANY}',
    '{"a": NUMBER}["a"]',
    '{"a": NUMBER}.a',
    '(BOOL ? ANY : ANY)',
    'now',
    '(now - this.placedAt)',
    'LIST[0]',
    'claims.sub',
    'CustomerView(ANY)',
    'cel.bind(v, ANY, v)',
    '{?"k": OPTIONAL}',
    'OPTIONAL.value()',
  ],
  OP: ['+', '-', '*', '/', '%'],
}

const word = /\b(?:NUMBER|TEXT|BOOL|LIST|OPTIONAL|ANY|OP)\b/g

function build(group: string, choices: readonly number[], at: { next: number }, depth: number): string {
  const all = groups[group]!
  const leaves = all.filter((form) => form.search(word) < 0)
  const from = depth > 0 || leaves.length === 0 ? all : leaves
  const form = from[choices[at.next++ % choices.length]! % from.length]!
  return depth < -4 ? (leaves[0] ?? 'null') : form.replace(word, (part) => build(part, choices, at, depth - 1))
}

const expressions = fc
  .tuple(
    fc.constantFrom('NUMBER', 'TEXT', 'BOOL', 'LIST', 'OPTIONAL', 'ANY'),
    fc.array(fc.nat({ max: 1000 }), { minLength: 20, maxLength: 40 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([group, choices, depth]) => build(group, choices, { next: 0 }, depth))

test('a checked expression returns a value of its type, or a failure that types do not exclude', () => {
  let worked = 0
  fc.assert(
    fc.property(expressions, (text) => {
      const { expression } = check(text, scope)
      if (expression === undefined) return
      try {
        const value = evaluate(expression, bindings, host)
        assert.ok(inhabits(value, expression.type), `${text} is no ${typeText(expression.type)}`)
        worked++
      } catch (error) {
        assert.ok(error instanceof EvaluationError, `${text}: ${String(error)}`)
        assert.ok(error.kind !== 'unknown-name' && (error.kind !== 'no-overload' || holdsDyn(text)), `${text}: ${error.message}`)
        assert.ok(0 <= error.start && error.start < error.end && error.end <= text.length, text)
      }
    }),
    { numRuns: 8000, seed: 20241122 },
  )
  assert.ok(worked > 1500, `${worked} gave a value`)
})

/** The types of claims, and of items in mixed lists and maps, are known only when the expression runs. */
function holdsDyn(text: string): boolean {
  return /claims|\[|\{/.test(text)
}
