// A record that its read rule hides does not exist for the caller, by any look-up and under any name.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, hiding, stores } from './hiding.ts'

const output = 'output: { id: this.id }'

for (const store of stores) {
  test(`${store}: a look-up finds readable records, or all records if it decides`, async (context) => {
    const endpoints = `
  GET /docs/{id}: { read: Doc, ${output} }
  GET /docs/{id}/tags: { with: { doc: { find: Doc, by: { id: input.path.id } } }, list: Tag, where: this.doc == doc, order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }
  GET /decided/{id}/tags: { with: { doc: { find: Doc, by: { id: input.path.id }, decides: Tags are everybody's to read } }, list: Tag, where: this.doc == doc, order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }
  POST /docs/{id}/tags: { with: { doc: { find: Doc, by: { id: input.path.id } } }, create: Tag, body: [id], set: { doc: doc }, require: { cheap: doc.pay < 100 }, ${output} }`
    const ask = await asking(context, hiding({ endpoints }), store)
    assert.equal((await ask('ben', 'GET /docs/d1')).status, 404)
    assert.equal((await ask('ben', 'GET /docs/d1/tags')).status, 404)
    assert.deepEqual(
      await ask('ben', 'GET /docs/d1/tags').then(({ body }) => body),
      await ask('ben', 'GET /docs/none/tags').then(({ body }) => body),
    )
    assert.deepEqual((await ask('ann', 'GET /docs/d1/tags')).body, { tags: ['t1'] })
    assert.deepEqual((await ask('ben', 'GET /docs/d2/tags')).body, { tags: ['t2'] })
    assert.deepEqual((await ask('ben', 'GET /decided/d1/tags')).body, { tags: ['t1'] })
    assert.equal((await ask('ben', 'POST /docs/d1/tags', { id: 't3' })).status, 404)
    // Conditions read records with the document's authority.
    assert.equal((await ask('ben', 'POST /docs/d2/tags', { id: 't3' })).status, 201)
  })

  test(`${store}: with "unreadable: forbidden" a look-up refuses as forbidden`, async (context) => {
    const endpoints = `
  GET /docs/{id}/tags: { with: { doc: { find: Doc, by: { id: input.path.id } } }, list: Tag, where: this.doc == doc, order: [id], page: none, output: { tags: 'items.map(t, t.id)' } }
  DELETE /docs/{id}: { delete: Doc }
  PUT /docs/{id}: { put: Doc, body: [title], set: { owner: caller, pay: '1' }, ${output} }
  GET /docs/{id}: { read: Doc, ${output} }
  POST /tags: { create: Tag, body: [id, doc], require: { cheap: input.body.doc.pay < 100 }, ${output} }
  GET /early/{id}: { with: { tag: { find: Tag, by: { id: input.path.id } } }, answer: {}, output: { id: tag.id } }`
    const ask = await asking(
      context,
      hiding({
        endpoints,
        unreadable: 'forbidden',
        doc: 'softDelete: true',
        rest: 'events: none\nlimits: { retention: { deleted: P30D } }\nversioning: none',
      }),
      store,
    )
    assert.equal((await ask('ben', 'GET /docs/d1/tags')).status, 403)
    assert.equal((await ask('ben', 'GET /docs/none/tags')).status, 404)
    assert.equal((await ask('ann', 'GET /docs/d1/tags')).status, 200)
    assert.equal((await ask('ben', 'PUT /docs/d1', { title: 'mine' })).status, 403)
    // The rule is checked before a condition reads the referenced record: 403, whether the condition is true or not.
    assert.equal((await ask('ben', 'POST /tags', { id: 'x', doc: 'd1' })).status, 403)
    assert.equal((await ask('ben', 'POST /tags', { id: 'x', doc: 'none' })).status, 422)
    assert.equal((await ask('ben', 'POST /tags', { id: 'x', doc: 'd2' })).status, 201)
    assert.equal((await ask('ann', 'POST /tags', { id: 'y', doc: 'd1' })).status, 422)
    assert.equal((await ask('ann', 'DELETE /docs/d1')).status, 204)
    assert.equal((await ask('ann', 'GET /docs/d1')).status, 410)
    assert.equal((await ask('ben', 'GET /docs/d1')).status, 403)
    assert.equal((await ask('ben', 'GET /docs/d1/tags')).status, 403)
  })

  for (const [unreadable, status] of [
    ['not-found', 422],
    ['forbidden', 403],
  ] as const) {
    test(`${store}: checks a sent reference before any expression follows it (${unreadable})`, async (context) => {
      const endpoints = `
  POST /tags/{id}/move: { transition: Tag.move, ${output} }
  POST /tags/{id}/turn:
    body: { type: object, properties: { to: { $ref: Doc } }, required: [to] }
    do:
      - { update: Tag, by: { id: input.path.id }, set: { doc: input.body.to } }
    output: { ok: 'true' }
  GET /look: { answer: {}, parameters: { query: { to: { $ref: Doc } } }, output: { t: 'input.query.?to.?title', k: 'input.query.?to' } }
  POST /look: { answer: {}, body: { type: object, properties: { to: { $ref: Doc } }, required: [to] }, output: { t: input.body.to.title, k: input.body.to } }
  POST /told: { answer: {}, discloses: { Doc: Whoever has the key }, body: { type: object, properties: { to: { $ref: Doc } }, required: [to] }, output: { t: input.body.to.title } }`
      const machine =
        'states: { Tag.s: { initial: a, states: { a: { on: { move: { target: a, input: { type: object, properties: { to: { $ref: Doc } }, required: [to] }, set: { doc: input.to } } } } } } }'
      const ask = await asking(
        context,
        hiding({ endpoints, unreadable }).replace('states: none', machine).replace('Tag: { read: true,', 'Tag: { read: true, move: true,'),
        store,
      )
      for (const [to, expected] of [
        ['d1', status],
        ['d2', 200],
        ['none', 422],
      ] as const) {
        for (const path of ['/tags/t2/move', '/tags/t2/turn', '/look'])
          assert.equal((await ask('ben', `POST ${path}`, { to })).status, expected, `${path} ${to}`)
        assert.equal((await ask('ben', `GET /look?to=${to}`)).status, expected, to)
      }
      assert.deepEqual((await ask('ben', 'POST /told', { to: 'd1' })).body, { t: 'Layoffs' })
    })
  }

  test(`${store}: answers hidden, deleted and missing records alike; a used key is a duplicate`, async (context) => {
    const endpoints = `
  GET /docs/{id}: { read: Doc, conditional: optional, ${output} }
  PATCH /docs/{id}: { update: Doc, body: [title], conditional: optional, ${output} }
  DELETE /docs/{id}: { delete: Doc, conditional: optional }
  POST /whole/{id}: { replace: Doc, body: [title], set: { owner: this.owner, pay: this.pay }, ${output} }
  POST /docs/{id}/go: { transition: Doc.go, conditional: optional, ${output} }
  POST /docs: { create: Doc, body: [id, title], set: { owner: caller }, ${output} }
  PUT /docs/{id}: { put: Doc, body: [title], set: { owner: caller, pay: '1' }, conditional: optional, ${output} }
  DELETE /again/{id}: { delete: Doc, idempotency: natural }`
    const rest = 'events: none\nlimits: { retention: { deleted: P30D } }\nversioning: none'
    const text = hiding({ endpoints, doc: 'softDelete: true', rest })
      .replace('states: none', 'states: { Doc.s: { initial: a, states: { a: { on: { go: { target: b } } }, b: { type: final } } } }')
      .replace('delete: true, pay', 'delete: true, go: true, pay')
    const ask = await asking(context, text, store)
    const requests = (id: string): readonly (readonly [string, unknown?])[] => [
      [`GET /docs/${id}`],
      [`PATCH /docs/${id}`, { title: 'x' }],
      [`DELETE /docs/${id}`],
      [`POST /whole/${id}`, { title: 'x' }],
      [`POST /docs/${id}/go`],
    ]
    const all = async (id: string, headers = {}): Promise<unknown[]> =>
      Promise.all(
        requests(id).map(async ([request, body]) => {
          const answer = await ask('ben', request, body, headers)
          return [answer.status, JSON.stringify(answer.body).replaceAll(id, '')]
        }),
      )
    const absent = await all('none')
    assert.deepEqual(
      absent.map(([status]: any) => status),
      [404, 404, 404, 404, 404],
    )
    assert.deepEqual(await all('d1'), absent)
    assert.deepEqual(await all('d1', { 'if-match': '"x"' }), absent)
    assert.equal((await ask('ben', 'DELETE /again/d1')).status, (await ask('ben', 'DELETE /again/none')).status)
    assert.equal((await ask('ann', 'GET /docs/d1')).status, 200)
    for (const request of ['PUT /docs/d1', 'POST /docs'])
      assert.equal(
        (await ask('ben', request, request.startsWith('POST') ? { id: 'd1', title: 'mine' } : { title: 'mine' })).status,
        409,
        request,
      )
    assert.equal((await ask('ben', 'PUT /docs/d1', { title: 'mine' }, { 'if-none-match': '*' })).status, 409)
    assert.equal((await ask('ben', 'PUT /docs/d2', { title: 'mine' })).status, 200)
    assert.equal((await ask('ben', 'PUT /docs/d9', { title: 'mine' })).status, 201)
    assert.equal((await ask('ann', 'DELETE /docs/d1')).status, 204)
    assert.equal((await ask('ann', 'GET /docs/d1')).status, 410)
    assert.deepEqual(await all('d1'), absent)
    for (const request of ['PUT /docs/d1', 'POST /docs'])
      assert.equal(
        (await ask('ben', request, request.startsWith('POST') ? { id: 'd1', title: 'mine' } : { title: 'mine' })).status,
        409,
        request,
      )
  })

  test(`${store}: repeats a stored answer only to its caller; a natural repetition of a hidden record is a duplicate`, async (context) => {
    const endpoints = `
  POST /docs: { create: Doc, body: [id, title], set: { owner: caller, pay: '5' }, idempotency: { key: Idempotency-Key, scope: request.address }, output: Doc(this) }
  POST /natural: { create: Doc, body: [id, title], set: { owner: caller, pay: '5' }, idempotency: natural, output: Doc(this) }`
    const ask = await asking(
      context,
      hiding({ endpoints, rest: 'events: none\nlimits: { retention: { idempotency: P1D } }\nversioning: none' }),
      store,
    )
    const key = { 'idempotency-key': 'K' }
    const first = await ask('ann', 'POST /docs', { id: 'k1', title: 'Secret' }, key)
    assert.equal(first.status, 201)
    assert.deepEqual((await ask('ann', 'POST /docs', { id: 'k1', title: 'Secret' }, key)).body, first.body)
    const second = await ask('ben', 'POST /docs', { id: 'k1', title: 'Secret' }, key)
    assert.equal(second.status, 409)
    assert.doesNotMatch(JSON.stringify(second.body), /Secret|ann/)
    const natural = await ask('ann', 'POST /natural', { id: 'n1', title: 'Secret' })
    assert.deepEqual((await ask('ann', 'POST /natural', { id: 'n1', title: 'Secret' })).body, natural.body)
    assert.equal((await ask('ben', 'POST /natural', { id: 'n1', title: 'Secret' })).status, 409)
  })
}
