// The conventions of webhooks make a service to which anybody can subscribe: its scenarios are the test.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { main } from '../../../src/cli/main.ts'

test('somebody subscribes, is told, changes the secret, and leaves', async () => {
  let said = ''
  const tell = (piece: string): void => void (said += piece)
  const status = await main(['test', fileURLToPath(new URL('subscriptions.md', import.meta.url))], { out: tell, error: tell, colour: false, width: 100 })
  assert.equal(status, 0, said)
})
