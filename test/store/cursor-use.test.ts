// A cursor is good for the list that it was made for: for all of the request that chose its records.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, both } from './both.ts'

const document = `
resources:
  Box: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Note:
    key: id
    properties: { id: { type: string, maxLength: 9 }, text: { type: string, maxLength: 10 }, box: { $ref: Box, onDelete: cascade } }
    required: [text, box]
  records:
    Box: [ { id: x }, { id: y } ]
    Note: [ { id: a, text: a, box: x }, { id: b, text: b, box: x }, { id: c, text: a, box: x }, { id: d, text: b, box: x }, { id: e, text: a, box: y }, { id: f, text: a, box: y } ]
endpoints:
  GET /search:
    list: Note
    parameters: { query: { q: { type: string, maxLength: 10, required: true }, n: { type: integer, minimum: 1, maximum: 9, required: true } } }
    where: this.text == input.query.q
    order: [id]
    page: { style: cursor, size: input.query.n }
    status: 200
    output: { all: 'items.map(n, n.id)', next: page.next }
  GET /header:
    list: Note
    parameters: { header: { X-Text: { type: string, maxLength: 10, required: true } }, query: { after: { type: string, maxLength: 500 }, other: { type: string, maxLength: 9 } } }
    where: this.text == input.headers["x-text"]
    order: [id]
    page: { style: cursor, size: 1, cursor: input.query.after }
    status: 200
    output: { all: 'items.map(n, Note(n))', next: page.next }
  GET /found:
    list: Note
    with: { box: { find: Box, by: { id: input.query.box } } }
    parameters: { query: { box: { type: string, maxLength: 10, required: true }, after: { type: string, maxLength: 500 } } }
    where: this.box == box
    order: [id]
    page: { style: cursor, size: 1, cursor: input.query.after }
    status: 200
    output: { all: 'items.map(n, n.id)', next: page.next }
  GET /whole:
    list: Note
    parameters: { query: { q: { type: string, maxLength: 10 }, after: { type: string, maxLength: 500 } } }
    where: 'input.query == input.query ? this.text == "a" : false'
    order: [id]
    page: { style: cursor, size: 1, cursor: input.query.after }
    status: 200
    output: { all: 'items.map(n, n.id)', next: page.next }
`

test('a cursor is `invalid query` if values that `where` and look-ups read have changed, and valid if only the page has changed', async () => {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  const service = await both(facts, 'cursors')
  try {
    const ask = async (
      target: string,
      headers: Record<string, string> = {},
    ): Promise<readonly [number, { all?: unknown[]; next?: string; met?: string }]> => {
      const asked: Asked = { method: 'GET', target, headers: new Map(Object.entries(headers)) }
      const { memory, difference } = await service.send(asked)
      assert.equal(difference, undefined, target)
      return [memory.status, JSON.parse(String(memory.body)) as { all?: unknown[]; next?: string; met?: string }]
    }
    const refused = async (target: string, headers?: Record<string, string>): Promise<void> => {
      const [status, { met }] = await ask(target, headers)
      assert.deepEqual([status, met], [422, 'invalid query'], target)
    }
    const { next } = (await ask('/search?q=a&n=1'))[1]
    await refused(`/search?q=b&n=1&cursor=${next}`)
    assert.deepEqual((await ask(`/search?q=a&n=2&cursor=${next}`))[1].all, ['c', 'e'])

    const header = (await ask('/header', { 'x-text': 'a' }))[1].next
    await refused(`/header?after=${header}`, { 'x-text': 'b' })
    assert.equal((await ask(`/header?after=${header}&other=1`, { 'x-text': 'a' }))[1].all?.length, 1)

    const found = (await ask('/found?box=x'))[1].next
    await refused(`/found?box=y&after=${found}`)
    assert.deepEqual((await ask(`/found?box=x&after=${found}`))[1].all, ['b'])

    const whole = (await ask('/whole?q=1'))[1].next
    await refused(`/whole?q=2&after=${whole}`)
    assert.deepEqual((await ask(`/whole?q=1&after=${whole}`))[1].all, ['c'])
  } finally {
    await service.close()
  }
})

