// Header fields: entity tags and their conditions, media types, and the types that a client accepts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { satisfiesIfMatch, satisfiesIfNoneMatch, parseTags, makeVersionsTag } from '../../src/exchange/etag.ts'
import { findAcceptedMedia, parseMediaType, choosePreferredMedia } from '../../src/exchange/negotiate.ts'

void test('parses a list of strong and weak entity tags', () => {
  assert.deepEqual(parseTags('"a", W/"b" ,"c,d"'), {
    kind: 'tags',
    tags: [
      { weak: false, tag: '"a"' },
      { weak: true, tag: '"b"' },
      { weak: false, tag: '"c,d"' },
    ],
  })
  assert.deepEqual(parseTags(', "a",, ,"b" ,'), parseTags('"a", "b"'), 'empty elements are none (RFC 9110, section 5.6.1.2)')
  assert.deepEqual(parseTags(' * '), { kind: 'any' })
  for (const none of ['', ',', 'a', '"a" "b"', '"a', '*, "a"', 'w/"a"']) assert.equal(parseTags(none), undefined, none)
})

void test('If-Match compares strongly, and never matches a missing record', () => {
  assert.ok(satisfiesIfMatch('"a", "b"', '"b"'))
  assert.ok(satisfiesIfMatch('*', '"b"'))
  assert.ok(!satisfiesIfMatch('W/"b"', '"b"'))
  assert.ok(!satisfiesIfMatch('*', undefined))
  assert.ok(!satisfiesIfMatch('b', '"b"'))
})

void test('If-None-Match compares weakly, and ignores an invalid list of tags', () => {
  assert.ok(!satisfiesIfNoneMatch('W/"b"', '"b"'))
  assert.ok(!satisfiesIfNoneMatch('*', '"b"'))
  assert.ok(satisfiesIfNoneMatch('*', undefined))
  assert.ok(satisfiesIfNoneMatch('"a"', '"b"'))
  assert.ok(satisfiesIfNoneMatch('b', '"b"'))
})

void test('the tag of several records depends on each version, but not on their order', () => {
  assert.equal(makeVersionsTag('e', [1, 20]), makeVersionsTag('e', [20, 1, 20]))
  assert.notEqual(makeVersionsTag('e', [1, 20]), makeVersionsTag('e', [1, 21]))
  assert.notEqual(makeVersionsTag('e', [1, 20]), makeVersionsTag('e', [120]))
  assert.notEqual(makeVersionsTag('e', [1, 20]), makeVersionsTag('f', [1, 20]), 'of another store or document')
  assert.match(makeVersionsTag('e', []), /^"[\w-]+"$/)
})

void test('parses a media type with its parameters', () => {
  assert.deepEqual(parseMediaType('Application/JSON; Charset="UTF-8"; v="a;\\"b"'), {
    type: 'application/json',
    parameters: new Map([
      ['charset', 'utf-8'],
      ['v', 'a;"b'],
    ]),
  })
  for (const none of ['', 'json', 'a/b/c', '/b', 'a b/c']) assert.equal(parseMediaType(none), undefined, none)
})

void test('accepts JSON in UTF-8, and a merge patch only under its own media type', () => {
  for (const type of [undefined, 'application/json', 'application/json; charset=UTF-8', 'application/json;profile=x'])
    assert.equal(findAcceptedMedia(type, ['application/json']), 'application/json', String(type))
  for (const type of ['text/json', 'application/json; charset=latin1', 'application/merge-patch+json', 'nonsense', ''])
    assert.equal(findAcceptedMedia(type, ['application/json']), undefined, type)
  assert.equal(
    findAcceptedMedia('application/merge-patch+json', ['application/merge-patch+json', 'application/json']),
    'application/merge-patch+json',
  )
  assert.equal(
    findAcceptedMedia('application/ld+json; profile="urn:x"', ['application/json', 'application/ld+json']),
    'application/ld+json',
  )
})

void test('the most specific range decides whether a media type is accepted', () => {
  const media = 'application/problem+json; v=2'
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/*',
    'text/html, application/problem+json;q=0.1',
    'application/problem+json;v=2',
    '*/*;q=0, application/*',
  ]) {
    assert.equal(choosePreferredMedia(accept, [media]), media, String(accept))
  }
  for (const accept of [
    'text/html',
    '*/*;q=0',
    '*/*, application/*;q=0',
    'application/problem+json;v=1',
    'application/problem+json;q=2',
    'nonsense',
  ]) {
    assert.equal(choosePreferredMedia(accept, [media]), undefined, accept)
  }
})

void test('accepts lenient spellings of header fields', () => {
  for (const accept of [
    'text/html, image/gif, *; q=.2, */*; q=.2',
    '*',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8";q=0.5',
  ])
    assert.equal(choosePreferredMedia(accept, ['application/json']), 'application/json', accept)
  for (const accept of ['application/json; charset=latin1', 'application/json; version=2', '*;q=0', '*/*;q=.0', '*/*;q=.'])
    assert.equal(choosePreferredMedia(accept, ['application/json']), undefined, accept)
  assert.equal(choosePreferredMedia('text/csv; charset=utf-8', ['text/csv']), undefined, 'another type may have another one')
})

void test('the highest weight chooses among media types, and the first of equal ones', () => {
  const offered = ['application/json', 'application/ld+json']
  for (const accept of [undefined, '*/*', 'application/*', 'application/ld+json, application/json', 'application/ld+json;q=0.5, */*;q=0.8'])
    assert.equal(choosePreferredMedia(accept, offered), 'application/json', String(accept))
  for (const accept of [
    'application/ld+json',
    'application/ld+json, application/json;q=0.9',
    'application/json;q=0, */*',
    'text/html, application/ld+json;q=0.1',
  ])
    assert.equal(choosePreferredMedia(accept, offered), 'application/ld+json', accept)
})
