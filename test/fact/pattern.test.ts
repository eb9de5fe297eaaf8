// Patterns of conditions: their syntax, and the messages for unknown words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSource, createSpan, textOf } from '../../src/base/text.ts'
import type { Scalar } from '../../src/document/node.ts'
import type { ConditionPattern } from '../../src/fact/fact.ts'
import { matchesPoint, computeSpecificity } from '../../src/fact/narrow.ts'
import { type PatternUse, type Vocabulary, readConditionPattern } from '../../src/fact/pattern.ts'

const vocabulary: Vocabulary = {
  subjects: {
    resource: new Set(['Order', 'Follow', 'user']),
    property: new Set(['Order.customer']),
    transition: new Set(['Order.place']),
    unique: new Set(['Follow.follower+followed']),
    scheme: new Set(['bearer']),
    behaviour: new Set(['price']),
    operation: new Set(['signIn', 'POST /orders']),
  },
  names: {
    with: new Set(['user', 'author']),
    guard: new Set(['has-lines']),
    require: new Set(['credentials']),
    invariant: new Set(['positive']),
    rate: new Set(['writes']),
    quota: new Set([]),
    scope: new Set(['admin']),
    failure: new Set(['no-price']),
    version: new Set(['v1']),
    referrer: new Set(['Payment.order']),
  },
}

function read(text: string, use: PatternUse = 'on') {
  const node: Scalar = { kind: 'scalar', value: text, text, style: 'plain', span: createSpan(createSource('d.yaml', text), 0, text.length) }
  return readConditionPattern(text, node, use, vocabulary)
}

function pattern(text: string, use: PatternUse = 'on'): Omit<ConditionPattern, 'span'> {
  const reading = read(text, use)
  assert.ok('pattern' in reading, JSON.stringify('problem' in reading && reading.problem.kind))
  const { span: _, ...rest } = reading.pattern
  return rest
}

function problem(text: string, use: PatternUse = 'on'): [kind: string, word: string] {
  const reading = read(text, use)
  assert.ok('problem' in reading)
  return [reading.problem.kind, textOf(reading.problem.span)]
}

test('parses a pattern by the syntax of its condition', () => {
  assert.deepEqual(pattern('invalid body'), { condition: 'invalid', name: 'body' })
  assert.deepEqual(pattern('not-found Order'), { condition: 'not-found', subject: 'Order' })
  assert.deepEqual(pattern('not-found author'), { condition: 'not-found', name: 'author' })
  assert.deepEqual(pattern('not-found Order author at POST /orders'), {
    condition: 'not-found',
    subject: 'Order',
    name: 'author',
    at: 'POST /orders',
  })
  assert.deepEqual(pattern('guard Order.place has-lines'), { condition: 'guard', subject: 'Order.place', name: 'has-lines' })
  assert.deepEqual(pattern('duplicate Follow.follower+followed'), { condition: 'duplicate', subject: 'Follow.follower+followed' })
  assert.deepEqual(pattern('in-use Order Payment.order'), { condition: 'in-use', subject: 'Order', name: 'Payment.order' })
})

test('uses the operation as the subject of its require', () => {
  assert.deepEqual(pattern('require signIn credentials'), { condition: 'require', name: 'credentials', at: 'signIn' })
  assert.deepEqual(pattern('require signIn credentials'), pattern('require credentials at signIn'))
})

test('reports unknown words at their place', () => {
  assert.deepEqual(problem('notfound Order'), ['unknown-condition', 'notfound'])
  assert.deepEqual(problem('not-found Ordr'), ['unknown-word', 'Ordr'])
  assert.deepEqual(problem('not-found Order writer'), ['unknown-word', 'writer'])
  assert.deepEqual(problem('not-found user'), ['ambiguous-word', 'user'])
  assert.deepEqual(problem('not-found Order at signOut'), ['unknown-operation', 'signOut'])
  assert.deepEqual(problem('guard Order.place has-lines now'), ['unknown-word', 'now'])
  assert.deepEqual(problem('no-such-path at signIn'), ['of-service', 'signIn'])
  assert.deepEqual(problem('timeout', 'precedence'), ['not-here', 'timeout'])
  assert.deepEqual(problem('internal', 'never'), ['not-here', 'internal'])
})

test('orders patterns by narrowness: endpoint, name, member, resource', () => {
  const named = (text: string) => {
    const reading = read(text)
    assert.ok('pattern' in reading)
    return reading.pattern
  }
  const point = { condition: 'guard', subject: 'Order.place', name: 'has-lines' } as const
  const narrowing = ['guard', 'guard Order', 'guard Order.place', 'guard has-lines', 'guard Order.place has-lines', 'guard at signIn'].map(
    named,
  )
  for (const each of narrowing) assert.ok(matchesPoint(each, point, 'signIn'))
  assert.deepEqual(narrowing.map(computeSpecificity), [0, 1, 2, 4, 6, 128])
  assert.ok(!matchesPoint(named('guard at signIn'), point, 'POST /orders'))
  assert.ok(!matchesPoint(named('guard has-lines'), { condition: 'guard', subject: 'Order.place', name: 'other' }, 'signIn'))
  assert.ok(!matchesPoint(named('not-found Order'), { condition: 'not-found', subject: 'OrderLine' }, undefined))
})

test('invalid accepts a place with a member, and a keyword', () => {
  assert.deepEqual(pattern('invalid required'), { condition: 'invalid', failing: { keyword: 'required' } })
  assert.deepEqual(pattern('invalid body maxLength'), { condition: 'invalid', name: 'body', failing: { keyword: 'maxLength' } })
  assert.deepEqual(pattern('invalid body.address.city'), { condition: 'invalid', name: 'body', failing: { member: 'address.city' } })
  assert.deepEqual(pattern('invalid query.size maximum at POST /orders'), {
    condition: 'invalid',
    name: 'query',
    failing: { member: 'size', keyword: 'maximum' },
    at: 'POST /orders',
  })
  assert.deepEqual(problem('invalid bdoy.size'), ['unknown-word', 'bdoy.size'])
  assert.deepEqual(problem('invalid body. required'), ['unknown-word', 'body.'])
  assert.deepEqual(problem('invalid body maxLenght'), ['unknown-word', 'maxLenght'])
  assert.deepEqual(problem('invalid body properties'), ['unknown-word', 'properties'])
  assert.deepEqual(problem('invalid body required name'), ['unknown-word', 'name'])
  assert.deepEqual(problem('invalid body required', 'precedence'), ['not-here', 'required'])
  const rise = [
    'invalid',
    'invalid body',
    'invalid body.address',
    'invalid body.address.city',
    'invalid required',
    'invalid body.address required',
    'invalid at signIn',
  ].map((text) =>
    computeSpecificity({ ...pattern(text.replace('signIn', 'POST /orders')), span: createSpan(createSource('d.yaml', ''), 0, 0) }),
  )
  assert.deepEqual(
    rise,
    rise.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(rise).size, rise.length)
})
