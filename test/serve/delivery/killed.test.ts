// What is delivered survives a process that is killed, whoever answers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killedDelivering } from './killed.ts'

test('two receivers, one of them flaky, get every event in order from a service that is killed twice', async () => {
  const { changes, came, problems } = await killedDelivering('test', 2)
  assert.deepEqual(problems, [])
  assert.ok(changes >= 20 && came >= 2 * changes)
})
