import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MemberTree, ObjectTree, Tree } from '../../src/fact/versions/version.ts'
import { downgradeJsonText } from '../../src/exchange/version/rewrite.ts'

const member = (name: string, olderName: string | undefined, more: Partial<MemberTree> = {}): MemberTree => ({
  name,
  olderName,
  steps: [],
  because: [],
  ...more,
})

function object(members: readonly MemberTree[], removed: ObjectTree['removed'] = new Map()): ObjectTree {
  return { kind: 'object', members: new Map(members.map((each) => [each.name, each])), byOlderName: new Map(), removed }
}

const words = { kind: 'words', up: new Map([['open', 'placed']]), down: new Map([['placed', 'open']]) } as const
const line = object([member('book', 'isbn')])
const order = object(
  [
    member('customer', 'buyer'),
    member('items', 'lines', { inner: { kind: 'list', items: line } }),
    member('status', 'status', { steps: [words] }),
    member('gift', undefined),
    member('states', 'states', { steps: [words] }),
  ],
  new Map([
    ['weight', { value: 0, steps: [], because: [] }],
    ['unsaid', { value: undefined, steps: [], because: [] }],
  ]) as ObjectTree['removed'],
)

test('renames, removes and adds members, and keeps the text of unchanged ones', () => {
  assert.equal(
    downgradeJsonText(
      order,
      '{"id":1.50,"customer":"Ann","items":[{"book":"1","count":2},{"count":1,"book":"2"}],"gift":{"a":[1,{}]},"status":"placed","states":["placed","sent"],"note":null}',
    ),
    '{"id":1.50,"buyer":"Ann","lines":[{"isbn":"1","count":2},{"count":1,"isbn":"2"}],"status":"open","states":["open","sent"],"note":null,"weight":0}',
  )
})

test('reads lists of objects, empty lists and white space between tokens', () => {
  const list: Tree = { kind: 'list', items: order }
  assert.equal(downgradeJsonText(list, '[]'), '[]')
  assert.equal(downgradeJsonText(list, '[ {} , {"items" : [ ] , "x": [ 1, 2 ] } ]'), '[{"weight":0},{"lines":[],"x":[ 1, 2 ],"weight":0}]')
})

test('finds the end of a text with quotes, backslashes and brackets', () => {
  for (const text of ['"', '\\', '\\"', '}{][', 'a\\\\"b', '\u2028', '"},"customer":"x']) {
    const json = JSON.stringify({ note: text, customer: text, items: [{ book: text }] })
    assert.equal(downgradeJsonText(order, json), JSON.stringify({ note: text, buyer: text, lines: [{ isbn: text }], weight: 0 }))
  }
})

test('decodes escapes in member names', () => {
  assert.equal(downgradeJsonText(object([member('a"b', 'c\\d')]), '{"a\\"b":1,"\\u0061\\"b":2}'), '{"c\\\\d":1,"c\\\\d":2}')
})

test('keeps a value of another JSON type than the version expects', () => {
  for (const text of ['null', '12.0', '"items"', 'true', '[{"book":1}]']) assert.equal(downgradeJsonText(order, text), text)
  assert.equal(downgradeJsonText(order, '{"items":null,"status":7}'), '{"lines":null,"status":7,"weight":0}')
})
