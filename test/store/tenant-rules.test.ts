// Tenants and rules together: a record of another tenant does not exist, and one that a rule hides counts as missing, by every path.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Asked } from './both.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { answers } from './same-answers.ts'

const document = `
resources:
  User:
    key: id
    properties: { id: { type: string, maxLength: 9 }, shop: { type: string, maxLength: 9 }, boss: { type: boolean }, items: { inverse: Item.owner } }
    required: [shop, boss]
  Item:
    tenant: { shop: caller.shop }
    key: id
    softDelete: true
    properties:
      shop: { type: string, maxLength: 9 }
      id: { type: string, maxLength: 9 }
      owner: { $ref: User, onDelete: restrict }
      title: { type: string, maxLength: 20 }
      code: { type: string, maxLength: 9 }
      pay: { type: integer, minimum: 0, maximum: 1000, default: 0 }
    required: [owner, title, pay]
    unique: [code]
  Tag:
    tenant: { shop: caller.shop }
    key: id
    properties: { shop: { type: string, maxLength: 9 }, id: { type: string, maxLength: 9 }, item: { $ref: Item, onDelete: cascade } }
    required: [item]
  views:
    Card: { of: Item, take: [id, title, pay] }
  fixtures:
    User: [{ id: ann, shop: north, boss: true }, { id: ben, shop: north, boss: false }, { id: sue, shop: south, boss: false }]
    Item:
      - { shop: north, id: i1, owner: ann, title: Layoffs, pay: 700, code: c1 }
      - { shop: north, id: i2, owner: ben, title: Bens, code: c2 }
      - { shop: south, id: i1, owner: sue, title: Sues, pay: 1, code: c1 }
      - { shop: south, id: i3, owner: sue, title: More, pay: 1, code: c3 }
    Tag: [{ shop: north, id: t1, item: i1 }, { shop: north, id: t2, item: i2 }, { shop: south, id: t1, item: i1 }]
authentication:
  schemes: { own: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: S } } }
  security: [{ own: [] }]
  caller: { find: User, by: { id: string(claims.sub) } }
  unreadable: not-found
  default: allow
  rules:
    User: { read: this.shop == caller.shop }
    Item: { read: this.owner == caller, pay: { read: caller.boss } }
endpoints:
  GET /items/{id}: { read: Item, status: 200, output: Card(this) }
  GET /items: { list: Item, filter: [code], order: [id], page: { style: offset, size: 1, max: 9 }, status: 200, output: { items: 'items.map(i, Card(i))', total: page.total } }
  GET /counts: { answer: {}, status: 200, output: { items: Item.size(), tags: 'Tag.sortBy(t, t.id).map(t, {"id": t.id, "item": t.item, "title": t.item.title})', users: 'User.sortBy(u, u.id).map(u, {"id": u.id, "items": u.items.size()})', sues: 'Item.exists(i, i.title == "Sues")' } }
  GET /chosen: { list: Tag, parameters: { query: { min: { type: integer, default: 0 } } }, where: 'this.item.pay >= input.query.min', order: [id], page: none, status: 200, output: 'items.map(t, t.id)' }
  PUT /items/{id}: { put: Item, body: [title, code], set: { owner: caller }, status: 200, output: Card(this) }
  POST /items: { create: Item, body: [id, title, code], set: { owner: caller }, idempotency: { key: Idempotency-Key, optional: true, scope: request.address }, status: 201, output: Card(this) }
  POST /tags: { create: Tag, body: [id, item], status: 201, output: { id: this.id, title: this.item.title } }
  POST /codes: { do: [{ update: Item, by: { code: input.body.code }, set: { title: '"done"' } }], body: { code: { type: string, maxLength: 9 } }, status: 204 }
  DELETE /items/{id}: { delete: Item, status: 204 }
`

const as =
  (who: string) =>
  (request: string, key?: string): Asked => {
    const [, method = '', target = '', body] = /^(\S+) (\S+)(?: (.*))?$/.exec(request)!
    return {
      method,
      target,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: new Map([['idempotency-key', key]]) }),
      credentials: new Map([['own', { kind: 'valid', claims: { sub: who }, scopes: [] }]]),
    }
  }
