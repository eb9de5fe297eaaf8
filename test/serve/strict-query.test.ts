// Names of query parameters under `strict`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: echo }
resources: none
states: none
endpoints:
  GET /echo:
    answer: {}
    strict: true
    parameters: { query: { 'page[size]': { type: integer, minimum: 1, maximum: 9, default: 5 } } }
    output: { size: 'input.query["page[size]"]' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('takes a declared name with brackets, and refuses others', async (context) => {
  const { url } = await served(context, document)
  const status = async (query: string): Promise<number> => (await fetch(`${url}/echo?${query}`)).status
  assert.equal(await status('page[size]=2'), 200)
  assert.equal(await status('page%5Bsize%5D=2'), 200)
  assert.equal(await status('page[number]=2'), 422)
  assert.equal(await status('page=2'), 422)
})
