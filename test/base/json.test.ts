import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Json,
  printCanonical,
  equalJson,
  isDecimal,
  isMultiple,
  createJsonObject,
  parseJson,
  parseJsonText,
  parsePlainJson,
  printJson,
} from '../../src/base/json.ts'

function read(text: string, depth = 64): Json {
  const result = parseJsonText(text, { depth })
  assert.ok('value' in result, `${text}: ${'problem' in result ? result.problem.message : ''}`)
  return result.value
}

function problem(text: string | Uint8Array, depth = 64): string {
  const result = typeof text === 'string' ? parseJsonText(text, { depth }) : parseJson(text, { depth })
  assert.ok('problem' in result, `${String(text)} was read`)
  const { kind, line, column, message } = result.problem
  return `${kind} ${line}:${column} ${message}`
}

test('parses and prints as JSON.parse and JSON.stringify do', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)
      if (/\\ud[89a-f]|\\u0000|e/i.test(text)) return
      assert.equal(printJson(read(text)), text)
      assert.deepEqual(JSON.parse(printCanonical(read(text))), JSON.parse(text))
    }),
  )
})

test('keeps every digit of integers and fractions', () => {
  for (const text of [
    '0',
    '-1',
    '9007199254740991',
    '9007199254740993',
    '-9223372036854775808',
    '18446744073709551616',
    '0.1',
    '19.99',
    '0.12345678901234567890123',
    '123456789012345678.25',
    '[1,{"a":12345678901234567890}]',
  ]) {
    assert.equal(printJson(read(text)), text.replace(/(\.\d*?)0+$/, '$1'), text)
  }
  assert.equal(read('9007199254740991'), 9007199254740991)
  assert.equal(read('9007199254740992'), 9007199254740992n)
  assert.equal(read('1e20'), 100000000000000000000n)
  assert.equal(read('1.50e1'), 15)
  assert.equal(read('1.0000000000000000000'), 1)
  assert.equal(read('0.10000000000000000000'), 0.1)
  assert.deepEqual(read('0.1000000000000000000001'), { kind: 'decimal', digits: 1000000000000000000001n, scale: 22 })
  assert.equal(printJson(read('-0')), '0')
  assert.equal(printJson({ kind: 'decimal', digits: 1250n, scale: 2 }), '12.50')
  assert.equal(printJson({ kind: 'decimal', digits: -5n, scale: 3 }), '-0.005')
})

test('limits the size of numbers', () => {
  for (const text of ['1e400', '-1e309', '1e-4000', '1e99999999999999999999', `0.${'1'.repeat(1000)}`, '1'.repeat(1001)]) {
    assert.equal(problem(text), 'malformed 1:1 a number beyond the range of a double, or of more than 1,000 digits')
  }
  assert.equal(read('0e99999999999999999999'), 0)
})

test('accepts any member name without access to a prototype', () => {
  const value = read('{"__proto__":{"admin":true},"constructor":1,"toString":2}') as { [name: string]: Json }
  for (const name of ['toString', 'constructor', '__proto__']) assert.equal(name in (read('{}') as object), false)
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor', 'toString'])
  assert.equal((value as { admin?: unknown }).admin, undefined)
  assert.equal(printJson(value), '{"__proto__":{"admin":true},"constructor":1,"toString":2}')
})

test('no JSON text parses as a decimal object', () => {
  const value = read('{"kind":"decimal","digits":12345678901234567890,"scale":2}')
  assert.ok(!isDecimal(value))
  assert.equal(printJson(value), '{"kind":"decimal","digits":12345678901234567890,"scale":2}')
})

test('reports a syntax error at its place', () => {
  const cases: [string, string][] = [
    ['', 'malformed 1:1 the text ends where a value is expected'],
    ['\uFEFF{}', 'malformed 1:1 a byte order mark before the text'],
    ['{"a":1,\n "a":2}', 'malformed 2:2 the member "a" is repeated here'],
    ['{"a":1,"\\u0061":2}', 'malformed 1:8 the member "a" is repeated here'],
    ['["a\\u0000b"]', 'malformed 1:4 the character U+0000 in a string'],
    ['["\\ud83d"]', 'malformed 1:2 half of a surrogate pair in a string'],
    ['["\\udc00\\ud800"]', 'malformed 1:2 half of a surrogate pair in a string'],
    ['[01]', 'malformed 1:2 a number that begins with 0'],
    ['[1.]', 'malformed 1:2 a number that is not complete'],
    ['[-]', 'malformed 1:2 a number that is not complete'],
    ['[1,]', 'malformed 1:4 a value is expected here'],
    ['[1 2]', 'malformed 1:4 a comma or the closing bracket should follow an item'],
    ['{"a" 1}', "malformed 1:6 a colon should follow a member's name"],
    ["{'a':1}", "malformed 1:2 a member's name in quotes is expected here"],
    ['{"a":1', 'malformed 1:7 a comma or the closing brace should follow a member'],
    ['"a', 'malformed 1:3 the text ends inside a string'],
    ['"a\nb"', 'malformed 1:3 a control character in a string, which JSON writes with a backslash'],
    ['"\\x41"', 'malformed 1:2 a backslash that begins no escape of JSON'],
    ['"\\u00g0"', 'malformed 1:2 `\\u` without four hexadecimal digits'],
    ['NaN', 'malformed 1:1 a value is expected here'],
    ['tru', 'malformed 1:1 a value is expected here'],
    ['1 // one', 'malformed 1:3 more text after the value'],
  ]
  for (const [text, expected] of cases) assert.equal(problem(text), expected, text)
  assert.equal(problem(new Uint8Array([0x5b, 0x0a, 0x22, 0xff, 0x22, 0x5d])), 'malformed 2:2 a byte that is not UTF-8')
  assert.equal(problem(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])), 'malformed 1:2 a byte that is not UTF-8')
  assert.equal(read('"\\ud83d\\ude00"'), '😀')
})

