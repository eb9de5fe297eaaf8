// Committed changes are reported, whatever is killed meanwhile. `npm run soak -- kill 20000` is the long form.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killedServing } from './run.ts'

test('a stream and two receivers get every change of a service killed under load, in order', async () => {
  const { kills, transitions, acknowledged, events, problems } = await killedServing({ seed: 'test', transitions: 150, kills: 2 })
  assert.deepEqual(problems, [])
  assert.ok(kills >= 2 && acknowledged >= 150 && transitions >= acknowledged && events >= 2 * transitions)
})
