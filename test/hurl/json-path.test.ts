// JSONPath: what each form of it finds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findPath } from '../../src/hurl/evaluate/json-path.ts'
import { parsePath } from '../../src/hurl/evaluate/json-path-syntax.ts'
import { parseJsonValue, printHurlJson } from '../../src/hurl/evaluate/value.ts'

const root = parseJsonValue(`{
  "shop": {
    "open": true,
    "lines": [
      { "sku": "A", "quantity": 1, "price": 8.5, "tags": ["new"] },
      { "sku": "B", "quantity": 2, "price": 12, "gift": null },
      { "sku": "C", "quantity": 3, "price": 1.0 }
    ],
    "it's": { "a-b": 1, "null": null },
    "naïve": "é"
  }
}`)!

function found(path: string): string {
  const read = parsePath(path)
  assert.ok(!('expected' in read), path)
  const value = findPath(read, root)
  return value === undefined ? 'nothing' : printHurlJson(value)
}

const cases: readonly [path: string, found: string][] = [
  ['$.shop.open', 'true'],
  ['$["shop"].lines[0].sku', '"A"'],
  ["$['shop']['lines'][-1]['sku']", '"C"'],
  ['$ .shop .open', 'true'],
  ['$.shop.lines[3].sku', 'nothing'],
  ['$.shop.none', 'nothing'],
  ['$.shop.open.more', 'nothing'],
  ['$.shop["it\'s"].a-b', '1'],
  ["$.shop['it\\'s'].null", 'null'],
  ['$.shop.naïve', '"é"'],
  ['$.shop["na\\u00efve"]', '"é"'],
  ['$.shop.lines[*].sku', '["A", "B", "C"]'],
  ['$.shop.lines.*.sku', '["A", "B", "C"]'],
  ['$.shop.lines[*].gift', '[null]'],
  ['$.shop.lines[*].none', '[]'],
  ['$..sku', '["A", "B", "C"]'],
  ['$..lines[0]..tags[*]', '["new"]'],
  ['$.shop.lines[0, 2].quantity', '[1, 3]'],
  ["$.shop.lines[1]['sku', 'gift']", '["B", null]'],
  ['$.shop.lines[1:].sku', '["B", "C"]'],
  ['$.shop.lines[:-1].sku', '["A", "B"]'],
  ['$.shop.lines[::2].sku', '["A", "C"]'],
  ['$.shop.lines[::-1].sku', '["C", "B", "A"]'],
  ['$.shop.lines[-2:9].sku', '["B", "C"]'],
  ['$.shop.lines[::0]', '[]'],
  ['$.shop.lines[?(@.quantity==2)].sku', '["B"]'],
  ['$.shop.lines[?@.quantity>=2].sku', '["B", "C"]'],
  ['$.shop.lines[?(@.price < 10 && @.quantity > 1)].sku', '["C"]'],
  ['$.shop.lines[?(@.sku == "A" || @.sku == \'C\')].quantity', '[1, 3]'],
  ['$.shop.lines[?@.gift].sku', '["B"]'],
  ['$.shop.lines[?!@.gift].sku', '["A", "C"]'],
  ['$.shop.lines[?@.gift == null].sku', '["B"]'],
  ['$.shop.lines[?(!(@.quantity == 1))].sku', '["B", "C"]'],
  ['$.shop.lines[?@.quantity != 2].sku', '["A", "C"]'],
  ['$.shop.lines[?@.none == @.other].sku', '["A", "B", "C"]'],
  ['$.shop.lines[?@.sku > "A"].sku', '["B", "C"]'],
  ['$.shop.lines[?$.shop.open == true].sku', '["A", "B", "C"]'],
  ['$.shop.lines[?length(@.sku) == 1 && count(@.*) == 3].sku', '["C"]'],
  ['$.shop.lines[?match(@.sku, "[AB]")].sku', '["A", "B"]'],
  ['$.shop.lines[?search(@.tags[0], "e")].sku', '["A"]'],
  ['$.shop.lines[?@.price == 1].sku', '["C"]'],
  ['$', printHurlJson(root)],
]

for (const [path, expected] of cases) test(`${path} finds ${expected.slice(0, 40)}`, () => assert.equal(found(path), expected))

test('reports an invalid path with its position and the expected token', () => {
  const problems: readonly [path: string, at: number, expected: string][] = [
    ['', 0, '`$`'],
    ['shop', 0, '`$`'],
    ['$shop', 1, '`.`, `[` or the end of the path'],
    ['$.', 2, 'a name or `*`'],
    ['$[', 2, 'a name in quotes, a number, `*` or `?`'],
    ['$[0', 3, '`]` or `,`'],
    ["$['a", 2, "a string that ends in `'`"],
    ['$[?(@.a == )]', 11, '`@`, `$`, a string, a number, `true`, `false` or `null`'],
    ['$[?(@.a]', 7, '`)`'],
    ['$[?1]', 4, '`==`, `!=`, `<`, `<=`, `>` or `>=`'],
  ]
  for (const [path, at, expected] of problems) assert.deepEqual(parsePath(path), { expected, at }, path)
})

test('integers and floats stay apart, and no digit is lost', () => {
  assert.equal(printHurlJson(parseJsonValue('[1, 1.0, 9007199254740993, 1e2, -0]')!), '[1, 1.0, 9007199254740993, 100.0, 0]')
  assert.equal(parseJsonValue('{'), undefined)
})

test('any text is a path or says what is expected within it', () => {
  const piece = fc.constantFrom(
    '$',
    '.',
    '..',
    '[',
    ']',
    '*',
    '?',
    '(',
    ')',
    '@',
    'a',
    '"',
    "'",
    '\\',
    '0',
    '-',
    ':',
    ',',
    '==',
    '&&',
    '||',
    '!',
    ' ',
    'count(',
    'match(',
    'null',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = `$${pieces.join('')}`
      const read = parsePath(text)
      if ('expected' in read) assert.ok(read.at >= 0 && read.at <= text.length)
      else findPath(read, root)
    }),
    { numRuns: 2000 },
  )
  const deep = parsePath(`$${'[?(@'.repeat(5000)}`)
  assert.ok('expected' in deep)
})
