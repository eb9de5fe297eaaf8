// What `serve` wants before the operator's listener is reached from other machines.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { main } from '../../src/cli/main.ts'

test('on another address than loopback, the operator has a token or there is no listener', async () => {
  let error = ''
  const console = { out: () => undefined, error: (text: string) => void (error += text), colour: false, width: 100 }
  const status = await main(['serve', resolve(import.meta.dirname, '../../examples/orders.md'), '--port', '0', '--admin', '0', '--admin-host', '0.0.0.0'], console)
  assert.deepEqual([status, error], [2, 'ninefold serve: --admin-host 0.0.0.0 is reached from other machines: set NINEFOLD_OPERATOR_TOKEN to a token that the operator keeps\n'])
})
