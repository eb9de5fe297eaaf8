// A rate that is partitioned by a record behind the caller: each run of the work for a request reads the same records.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { served } from '../../serve/served.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: shops }
resources:
  Shop:
    key: id
    properties: { id: { type: string, maxLength: 20 }, name: { type: string, maxLength: 20 } }
    required: [name]
    unique: [name]
  Key:
    key: hash
    properties:
      hash: { type: string, maxLength: 64, sensitive: true }
      shop: { $ref: Shop, onDelete: cascade }
    required: [shop]
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, shop: { $ref: Shop, onDelete: cascade }, seller: { $ref: Shop, onDelete: cascade } }
    required: [shop, seller]
  records:
    Shop: [{ id: one, name: One }, { id: two, name: Two }]
    Key: [{ hash: 32b56ed53348a8587f30c90e5c6406df95d3b8ab1130b1da62bcf492a8ed8a63, shop: one }]
    Order: [{ id: 1, shop: one, seller: two }]
states: none
endpoints:
  GET /orders: { list: Order, where: this.shop == caller.shop, order: [id], page: { style: offset, size: 10 }, output: { sellers: 'items.map(o, o.seller.name)' } }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: Key, by: { hash: digest(credential) } } } }
  security: [key: []]
  default: allow
events: none
errors: {}
limits: { rates: { calls: { quota: 1000, window: PT1S, partition: caller.shop.name } } }
versioning: none
`

test('a request that counts by a record keeps no lock and repeats no statement', { skip: noPostgres ?? false }, async (context) => {
  const schema = await freshSchema()
  context.after(() => schema.drop())
  const running = await served(context, document, { store: schema.url, admin: true })
  for (let count = 0; count < 2; count++) {
    const answer = await fetch(`${running.url}/orders`, { headers: { 'X-Key': 'sk' } })
    assert.deepEqual([answer.status, await answer.json()], [200, { sellers: ['Two'] }])
  }
  assert.deepEqual(
    await schema.query(
      `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = 20038 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    ),
    [],
  )
})
