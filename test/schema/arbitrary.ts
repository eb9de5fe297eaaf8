// Schemas of the dialect and values near them, for property tests.

import fc from 'fast-check'
import type { Json } from '../../src/base/json.ts'
import type { Schema } from '../../src/schema/schema.ts'

const names = fc.constantFrom('a', 'b', 'c', 'on')
const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', 'a', 'ab', '😀'),
  fc.integer({ min: -3, max: 6 }),
  fc.constantFrom(0.5, 1.5, 1e20, 19.99),
)

/** Small values that often repeat, so that schemas and values meet. */
export const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

const count = fc.nat({ max: 3 })
const some = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(each, { nil: undefined, freq: 3 })

function defined(record: { [name: string]: unknown }): Schema {
  return Object.fromEntries(Object.entries(record).filter(([, each]) => each !== undefined)) as Schema
}

/** Schemas without formats and patterns; `$ref` leads into `definitions`. */
export const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.boolean(),
      fc
        .record({ type: some(types()), minLength: some(count), maxLength: some(count), minimum: some(fc.integer({ min: -2, max: 3 })) })
        .map(defined),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3, selector: (each) => JSON.stringify(each) }) }).map(defined),
      fc.record({ const: value }).map(defined),
      fc.constantFrom<Schema>({ $ref: '#/$defs/D' }, { multipleOf: 2 }, { exclusiveMaximum: 1.5 }),
    ),
    fc
      .record({
        type: some(types()),
        items: some(tie('schema')),
        prefixItems: some(list(tie('schema'))),
        minItems: some(count),
        maxItems: some(count),
        uniqueItems: some(fc.boolean()),
      })
      .map(defined),
    fc.record({ contains: tie('schema'), minContains: some(count), maxContains: some(count), minItems: some(count) }).map(defined),
    fc
      .record({
        properties: some(fc.dictionary(names, tie('schema'), { maxKeys: 3 })),
        required: some(fc.uniqueArray(names, { maxLength: 2 })),
        additionalProperties: some(tie('schema')),
        patternProperties: some(fc.dictionary(fc.constantFrom('^a', 'o'), tie('schema'), { maxKeys: 2 })),
        propertyNames: some(tie('schema')),
        minProperties: some(count),
        maxProperties: some(count),
        dependentSchemas: some(fc.dictionary(names, tie('schema'), { maxKeys: 1 })),
      })
      .map(defined),
    fc
      .record({
        allOf: some(list(tie('schema'))),
        anyOf: some(list(tie('schema'))),
        oneOf: some(list(tie('schema'))),
        not: some(tie('schema')),
        if: some(tie('schema')),
        then: some(tie('schema')),
        else: some(tie('schema')),
      })
      .map(defined),
  ),
}))

function list(each: fc.Arbitrary<Schema>): fc.Arbitrary<Schema[]> {
  return fc.array(each, { minLength: 1, maxLength: 3 })
}

function types(): fc.Arbitrary<unknown> {
  const each = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')
  return fc.oneof(each, fc.uniqueArray(each, { minLength: 1, maxLength: 3 }))
}

/** What `$ref: '#/$defs/D'` leads to, with a way back to itself. */
const definition: Schema = {
  anyOf: [
    { type: 'integer' },
    { type: 'array', items: { $ref: '#/$defs/D' } },
    { type: 'object', properties: { a: { $ref: '#/$defs/D' } } },
  ],
}

export function withDefinition(schema: Schema): Schema {
  return typeof schema === 'boolean' ? schema : { ...schema, $defs: { D: definition } }
}
