import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, parseJsonText, printJson } from '../../src/base/json.ts'
import type { Schema, SchemaObject } from '../../src/schema/schema.ts'
import { type SchemaFailure, type DecoderOptions, Overrun, compileSchema } from '../../src/schema/validate.ts'

function json(text: string): Json {
  const read = parseJsonText(text, { depth: 300 })
  assert.ok('value' in read, text)
  return read.value
}

/** The JSON text that a JSON text decodes to, or its failures: `pointer keyword limit actual value`. */
function decoded(schema: Schema, text: string, options: DecoderOptions = {}): string | string[] {
  const result = compileSchema(schema, options).decode(json(text))
  return result.failures?.map(line) ?? printJson(result.value!)
}

function line({ pointer, keyword, limit, actual, value }: SchemaFailure): string {
  const told = [limit, actual, value].map((each) => (each === undefined ? '-' : printJson(each)))
  return [pointer, keyword, ...told].join(' ').replace(/( -)+$/, '')
}

const line1: SchemaObject = {
  type: 'object',
  required: ['sku', 'quantity', 'price'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]+-[0-9]+$' },
    quantity: { type: 'integer', minimum: 1, default: 1 },
    price: { type: 'number', format: 'decimal', multipleOf: 0.01 },
  },
}

const order: SchemaObject = {
  type: 'object',
  required: ['id', 'customer', 'lines'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    customer: { type: 'string', format: 'uuid' },
    note: { type: ['string', 'null'], maxLength: 5 },
    dueAt: { type: 'string', format: 'date-time' },
    lines: { type: 'array', minItems: 1, maxItems: 3, items: { $ref: 'Line' } },
  },
}

const options: DecoderOptions = { definitions: new Map<string, Schema>([['Line', line1]]) }

test('returns the value in the internal form', () => {
  const text = `{"unknown":1,"lines":[{"sku":"A-1","price":19.9,"extra":true}],"dueAt":"2026-11-21T16:00:00+01:00",
    "customer":"9F6C2D50-0000-7000-8000-000000000001","id":"ignored","note":null}`
  assert.equal(
    decoded(order, text, options),
    '{"customer":"9f6c2d50-0000-7000-8000-000000000001","note":null,"dueAt":"2026-11-21T15:00:00.000Z",' +
      '"lines":[{"sku":"A-1","quantity":1,"price":19.90}]}',
  )
})

test('reports every failure, in the order of the schema', () => {
  const text = '{"lines":[{"price":1.999,"quantity":0,"sku":"a1"},{"sku":7}],"note":"a note","dueAt":"soon"}'
  assert.deepEqual(decoded(order, text, options), [
    '/customer required',
    '/note maxLength 5 6 "a note"',
    '/dueAt format "date-time" - "soon"',
    '/lines/0/sku pattern "^[A-Z]+-[0-9]+$" - "a1"',
    '/lines/0/quantity minimum 1 - 0',
    '/lines/0/price multipleOf 0.01 - 1.999',
    '/lines/1/sku type "string" "integer" 7',
    '/lines/1/price required',
  ])
})

test('names the last declared member', () => {
  const result = compileSchema(order, options).decode(json('{"customer":"9f6c2d50-0000-7000-8000-000000000001","lines":[1]}'))
  assert.deepEqual(result.failures, [
    { pointer: '/lines/0', property: 'lines', keyword: 'type', limit: 'object', actual: 'integer', value: 1 },
  ])
  assert.deepEqual(compileSchema({ type: 'array' }).decode(1).failures, [
    { pointer: '', keyword: 'type', limit: 'array', actual: 'integer', value: 1 },
  ])
  assert.deepEqual(compileSchema({ required: ['a/b~c'] }).decode({}).failures, [
    { pointer: '/a~1b~0c', property: 'a/b~c', keyword: 'required' },
  ])
})

