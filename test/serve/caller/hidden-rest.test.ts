// Hidden data stays hidden in streams, in entity tags, between tenants, and in older versions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen } from '../listener.ts'
import { asking, hiding, stores } from './hiding.ts'

for (const store of stores) {
  test(`${store}: a hidden change does not affect the caller's tag, 304 and If-Match`, async (context) => {
    const endpoints = `
  GET /docs/{id}: { read: Doc, conditional: optional, output: Doc(this) }
  GET /tags/{id}: { read: Tag, conditional: optional, output: { id: this.id, title: this.doc.title, pay: this.doc.pay } }
  PATCH /docs/{id}: { update: Doc, body: [title], conditional: optional, output: { id: this.id } }
  POST /docs/{id}/pay: { update: Doc, body: [pay], output: { id: this.id } }
  PATCH /bare/{id}: { update: Doc, body: [title], conditional: optional, output: { id: this.id } }`
    const rules = { rules: '' }
    const text = hiding({ endpoints, ...rules }).replace(
      'Doc: { read: this.owner == caller,',
      'Doc: { read: this.owner == caller || caller.boss,',
    )
    const ask = await asking(context, text, store)
    const tag = async (who: string, path: string): Promise<string> => (await ask(who, `GET ${path}`)).headers.get('etag')!
    const before = { ben: await tag('ben', '/docs/d2'), ann: await tag('ann', '/docs/d2'), tag: await tag('ben', '/tags/t2') }
    const bare = (await ask('ben', 'PATCH /bare/d2', { title: 'Bens' })).headers.get('etag')!
    assert.equal((await ask('ann', 'POST /docs/d2/pay', { pay: 90 })).status, 200)
    assert.equal(await tag('ben', '/docs/d2'), before.ben)
    assert.notEqual(await tag('ann', '/docs/d2'), before.ann)
    assert.equal((await ask('ben', 'GET /docs/d2', undefined, { 'if-none-match': before.ben })).status, 304)
    assert.equal((await ask('ben', 'GET /tags/t2', undefined, { 'if-none-match': before.tag })).status, 304)
    assert.equal((await ask('ann', 'PATCH /docs/d2', { title: 'No' }, { 'if-match': before.ann })).status, 412)
    // If no GET shows the record, the tag covers the fields that the caller may read.
    assert.equal((await ask('ben', 'PATCH /bare/d2', { title: 'Bens' }, { 'if-match': bare })).status, 200)
    assert.equal((await ask('ben', 'PATCH /docs/d2', { title: 'New' }, { 'if-match': before.ben })).status, 200)
    assert.equal((await ask('ben', 'PATCH /bare/d2', { title: 'No' }, { 'if-match': bare })).status, 412)
    assert.notEqual(await tag('ben', '/docs/d2'), before.ben)
  })

  test(`${store}: the filter of a stream reads with the permissions of each caller`, async (context) => {
    const endpoints = `
  POST /tags: { create: Tag, body: [id, doc], output: { id: this.id } }
  GET /all: { stream: [tag.made] }
  GET /dear: { stream: [tag.made], where: 'Doc.exists(d, d.title == "Layoffs")' }
  GET /many: { stream: [tag.made], where: Doc.size() > 1 }`
    const rest = `events: { types: { tag.made: { on: Tag.created, data: { id: this.id } } }, delivery: { stream: { media: text/event-stream, retain: P1D } } }\nlimits: none\nversioning: none`
    const text = hiding({ endpoints, rest }).replace(
      'Doc: { read: this.owner == caller,',
      'Doc: { read: this.owner == caller || caller.boss,',
    )
    const ask = await asking(context, text, store)
    const streams = await Promise.all(
      ['/all', '/dear', '/many'].flatMap((path) =>
        ['ann', 'ben'].map(async (who) => {
          const stream = await listen(`${ask.url}${path}`, { headers: { 'x-key': who } })
          await stream.placed()
          return stream
        }),
      ),
    )
    for (const id of ['x1', 'x2']) assert.equal((await ask('ben', 'POST /tags', { id, doc: 'd2' })).status, 201)
    await Promise.all([0, 1, 2, 4].map((index) => streams[index]!.until(({ length }) => length >= 2)))
    assert.deepEqual(
      streams.map(({ heard }) => heard.length),
      [2, 2, 2, 0, 2, 0],
    )
    for (const stream of streams) stream.close()
  })

  test(`${store}: sends an event with former values to callers who may read the record before and after`, async (context) => {
    const endpoints = `
  PATCH /docs/{id}: { update: Doc, body: [owner, title], output: { id: this.id } }
  GET /was: { stream: [doc.was] }
  GET /is: { stream: [doc.is] }`
    const rest = `events: { types: { doc.was: { on: Doc.updated, data: { id: this.id, from: old.title } }, doc.is: { on: Doc.updated, data: { id: this.id, to: this.title } } }, delivery: { stream: { media: text/event-stream, retain: P1D } } }\nlimits: none\nversioning: none`
    const ask = await asking(context, hiding({ endpoints, rest }), store)
    const [was, is] = await Promise.all(
      ['/was', '/is'].map(async (path) => {
        const stream = await listen(`${ask.url}${path}`, { headers: { 'x-key': 'ben' } })
        await stream.placed()
        return stream
      }),
    )
    // Ann gives a document to Ben: Ben may not read its earlier content.
    assert.equal((await ask('ann', 'PATCH /docs/d1', { owner: 'ben', title: 'Yours' })).status, 200)
    assert.equal((await ask('ben', 'PATCH /docs/d1', { title: 'Mine' })).status, 200)
    await Promise.all([was!.until(({ length }) => length >= 1), is!.until(({ length }) => length >= 2)])
    assert.deepEqual(
      was!.heard.map(({ data }) => JSON.parse(data)),
      [{ id: 'd1', from: 'Yours' }],
    )
    assert.deepEqual(
      is!.heard.map(({ data }) => JSON.parse(data)),
      [
        { id: 'd1', to: 'Yours' },
        { id: 'd1', to: 'Mine' },
      ],
    )
    was!.close()
    is!.close()
  })

  test(`${store}: does not convert hidden values for an older version`, async (context) => {
    const endpoints = `
  GET /docs/{id}: { read: Doc, output: Card(this) }
  GET /tags/{id}: { read: Tag, output: { id: this.id, about: this.doc.title, card: Card(this.doc) } }`
    const rest = `events: none
limits: none
versioning:
  scheme: { header: Version }
  current: v2
  versions: { v1: {} }
  changes:
    v2:
      - retype: { Doc.pay: { up: int(value), down: string(value) } }`
    const ask = await asking(context, hiding({ endpoints, rest, views: '    Card: { of: Doc, take: [id, title, pay] }' }), store)
    const of = async (who: string, path: string, version: string): Promise<unknown> =>
      (await ask(who, `GET ${path}`, undefined, { version })).body
    assert.deepEqual(await of('ben', '/docs/d2', 'v1'), { id: 'd2', title: 'Bens' })
    assert.deepEqual(await of('ann', '/docs/d1', 'v1'), { id: 'd1', title: 'Layoffs', pay: '700' })
    assert.deepEqual(await of('ann', '/docs/d1', 'v2'), { id: 'd1', title: 'Layoffs', pay: 700 })
    assert.deepEqual(await of('ben', '/tags/t1', 'v1'), { id: 't1' })
  })
}
