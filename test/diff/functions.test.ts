// An expression that becomes a function, or stops being one, is not a change; a function with another value is one where it is called.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diff } from '../../src/diff/diff.ts'
import { compiled } from './edits.ts'

const document = (functions: string, require: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: loans${functions} }
resources:
  Loan:
    key: id
    properties: { id: { type: integer, generate: sequence }, days: { type: integer, minimum: 0, maximum: 99 }, tags: { type: array, items: { type: string, maxLength: 5 }, maxItems: 3 } }
    required: [days, tags]
states: none
endpoints:
  POST /loans: { create: Loan, body: [days, tags], output: Loan(this) }
  POST /loans/{id}/renewal: { update: Loan, require: { short: '${require}' }, set: { days: '5' }, output: Loan(this) }
authentication: none
events: none
errors: { catalogue: { long: { on: require short, type: long, title: Too long, status: 409 } } }
limits: none
versioning: none
`

function changes(old: string, now: string): readonly string[] {
  return diff(compiled(old, 'old.yaml'), compiled(now, 'now.yaml'), '2026-01-01')
    .filter(({ severity }) => severity !== 'safe')
    .map(({ severity, part, path }) => `${severity} ${part} ${path.join(' › ')}`)
}

const isShort = (value: string): string =>
  `, functions: { isShort: { parameters: { x: Loan, most: int }, returns: bool, value: '${value}' } }`
const inline = document('', 'this.days < 30 && this.tags.exists(x, x == "new")')

test('a call is compared with its value written out', () => {
  const called = document(isShort('x.days < most && x.tags.exists(x, x == "new")'), 'isShort(this, 30)')
  assert.deepEqual(changes(inline, called), [])
  assert.deepEqual(changes(called, inline), [])
  assert.deepEqual(changes(inline, document(isShort('x.days < most && x.tags.exists(x, x == "new")'), 'isShort(this, 20)')), [
    'breaking endpoints POST /loans/{id}/renewal › require › short',
  ])
})

test('another value of a function is judged at each of its calls', () => {
  const among = (value: string): string => document(isShort(value), 'isShort(this, 30)')
  assert.deepEqual(changes(among('x.days < most'), among('x.days <= most')), [])
  assert.deepEqual(changes(among('x.days <= most'), among('x.days < most')), [
    'breaking endpoints POST /loans/{id}/renewal › require › short',
  ])
  assert.deepEqual(changes(among('x.days < most'), among('size(x.tags) < most')), [
    'review endpoints POST /loans/{id}/renewal › require › short',
  ])
  const uncalled = (value: string): string => document(isShort(value), 'this.days < 30')
  assert.deepEqual(changes(uncalled('x.days < most'), uncalled('x.days > most')), [])
})

test('a function that calls a changed one is judged where it is called', () => {
  const through = (most: string): string =>
    document(
      `, functions: { isShort: { parameters: { x: Loan }, returns: bool, value: 'x.days < most()' }, most: { parameters: {}, returns: int, value: '${most}' } }`,
      'isShort(this)',
    )
  assert.deepEqual(changes(through('30'), through('20')), ['breaking endpoints POST /loans/{id}/renewal › require › short'])
  const [found] = diff(compiled(through('20'), 'old.yaml'), compiled(through('30'), 'now.yaml'), '2026-01-01').filter(
    ({ part }) => part === 'endpoints',
  )
  assert.equal(found?.note, 'It calls a function that has another value.')
  assert.equal(found?.new, 'isShort(this)')
})