test('drops, keeps or refuses unlisted members as the schema declares', () => {
  const listed: SchemaObject = { properties: { a: true } }
  assert.equal(decoded(listed, '{"b":1,"a":2}'), '{"a":2}')
  assert.equal(decoded(listed, '{"b":1,"a":2}', { unlisted: 'keep' }), '{"a":2,"b":1}')
  assert.equal(decoded({ ...listed, additionalProperties: true }, '{"b":1}'), '{"b":1}')
  assert.equal(decoded({ ...listed, additionalProperties: { type: 'integer' } }, '{"b":1}'), '{"b":1}')
  assert.deepEqual(decoded({ ...listed, additionalProperties: false }, '{"b":1,"__proto__":2}'), [
    '/b additionalProperties',
    '/__proto__ additionalProperties',
  ])
  assert.equal(decoded({ type: 'object' }, '{"b":{"c":1}}'), '{"b":{"c":1}}', 'an object of which nothing is listed is kept whole')
  assert.equal(decoded({ patternProperties: { '^x-': true } }, '{"x-a":1,"b":2}'), '{"x-a":1}')
})

test('combined schemas keep the members that either lists', () => {
  const both: SchemaObject = {
    allOf: [
      { properties: { a: { properties: { x: { type: 'integer' } } } } },
      { properties: { a: { properties: { y: { default: 2 } } } } },
    ],
  }
  assert.equal(decoded(both, '{"a":{"x":1,"z":3},"b":1}'), '{"a":{"x":1,"y":2}}')
  const either: SchemaObject = {
    properties: { kind: { type: 'string' } },
    oneOf: [
      { properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['number'] },
      { properties: { kind: { const: 'cash' }, change: { type: 'integer', default: 0 } } },
    ],
  }
  assert.equal(decoded(either, '{"kind":"card","number":"4","change":1}'), '{"kind":"card","number":"4"}')
  assert.equal(decoded(either, '{"kind":"cash","number":"4"}'), '{"kind":"cash","change":0}')
  assert.deepEqual(decoded(either, '{"kind":"card"}'), [' oneOf'])
  const conditional: SchemaObject = {
    properties: { a: { default: 1 } },
    if: { properties: { a: { const: 1 } } },
    then: { properties: { b: { default: 2 } } },
  }
  assert.equal(decoded(conditional, '{}'), '{"a":1,"b":2}')
  assert.equal(decoded(conditional, '{"a":0,"b":3}'), '{"a":0}')
})

test('reports the only alternative of the right type if all refuse', () => {
  const nullable: SchemaObject = { properties: { a: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 1 }] } } }
  assert.deepEqual(decoded(nullable, '{"a":"ab"}'), ['/a maxLength 1 2 "ab"'])
  assert.deepEqual(decoded(nullable, '{"a":1}'), ['/a anyOf - - 1'])
  assert.deepEqual(decoded({ oneOf: [{ type: 'integer' }, { minimum: 1 }] }, '2'), [' oneOf 1 2 2'])
})

test('a discriminator chooses the alternative', () => {
  const definitions = new Map<string, Schema>([
    ['Card', { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] }],
    ['Cash', { type: 'object', properties: {} }],
  ])
  const payment: Schema = {
    oneOf: [{ $ref: 'Card' }, { $ref: 'Cash' }],
    discriminator: { propertyName: 'kind', mapping: { cash: 'Cash' } },
  }
  assert.equal(decoded(payment, '{"kind":"Card","number":"4","x":1}', { definitions }), '{"kind":"Card","number":"4"}')
  assert.equal(decoded(payment, '{"kind":"cash","number":"4"}', { definitions }), '{"kind":"cash"}')
  assert.deepEqual(decoded(payment, '{"kind":"Card"}', { definitions }), ['/number required'])
  assert.deepEqual(decoded(payment, '{"kind":"coin"}', { definitions }), ['/kind discriminator ["cash","Card"] - "coin"'])
  assert.deepEqual(decoded(payment, '{}', { definitions }), ['/kind required'])
  assert.deepEqual(decoded(payment, '1', { definitions }), [' oneOf - - 1'])
})

test('read-only members are dropped, refused or kept', () => {
  const schema: SchemaObject = { properties: { id: { type: 'integer', readOnly: true }, a: true }, required: ['id'] }
  assert.equal(decoded(schema, '{"id":"any","a":1}'), '{"a":1}')
  assert.deepEqual(decoded(schema, '{"id":1}', { readOnly: 'refuse' }), ['/id readOnly'])
  assert.equal(decoded(schema, '{"a":1}', { readOnly: 'refuse' }), '{"a":1}')
  assert.deepEqual(decoded(schema, '{"a":1}', { readOnly: 'keep' }), ['/id required'])
})