test('limits the depth, whatever limit the caller requests', () => {
  assert.equal(printJson(read('[[{"a":[]}]]', 4)), '[[{"a":[]}]]')
  assert.equal(problem('[[{"a":[]}]]', 3), 'depth 1:8 more than 3 arrays and objects within each other')
  assert.match(problem('['.repeat(1_000_000), 1_000_000), /^depth 1:129 /)
})

test('never throws, for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      parseJson(bytes, { depth: 5 })
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'u00', '1', '-', '.', 'e', ' ', 'a', 'true')),
      (parts) => {
        parseJsonText(parts.join(''), { depth: 5 })
      },
    ),
  )
})

test('compares values independently of the spelling of numbers', () => {
  const equal: [string, string][] = [
    ['1', '1.0'],
    ['{"a":1,"b":2}', '{"b":2,"a":1.00}'],
    ['[12345678901234567890]', '[1.2345678901234567890e19]'],
    ['-0', '0'],
    ['1e-7', '0.0000001'],
  ]
  for (const [a, b] of equal) {
    assert.ok(equalJson(read(a), read(b)), `${a} ${b}`)
    assert.equal(printCanonical(read(a)), printCanonical(read(b)))
  }
  const different: [string, string][] = [
    ['1', 'true'],
    ['0', 'null'],
    ['"1"', '1'],
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"b":1}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['[]', '{}'],
    ['12345678901234567890', '12345678901234567891'],
    ['{"a":null}', '{}'],
  ]
  for (const [a, b] of different) {
    assert.ok(!equalJson(read(a), read(b)), `${a} ${b}`)
    assert.notEqual(printCanonical(read(a)), printCanonical(read(b)))
  }
  assert.equal(printCanonical(read('{"b":[1.50],"a":{"d":1,"c":2}}')), '{"a":{"c":2,"d":1},"b":[1.5]}')
  assert.equal(
    printCanonical(
      createJsonObject([
        ['b', 1],
        ['a', 2],
      ]),
    ),
    '{"a":2,"b":1}',
  )
})

test('computes multiples exactly', () => {
  for (const text of ['19.99', '4.35', '0.07', '299.97', '1e20', '0', '-0.01']) assert.ok(isMultiple(read(text) as number, 0.01), text)
  for (const text of ['19.999', '0.001', '1e-300']) assert.ok(!isMultiple(read(text) as number, 0.01), text)
  assert.ok(isMultiple(9223372036854775807n, 7))
  assert.ok(!isMultiple(9223372036854775806n, 7))
})

test("the platform's parser reads JSON as programs print it, and leaves other texts", () => {
  const plain = (text: string): string | undefined => {
    const value = parsePlainJson(new TextEncoder().encode(text))
    if (value === undefined) return undefined
    assert.equal(printCanonical(read(text)), printCanonical(value), text)
    assert.equal(printJson(read(text)), printJson(value), text)
    return printJson(value)
  }
  for (const text of [
    '{"a":[1,-2.5,"é\\n\\"",true,null,{}],"b":""}',
    '"x"',
    '12',
    '[]',
    '{"__proto__":1,"constructor":2}',
    '{"1":2,"a":3}',
  ])
    assert.equal(plain(text), text)
  for (const text of [
    '',
    '{',
    ' 1',
    '1 ',
    '{"a": 1}',
    '{"a":1,"a":1}',
    '{"a":1,"1":2}',
    '1.0',
    '-0',
    '1e2',
    '1E2',
    '1e+21',
    '9007199254740992',
    '9007199254740993',
    '0.1234567890123456789',
    '"\\u0000"',
    '"\\ud800"',
    '"\\u00e9"',
    '\ufeff1',
    '"\\/"',
  ])
    assert.equal(plain(text), undefined, text)
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, indent) => void plain(JSON.stringify(value, undefined, indent))),
  )
})
