import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { printJson } from '../../src/base/json.ts'
import { compareSchemas } from '../../src/schema/compare.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { compileSchema, standard } from '../../src/schema/validate.ts'
import { schema, value, withDefinition } from './arbitrary.ts'

function compared(first: Schema, second: Schema): string {
  const { answer, differences } = compareSchemas({ schema: first }, { schema: second })
  return [answer, ...differences.map(({ pointer, keyword, example }) => `${pointer} ${keyword}${example === undefined ? '?' : ''}`)].join(' | ')
}

test('what is narrower fits, what is wider does not', () => {
  const cases: [Schema, Schema, string][] = [
    [{ type: 'string', maxLength: 5 }, { type: 'string', maxLength: 10 }, 'yes'],
    [{ type: 'string', maxLength: 10 }, { type: 'string', maxLength: 5 }, 'no |  maxLength'],
    [{ type: 'string' }, { type: ['string', 'null'] }, 'yes'],
    [{ type: ['string', 'null'] }, { type: 'string' }, 'no |  type'],
    [{ type: 'integer' }, { type: 'number' }, 'yes'],
    [{ type: 'number' }, { type: 'integer' }, 'no |  type'],
    [{ type: 'integer' }, { type: 'integer', format: 'int64' }, 'yes'],
    [{ type: 'integer', format: 'int64' }, { type: 'integer' }, 'no |  minimum |  maximum'],
    [{ type: 'integer', format: 'int32' }, { type: 'integer', minimum: -3_000_000_000 }, 'yes'],
    [{ enum: ['a', 'b'] }, { enum: ['c', 'b', 'a'] }, 'yes'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'no |  enum'],
    [{ enum: ['a', 'b'] }, { type: 'string', maxLength: 1 }, 'yes'],
    [{ type: 'boolean' }, { enum: [true, false] }, 'yes'],
    [{ type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }, 'yes'],
    [{ type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }, 'yes'],
    [{ type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 0 }, 'yes'],
    [{ type: 'number', minimum: 0 }, { type: 'number', exclusiveMinimum: 0 }, 'no |  exclusiveMinimum'],
    [{ type: 'number', multipleOf: 0.25 }, { type: 'number', multipleOf: 0.05 }, 'yes'],
    [{ type: 'number', multipleOf: 0.01 }, { type: 'number', multipleOf: 0.1 }, 'no |  multipleOf'],
    [{ type: 'string', format: 'uri' }, { type: 'string', format: 'uri-reference' }, 'yes'],
    [{ type: 'string', format: 'date' }, { type: 'string', format: 'date-time' }, 'no |  format'],
    [{ type: 'string', pattern: '^a' }, { type: 'string', pattern: '^a' }, 'yes'],
    [{ type: 'string', pattern: '^a+$' }, { type: 'string', pattern: '^a' }, 'unknown |  pattern?'],
    [{ type: 'string', pattern: '^[ab]$' }, { type: 'string', pattern: '^a$' }, 'no |  pattern'],
    [false, { type: 'string' }, 'yes'],
    [{ type: 'string' }, true, 'yes'],
    [true, false, 'no |  not'],
  ]
  for (const [first, second, expected] of cases) assert.equal(compared(first, second), expected, `${JSON.stringify(first)} ${JSON.stringify(second)}`)
})

test('members and items, with the way to what differs', () => {
  const first: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'object', properties: { c: { type: 'integer' } } } } } }
  const cases: [Schema, string][] = [
    [{ type: 'object', properties: { a: { type: 'string' } } }, 'yes'],
    [{ type: 'object', required: ['b'], properties: { a: { type: 'string' } } }, 'no | /b required'],
    [{ type: 'object', properties: { b: { type: 'array', items: { properties: { c: { type: 'integer', maximum: 0 } } } } } }, 'no | /b/*/c maximum'],
    [{ type: 'object', properties: { b: { maxItems: 1 } } }, 'no | /b maxItems'],
    [{ type: 'object', properties: { b: { uniqueItems: true } } }, 'no | /b uniqueItems'],
    [{ type: 'object', properties: { a: true, b: true }, additionalProperties: false }, 'no | /* additionalProperties'],
    [{ type: 'object', properties: { z: { type: 'integer' } } }, 'no | /z type'],
  ]
  for (const [second, expected] of cases) assert.equal(compared(first, second), expected, JSON.stringify(second))
  assert.equal(compared({ type: 'object', properties: { a: true }, additionalProperties: false }, { type: 'object', properties: { z: { type: 'integer' } }, maxProperties: 1 }), 'yes')
  assert.equal(compared({ type: 'object', required: ['a', 'b'] }, { minProperties: 2 }), 'yes')
  assert.equal(compared({ prefixItems: [{ type: 'string' }], items: false }, { type: ['array', 'string', 'number', 'boolean', 'null', 'object'], maxItems: 3 }), 'unknown |  maxItems?')
})