test('a merge patch fills and requires nothing, and null removes what may be absent', () => {
  const schema: SchemaObject = {
    patch: true,
    required: ['name'],
    properties: {
      name: { type: 'string' },
      nick: { type: 'string' },
      size: { type: 'integer', default: 1 },
      note: { type: ['string', 'null'] },
      address: { type: 'object', required: ['city'], properties: { city: { type: 'string' }, zip: { type: 'string' } } },
      tags: { type: 'array', items: { type: 'object', required: ['t'] } },
    },
  }
  assert.equal(decoded(schema, '{"nick":null,"note":null,"address":{"zip":null}}'), '{"nick":null,"note":null,"address":{"zip":null}}')
  assert.deepEqual(decoded(schema, '{"name":null,"size":null,"address":{"city":null},"tags":[{}]}'), [
    '/name type "string" "null" null',
    '/size type "integer" "null" null',
    '/address/city type "string" "null" null',
    '/tags/0/t required',
  ])
})

test('a merge patch in an envelope requires the envelope', () => {
  const order = {
    patch: true,
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, nick: { type: 'string' } },
  } as const
  const schema: SchemaObject = { type: 'object', required: ['order', 'reason'], properties: { order, reason: { type: 'string' } } }
  assert.equal(decoded(schema, '{"order":{"nick":null},"reason":"typo"}'), '{"order":{"nick":null},"reason":"typo"}')
  assert.deepEqual(decoded(schema, '{"order":{"name":null}}'), ['/order/name type "string" "null" null', '/reason required'])
  assert.deepEqual(decoded(schema, '{}'), ['/order required', '/reason required'])
})

test('numbers are exact if the schema requires it', () => {
  const cents: SchemaObject = { type: 'number', multipleOf: 0.01 }
  for (const [text, kept] of [
    ['19.99', '19.99'],
    ['4.35', '4.35'],
    ['0.07', '0.07'],
    ['299.97', '299.97'],
    ['5', '5.00'],
    ['12345678901234567.89', '12345678901234567.89'],
  ]) {
    assert.equal(decoded(cents, text!), kept)
  }
  assert.deepEqual(decoded(cents, '0.001'), [' multipleOf 0.01 - 0.001'])
  assert.equal(decoded({ type: 'number', format: 'decimal' }, '12.3400'), '12.34')
  assert.equal(decoded({ type: 'number', format: 'decimal', multipleOf: 0.25 }, '1.5'), '1.50')
  assert.equal(decoded({ type: 'number' }, '0.12345678901234567890'), '0.12345678901234568')
  assert.equal(decoded({}, '0.12345678901234567891'), '0.12345678901234567891')
  assert.equal(decoded({ type: 'integer' }, '1.0'), '1')
  assert.deepEqual(decoded({ type: 'integer' }, '1.5'), [' type "integer" "number" 1.5'])
  assert.deepEqual(decoded({ type: 'integer' }, '9007199254740993'), [' maximum 9007199254740991 - 9007199254740993'])
  assert.equal(decoded({ type: 'integer', format: 'int64' }, '9223372036854775807'), '9223372036854775807')
  assert.deepEqual(decoded({ type: 'integer', format: 'int64' }, '9223372036854775808'), [' format "int64" - 9223372036854775808'])
  assert.deepEqual(decoded({ type: 'integer', format: 'int32' }, '2147483648'), [' format "int32" - 2147483648'])
  assert.deepEqual(decoded({ type: 'number', maximum: '0.3' }, '0.30000000000000000001'), [' maximum 0.3 - 0.30000000000000000001'])
})

test('length counts code points', () => {
  assert.equal(decoded({ maxLength: 2 }, '"😀😀"'), '"😀😀"')
  assert.deepEqual(decoded({ maxLength: 1 }, '"😀😀"'), [' maxLength 1 2 "😀😀"'])
  assert.deepEqual(decoded({ minLength: 2 }, '"😀"'), [' minLength 2 1 "😀"'])
})

