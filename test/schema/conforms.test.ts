import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Json, parseJsonText } from '../../src/base/json.ts'
import { conforms } from '../../src/schema/conforms.ts'

function json(text: string): Json {
  const read = parseJsonText(text, { depth: 1000 })
  assert.ok('value' in read, text)
  return read.value
}

const holds = (schema: string, value: string): boolean | { readonly problem: string } => conforms(json(value), json(schema))

test('`$schema` determines the draft', () => {
  const four = '"$schema":"http://json-schema.org/draft-04/schema#"'
  const seven = '"$schema":"http://json-schema.org/draft-07/schema"'
  const nineteen = '"$schema":"https://json-schema.org/draft/2019-09/schema"'
  const cases: [string, string, boolean][] = [
    [`{${four},"minimum":1,"exclusiveMinimum":true}`, '1', false],
    [`{${four},"maximum":1,"exclusiveMaximum":false}`, '1', true],
    [`{${four},"const":1}`, '2', true],
    [`{${four},"items":[{"type":"string"}],"additionalItems":false}`, '["a","b"]', false],
    [
      `{${four},"id":"http://x/y","properties":{"a":{"$ref":"http://x/y#/definitions/a"}},"definitions":{"a":{"type":"integer"}}}`,
      '{"a":"1"}',
      false,
    ],
    [`{${seven},"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, '{"a":1}', false],
    [`{${seven},"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, '{"c":1}', false],
    [`{${seven},"$ref":"#/definitions/a","type":"string","definitions":{"a":{"type":"integer"}}}`, '1', true],
    [`{${seven},"format":"uuid"}`, '"x"', false],
    [`{${seven},"dependentRequired":{"a":["b"]}}`, '{"a":1}', true],
    [`{${nineteen},"$ref":"#/$defs/a","type":"string","$defs":{"a":{"minLength":1}}}`, '1', false],
    [`{${nineteen},"items":[true],"additionalItems":{"type":"null"}}`, '[1,2]', false],
    [`{${nineteen},"properties":{"a":{"$recursiveRef":"#"}},"additionalProperties":false}`, '{"a":{"b":1}}', false],
    ['{"format":"uuid"}', '"x"', true],
    ['{"$ref":"#here","$defs":{"a":{"$anchor":"here","type":"integer"}}}', '"x"', false],
    ['{"type":"integer"}', '12345678901234567890', true],
    ['{"properties":{"a":{"default":1}},"required":["a"]}', '{}', false],
    ['{"enum":[]}', '1', false],
    ['false', '1', false],
  ]
  for (const [schema, value, expected] of cases) assert.equal(holds(schema, value), expected, `${schema} ${value}`)
})

test('reports a schema that cannot be evaluated', () => {
  const cases: [string, string][] = [
    [
      '{"$schema":"http://json-schema.org/draft-03/schema#"}',
      '`$schema` should name one of draft-04, draft-06, draft-07, 2019-09, 2020-12',
    ],
    ['{"$ref":"http://elsewhere/schema"}', '`$ref: http://elsewhere/schema` leads to nothing in the schema'],
    ['{"$ref":"#/$defs/a"}', '`$ref: #/$defs/a` leads to nothing in the schema'],
    ['{"items":{"$id":"b","type":"string"}}', '`$id` within a schema is not supported'],
    ['{"unevaluatedProperties":false}', '`unevaluatedProperties` is not in the dialect'],
    ['{"$ref":"#"}', '`#` leads back to this `$ref`'],
    ['{"pattern":"(?=a)"}', '`(?=a)` cannot be a pattern here: look-ahead and look-behind cannot run in linear time and are not supported'],
    [
      '{"type":"strin"}',
      '`type` should be a type (`null`, `boolean`, `string`, `integer`, `number`, `array`, `object`) or a list of different ones',
    ],
    ['1', 'This should be a schema: a map of keywords, `true` or `false`'],
  ]
  for (const [schema, problem] of cases) assert.deepEqual(holds(schema, '1'), { problem }, schema)
})

test('stops work beyond its bound, and reports that', () => {
  const long = JSON.stringify('a'.repeat(100_000))
  assert.deepEqual(holds('{"pattern":"(a?){500}b"}', long), { problem: 'the patterns are too large for a value of this length' })
  assert.equal(holds('{"pattern":"^(a+)+$"}', `"${'a'.repeat(5000)}!"`), false)
  const alternatives = Array.from({ length: 400 }, (_, index) => `{"type":"array","items":{"$ref":"#/$defs/a"},"maxItems":${index + 1000}}`)
  const many = `{"$defs":{"a":{"anyOf":[${alternatives.join(',')}]}},"$ref":"#/$defs/a"}`
  assert.deepEqual(holds(many, `[${'[],'.repeat(600)}1]`), { problem: 'the schema asks for too much work' })
  const wide = `{"properties":{${Array.from({ length: 6000 }, (_, i) => `"p${i}":{}`).join(',')}}}`
  assert.deepEqual(holds(wide, '1'), { problem: 'the schema is too large: more than 5000 maps' })
})

test('returns a result for any schema', () => {
  const keyword = fc.constantFrom(
    'type',
    'items',
    '$ref',
    'allOf',
    'if',
    'pattern',
    'enum',
    'properties',
    'required',
    'minimum',
    '$id',
    'id',
    '$anchor',
    'dependencies',
    'format',
    '$schema',
  )
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<unknown>(true, 'string', 1, null, '#', '#/items', [], 'http://json-schema.org/draft-04/schema#'),
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('schema'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(schema, fc.jsonValue(), (each, value) => {
      const answer = conforms(value as Json, each as Json)
      assert.ok(typeof answer === 'boolean' || typeof answer.problem === 'string')
    }),
  )
})
