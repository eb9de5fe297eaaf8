import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { camelCase, kebabCase, pluralize, snakeCase } from '../../src/base/names.ts'
import { isUuid, uuidv4, uuidv7 } from '../../src/base/uuid.ts'

test('converts a name between spellings', () => {
  const cases: [string, string, string, string][] = [
    ['OrderLine', 'order-line', 'orderLine', 'order_line'],
    ['order-line', 'order-line', 'orderLine', 'order_line'],
    ['order_line', 'order-line', 'orderLine', 'order_line'],
    ['APIKey', 'api-key', 'apiKey', 'api_key'],
    ['APIs', 'apis', 'apis', 'apis'],
    ['userID', 'user-id', 'userId', 'user_id'],
    ['line2', 'line2', 'line2', 'line2'],
    ['markPaid', 'mark-paid', 'markPaid', 'mark_paid'],
  ]
  for (const [name, kebab, camel, snake] of cases) {
    assert.deepEqual([kebabCase(name), camelCase(name), snakeCase(name)], [kebab, camel, snake])
  }
})

test('forms regular English plurals', () => {
  const cases: [string, string][] = [
    ['Order', 'Orders'],
    ['ProductCategory', 'ProductCategories'],
    ['Address', 'Addresses'],
    ['Box', 'Boxes'],
    ['Batch', 'Batches'],
    ['Day', 'Days'],
    ['API', 'APIs'],
    ['OrderLine', 'OrderLines'],
    ['Wish', 'Wishes'],
    ['Invoice', 'Invoices'],
    ['article', 'articles'],
    ['Staff1Member', 'Staff1Members'],
  ]
  for (const [name, expected] of cases) assert.equal(pluralize(name), expected)
})

test('returns no plural for irregular names', () => {
  for (const name of [
    'Person',
    'Child',
    'Orders',
    'Status',
    'News',
    'Index',
    'Matrix',
    'Leaf',
    'Roof',
    'Knife',
    'Photo',
    'Data',
    'Media',
    'Salesman',
    'Quiz',
    'Equipment',
    'Datum',
    'Criterion',
    'Order2',
    '',
    'Åse',
  ]) {
    assert.equal(pluralize(name), undefined, name)
  }
})

test('identifiers depend only on the passed clock and randomness', () => {
  const clock = new VirtualClock(Date.parse('2026-11-21T15:00:00Z'))
  const first = uuidv7(clock, new SeededRandomness('a'))
  assert.equal(first, uuidv7(clock, new SeededRandomness('a')))
  assert.notEqual(first, uuidv7(clock, new SeededRandomness('b')))
  assert.match(first, /^01a1fe9f-1180-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  clock.advance(1)
  assert.ok(uuidv7(clock, new SeededRandomness('a')) > first)
  assert.throws(() => clock.advance(-1), /does not go back/)
  assert.match(uuidv4(new SeededRandomness(1)), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(isUuid('2EB8AA08-AA98-11EA-B4AA-73B441D16380') && !isUuid('2eb8aa08aa9811eab4aa73b441d16380'))
})

test('seeded bytes do not depend on the sizes of requests', () => {
  const allBytes = new SeededRandomness('seed').bytes(100)
  const pieces = new SeededRandomness('seed')
  assert.deepEqual([...pieces.bytes(3), ...pieces.bytes(50), ...pieces.bytes(0), ...pieces.bytes(47)], [...allBytes])
})