test('reports a measure of a sensitive value, but never the value', () => {
  const schema: SchemaObject = {
    properties: {
      password: { type: 'string', minLength: 8, sensitive: true },
      card: { sensitive: true, properties: { pin: { type: 'string' } } },
    },
    maxProperties: 1,
  }
  assert.deepEqual(decoded(schema, '{"password":"short","card":{"pin":1234}}'), [
    ' maxProperties 1 2',
    '/password minLength 8 5',
    '/card/pin type "string" "integer"',
  ])
})

test("calls the decoder's own normalisation and generation", () => {
  const schema: SchemaObject = {
    properties: { a: { type: 'string', minLength: 1, normalize: 'trim' }, id: { type: 'string', generate: 'x' } },
    required: ['id'],
  }
  const hooks: DecoderOptions = {
    normalize: (_, value) => (typeof value === 'string' ? value.trim() : value),
    generate: (each) => `made by ${String(each.generate)}`,
  }
  assert.equal(decoded(schema, '{"a":" b "}', hooks), '{"a":"b","id":"made by x"}')
  assert.equal(decoded(schema, '{"id":"sent"}', hooks), '{"id":"made by x"}')
  assert.deepEqual(decoded(schema, '{"a":"  "}', hooks), ['/a minLength 1 0 ""'])
})

test('compares unique items in their stored form', () => {
  const schema: SchemaObject = { uniqueItems: true, items: { format: 'uuid' } }
  assert.deepEqual(decoded(schema, '["9F6C2D50-0000-7000-8000-000000000001","9f6c2d50-0000-7000-8000-000000000001"]'), [' uniqueItems'])
  assert.deepEqual(decoded({ uniqueItems: true }, '[{"a":1,"b":[2]},{"b":[2.0],"a":1}]'), [' uniqueItems'])
  assert.equal(decoded({ uniqueItems: true }, '[1,true,"1",null,[],{}]'), '[1,true,"1",null,[],{}]')
})

test('checks the size of a value before its content, and limits the number of failures', () => {
  assert.deepEqual(decoded({ maxItems: 1, items: { type: 'string' } }, '[1,2]'), [' maxItems 1 2'])
  assert.equal((decoded({ items: { type: 'string' } }, `[${'1,'.repeat(1000)}1]`) as string[]).length, 100)
})

test('nested alternatives do not take exponential time', () => {
  const definitions = new Map<string, Schema>([
    [
      'Tree',
      {
        oneOf: [
          { type: 'string' },
          { type: 'object', properties: { next: { $ref: 'Tree' } }, required: ['next'] },
          { type: 'object', properties: { next: { $ref: 'Tree' } }, required: ['other'] },
        ],
      },
    ],
  ])
  const deep = `${'{"next":'.repeat(90)}"x"${'}'.repeat(90)}`
  const decoder = compileSchema({ $ref: 'Tree' }, { definitions, budget: 20_000 })
  assert.equal(printJson(decoder.decode(json(deep)).value!), deep)
  assert.ok(decoder.decode(json(deep.replace('"x"', '1'))).failures)
})

test('decodes a value of the greatest depth in linear time', () => {
  const either: Schema = {
    oneOf: [
      { type: 'integer' },
      {
        anyOf: [
          {
            type: 'object',
            if: true,
            then: { properties: { next: { $ref: 'Node' } }, not: { required: ['other'], properties: { next: { $ref: 'Node' } } } },
          },
        ],
      },
    ],
  }
  const visits = (levels: number): number => {
    const deep = json(`${'{"next":'.repeat(levels)}1${'}'.repeat(levels)}`)
    const suffices = (budget: number): boolean => {
      try {
        assert.equal(compileSchema(either, { definitions: new Map([['Node', either]]), budget }).decode(deep).failures, undefined)
        return true
      } catch (thrown) {
        if (thrown instanceof Overrun) return false
        throw thrown
      }
    }
    let budget = 1
    while (budget < 1e6 && !suffices(budget)) budget *= 2
    return budget
  }
  assert.ok(visits(128) <= 4 * visits(32), `${visits(32)} at 32 levels, ${visits(128)} at 128`)
})