const several = `
service:
  functions:
    chosen: { parameters: { text: string, wanted: string }, returns: bool, value: text == wanted }
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 9 }, firm: { type: string, maxLength: 9 }, box: { type: string, maxLength: 9 } }, required: [firm, box] }
  Note:
    key: id
    properties: { id: { type: string, maxLength: 9 }, text: { type: string, maxLength: 10 }, owner: { $ref: User, onDelete: cascade } }
    required: [text, owner]
  Slip:
    tenant: { firm: caller.firm }
    key: id
    properties: { firm: { type: string, maxLength: 9 }, id: { type: string, maxLength: 9 } }
  views: { Brief: { of: Note, take: [id] } }
  records:
    User: [ { id: ann, firm: north, box: a }, { id: ben, firm: south, box: b } ]
  fixtures:
    Note: [ { id: a, text: a, owner: ann }, { id: b, text: b, owner: ben }, { id: c, text: a, owner: ann }, { id: d, text: b, owner: ben }, { id: e, text: a, owner: ann }, { id: f, text: b, owner: ben } ]
    Slip: [ { firm: north, id: a }, { firm: south, id: a }, { firm: north, id: b }, { firm: south, id: b }, { firm: north, id: c }, { firm: south, id: c } ]
authentication:
  schemes: { own: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: S } } }
  security: [{ own: [] }]
  caller: { find: User, by: { id: string(claims.sub) } }
  unreadable: not-found
  default: allow
endpoints:
  GET /let: { list: Note, parameters: { query: { q: { type: string, maxLength: 10 } } }, let: { sent: 'input.query.q', q: 'sent == null ? "a" : sent' }, where: this.text == q, order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /function: { list: Note, parameters: { query: { q: { type: string, maxLength: 10, required: true } } }, where: 'chosen(this.text, input.query.q)', order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /request: { list: Note, where: 'this.text == request.headers[?"x-text"].orValue("a")', order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /mine: { list: Note, where: this.owner == caller, order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /boxed: { list: Note, let: { box: caller.box }, where: this.text == box, order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /claimed: { list: Note, where: 'this.owner.id == string(claims.sub)', order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /slips: { list: Slip, order: [id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
  GET /any: { list: Note, filter: [text], sort: [id, text], order: [id], page: { style: cursor, size: 1, max: 9 }, fields: fields, status: 200, output: { all: 'items.map(n, Brief(n))', next: page.next } }
  GET /other: { list: Note, filter: [text], sort: [id, text], order: [id], page: { style: cursor, size: 1, max: 9 }, status: 200, output: { all: 'items.map(n, n.id)', next: page.next } }
`

test('a cursor belongs to the caller, tenant, header and names that chose its records', async () => {
  const { facts, problems } = factsOf(completed(several))
  assert.deepEqual(problems, [])
  const service = await both(facts, 'cursors of callers')
  try {
    const ask = async (who: string, target: string, headers: Record<string, string> = {}): Promise<readonly [number, string, string]> => {
      const { memory, difference } = await service.send({
        method: 'GET',
        target,
        headers: new Map(Object.entries(headers)),
        credentials: new Map([['own', { kind: 'valid', claims: { sub: who }, scopes: [] }]]),
      })
      assert.equal(difference, undefined, target)
      const { met, all, next } = JSON.parse(String(memory.body)) as { all?: unknown[]; next?: string; met?: string }
      return [memory.status, met ?? JSON.stringify(all), next ?? '']
    }
    const refused = async (who: string, target: string, headers?: Record<string, string>): Promise<void> =>
      assert.deepEqual((await ask(who, target, headers)).slice(0, 2), [422, 'invalid query'], `${who} ${target}`)
    const continues = async (who: string, target: string, all: string, headers?: Record<string, string>): Promise<void> =>
      assert.deepEqual((await ask(who, target, headers)).slice(0, 2), [200, all], `${who} ${target}`)
    const nextOf = async (who: string, target: string, headers?: Record<string, string>): Promise<string> =>
      (await ask(who, target, headers))[2]

    const named = await nextOf('ann', '/let?q=a')
    await continues('ann', `/let?q=a&cursor=${named}`, '["c"]')
    await continues('ben', `/let?q=a&cursor=${named}`, '["c"]')
    await refused('ann', `/let?q=b&cursor=${named}`)

    const called = await nextOf('ann', '/function?q=a')
    await continues('ann', `/function?q=a&cursor=${called}`, '["c"]')
    await refused('ann', `/function?q=b&cursor=${called}`)

    const header = await nextOf('ann', '/request', { 'x-text': 'b', 'x-trace': '1' })
    await continues('ann', `/request?cursor=${header}`, '["d"]', { 'x-text': 'b', 'x-trace': '2' })
    await refused('ann', `/request?cursor=${header}`)

    for (const path of ['/mine', '/boxed', '/claimed', '/slips']) {
      const cursor = await nextOf('ann', path)
      await continues('ann', `${path}?cursor=${cursor}`, path === '/slips' ? '["b"]' : '["c"]')
      await refused('ben', `${path}?cursor=${cursor}`)
    }

    const any = await nextOf('ann', '/any?text=a&sort=-text')
    await continues('ann', `/any?text=a&sort=-text&size=2&fields=id&cursor=${any}`, '[{"id":"c"},{"id":"a"}]')
    await refused('ann', `/any?text=b&sort=-text&cursor=${any}`)
    await refused('ann', `/any?text=a&sort=text&cursor=${any}`)
    await refused('ann', `/any?sort=-text&cursor=${any}`)
    await refused('ann', `/other?text=a&sort=-text&cursor=${any}`)
  } finally {
    await service.close()
  }
})
