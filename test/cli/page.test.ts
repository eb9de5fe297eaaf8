// The options that `serve` requires before other machines can reach the operator's listener.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ninefold } from '../ninefold.ts'

test('on another address than loopback, the operator has a token or there is no listener', async () => {
  const { status, error } = await ninefold(
    'serve',
    resolve(import.meta.dirname, '../../examples/orders.md'),
    '--port',
    '0',
    '--admin',
    '0',
    '--admin-host',
    '0.0.0.0',
  )
  assert.deepEqual(
    [status, error],
    [
      2,
      'ninefold serve: --admin-host 0.0.0.0 is reached from other machines: set NINEFOLD_OPERATOR_TOKEN to a token that the operator keeps\n',
    ],
  )
})

test('a token that is soon guessed is refused', async () => {
  const before = process.env['NINEFOLD_OPERATOR_TOKEN']
  process.env['NINEFOLD_OPERATOR_TOKEN'] = 'secret'
  try {
    const { status, error } = await ninefold(
      'serve',
      resolve(import.meta.dirname, '../../examples/orders.md'),
      '--port',
      '0',
      '--admin',
      '0',
      '--admin-host',
      '127.0.0.1',
    )
    assert.deepEqual(
      [status, error],
      [
        2,
        'ninefold serve: NINEFOLD_OPERATOR_TOKEN has 6 characters, which are soon guessed: it needs 22; make one with `openssl rand -hex 32`\n',
      ],
    )
  } finally {
    if (before === undefined) delete process.env['NINEFOLD_OPERATOR_TOKEN']
    else process.env['NINEFOLD_OPERATOR_TOKEN'] = before
  }
})
