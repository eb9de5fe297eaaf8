// Which cookies a scenario keeps, and with which requests it sends them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CookieJar } from '../../src/scenario/cookies.ts'

const at = Date.parse('2026-11-21T00:00:00Z')

/** The cookies that are sent to `to` after `from` answered with these headers. */
function sent(cookies: readonly string[], to: string, { from = 'http://shop.test/a/b', later = 0 } = {}): string {
  const jar = new CookieJar()
  jar.store(
    new URL(from),
    cookies.map((each) => ['Set-Cookie', each] as const),
    at,
  )
  return jar.pairsFor(new URL(to), at + later).join('; ')
}

test('a cookie goes back to the host and the path that it is for', () => {
  assert.equal(sent(['a=1'], 'http://shop.test/a/c'), 'a=1')
  assert.equal(sent(['a=1'], 'http://shop.test/other'), '')
  assert.equal(sent(['a=1; Path=/'], 'http://shop.test/other'), 'a=1')
  assert.equal(sent(['a=1; Path=/a'], 'http://shop.test/ab'), '')
  assert.equal(sent(['a=1; Path=/'], 'http://other.test/'), '')
  assert.equal(sent(['a=1; Path=/'], 'http://www.shop.test/'), '')
  assert.equal(sent(['a=1; Path=/; Domain=shop.test'], 'http://www.shop.test/'), 'a=1')
  assert.equal(sent(['a=1; Path=/; Domain=other.test'], 'http://other.test/'), '')
})

test('a later cookie of one name replaces the earlier, and the longer path comes first', () => {
  assert.equal(sent(['a=1; Path=/', 'a=2; Path=/'], 'http://shop.test/'), 'a=2')
  assert.equal(sent(['a=1; Path=/', 'a=2; Path=/a'], 'http://shop.test/a'), 'a=2; a=1')
})

test('a cookie ends with its time, and one without lasts', () => {
  assert.equal(sent(['a=1; Path=/; Max-Age=60', 'b=2; Path=/'], 'http://shop.test/', { later: 60_000 }), 'b=2')
  assert.equal(sent(['a=1; Path=/; Expires=Sat, 21 Nov 2026 00:01:00 GMT'], 'http://shop.test/', { later: 59_000 }), 'a=1')
  assert.equal(sent(['a=1; Path=/; Max-Age=0'], 'http://shop.test/'), '')
  assert.equal(sent(['a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'http://shop.test/'), 'a=1')
})

test('a secure cookie goes to this machine even without TLS, and to no other host', () => {
  assert.equal(sent(['a=1; Path=/; Secure'], 'http://127.0.0.1:80/', { from: 'http://127.0.0.1/' }), 'a=1')
  assert.equal(sent(['a=1; Path=/; Secure'], 'http://shop.test/'), '')
})
