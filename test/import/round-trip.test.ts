// There and back: the exports of the examples, imported and exported again, say the same of every operation that both have, but for these causes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences } from '../../scripts/imports/differences.ts'
import { normal } from '../../scripts/imports/normal.ts'
import { use } from '../../scripts/imports/answers.ts'
import { answeredOf, roundTrip } from '../../scripts/imports/round-trip.ts'
import { exampleFacts, examples, exported } from '../export/examples.ts'
import { importing, environment } from './import.ts'

/**
 * 413 is not there, because its condition is a size, which no OpenAPI document tells.
 * A machine's field in the body of a PATCH, and what it lets be null, come back as members of the resource.
 * A text in a key has a character at least (`minLength`); a filter by a reference reads as one by a text (`pattern`, members).
 */
const expected: { readonly [example: string]: readonly string[] } = {
  alarms: ['answer: `required` differs', 'request body: `null` is added', 'request body: a member is lost'],
  bookshop: [],
  broker: [],
  ferries: [
    'parameter: `allOf` is added',
    'parameter: `pattern` is lost',
    'parameter: `type` is lost',
    'parameter: a member is added',
    'the status 413 is not there',
  ],
  hours: ['parameter: `pattern` is lost', 'parameter: a member is added'],
  // Every answer has a header, whose value OpenAPI cannot describe.
  'mobile-money': ['a header of an answer is not there'],
  notes: [],
  orders: ['the status 413 is not there'],
  realworld: ['answer: `minLength` is added'],
  'todo-backend': [],
}

test('an export that is imported says of an operation what it said', () => {
  const found = examples.map((name): readonly [string, readonly string[]] => {
    const { text } = exported('openapi', exampleFacts(name), 'yaml')
    const back = roundTrip(
      text,
      answeredOf(`${name}.yaml`, text, (each) => environment.convention(each), importing(text).compiled, use)!,
    )
    return [name, back.operations === 0 ? ['nothing comes back'] : [...new Set(back.found.map(({ cause }) => cause))].toSorted()]
  })
  assert.deepEqual(Object.fromEntries(found), expected)
})

test('a header in other letters, and a requirement with one alternative more, are no difference that clients notice', () => {
  const of = (header: string, security: object): ReturnType<typeof normal> =>
    normal(
      JSON.parse(
        JSON.stringify({
          paths: { '/a': { get: { security, parameters: [{ name: header, in: 'header', schema: { type: 'string' } }], responses: {} } } },
        }),
      ),
      '3.1',
    )
  assert.deepEqual(differences(of('if-match', [{}]), of('If-Match', [{}, { basic: [] }])), [
    { operation: 'GET /a', place: 'security', cause: 'security is another', isKept: true },
  ])
  assert.deepEqual(
    differences(of('If-Match', [{}, { basic: [] }]), of('If-Match', [{ basic: [] }])).map(({ isKept }) => isKept),
    [false],
  )
})

test('schemas of a composition are compared one by one, and a lone one counts as its parent', () => {
  const of = (schema: object): ReturnType<typeof normal> =>
    normal(
      JSON.parse(JSON.stringify({ paths: { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } } })),
      '3.1',
    )
  const pet = (more: object): object => ({ type: 'object', properties: { name: { type: 'string', ...more } } })
  const place = { type: 'object', properties: { town: { type: 'integer' } } }
  assert.deepEqual(differences(of({ oneOf: [pet({}), place] }), of({ oneOf: [place, pet({ minLength: 1 })] })), [
    { operation: 'GET /a', place: 'answer 200', cause: 'answer: `minLength` is added', isKept: true },
  ])
  assert.deepEqual(
    differences(of({ default: 'a', 'x-a': 1, allOf: [{ type: 'string', maxLength: 3 }] }), of({ type: 'string', maxLength: 3 })),
    [],
  )
  assert.deepEqual(differences(of({ type: 'string', format: 'int32' }), of({ type: 'string' })), [])
})

test('reports a difference with its place and cause', () => {
  const source = (schema: object): Parameters<typeof normal>[0] =>
    JSON.parse(
      JSON.stringify({
        paths: { '/a/{x}': { get: { summary: 'A', responses: { 200: { content: { 'application/json': { schema } } } } } } },
      }),
    )
  const a = normal(
    source({ type: 'object', required: ['n'], properties: { n: { type: 'integer', nullable: true }, gone: { type: 'string' } } }),
    '3.0',
  )
  const b = normal(
    source({ allOf: [{ type: 'object', required: ['n'], properties: { n: { type: ['integer', 'null'], minimum: 1 } } }] }),
    '3.1',
  )
  assert.deepEqual(differences(a, b), [
    { operation: 'GET /a/{}', place: 'answer 200', cause: 'answer: a member is lost', isKept: false },
    { operation: 'GET /a/{}', place: 'answer 200', cause: 'answer: `minimum` is added', isKept: true },
  ])
})
