// Calls of functions of part 1: their messages, and operations that wait for a function that is not shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const document = (functions: string, output: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service:
  name: fees
  functions: { ${functions} }
resources: none
states: none
endpoints:
  GET /fee:
    parameters: { query: { days: { type: integer, minimum: 0, maximum: 50, default: 0 }, note: { type: string, maxLength: 5 } } }
    answer: {}
    status: 200
    output: { fee: '${output}' }
  GET /days: { answer: {}, status: 200, output: { days: '2' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

function problemMessages(functions: string, output: string): readonly string[] {
  return (
    compile([{ name: 'fees.yaml', text: document(functions, output) }], conventions())
      .diagnostics
      // Unread parameters of the output do not matter here.
      .filter(({ code }) => code !== 'endpoints/unused-parameter')
      .map(({ code, message }) => `${code}: ${message}`)
  )
}

const fee = 'fee: { parameters: { days: int, rate: decimal(2) }, returns: decimal(2), value: days * rate }'

test('checks the arguments of a call', () => {
  assert.deepEqual(problemMessages(fee, 'fee(input.query.days, 2)'), [])
  assert.deepEqual(problemMessages(fee, 'fee(input.query.days)'), ['expressions/no-overload: `fee` takes 2 arguments, and is given 1'])
  assert.deepEqual(problemMessages(fee, 'fee("two", 2)'), ['expressions/wrong-type: `"two"` is string, and int is expected'])
  assert.deepEqual(
    problemMessages(fee, 'fee(input.query.days, 2).size()').map((each) => each.split(':')[0]),
    ['expressions/no-overload'],
  )
})

test('checks the value of a function against its result, with only its parameters in scope', () => {
  assert.deepEqual(problemMessages('fee: { parameters: { days: int }, returns: string, value: days }', 'fee(3)'), [
    'expressions/wrong-type: `days` is int, and string is expected',
  ])
  assert.deepEqual(
    problemMessages('fee: { parameters: { days: int }, returns: int, value: days + input.query.days }', 'fee(3)').map(
      (each) => each.split(':')[0],
    ),
    ['expressions/unknown-name'],
  )
})

test('reports a failure of a function, which the arguments of a call cause, at the part that fails', () => {
  const half = 'half: { parameters: { n: int }, returns: int, value: 100 / n }'
  assert.deepEqual(problemMessages(half, 'half(input.query.days + 1)'), [])
  assert.deepEqual(problemMessages(half, 'half(input.query.days)'), [
    'expressions/may-fail: `100 / n` can fail while it runs: the divisor can be zero',
  ])
})

test('a literal argument does not make the conditions of a value constant', () => {
  assert.deepEqual(
    problemMessages('fee: { parameters: { plan: string }, returns: int, value: "plan == \\"gold\\" ? 1 : 2" }', 'fee("silver")'),
    [],
  )
})

test('an operation that calls a function without a value waits for it; the others are served', () => {
  for (const value of ['value: not shown', 'description: What a day costs.']) {
    const { operations, errors } = compile(
      [
        {
          name: 'fees.yaml',
          text: document(
            `base: { parameters: { days: int }, returns: int, ${value} }, fee: { parameters: { days: int }, returns: int, value: base(days) }`,
            'fee(3)',
          ),
        },
      ],
      conventions(),
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(
      operations.map(({ complete }) => complete),
      [false, true],
    )
  }
})

test('an expression that its functions make too large is refused', () => {
  const sums = ['n', 'f1(n)', 'f2(n)', 'f3(n)']
    .map(
      (term, index) =>
        `f${index + 1}: { parameters: { n: int }, returns: int, value: ${Array.from({ length: 8 }, () => term).join(' + ')} }`,
    )
    .join(', ')
  assert.deepEqual(problemMessages(sums, 'f3(1)'), ['service/unused-function: `f4` is a function that nothing uses'])
  assert.deepEqual(problemMessages(sums, 'f4(1) + f4(2)'), [
    'expressions/syntax: The expression is too large once its functions are written out',
  ])
  const nested = `${'id('.repeat(90)}1${')'.repeat(90)}`
  assert.deepEqual(problemMessages('id: { parameters: { n: int }, returns: int, value: n + 0 }', nested), [
    'expressions/syntax: The expression is too large once its functions are written out',
  ])
})
