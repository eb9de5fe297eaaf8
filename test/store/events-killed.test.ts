// Events survive what their changes survive. `npm run soak -- events 100` kills a followed service so often.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killedFollowed } from './events-killed.ts'

test('a service that is killed with a stream attached has told, or tells then, what was committed, and nothing else', async () => {
  const { problems } = await killedFollowed('test')
  assert.deepEqual(problems, [])
})
