// Properties of every schema and every value; an independent validator decides which values are valid.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { equalJson, printJson } from '../../src/base/json.ts'
import { findBrokenParts, findSchemaProblems } from '../../src/schema/problems.ts'
import { compileSchema, standardPolicy } from '../../src/schema/validate.ts'
import { schema, value, withDefinition } from './arbitrary.ts'

const runs = { numRuns: 300 }

test('accepts the same values as another validator', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 5, maxLength: 5 }), (part, values) => {
      const each = withDefinition(part)
      const validate = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, unevaluated: false }).compile(each)
      const decoder = compileSchema(each, standardPolicy)
      for (const one of values) {
        const judged = judgement(() => validate(one))
        if (judged !== undefined) assert.equal(decoder.accepts(one), judged, `${JSON.stringify(each)} ${printJson(one)}`)
      }
    }),
    { numRuns: 100 },
  )
})

/** The other validator has no answer where its own code refers to a variable that it never declares (beside a `not` of anything). */
function judgement(validate: () => boolean): boolean | undefined {
  try {
    return validate()
  } catch (thrown) {
    if (thrown instanceof ReferenceError) return undefined
    throw thrown
  }
}

test('decoding refuses the values that accepting refuses, returns unfilled values unchanged, and is idempotent', () => {
  fc.assert(
    fc.property(schema, value, (part, one) => {
      const each = withDefinition(part)
      const decoder = compileSchema(each, standardPolicy)
      const { value: decoded, failures } = decoder.decode(one)
      assert.equal(failures === undefined, decoder.accepts(one))
      if (decoded !== undefined) assert.ok(equalJson(decoded, one))
      const usual = compileSchema(each, { integers: 'any' })
      const first = usual.decode(one)
      assert.equal(first.failures === undefined, failures === undefined)
      for (const failure of failures ?? []) assert.match(failure.pointer, /^(\/([^~]|~[01])*)*$/)
    }),
    runs,
  )
})

test('reports problems of any schema without an exception', () => {
  fc.assert(
    fc.property(schema, (part) => {
      assert.deepEqual(findBrokenParts(withDefinition(part), new Map()), [])
      findSchemaProblems(withDefinition(part))
    }),
    runs,
  )
})
