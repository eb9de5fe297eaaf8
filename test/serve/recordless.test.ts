// Entries of part 7 that answer before there is a transaction call functions and shapes as all others do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'

test('answers an unknown path by an entry that calls a function and a shape', async (context) => {
  const service = await served(
    context,
    `
ninefold: 1
use: [http@1]
service: { name: notes }
resources:
  $defs: { Sent: { type: object, properties: { reference: { type: string, maxLength: 9 } } } }
states: none
endpoints: { GET /ping: { answer: {}, output: { pong: 'true' } } }
authentication: none
events: none
errors:
  media: application/json
  body: { reference: error.reference, mark: error.mark }
  catalogue:
    unknown: { on: no-such-path, type: unknown, title: Unknown, status: 404, reference: '\${Sent(request.body.orValue({})).optFlatMap(sent, sent.?reference).orValue("none")}', mark: '\${digest(request.method)}' }
limits: none
versioning: none
`,
  )
  const answer = await fetch(`${service.url}/nowhere`)
  assert.equal(answer.status, 404)
  const { reference, mark } = (await answer.json()) as { reference: string; mark: string }
  assert.deepEqual([reference, mark.length], ['none', 64])
})
