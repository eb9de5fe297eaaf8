// JSON Patch, held to the examples of RFC 6902, appendix A, and to its rules.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, printJson } from '../../src/base/json.ts'
import { applyJsonPatch } from '../../src/exchange/json-patch.ts'

const applied: readonly (readonly [document: Json, patch: Json, result: Json])[] = [
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { foo: 'bar', baz: 'qux' }],
  [{ foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] }],
  [{ baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [{ foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
  [{ baz: 'qux', foo: 'bar' }, [{ op: 'replace', path: '/baz', value: 'boo' }], { baz: 'boo', foo: 'bar' }],
  [
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [{ foo: ['all', 'grass', 'cows', 'eat'] }, [{ op: 'move', from: '/foo/1', path: '/foo/3' }], { foo: ['all', 'cows', 'eat', 'grass'] }],
  [
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  [{ foo: 'bar' }, [{ op: 'add', path: '/child', value: { grandchild: {} } }], { foo: 'bar', child: { grandchild: {} } }],
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }], { foo: 'bar', baz: 'qux' }],
  [{ '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  [{ foo: ['bar'] }, [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }], { foo: ['bar', ['abc', 'def']] }],
  [
    { foo: { bar: [1] } },
    [
      { op: 'copy', from: '/foo/bar', path: '/foo/baz' },
      { op: 'add', path: '/foo/bar/-', value: 2 },
    ],
    { foo: { bar: [1, 2], baz: [1] } },
  ],
  [
    { foo: null },
    [
      { op: 'test', path: '/foo', value: null },
      { op: 'replace', path: '', value: { a: 1 } },
    ],
    { a: 1 },
  ],
  [{ foo: 1 }, [], { foo: 1 }],
]

test('applies all operations in order', () => {
  for (const [document, patch, result] of applied)
    assert.equal(printJson(sorted(applyJsonPatch(document, patch).document!)), printJson(sorted(result)), printJson(patch))
})

const refused: readonly (readonly [document: Json, patch: Json, pointer: string, keyword: string])[] = [
  [{ baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], '/0/value', 'test'],
  [{ '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }], '/0/value', 'test'],
  [{ foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }], '/0/path', 'path'],
  [
    { foo: 'bar' },
    [
      { op: 'add', path: '/foo', value: 1 },
      { op: 'remove', path: '/baz' },
    ],
    '/1/path',
    'path',
  ],
  [{ foo: [1] }, [{ op: 'add', path: '/foo/2', value: 1 }], '/0/path', 'path'],
  [{ foo: [1] }, [{ op: 'add', path: '/foo/01', value: 1 }], '/0/path', 'path'],
  [{ foo: [1] }, [{ op: 'replace', path: '/foo/-', value: 1 }], '/0/path', 'path'],
  [{ foo: { bar: 1 } }, [{ op: 'move', from: '/foo', path: '/foo/bar' }], '/0/path', 'path'],
  [{ foo: 1 }, [{ op: 'copy', from: '/bar', path: '/baz' }], '/0/from', 'path'],
  [{ foo: 1 }, [{ op: 'test', path: '/toString', value: 1 }], '/0/path', 'path'],
  [{ foo: 1 }, [{ op: 'add', path: 'foo', value: 1 }], '/0/path', 'format'],
  [{ foo: 1 }, [{ op: 'add', path: '/foo~2', value: 1 }], '/0/path', 'format'],
  [{ foo: 1 }, [{ op: 'add', path: '/foo' }], '/0/value', 'required'],
  [{ foo: 1 }, [{ op: 'spam', path: '/foo' }], '/0/op', 'enum'],
  [{ foo: 1 }, [{ path: '/foo' }], '/0/op', 'required'],
  [{ foo: 1 }, [7], '/0', 'type'],
  [{ foo: 1 }, { op: 'add', path: '/foo', value: 1 }, '', 'type'],
]

test('refuses a patch as a whole, and points to the operation that does not fit', () => {
  for (const [document, patch, pointer, keyword] of refused) {
    const [failure] = applyJsonPatch(document, patch).failures ?? []
    assert.deepEqual([failure?.pointer, failure?.keyword], [pointer, keyword], printJson(patch))
  }
})

/** The order of members says nothing. */
function sorted(json: Json): Json {
  return JSON.parse(
    JSON.stringify(json, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  ) as Json
}
