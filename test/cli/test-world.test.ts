// The worlds of scenarios: what they answer is the document's, on a machine of any speed and load.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { worlds } from '../../src/cli/test-world.ts'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: costs }
resources: none
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /cost: { answer: {}, body: { type: object, required: [a], properties: { a: { type: array, maxItems: 10000, items: { type: integer } } } }, output: { x: 'input.body.a.map(i, input.body.a.filter(j, j == i).size()).sum()' } }
`

test('work beyond the operator\'s usual turn is answered, as on a slow machine', async () => {
  const world = await worlds(compile([{ name: 'costs.yaml', text: document }], conventions()))(() => undefined)
  try {
    const a = Array.from({ length: 2000 }, (_, i) => i)
    const answer = await fetch(`${world.url}/cost`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ a }) })
    assert.deepEqual([answer.status, await answer.json()], [200, { x: 2000 }])
  } finally {
    await world.close()
  }
})
