// Patterns: ECMA-262 as in JSON Schema, translated to RE2's syntax, and RE2's own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePattern, compileRe2 } from '../../src/base/pattern.ts'

test('ECMA-262 patterns match as in JavaScript', () => {
  const patterns = [
    '^\\u0041\\u{1F600}$',
    '^\\uD83D\\uDE00$',
    '\\cJ',
    '^\\p{Letter}+$',
    '^\\p{Script=Greek}$',
    '^\\p{L}\\p{Lowercase_Letter}$',
    '^\\P{Lu}$',
    '^\\s$',
    '^\\S$',
    '^[\\s]$',
    '^[\\S]$',
    '^[^\\s]$',
    '^.$',
    '^[^]$',
    '^[.]$',
    '[]',
    '^[[a]$',
    '^[\\b]$',
    '^a\\/b\\-c$',
    '^\\d{2,3}$',
    '^(?:a|b)*$',
    '^(?<year>\\d)$',
    '^[^\\]]$',
    '^$',
  ]
  const texts = [
    'A\u{1f600}',
    '\u{1f600}',
    '\n',
    'aé',
    'α',
    'éa',
    'A',
    'a',
    ' ',
    '\u00a0',
    '\ufeff',
    '\v',
    '\u2028',
    '.',
    '[',
    '\b',
    'a/b-c',
    '12',
    'abab',
    '7',
    ']',
    '',
    '\r',
    '\u200b',
  ]
  for (const pattern of patterns) {
    const { pattern: compiled, problem } = compilePattern(pattern)
    assert.ok(compiled !== undefined, `${pattern}: ${problem}`)
    for (const text of texts) {
      // Names and identity escapes of letters require or forbid JavaScript's `u` flag.
      const flags = /\\-/.test(pattern) || pattern === '^[[a]$' ? '' : 'u'
      assert.equal(compiled.test(text), new RegExp(pattern, flags).test(text), `${pattern} on ${JSON.stringify(text)}`)
    }
  }
})

test('both engines match plain patterns equally', () => {
  const patterns = ['^[A-Z]{3}-[0-9]{4}$', '^[a-z0-9-]+$', '^v[0-9]{1,3}\\.x$', '^a{2}b*c$', '^[A-Za-z_][A-Za-z0-9_]{0,30}$', '^ab-$']
  const texts = [
    'TEA-0001',
    'TEA-001',
    'tea-0001',
    'TEA-0001\n',
    '',
    '-',
    'a-b',
    'v12.x',
    'v12,x',
    'v1234.x',
    'aac',
    'aabbbc',
    'abc',
    '_id',
    '9id',
    'ab-',
    'ab-\u{1f600}',
    'é',
  ]
  for (const pattern of patterns) {
    for (const text of texts)
      assert.equal(
        compilePattern(pattern).pattern!.test(text),
        compileRe2(pattern).pattern!.test(text),
        `${pattern} on ${JSON.stringify(text)}`,
      )
  }
})

test('refuses patterns that cannot run in linear time, with the reason', () => {
  assert.equal(compilePattern('a(?=b)').problem, 'look-ahead and look-behind cannot run in linear time and are not supported')
  assert.equal(compilePattern('(?<!a)b').problem, 'look-ahead and look-behind cannot run in linear time and are not supported')
  assert.equal(compilePattern('(a)\\1').problem, 'references back to a group cannot run in linear time and are not supported')
  assert.equal(compilePattern('\\\\1').problem, undefined)
  assert.match(compilePattern('a{2000}').problem ?? '', /no possible repetition/)
  assert.match(compilePattern('(').problem ?? '', /is not closed with `\)`/)
  assert.equal(compileRe2('a(?=b)').problem, 'look-ahead and look-behind cannot run in linear time and are not supported')
})

test('every accepted pattern runs in linear time', () => {
  const evil = 'a'.repeat(50_000) + '!'
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a{1,30}){1,30}$', '^a*$', '^[a-z]{0,}b$', '^a{3}a+$'])
    assert.equal(compilePattern(pattern).pattern!.test(evil), false)
})

test('a code point counts as one character', () => {
  assert.equal(compilePattern('^a.c$').pattern!.test('a\u{1f600}c'), true)
})

test('refuses a pattern with too many repetitions before compiling it', () => {
  for (const pattern of ['^(?:[a-z]{50}-){1000}$', `^${'a{1000}'.repeat(20)}$`, 'a'.repeat(20_000), '^((a{1,100}b){1,100}c){2}$']) {
    for (const compile of [compilePattern, compileRe2])
      assert.match(compile(pattern).problem ?? '', /larger than 10,000 characters/, pattern.slice(0, 40))
  }
})

test('accepts a pattern with usual bounds', () => {
  for (const pattern of [
    '^a{1000}$',
    '^[\\p{L}\\p{N} ]{0,500}$',
    '^(?:[0-9a-f]{4}:){7}[0-9a-f]{4}$',
    '^[\\]a]{10}(?<x>ab|cd){2,5}?\\x{41}+$'.replace('\\x{41}', 'A'),
  ]) {
    assert.equal(compilePattern(pattern).problem, undefined, pattern)
  }
})

test('a mistake in a pattern is named with the part that has it', () => {
  assert.deepEqual(
    ['[A-Z{3}', '(a', 'a)', '*a', 'a**', 'a{5,2}', '\\y', '[z-a]', '\\p{Foo}', 'a\\'].map((text) => compileRe2(text).problem),
    [
      'a character class that begins with `[` is not closed with `]`',
      'a group that begins with `(` is not closed with `)`',
      'a `)` closes no group; the character itself is `\\)`',
      'nothing before `*` can be repeated; the character itself is `\\*`',
      '`**` repeats a repetition',
      '`{5,2}` is no possible repetition: from a smaller to a larger number, at most 1,000',
      '`\\y` is no escape sequence',
      '`z-a` is no class or range of characters',
      '`\\p{Foo}` is no class or range of characters',
      'it ends in a backslash, which escapes nothing',
    ],
  )
})
