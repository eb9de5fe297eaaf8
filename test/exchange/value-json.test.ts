// Values as JSON and back: a value that was decoded by a type prints as it was sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeDecimal } from '../../src/base/decimal.ts'
import { type Json, createJsonObject, parseJsonText, printJson } from '../../src/base/json.ts'
import type { Type } from '../../src/cel/type.ts'
import { type RecordKeyText, convertValueToJson, convertValueToText, convertJsonToValue } from '../../src/exchange/value-json.ts'

const keys: RecordKeyText = {
  keyOf: (record) => record.of as Json,
  record: (resource, key) => ({ kind: 'record', resource, key: printJson(key), of: key }),
}

const through = (text: string, type: Type): string => {
  const parsed = parseJsonText(text, { depth: 9 })
  assert.ok('value' in parsed)
  return printJson(convertValueToJson(convertJsonToValue(parsed.value, type, keys), keys))
}

void test('prints every kind of value as it was sent', () => {
  const cases: [string, Type, string?][] = [
    ['9223372036854775807', { kind: 'int', wide: true }],
    ['3.0', { kind: 'int' }, '3'],
    ['12.50', { kind: 'decimal', scale: 2 }],
    ['12.50', { kind: 'decimal' }, '12.5'],
    ['0.1', { kind: 'double' }],
    ['7', { kind: 'double' }],
    ['"2026-01-01T01:00:00+01:00"', { kind: 'timestamp' }, '"2026-01-01T00:00:00.000Z"'],
    ['"PT90M"', { kind: 'duration' }, '"PT1H30M"'],
    ['"AAE="', { kind: 'bytes' }],
    ['null', { kind: 'nullable', of: { kind: 'int' } }],
    ['[1,null]', { kind: 'list', element: { kind: 'nullable', of: { kind: 'int' } } }],
    ['{"a":1,"b":[true]}', { kind: 'dyn' }],
    ['{"k":2}', { kind: 'map', key: { kind: 'string' }, value: { kind: 'int' } }],
    ['"ann"', { kind: 'record', resource: 'User' }],
  ]
  for (const [text, type, printed = text] of cases) assert.equal(through(text, type), printed)
})

void test('decodes a declared member by its type, and others by their JSON type', () => {
  const type: Type = { kind: 'object', members: new Map([['n', { type: { kind: 'int' } }]]) }
  const value = convertJsonToValue(
    createJsonObject([
      ['n', 1],
      ['m', 1],
    ]),
    type,
    keys,
  )
  assert.deepEqual(
    value,
    new Map<string, unknown>([
      ['n', 1n],
      ['m', 1],
    ]),
  )
})

void test('returns JSON of an unknown type unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (json) => {
      const text = JSON.stringify(json)
      if (!text.isWellFormed() || text.includes('\\u0000')) return
      const parsed = parseJsonText(text, { depth: 99 })
      if ('value' in parsed)
        assert.equal(printJson(convertValueToJson(convertJsonToValue(parsed.value, { kind: 'dyn' }, keys), keys)), printJson(parsed.value))
    }),
    { numRuns: 50 },
  )
})

void test('prints string() in a text slot, and the items of an untyped list', () => {
  assert.equal(convertValueToText(makeDecimal(1250n, 2), keys), '12.50')
  assert.equal(convertValueToText({ kind: 'timestamp', ms: 0 }, keys), '1970-01-01T00:00:00Z')
  assert.equal(convertValueToText([1n, 'b', null], keys), '1, b, ')
  assert.equal(convertValueToText(null, keys), '')
  assert.equal(convertValueToText(new Map([['a', 1n]]), keys), '{"a":1}')
})
