// A request without content counts as an object without members, if the operation takes an object.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const document = `
resources:
  T:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      m: { type: [string, 'null'], maxLength: 20, readOnly: true }
  $defs:
    A: { type: object, required: [m], properties: { m: { type: string, maxLength: 20, default: qr } } }
    B: { type: object, properties: { m: { type: [string, 'null'], maxLength: 20 } } }
    C: { allOf: [ { $ref: A }, { $ref: B } ] }
    Text: { type: string, maxLength: 20, default: shape }
    D: { type: object, required: [m], properties: { m: { $ref: Text } } }
    E: { type: object, required: [m], properties: { m: { type: string, maxLength: 20 } } }
    F: { anyOf: [ { $ref: E }, { $ref: D } ] }
    G: { oneOf: [ { $ref: E }, { type: string } ] }
states:
  T.s:
    initial: a
    states:
      a:
        on:
          one: { input: { $ref: A }, set: { m: input.m } }
          two: { input: { $ref: B }, set: { m: input.m } }
          three: { input: { $ref: C }, set: { m: input.m } }
          four: { input: { $ref: D }, set: { m: input.m } }
          five: { input: { $ref: E }, set: { m: input.m } }
endpoints:
  POST /t: { create: T, status: 201, output: T(this) }
  POST /t/{id}/one: { transition: T.one, status: 200, output: T(this) }
  POST /t/{id}/two: { transition: T.two, status: 200, output: T(this) }
  POST /t/{id}/three: { transition: T.three, status: 200, output: T(this) }
  POST /t/{id}/four: { transition: T.four, status: 200, output: T(this) }
  POST /t/{id}/five: { transition: T.five, status: 200, output: T(this) }
  POST /shaped: { create: T, body: { $ref: A }, set: { m: input.body.m }, status: 201, output: T(this) }
  POST /echo/d: { answer: {}, body: { $ref: D }, status: 200, output: { m: input.body.m } }
  POST /echo/f: { answer: {}, body: { $ref: F }, status: 200, output: { sent: has(input.body.m) } }
  POST /echo/g: { answer: {}, body: { $ref: G }, status: 200, output: { sent: 'true' } }
  PATCH /t/{id}: { update: T, body: { $ref: A }, set: { m: input.body.m }, status: 200, output: T(this) }
  POST /do: { do: [ { create: T, set: { m: input.body.m }, as: t } ], body: { $ref: D }, status: 201, output: T(t) }
`

test('requires no body if no member is required', async () => {
  const record = (id: number, m: string | undefined): string => JSON.stringify({ id, ...(m === undefined ? {} : { m }), s: 'a' })
  assert.deepEqual(
    await answers(document, [
      'POST /t',
      'POST /t/1/one',
      'POST /t/1/two',
      'POST /t/1/three',
      'POST /t/1/four',
      'POST /t/1/one {}',
      'PATCH /t/1',
      'POST /shaped',
      'POST /echo/d',
      'POST /echo/f',
      'POST /do',
    ]),
    [
      '201 {"id":1,"m":null,"s":"a"}',
      `200 ${record(1, 'qr')}`,
      '200 {"id":1,"m":null,"s":"a"}',
      `200 ${record(1, 'qr')}`,
      `200 ${record(1, 'shape')}`,
      `200 ${record(1, 'qr')}`,
      `200 ${record(1, 'qr')}`,
      `201 ${record(2, 'qr')}`,
      '200 {"m":"shape"}',
      '200 {"sent":true}',
      `201 ${record(3, 'shape')}`,
    ],
  )
})

test('requires a body if a member is required, and refuses its absence as `invalid body`', async () => {
  const found = await answers(document, ['POST /t', 'POST /t/1/five', 'POST /echo/g'])
  assert.deepEqual(
    found.slice(1).map((answer) => answer.slice(0, 3)),
    ['422', '422'],
  )
})
