import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandomness } from '../../src/base/clock.ts'
import { countCodePoints } from '../../src/base/code-points.ts'
import { type Json, printCanonical, printJson } from '../../src/base/json.ts'
import { createSampler } from '../../src/schema/sample.ts'
import type { Schema, SchemaObject } from '../../src/schema/schema.ts'
import { compileSchema, standardPolicy } from '../../src/schema/validate.ts'
import { schema, withDefinition } from './arbitrary.ts'

/** The samples of a hundred seeds. */
function samples(schema: Schema, count = 100): (Json | undefined)[] {
  const source = createSampler(schema)
  return Array.from({ length: count }, (_, seed) => source.findValid(new SeededRandomness(seed)))
}

const order: SchemaObject = {
  type: 'object',
  additionalProperties: false,
  required: ['customer', 'lines'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    customer: { type: 'string', format: 'uuid' },
    sku: { type: 'string', pattern: '^[A-Z]{2,4}-[0-9]+$', maxLength: 9 },
    note: { type: ['string', 'null'], minLength: 1, maxLength: 5 },
    dueAt: { type: 'string', format: 'date-time' },
    state: { enum: ['open', 'done'] },
    price: { type: 'number', multipleOf: 0.01, minimum: 0, exclusiveMaximum: 100 },
    big: { type: 'integer', format: 'int64' },
    lines: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'integer', minimum: 1 } },
    payment: {
      oneOf: [
        { type: 'object', required: ['card'], properties: { card: { type: 'string', minLength: 4 } } },
        { type: 'object', required: ['cash'], properties: { cash: { const: true } } },
      ],
    },
  },
}

test('generates valid values that reach every member and bound', () => {
  const decoder = compileSchema(order)
  const values = samples(order, 200)
  for (const each of values) assert.ok(each !== undefined && decoder.accepts(each))
  const objects = values as { readonly [name: string]: Json }[]
  for (const name of Object.keys(order.properties!)) {
    const values = objects.flatMap((each) => (Object.hasOwn(each, name) ? [printCanonical(each[name]!)] : []))
    assert.equal(values.length > 0, name !== 'id', name)
  }
  const prices = new Set(objects.map((each) => each['price'] !== undefined && printJson(each['price'])))
  assert.ok(prices.has('0') && prices.has('99.99'))
  assert.ok(objects.some(({ note }) => typeof note === 'string' && countCodePoints(note) === 5))
  assert.ok(
    objects.some(({ payment }) => payment !== undefined && 'card' in (payment as object)) &&
      objects.some(({ payment }) => payment !== undefined && 'cash' in (payment as object)),
  )
})

test('generates values that fail only for the named keyword', () => {
  const source = createSampler(order)
  const decoder = compileSchema(order)
  const keywords = new Set<string>()
  for (let seed = 0; seed < 300; seed++) {
    const broken = source.brokenSample(new SeededRandomness(seed))
    assert.ok(broken !== undefined)
    assert.deepEqual(decoder.decode(broken.value).failures, [broken.failure])
    keywords.add(broken.failure.keyword)
  }
  for (const keyword of [
    'type',
    'required',
    'enum',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'minimum',
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'uniqueItems',
    'additionalProperties',
  ]) {
    assert.ok(keywords.has(keyword), keyword)
  }
})

test('the same randomness generates the same value', () => {
  assert.deepEqual(samples(order, 20), samples(order, 20))
})

test('samples match their patterns', () => {
  const patterns = [
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^\\d{4}-\\d{2}$',
    '^(GET|POST) /.*$',
    '^\\+[1-9][0-9]{6,14}$',
    '^[^@\\s]+@[^@\\s]+$',
    '^#[0-9a-fA-F]{6}$',
    'a|b|',
    '^\\u0041\\.(?<n>x)?$',
    '[.]$',
  ]
  for (const pattern of patterns) for (const each of samples({ type: 'string', pattern }, 20)) assert.ok(each !== undefined, pattern)
  assert.deepEqual(
    samples({ type: 'string', pattern: '^\\p{Lu}$' }, 3),
    [undefined, undefined, undefined],
    'properties of characters are not read',
  )
  assert.deepEqual(samples({ type: 'string', pattern: '^a$', minLength: 2 }, 3), [undefined, undefined, undefined])
})

test('every format has samples', () => {
  for (const format of [
    'date-time',
    'date',
    'time',
    'duration',
    'uuid',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'regex',
    'time-zone',
    'json-pointer',
    'decimal',
    'byte',
    'password',
  ]) {
    for (const each of samples({ type: 'string', format }, 20)) assert.ok(each !== undefined, format)
  }
  for (const format of ['int32', 'int64'])
    for (const each of samples({ type: 'integer', format }, 20)) assert.ok(each !== undefined, format)
})

test('generates finite values of recursive schemas', () => {
  const tree: Schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
  }
  for (const each of samples(tree)) assert.ok(each !== undefined)
  assert.deepEqual(samples({ type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }, 2), [undefined, undefined])
})

test('generates valid and invalid values of any schema', () => {
  let fitting = 0
  fc.assert(
    fc.property(schema, fc.nat(), (part, seed) => {
      const each = withDefinition(part)
      const source = createSampler(each, standardPolicy)
      const decoder = compileSchema(each, standardPolicy)
      const value = source.findValid(new SeededRandomness(seed))
      if (value !== undefined) fitting++
      if (value !== undefined) assert.ok(decoder.accepts(value))
      const broken = source.brokenSample(new SeededRandomness(seed))
      if (broken !== undefined) assert.ok(!decoder.accepts(broken.value))
    }),
    { numRuns: 60 },
  )
  assert.ok(fitting > 25, `${fitting} of 60`)
})