test('alternatives', () => {
  const card: Schema = { type: 'object', required: ['kind', 'number'], properties: { kind: { const: 'card' }, number: { type: 'string' } } }
  const cash: Schema = { type: 'object', required: ['kind'], properties: { kind: { const: 'cash' } } }
  assert.equal(compared({ oneOf: [card] }, { oneOf: [card, cash] }), 'yes')
  assert.equal(compared({ anyOf: [card, cash] }, { oneOf: [cash, card] }), 'yes')
  assert.equal(compared({ oneOf: [card, cash] }, { oneOf: [card] }), 'no |  oneOf')
  assert.equal(compared({ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: ['null', 'string'] }), 'yes')
  assert.equal(compared({ type: ['null', 'string'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }), 'unknown |  anyOf?')
  assert.equal(compared({ allOf: [{ minLength: 2 }, { maxLength: 3 }] }, { minLength: 1, maxLength: 4 }), 'yes')
  assert.equal(compared({ type: 'integer' }, { not: { type: 'string' } }), 'yes')
  assert.equal(compared({ type: ['integer', 'string'] }, { not: { type: 'string' } }), 'no |  not')
  assert.equal(compared({ if: { required: ['a'] }, then: { required: ['b'] } }, { if: { required: ['a'] }, then: { required: ['b'] } }), 'yes')
})

test('schemas that lead back to themselves', () => {
  const tree = (leaf: Schema): Schema => ({ type: 'object', properties: { leaf, children: { type: 'array', items: { $ref: '#' } } } })
  assert.equal(compared(tree({ type: 'integer' }), tree({ type: 'number' })), 'yes')
  assert.equal(compared(tree({ type: 'number' }), tree({ type: 'integer' })), 'no | /leaf type')
  const definitions = new Map<string, Schema>([['A', { items: { $ref: 'B' } }], ['B', { items: { $ref: 'A' } }]])
  assert.equal(compareSchemas({ schema: { $ref: 'A' }, definitions }, { schema: { $ref: 'B' }, definitions }).answer, 'yes')
})

test('an example fits the first and not the second, and yes is never wrong', () => {
  const answers = { yes: 0, no: 0, unknown: 0 }
  fc.assert(
    fc.property(schema, schema, fc.array(value, { minLength: 20, maxLength: 20 }), fc.boolean(), (a, b, values, related) => {
      const second = withDefinition(b)
      const first = withDefinition(related && typeof b === 'object' && typeof a === 'object' ? { allOf: [a, b] } : a)
      const { answer, differences } = compareSchemas({ schema: first }, { schema: second })
      answers[answer]++
      const manner = { ...standard, integers: 'safe' } as const
      const [one, other] = [compileSchema(first, manner), compileSchema(second, manner)]
      assert.equal(answer === 'yes', differences.length === 0)
      assert.equal(answer === 'no', differences.some(({ example }) => example !== undefined))
      for (const { example } of differences) if (example !== undefined) assert.ok(one.accepts(example) && !other.accepts(example))
      if (answer === 'yes') for (const each of values) if (one.accepts(each)) assert.ok(other.accepts(each), `${JSON.stringify(first)} ${JSON.stringify(second)} ${printJson(each)}`)
    }),
    { numRuns: 60 },
  )
  assert.ok(answers.yes > 8 && answers.no > 3, JSON.stringify(answers))
})

test('every schema is within itself', () => {
  fc.assert(
    fc.property(schema, (part) => {
      const each = withDefinition(part)
      const copy = JSON.parse(JSON.stringify(each)) as Schema
      assert.notEqual(compareSchemas({ schema: each }, { schema: copy }).answer, 'no')
    }),
    { numRuns: 40 },
  )
})
