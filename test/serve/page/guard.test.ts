// Which names lead to this machine alone: as they are given on the command line, and as `Host` brings them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from '../../../src/serve/operator-guard.ts'

test('accepts names of this machine, with and without a port', () => {
  for (const host of ['127.0.0.1', '127.0.0.1:4001', 'localhost', 'LocalHost:80', '::1', '[::1]', '[::1]:4001', '127.1.2.3'])
    assert.equal(isLoopback(host), true, host)
  for (const host of [
    '',
    '0.0.0.0',
    '::',
    '[::]:1',
    '10.0.0.1',
    '127.0.0.1.example.org',
    'localhost.example.org:80',
    '::1:80',
    '2001:db8::1',
    '1',
  ])
    assert.equal(isLoopback(host), false, host)
})
