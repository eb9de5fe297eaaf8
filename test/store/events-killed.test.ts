// Events survive what their changes survive. `npm run soak -- events 100` kills a followed service so often.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killedFollowed } from './events-killed.ts'

test('streams exactly the committed events across a kill', async () => {
  const { problems } = await killedFollowed('test')
  assert.deepEqual(problems, [])
})
