import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, parseJsonText } from '../../src/base/json.ts'
import { findSchemaProblems } from '../../src/schema/problems.ts'
import { readSchema } from '../../src/schema/read.ts'
import type { Schema } from '../../src/schema/schema.ts'

function json(text: string): Json {
  const read = parseJsonText(text, { depth: 100 })
  assert.ok('value' in read, text)
  return read.value
}

function reading(text: string): string[] {
  return readSchema(json(text)).problems.map(({ pointer, kind, message }) => `${pointer} ${kind}: ${message}`)
}

function meaning(schema: Schema, definitions: { [name: string]: Schema } = {}): string[] {
  return findSchemaProblems(schema, new Map(Object.entries(definitions))).map(
    ({ pointer, kind, message }) => `${pointer} ${kind}: ${message}`,
  )
}

test('reads well-formed keywords and reports the others', () => {
  const cases: [string, string[]][] = [
    ['{"type":"string","minLength":1.0,"$comment":"x"}', []],
    ['true', []],
    ['1', [' form: This should be a schema: a map of keywords, `true` or `false`']],
    ['{"properties":{"a":1}}', ['/properties/a form: `a` should be a schema: a map of keywords, `true` or `false`']],
    ['{"minLength":-1}', ['/minLength form: `minLength` should be a whole number of 0 or more']],
    ['{"minLength":1.5}', ['/minLength form: `minLength` should be a whole number of 0 or more']],
    [
      '{"type":"int"}',
      [
        '/type form: `type` should be a type (`null`, `boolean`, `string`, `integer`, `number`, `array`, `object`) or a list of different ones',
      ],
    ],
    [
      '{"type":[]}',
      [
        '/type form: `type` should be a type (`null`, `boolean`, `string`, `integer`, `number`, `array`, `object`) or a list of different ones',
      ],
    ],
    ['{"required":["a","a"]}', ['/required form: `required` should be a list of different names']],
    ['{"enum":[]}', ['/enum form: `enum` should be a list with something in it']],
    ['{"multipleOf":0}', ['/multipleOf form: `multipleOf` should be a number above 0']],
    ['{"maxLenght":1}', ['/maxLenght unknown-keyword: `maxLenght` is not a keyword; did you mean `maxLength`?']],
    [
      '{"allOf":[{"unevaluatedProperties":false}]}',
      ['/allOf/0/unevaluatedProperties unsupported-keyword: `unevaluatedProperties` is not in the dialect'],
    ],
    [
      '{"$id":"x","items":{"$dynamicRef":"#y"}}',
      [
        '/$id unsupported-keyword: `$id` is not in the dialect',
        '/items/$dynamicRef unsupported-keyword: `$dynamicRef` is not in the dialect',
      ],
    ],
    ['{"discriminator":"kind"}', ['/discriminator form: `discriminator` should be a map with `propertyName`']],
  ]
  for (const [text, expected] of cases) assert.deepEqual(reading(text), expected, text)
  assert.deepEqual(readSchema(json('{"x-mine":1}'), 'ignore'), { schema: {}, problems: [] })
})

test('reports unknown and circular references', () => {
  assert.deepEqual(meaning({ $ref: 'Lien' }, { Line: true }), ['/$ref unknown-reference: `Lien` names no schema; did you mean `Line`?'])
  assert.deepEqual(meaning({ items: { $ref: '#/$defs/a' }, $defs: { a: true } }), [])
  assert.deepEqual(meaning({ items: { $ref: '#/$defs/b' }, $defs: { a: true } }), [
    '/items/$ref unknown-reference: `#/$defs/b` names no schema',
  ])
  assert.deepEqual(meaning({ $ref: '#' }), ['/$ref cycle: `#` leads back to this `$ref`'])
  assert.deepEqual(meaning({ anyOf: [{ type: 'null' }, { $ref: '#' }] }), ['/anyOf/1/$ref cycle: `#` leads back to this `$ref`'])
  assert.deepEqual(meaning({ properties: { next: { $ref: '#' } } }), [])
  assert.deepEqual(meaning({ default: 1, $ref: 'A' }, { A: { $ref: 'B' } }), [], 'what is wrong in a definition is told of the definition')
  assert.deepEqual(meaning({ discriminator: { propertyName: 'k', mapping: { a: 'A' } } }), [
    '/discriminator/mapping/a unknown-reference: `A` names no schema',
  ])
})

test('reports invalid patterns, unknown formats and bounds without a value', () => {
  assert.deepEqual(meaning({ pattern: '^(?=a)' }), [
    '/pattern pattern: `^(?=a)` cannot be a pattern here: look-ahead and look-behind cannot run in linear time and are not supported',
  ])
  assert.equal(meaning({ patternProperties: { '(': true } }).length, 1)
  assert.deepEqual(meaning({ format: 'datetime' }), ['/format unknown-format: `datetime` is not a format; did you mean `date-time`?'])
  assert.deepEqual(meaning({ type: 'integer', format: 'uuid' }), ['/format unused-keyword: `format: uuid` has no effect on `integer`'])
  assert.deepEqual(meaning({ type: 'integer', format: 'int64' }), [])
  assert.deepEqual(meaning({ minLength: 3, maxLength: 2 }), [
    '/minLength conflicting-bounds: `minLength: 3` and `maxLength: 2` leave no value',
  ])
  assert.deepEqual(meaning({ minimum: 3, maximum: 3 }), ['/maximum single-value: `minimum: 3` and `maximum: 3` leave one value'])
  assert.deepEqual(meaning({ minLength: 3, maxLength: 3 }), [])
  assert.deepEqual(meaning({ exclusiveMinimum: '0.10', maximum: 0.1 }), [
    '/exclusiveMinimum conflicting-bounds: `exclusiveMinimum: 0.10` and `maximum: 0.1` leave no value',
  ])
})

test('reports keywords without effect', () => {
  assert.deepEqual(meaning({ type: ['integer', 'null'], maxLength: 2 }), [
    '/maxLength unused-keyword: `maxLength` has no effect on `integer` and `null`',
  ])
  assert.deepEqual(meaning({ type: 'number', minimum: 2 }), [])
  assert.deepEqual(meaning({ maxLength: 2, items: true }), [])
  assert.deepEqual(meaning({ minContains: 1 }), ['/minContains unused-keyword: `minContains` has no effect without `contains`'])
  assert.deepEqual(meaning({ then: true }), ['/then unused-keyword: `then` has no effect without `if`'])
})

test('reports values that their own schema refuses', () => {
  assert.deepEqual(meaning({ type: 'integer', default: '1' }), [
    '/default invalid-value: `default: "1"` does not fit its own schema: `type` refuses it',
  ])
  assert.deepEqual(meaning({ type: 'string', enum: ['a', 1] }), [
    '/enum/1 invalid-value: `enum: 1` can never be the value: `type` refuses it',
  ])
  assert.deepEqual(meaning({ items: { type: 'string' }, examples: [['a'], [1]] }), [
    '/examples/1 invalid-value: `examples: [1]` does not fit its own schema: `type` refuses it at `/0`',
  ])
  assert.deepEqual(meaning({ properties: { a: { $ref: 'A', default: { b: 1 } } } }, { A: { required: ['c'] } }), [
    '/properties/a/default invalid-value: `default: {"b":1}` does not fit its own schema: `required` refuses it at `/c`',
  ])
})
