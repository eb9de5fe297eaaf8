// Expressions that a database can compute, the data that expressions read, and their possible failures.

import { toHelp } from '../../src/diagnostic/help.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from '../../src/cel/check.ts'
import { findDecision, findInnerDecision } from '../../src/cel/class.ts'
import type { Expression } from '../../src/cel/expression.ts'
import { findFailures } from '../../src/cel/may-fail.ts'
import { reads } from '../../src/cel/reads.ts'
import { scope } from './shop.ts'

function typed(text: string): Expression {
  const { expression, problems } = check(text, scope)
  assert.ok(expression !== undefined, `${text}: ${problems.map(({ message }) => message).join('; ')}`)
  return expression
}

const parameters = new Set(['caller', 'input', 'now', 'n', 'x', 'claims', 'error'])

/** The part that a database cannot compute, in a predicate; undefined for none. */
function deciding(text: string): string | undefined {
  const decision = findDecision(typed(text), parameters, scope.functions)
  return decision && text.slice(decision.start, decision.end)
}

test('a predicate compares and reads records; values that are computed once are parameters', () => {
  const predicates = [
    'this.customer == caller',
    'this.status in ["open", "paid"] && !(this.note == null)',
    'this.number * 2 + n > 10 && this.total * 2 < 9.99',
    'this.note != null && this.note.startsWith("a") && size(this.note) > 2',
    'this.placedAt + duration("24h") < now',
    'this.?discount.orValue(0) > 1 && this.?note.hasValue() && this.?courier.name.orValue("") != "x"',
    'has(this.paidAt) && this.customer.name.contains("a")',
    'this.status == "open" ? this.number > 1 : false',
    'Payment.exists(p, p.order == this && p.amount > this.total)',
    'this.payments.filter(p, p.amount > 1).map(p, p.amount).sum() < this.total',
    'this.payments.size() > 0',
    '"gift" in this.tags && this.id in input.body.ids',
    'this.address.city == "Oslo"',
    'this.number == int(claims.sub) + input.body.ids.map(i, size(i)).sum()',
    'cel.bind(limit, math.round(x * 3.0), this.number > limit)',
    'n + this.total > 3',
  ]
  for (const text of predicates) assert.equal(deciding(text), undefined, text)
})

test('names the expressions that a database cannot compute', () => {
  assert.equal(deciding('n > 0 && this.tags[0] == "x"'), 'this.tags[0]')
  assert.equal(deciding('this.id.matches("^a")'), undefined)
  assert.equal(deciding('this.id.matches("\\\\bx")'), 'this.id.matches("\\\\bx")')
  assert.equal(deciding('this.id.matches(this.id)'), 'this.id.matches(this.id)')
  assert.equal(deciding('this.id + "x" == "yx"'), 'this.id + "x"')
  assert.equal(deciding('this.weight * 2.0 > x'), 'this.weight * 2.0')
  assert.equal(deciding('this.tags.exists(t, t == "x")'), 'this.tags.exists(t, t == "x")')
  assert.equal(deciding('input.body.ids.exists(i, i == this.id)'), 'input.body.ids.exists(i, i == this.id)')
  assert.equal(deciding('slug(this.id) == "x"'), 'slug(this.id)')
  assert.equal(deciding('this.tags == ["x"]'), 'this.tags == ["x"]')
  assert.equal(deciding('shippingDays(this.id, x) > 3'), 'shippingDays(this.id, x)')
  assert.equal(deciding('Customer.find({ id: this.id }).hasValue()'), 'Customer.find({ id: this.id }).hasValue()')
  assert.equal(deciding('Payment.exists(p, p.id.lowerAscii() == "a")'), 'p.id.lowerAscii()')
  assert.equal(deciding('Payment.exists(p, p.id.lowerAscii() == this.id)'), 'p.id.lowerAscii()')
  assert.equal(deciding('round(this.total, 1) > 2'), 'round(this.total, 1)')
})

test('inside a decision, only selections and sort keys of records are predicates', () => {
  const inside = (text: string): string | undefined => {
    const decision = findInnerDecision(typed(text), scope.functions)
    return decision && text.slice(decision.start, decision.end)
  }
  for (const text of [
    'this.tags[0].matches("a") && this.lines.all(l, l.sku.matches("a"))',
    'Payment.exists(p, p.id == slug(this.id))',
    'Payment.map(p, slug(p.id))',
    'this.lines.all(l, Payment.exists(p, p.id == l.sku.lowerAscii()))',
    'Customer.filter(c, c == this.customer).sortBy(c, c.name).map(c, CustomerView(c))',
  ]) {
    assert.equal(inside(text), undefined, text)
  }
  assert.equal(inside('Payment.exists(p, slug(p.id) == this.id)'), 'slug(p.id)')
  assert.equal(inside('Payment.map(p, p.id.matches("(?i)a"), p.id)'), 'p.id.matches("(?i)a")')
  assert.equal(inside('Customer.sortBy(c, slug(c.name)).size() > 1'), 'slug(c.name)')
  assert.equal(inside('Payment.exists(p, this.lines.exists(l, l.sku == p.id))'), 'this.lines.exists(l, l.sku == p.id)')
})

