import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printJson } from '../../src/base/json.ts'
import { type DecodedParameter, type SchemaParameter, decodeDeepObject, decodeParameter } from '../../src/schema/parameter.ts'
import type { Schema } from '../../src/schema/schema.ts'
import { compileSchema } from '../../src/schema/validate.ts'

function describeResult({ value, failures }: DecodedParameter): string | undefined {
  if (failures) return failures.map(({ property, pointer, keyword }) => `${property} ${pointer} ${keyword}`).join(', ')
  return value === undefined ? undefined : printJson(value)
}

function read(schema: Schema, texts: string[], options: Partial<SchemaParameter> = {}): string | undefined {
  return describeResult(decodeParameter(compileSchema(schema), { name: 'p', required: false, several: 'repeated', ...options }, texts))
}

test("a parameter text becomes a value of its schema's type", () => {
  const cases: [Schema, string, string][] = [
    [{ type: 'integer' }, '12', '12'],
    [{ type: 'integer' }, '1.0', '1'],
    [{ type: 'integer' }, '1.5', 'p  type'],
    [{ type: 'integer' }, 'abc', 'p  type'],
    [{ type: 'integer' }, '', 'p  type'],
    [{ type: 'integer' }, ' 1', 'p  type'],
    [{ type: 'integer' }, '0x10', 'p  type'],
    [{ type: 'integer', format: 'int64' }, '9223372036854775807', '9223372036854775807'],
    [{ type: 'integer', maximum: 100 }, '101', 'p  maximum'],
    [{ type: 'number', multipleOf: 0.01 }, '19.99', '19.99'],
    [{ type: 'boolean' }, 'true', 'true'],
    [{ type: 'boolean' }, '1', 'p  type'],
    [{ type: 'string' }, '12', '"12"'],
    [{ type: 'string', format: 'uuid' }, '9F6C2D50-0000-7000-8000-000000000001', '"9f6c2d50-0000-7000-8000-000000000001"'],
    [{ type: ['integer', 'string'] }, 'x', '"x"'],
    [{ enum: ['1', 2, true] }, '2', '2'],
    [{ enum: ['1', 2, true] }, '1', '"1"'],
    [{ enum: ['1', 2, true] }, 'true', 'true'],
    [{ enum: ['1', 2, true] }, '3', 'p  enum'],
    [true, '12', '"12"'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '12', '12'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] }, 'x', 'p  format'],
  ]
  for (const [schema, text, expected] of cases) assert.equal(read(schema, [text]), expected, `${JSON.stringify(schema)} ${text}`)
})

test('a parameter with several values is a list, repeated or separated by commas', () => {
  const integers: Schema = { type: 'array', items: { type: 'integer' }, maxItems: 3 }
  assert.equal(read(integers, ['1', '2']), '[1,2]')
  assert.equal(read(integers, ['1, 2,3'], { several: 'commas' }), '[1,2,3]')
  assert.equal(read(integers, [''], { several: 'commas' }), '[]')
  assert.equal(read(integers, ['1', 'x']), 'p /1 type')
  assert.equal(read({ type: 'array', items: { type: 'string' } }, ['a,b']), '["a,b"]')
  assert.equal(read({ type: 'integer' }, ['1', '2']), 'p  type')
})

test('uses the default of an absent parameter, or refuses it if it is required', () => {
  assert.equal(read({ type: 'integer' }, []), undefined)
  assert.equal(read({ type: 'integer', default: 20 }, []), '20')
  assert.equal(read({ type: 'integer' }, [], { required: true }), 'p  required')
})

test('members in brackets form an object, and each is decoded by its own schema', () => {
  const decoder = compileSchema({
    type: 'object',
    additionalProperties: false,
    properties: { gte: { type: 'string', format: 'date-time' }, in: { type: 'array', items: { type: 'integer' } } },
  })
  const query = (...pairs: [string, string][]): string | undefined =>
    describeResult(decodeDeepObject(decoder, { name: 'at', required: false, several: 'repeated' }, pairs))
  assert.equal(
    query(['at[gte]', '2026-11-21T15:00:00Z'], ['at[in]', '1'], ['at[in]', '2']),
    '{"gte":"2026-11-21T15:00:00.000Z","in":[1,2]}',
  )
  assert.equal(query(['at[gte]', 'soon']), 'at[gte] /gte format')
  assert.equal(query(['at[__proto__]', 'x']), 'at[__proto__] /__proto__ additionalProperties')
  assert.equal(query(['other', 'x']), undefined)
})