const [ann, ben, sue] = [as('ann'), as('ben'), as('sue')]

async function told(...requests: readonly Asked[]): Promise<readonly string[]> {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  return answers(facts, requests)
}

test('reads, lists, counts and selects only visible records of the tenant', async () => {
  assert.deepEqual(
    await told(
      ...[ann, ben, sue].flatMap((who) => [who('GET /items/i1'), who('GET /items?code=c1'), who('GET /counts'), who('GET /chosen?min=0')]),
    ),
    [
      '200 {"id":"i1","title":"Layoffs","pay":700}',
      '200 {"items":[{"id":"i1","title":"Layoffs","pay":700}],"total":1}',
      '200 {"items":1,"tags":[{"id":"t1","item":"i1","title":"Layoffs"},{"id":"t2","item":"i2"}],"users":[{"id":"ann","items":1},{"id":"ben","items":0}],"sues":false}',
      '200 ["t1"]',
      '404 {"met":"not-found Item","errors":[]}',
      '200 {"items":[],"total":0}',
      '200 {"items":1,"tags":[{"id":"t1","item":"i1"},{"id":"t2","item":"i2","title":"Bens"}],"users":[{"id":"ann","items":0},{"id":"ben","items":1}],"sues":false}',
      '200 []',
      '200 {"id":"i1","title":"Sues"}',
      '200 {"items":[{"id":"i1","title":"Sues"}],"total":1}',
      '200 {"items":2,"tags":[{"id":"t1","item":"i1","title":"Sues"}],"users":[{"id":"sue","items":2}],"sues":true}',
      '200 []',
    ],
  )
})

test("treats another tenant's key as free, and a hidden key as taken", async () => {
  const all = await told(
    ben('PUT /items/i3 {"title":"x","code":"c3"}'),
    ben('PUT /items/i1 {"title":"x","code":"c9"}'),
    ben('POST /items {"id":"i4","title":"x","code":"c1"}'),
    ann('DELETE /items/i1'),
    ben('GET /items/i1'),
    ann('GET /items/i1'),
    ben('PUT /items/i1 {"title":"x","code":"c8"}'),
    sue('GET /items/i1'),
  )
  assert.deepEqual(
    all.map((each) => each.replace(/,"errors".*/, '')),
    [
      '200 {"id":"i3","title":"x"}',
      '409 {"met":"duplicate Item.id"',
      '409 {"met":"duplicate Item.code"',
      '204',
      '404 {"met":"not-found Item"',
      '410 {"met":"gone Item"',
      '409 {"met":"duplicate Item.id"',
      '200 {"id":"i1","title":"Sues"}',
    ],
  )
})

test('references, steps and stored answers never lead to data of another tenant', async () => {
  const all = await told(
    ben('POST /tags {"id":"x","item":"i1"}'),
    sue('POST /tags {"id":"x","item":"i2"}'),
    sue('POST /tags {"id":"x","item":"i1"}'),
    ben('POST /codes {"code":"c1"}'),
    ben('POST /codes {"code":"c3"}'),
    sue('POST /codes {"code":"c1"}'),
    ann('GET /items/i1'),
    ann('POST /items {"id":"k","title":"k","code":"k"}', 'K'),
    ben('POST /items {"id":"k","title":"k","code":"k"}', 'K'),
    sue('POST /items {"id":"k","title":"k","code":"k"}', 'K'),
    ann('POST /items {"id":"k","title":"k","code":"k"}', 'K'),
  )
  assert.deepEqual(
    all.map((each) => each.replace(/,"errors".*/, '')),
    [
      '422 {"met":"dangling Tag.item"',
      '422 {"met":"dangling Tag.item"',
      '201 {"id":"x","title":"Sues"}',
      '404 {"met":"not-found Item"',
      '404 {"met":"not-found Item"',
      '204',
      '200 {"id":"i1","title":"Layoffs","pay":700}',
      '201 {"id":"k","title":"k","pay":0}',
      '409 {"met":"duplicate Item.id"',
      '201 {"id":"k","title":"k"}',
      '201 {"id":"k","title":"k","pay":0}',
    ],
  )
})