test('lists reads as variables with paths, properties cut at each record, and resources', () => {
  const read = (text: string): unknown => {
    const { variables, properties, resources } = reads(typed(text))
    return [
      variables.map(({ name, path }) => [name, ...path].join('.')),
      properties.map(({ resource, path }) => `${resource}.${path.join('.')}`),
      resources.map(({ resource }) => resource),
    ]
  }
  assert.deepEqual(read('this.customer.name == input.body.customer.email'), [
    ['this', 'input.body.customer'],
    ['Order.customer', 'Customer.name', 'Customer.email'],
    [],
  ])
  assert.deepEqual(read('this.address.city == "x" && has(this.note)'), [['this', 'this'], ['Order.address.city', 'Order.note'], []])
  assert.deepEqual(read('Payment.exists(p, p.order == this && n > 1)'), [['this', 'n'], ['Payment.order'], ['Payment']])
  assert.deepEqual(read('this.payments.size()'), [['this'], ['Order.payments'], ['Payment']])
  assert.deepEqual(read('Customer.find({ id: claims.sub }).name'), [['claims.sub'], ['Customer.id', 'Customer.name'], ['Customer']])
  assert.deepEqual(read('[1].map(n, n)[0] + n'), [['n'], [], []])
  assert.deepEqual(read('caller == null'), [['caller'], [], []])
})

test('a read has its place in the text', () => {
  const text = 'n > 1 && this.customer.name == "x"'
  const places = reads(typed(text)).properties.map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(places, ['this.customer', 'this.customer.name'])
})

test('reports only expressions that can fail, at their place', () => {
  const failing = (text: string): string[] => findFailures(typed(text)).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
  assert.deepEqual(failing('this.tags[0] == "x"'), ['index: this.tags[0]'])
  assert.deepEqual(failing('this.number / n'), ['division: this.number / n'])
  assert.deepEqual(failing('this.number / 2 + this.number % 3'), [])
  assert.deepEqual(failing('this.number * this.number'), ['overflow: this.number * this.number'])
  assert.deepEqual(failing('this.number * 2 + n - size(this.tags)'), [])
  assert.deepEqual(failing('this.counter + 1'), ['overflow: this.counter + 1'])
  assert.deepEqual(failing('round(this.total / n, 2)'), ['division: this.total / n'])
  assert.deepEqual(failing('round(this.total / 3, 2) + this.total * 4'), [])
  assert.deepEqual(failing('int(now) * 1000 + now.getFullYear() * 10'), [])
  assert.deepEqual(failing('int(this.id) > 1'), ['call: int(this.id)'])
  assert.deepEqual(failing('now + duration("24h") > timestamp("2024-01-01T00:00:00Z")'), [])
  assert.deepEqual(failing('this.?note.value()'), ['call: this.?note.value()'])
  assert.deepEqual(failing('this.?note.orValue("").size() > 1 && this.tags.first().hasValue()'), [])
  assert.deepEqual(failing('claims.sub == "x"'), ['index: claims.sub'])
  assert.deepEqual(failing('this.payments.map(p, p.amount).max() > 1'), ['call: this.payments.map(p, p.amount).max()'])
})

test('does not report an expression after its test', () => {
  const failing = (text: string, ...assumed: string[]): string[] =>
    findFailures(typed(text), assumed.map(typed)).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(failing('n != 0 && this.number / n > 1'), [])
  assert.deepEqual(failing('n == 0 || this.number / n > 1'), [])
  assert.deepEqual(failing('n == 0 && this.number / n > 1'), ['this.number / n'])
  assert.deepEqual(failing('n > 0 ? this.number % n : 0'), [])
  assert.deepEqual(failing('n > -1 ? this.number % n : 0'), ['this.number % n'])
  assert.deepEqual(failing('this.number / n', 'n > 0'), [])
  assert.deepEqual(failing('size(this.tags) > 1 && this.tags[1] == this.tags[2]'), ['this.tags[2]'])
  assert.deepEqual(failing('0 < this.tags.size() && this.tags[0] == "x"'), [])
  assert.deepEqual(failing('n > 0 && [0].exists(n, 1 / n > 0)'), ['1 / n'])
  assert.deepEqual(failing('this.?note.hasValue() && this.?note.value() == "x"'), [])
  assert.deepEqual(failing('this.?note.hasValue() || this.?note.value() == "x"'), ['this.?note.value()'])
  assert.deepEqual(failing('this.tags.first().hasValue() ? this.tags.first().value() : ""'), [])
  assert.deepEqual(failing('Customer.find({ email: this.id }).value().name', 'Customer.find({ email: this.id }).hasValue()'), [])
  assert.deepEqual(failing('Customer.find({ email: "x" }).value().name', 'Customer.find({ email: this.id }).hasValue()'), [
    'Customer.find({ email: "x" }).value()',
  ])
})

test('help for a list of the request asks the records for its members', () => {
  const help = findDecision(typed('input.body.ids.all(i, this.payments.exists(p, p.id == i))'), parameters, scope.functions)?.help
  const text = toHelp(help ?? '').text
  assert.match(text, /\n\nthis\.payments\.exists\(p, p\.id in input\.body\.ids\)\n\n/)
  for (const line of text.split('\n\n').slice(1)) assert.equal(deciding(line), undefined, line)
})
