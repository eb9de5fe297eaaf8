// The conventions of webhooks make a service with public subscriptions: its scenarios are the test.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ninefold } from '../../ninefold.ts'

test('subscribes, receives, changes the secret and unsubscribes', async () => {
  const { status, out, error } = await ninefold('test', fileURLToPath(new URL('subscriptions.md', import.meta.url)))
  assert.equal(status, 0, out + error)
})
