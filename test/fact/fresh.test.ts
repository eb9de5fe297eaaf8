// `duplicate` is derived exactly where a value can occur twice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'

function duplicates(properties: string, operation: string, more = ''): readonly string[] {
  const { facts, problems } = factsOf(
    completed(`
resources:
  T:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      number: { type: integer, generate: sequence }
      n: { type: string, maxLength: 9 }
      code: { type: string, maxLength: 200${properties} }
    unique: [code]
    required: [n, number, code]
endpoints:
  POST /t: ${operation}
${more}`),
  )
  assert.deepEqual(problems, [])
  return facts.operations[0]!.points.flatMap(({ condition, subject }) => (condition === 'duplicate' ? [subject!] : []))
}

const create = '{ create: T, body: [n], status: 201 }'

test('never reports duplicates of random values and sequences', () => {
  for (const generate of [
    'random(16)',
    '"T-" + random(24)',
    'this.n + random(16)',
    'digest(random(32))',
    'randomCode(26, "0123456789ABCDEFGHJKMNPQRSTVWXYZ")',
    '"INV-" + string(this.id)',
    'string(this.id)',
    'digest("x" + string(this.id))',
  ]) {
    assert.deepEqual(duplicates(`, generate: '${generate}'`, create), [], generate)
  }
})

test('reports possible duplicates of other values', () => {
  for (const generate of [
    'random(8)',
    'randomCode(25, "0123456789ABCDEFGHJKMNPQRSTVWXYZ")',
    'this.n',
    '"x"',
    'this.n + string(this.id)',
    'string(this.id) + this.n',
    'random(16).substring(0, 2)',
    'string(now)',
  ]) {
    assert.deepEqual(duplicates(`, generate: '${generate}'`, create), ['T.code'], generate)
  }
})

test('reports duplicates of values made from a sequence if the sequence or the value has another source', () => {
  const [keyed, numbered] = ['id', 'number'].map((name) => `, generate: '"INV-" + string(this.${name})'`) as [string, string]
  assert.deepEqual(duplicates(keyed, create, '  PUT /t/{id}: { put: T, body: [n], status: 200 }'), [])
  assert.deepEqual(duplicates(numbered, create), [])
  assert.deepEqual(duplicates(numbered, create, '  PATCH /t/{id}: { update: T, body: [number], status: 200 }'), ['T.code'])
  assert.deepEqual(duplicates(keyed, create, '  POST /u: { create: T, body: [n, code], status: 201 }'), ['T.code'])
  assert.deepEqual(duplicates(keyed, create, '  POST /u: { do: [ { create: T, set: { n: \'"n"\', code: \'"INV-7"\' } } ], status: 201 }'), [
    'T.code',
  ])
})

test('never reports duplicates of random values in `set` and `let`', () => {
  assert.deepEqual(duplicates('', '{ create: T, body: [n], set: { code: random(32) }, status: 201 }'), [])
  assert.deepEqual(
    duplicates(
      '',
      '{ create: T, body: [n], let: { secret: random(32), hash: digest(secret) }, set: { code: hash }, status: 201, output: { secret: secret } }',
    ),
    [],
  )
  assert.deepEqual(duplicates('', '{ do: [ { create: T, set: { n: \'"n"\', code: random(32) } } ], status: 201 }'), [])
  assert.deepEqual(
    duplicates(
      '',
      '{ let: { one: random(32) }, do: [ { create: T, set: { n: \'"n"\', code: one } }, { create: T, set: { n: \'"n"\', code: one } } ], status: 201 }',
    ),
    ['T.code'],
  )
})
