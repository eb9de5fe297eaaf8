// Structured fields: the examples of RFC 9651, refused texts, and round trips.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseField, printField } from '../../src/base/structured-field.ts'

type Kind = 'item' | 'list' | 'dictionary'

const parse = (kind: Kind, text: string) =>
  kind === 'item' ? parseField(text, 'item') : kind === 'list' ? parseField(text, 'list') : parseField(text, 'dictionary')

/** The canonical text, where it differs from the text itself. */
const valid: readonly (readonly [kind: Kind, text: string, canonical?: string])[] = [
  ['item', '42'],
  ['item', '-0', '0'],
  ['item', '00042', '42'],
  ['item', '999999999999999'],
  ['item', '4.5'],
  ['item', '1.50', '1.5'],
  ['item', '5.0'],
  ['item', '-999999999999.999'],
  ['item', '"hello world"'],
  ['item', String.raw`"a \"b\" \\ c"`],
  ['item', '""'],
  ['item', 'foo123/456'],
  ['item', '*x'],
  ['item', 'a:b'],
  ['item', ':cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:'],
  ['item', '::'],
  ['item', '?1'],
  ['item', '?0'],
  ['item', '@1659578233'],
  ['item', '@-1'],
  ['item', '%"This is intended for display to %c3%bcsers."'],
  ['item', '%"100%25"'],
  ['item', '  5; foo=bar  ', '5;foo=bar'],
  ['item', '1;a;b=?0;a=2', '1;a=2;b=?0'],
  ['item', '"x";q=0.25;*k'],
  ['list', 'sugar, tea, rum'],
  ['list', ''],
  ['list', 'a\t,  b', 'a, b'],
  ['list', '("foo" "bar"), ("baz"), ("bat" "one"), ()'],
  ['list', '( "foo"; a=1;b=2 );lvl=5, ("bar" "baz");lvl=1', '("foo";a=1;b=2);lvl=5, ("bar" "baz");lvl=1'],
  ['list', 'abc;a=1;b=2; cde_456, (ghi;jk=4 l);q="9";r=w', 'abc;a=1;b=2;cde_456, (ghi;jk=4 l);q="9";r=w'],
  ['dictionary', 'en="Applepie", da=:w4ZibGV0w6ZydGU=:'],
  ['dictionary', 'a=?0, b, c; foo=bar', 'a=?0, b, c;foo=bar'],
  ['dictionary', 'rating=1.5, feelings=(joy sadness)'],
  ['dictionary', 'a=(1 2), b=3, c=4;aa=bb, d=(5 6);valid'],
  ['dictionary', 'u=3, i'],
  ['dictionary', 'a=1, b=2, a=3', 'a=3, b=2'],
  ['dictionary', 'a=?1', 'a'],
  ['dictionary', '*a.b-c_d=1'],
]

const invalid: readonly (readonly [kind: Kind, text: string])[] = [
  ['item', ''],
  ['item', '-'],
  ['item', '1.'],
  ['item', '.5'],
  ['item', '1.5.2'],
  ['item', '1234567890123456'],
  ['item', '1234567890123.1'],
  ['item', '1.1234'],
  ['item', '"open'],
  ['item', '"tab\t"'],
  ['item', '"é"'],
  ['item', String.raw`"\n"`],
  ['item', ':a b:'],
  ['item', '?2'],
  ['item', '@1.5'],
  ['item', '%"%C3%BC"'],
  ['item', '%"%ff"'],
  ['item', '1;A=1'],
  ['item', '1 2'],
  ['item', '1;a='],
  ['item', 'a,b'],
  ['item', '\t1'],
  ['list', 'a,'],
  ['list', ',a'],
  ['list', 'a b'],
  ['list', '(a'],
  ['list', '(a,b)'],
  ['list', '(a"b")'],
  ['dictionary', 'A=1'],
  ['dictionary', 'a=1,'],
  ['dictionary', '1=a'],
  ['dictionary', 'a = 1'],
  ['dictionary', 'a=1 b=2'],
]

test('parses the fields of RFC 9651, and prints them in canonical form', () => {
  for (const [kind, text, canonical = text] of valid) {
    const parsed = parse(kind, text)
    assert.notEqual(parsed, undefined, text)
    assert.equal(printField(parsed!), canonical)
    if (canonical === text) assert.deepEqual(parse(kind, printField(parsed!)!), parsed)
  }
})

test('refuses other texts', () => {
  for (const [kind, text] of invalid) assert.equal(parse(kind, text), undefined, text)
})

test('parses a field in linear time', () => {
  for (const text of [
    `${'('.repeat(50_000)}`,
    `"${String.raw`\"`.repeat(50_000)}`,
    `a${';a'.repeat(50_000)}=`,
    `%"${'%c3'.repeat(50_000)}"`,
  ])
    assert.equal(parse('item', text), undefined)
})
