// New query parameters, and parameters with a new default: older clients that omit them get the earlier meaning.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const document = `
resources:
  Order:
    key: number
    properties: { number: { type: integer, minimum: 1, maximum: 1000 } }
endpoints:
  POST /orders: { create: Order, body: [number], status: 201, output: { number: this.number } }
  GET /orders:
    operationId: listOrders
    list: Order
    where: this.number <= input.query.most && this.number >= input.query.least
    order: [number]
    page: none
    parameters: { query: { most: { type: integer, minimum: 1, maximum: 1000, default: 1000 }, least: { type: integer, minimum: 1, maximum: 1000, default: 3 } } }
    status: 200
    output: 'items.map(o, o.number)'
authentication: none
errors: { media: application/json, catalogue: { bad: { on: [invalid, malformed, duplicate, unknown-version], status: 400 } } }
versioning:
  scheme: { header: V }
  current: v3
  versions: { v1: {}, v2: {} }
  changes:
    v2: [{ add: { listOrders.most: 4 } }]
    v3: [{ default: { listOrders.least: 2 } }]
`

for (const store of ['memory', 'sqlite']) {
  test(`${store}: fills a query parameter that an older client omits`, async (context) => {
    const { url } = await served(context, document, {
      store: store === 'memory' ? store : `sqlite:${join(temporaryFolder(), 'orders.sqlite')}`,
    })
    for (const number of [1, 2, 3, 4, 5])
      await fetch(`${url}/orders`, {
        method: 'POST',
        body: JSON.stringify({ number }),
        headers: { 'content-type': 'application/json', v: 'v3' },
      })
    const list = async (version: string, query = ''): Promise<unknown> =>
      (await fetch(`${url}/orders${query}`, { headers: { v: version } })).json()
    assert.deepEqual(await list('v3'), [3, 4, 5])
    assert.deepEqual(await list('v2'), [2, 3, 4, 5])
    assert.deepEqual(await list('v2', '?least=4'), [4, 5])
    assert.deepEqual(await list('v1'), [2, 3, 4])
    assert.deepEqual(await list('v1', '?most=2'), [2, 3, 4])
  })
}
