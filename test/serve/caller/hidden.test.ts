// Data that the caller may not read is left out of every shown place, and nothing reveals that it exists.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, hiding, stores } from './hiding.ts'

const views = `    Card: { of: Doc, take: [id, title, pay] }
    Seen: { of: Tag, properties: { id: this.id, card: Card(this.doc), cards: 'this.others.map(o, Card(o))' } }`

/** The answer to Ben about t1, whose document belongs to Ann. */
async function sent(context: Parameters<typeof asking>[0], store: (typeof stores)[number], output: string, who = 'ben'): Promise<unknown> {
  const ask = await asking(context, hiding({ endpoints: `  GET /tags/{id}: { read: Tag, output: ${output} }`, views }), store)
  const { status, body } = await ask(who, 'GET /tags/t1')
  assert.equal(status, 200)
  return body
}

for (const store of stores) {
  test(`${store}: omits values of a hidden record, but not its key in a reference`, async (context) => {
    const output = `{ k: this.doc, i: this.doc.id, p: this.doc.title, t: 'this.doc.title + ""', v: Card(this.doc) }`
    assert.deepEqual(await sent(context, store, output), { k: 'd1', i: 'd1' })
    assert.deepEqual(await sent(context, store, output, 'ann'), {
      k: 'd1',
      i: 'd1',
      p: 'Layoffs',
      t: 'Layoffs',
      v: { id: 'd1', title: 'Layoffs', pay: 700 },
    })
  })

  test(`${store}: iterates resources, inverses and lists of references without hidden records`, async (context) => {
    const output =
      `{ n: Doc.size(), a: 'Doc.map(d, d.title)', l: '[this.doc.title]', m: '{"x": this.doc.title}', r: this.others, rs: this.others.size(), ri: 'this.others.map(o, o.id)', rx: 'this.others.transformList(i, o, i)', s: 'Doc.sortBy(d, d.pay).map(d, d.id)', f: 'Doc.filter(d, d.title != "").map(d, Card(d))', e: 'Doc.exists(d, d.title == "Layoffs")', all: 'Doc.all(d, d.title == "Bens")', one: 'Doc.exists_one(d, d.title != "")', bare: Doc, tags: 'this.doc.tags.size()', mine: 'Doc.find({"id": "d1"}).hasValue()' }`.replace(
        `, mine: 'Doc.find({"id": "d1"}).hasValue()'`,
        '',
      )
    assert.deepEqual(await sent(context, store, output), {
      n: 1,
      a: ['Bens'],
      l: [],
      m: {},
      r: ['d1', 'd2'],
      rs: 1,
      ri: ['d2'],
      rx: [0],
      s: ['d2'],
      f: [{ id: 'd2', title: 'Bens' }],
      e: false,
      all: true,
      one: true,
      bare: ['d2'],
    })
  })

  test(`${store}: conditions have three values, and expressions that need no hidden value have a result`, async (context) => {
    const output = `{ e: 'this.doc.title == "Layoffs"', o: 'this.id == "t1" || this.doc.title == "x"', o2: 'this.doc.title == "x" || this.id == "t1"', an: 'this.doc.title == "x" && this.id == "no"', u: 'this.doc.title == "x" || this.id == "no"', no: '!(this.doc.title == "x")', c: 'this.doc.title == "Layoffs" ? 1 : 2', c2: 'this.id == "t1" ? 1 : this.doc.pay', h: has(this.doc.title), h2: has(this.doc.owner.boss), z: this.doc == null, d: 'this.doc.?title.orValue("-")', b: 'cel.bind(t, this.doc.title, this.id)', b2: 'cel.bind(t, this.doc.title, t + "!")' }`
    assert.deepEqual(await sent(context, store, output), {
      o: true,
      o2: true,
      an: false,
      c2: 1,
      h: false,
      h2: false,
      z: false,
      d: '-',
      b: 't1',
    })
  })

  test(`${store}: hides in nested views and macros, and complete answers`, async (context) => {
    assert.deepEqual(await sent(context, store, 'Seen(this)'), { id: 't1', cards: [{ id: 'd2', title: 'Bens' }] })
    assert.deepEqual(await sent(context, store, `'Tag.map(t, Doc.filter(d, d == t.doc).map(d, {"t": d.title, "p": d.pay}))'`), [
      [],
      [{ t: 'Bens' }],
    ])
    assert.equal(await sent(context, store, 'Card(this.doc)'), null)
  })

  test(`${store}: counts the caller's own record, and no hidden reference leads back to it`, async (context) => {
    const resources = `
  Review:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      of: { $ref: Doc, onDelete: cascade }
      by: { $ref: User, onDelete: cascade }
    required: [of, by]`
    const endpoints = `
  GET /counts: { answer: {}, output: { users: User.size(), ids: 'User.map(u, u.id)', bosses: 'User.filter(u, u.boss).size()', mine: 'User.exists(u, u == caller)', docs: 'Doc.filter(d, d.owner.boss).size()' } }
  GET /users/{id}: { read: User, output: { wrote: 'this.reviews.map(r, r.id)', n: this.reviews.size() } }
  GET /docs/{id}: { read: Doc, output: { n: 'Review.filter(r, r.of == this).size()', by: 'Review.map(r, r.by)' } }`
    const text = hiding({
      endpoints,
      resources,
      rules: '    Review: { read: true, by: { read: caller.boss } }',
      records: `
    Review:
      - { id: r1, of: d2, by: ben }`,
    })
      .replace('User: { read: true }', 'User: { read: this.boss == caller.boss && caller.boss }')
      .replace('boss: { type: boolean, default: false } }', 'boss: { type: boolean, default: false }, reviews: { inverse: Review.by } }')
    const ask = await asking(context, text, store)
    assert.deepEqual((await ask('ben', 'GET /counts')).body, { users: 1, ids: ['ben'], bosses: 0, mine: true, docs: 0 })
    assert.deepEqual((await ask('ann', 'GET /counts')).body, { users: 1, ids: ['ann'], bosses: 1, mine: true, docs: 1 })
    assert.deepEqual((await ask('ben', 'GET /docs/d2')).body, { n: 1, by: [] })
    const told = text.replace('this.boss == caller.boss && caller.boss', 'true')
    const all = await asking(context, told, store)
    assert.deepEqual((await all('ben', 'GET /users/ben')).body, { wrote: [], n: 0 })
    assert.deepEqual((await all('ann', 'GET /users/ben')).body, { wrote: ['r1'], n: 1 })
  })

  test(`${store}: a computed property is hidden like its expression, stored or not`, async (context) => {
    const output = `{ docs: 'Doc.map(d, {"id": d.id, "doubled": d.doubled, "kept": d.kept})' }`
    assert.deepEqual(await sent(context, store, output), { docs: [{ id: 'd2' }] })
    assert.deepEqual(await sent(context, store, output, 'ann'), { docs: [{ id: 'd1', doubled: 1400, kept: 701 }] })
  })

  test(`${store}: omits headers and error texts that would reveal hidden values`, async (context) => {
    const endpoints = `
  GET /tags/{id}: { read: Tag, headers: { X-T: '\${this.doc.title}', X-I: '\${this.id}', X-P: '\${this.doc.pay}' }, output: { id: this.id } }
  POST /tags/{id}/check: { update: Tag, body: [text], require: { cheap: this.doc.pay < 100 }, output: { id: this.id } }
  GET /docs: { list: Doc, filter: [owner], order: [id], page: { style: offset, size: 1, max: 9 }, output: { docs: 'items.map(d, d.title)', total: page.total } }`
    const catalogue = `errors:
  precedence: standard
  catalogue:
    dear: { on: require, status: 409, title: Too dear, detail: 'It is \${this.doc.title}', headers: { X-D: '\${this.doc.title}' } }`
    const ask = await asking(context, hiding({ endpoints }).replace('errors: { precedence: standard }', catalogue), store)
    const ben = await ask('ben', 'GET /tags/t1')
    assert.deepEqual([ben.headers.get('x-t'), ben.headers.get('x-i')], [null, 't1'])
    assert.equal((await ask('ann', 'GET /tags/t1')).headers.get('x-t'), 'Layoffs')
    const refused = await ask('ben', 'POST /tags/t1/check', { text: 'x' })
    assert.equal(refused.status, 409)
    assert.deepEqual(
      [(refused.body as any).title, 'detail' in (refused.body as object), refused.headers.get('x-d')],
      ['Too dear', false, null],
    )
    assert.equal(((await ask('ann', 'POST /tags/t1/check', { text: 'x' })).body as any).detail, 'It is Layoffs')
    const listed = await ask('ben', 'GET /docs')
    assert.deepEqual([listed.status, listed.body], [200, { docs: ['Bens'], total: 1 }])
  })

  test(`${store}: never shows records that only decide, and shows disclosed ones`, async (context) => {
    const endpoints = `
  GET /decided/{id}: { with: { doc: { find: Doc, by: { id: input.path.id }, decides: It is counted } }, answer: {}, output: { k: doc, i: doc.id, t: doc.title, tags: 'Tag.filter(t, t.doc == doc).map(t, t.id)', h: has(doc.title) } }
  GET /told/{id}: { with: { doc: { find: Doc, by: { id: input.path.id } } }, answer: {}, discloses: { doc: Whoever knows the name }, output: { k: doc, t: doc.title, p: doc.pay, card: Card(doc) } }
  GET /tags/{id}: { read: Tag, discloses: { Doc: All tags show theirs }, output: { t: this.doc.title, p: this.doc.pay, n: Doc.size(), c: Card(this.doc) } }
  GET /titles/{id}: { read: Tag, discloses: { Doc.title: Titles are no secret }, output: { t: this.doc.title, n: Doc.size(), c: Card(this.doc), v: Title(this), o: 'this.doc.title + this.doc.owner.id' } }`
    const titled = `${views}
    Title: { of: Tag, discloses: { Doc.title: Titles are no secret }, properties: { t: this.doc.title } }`
    const ask = await asking(context, hiding({ endpoints, views: titled }), store)
    assert.deepEqual((await ask('ben', 'GET /decided/d1')).body, { tags: [], h: false })
    assert.deepEqual((await ask('ben', 'GET /told/d1')).body, { k: 'd1', t: 'Layoffs', card: { id: 'd1', title: 'Layoffs' } })
    assert.deepEqual((await ask('ben', 'GET /tags/t1')).body, { t: 'Layoffs', n: 2, c: { id: 'd1', title: 'Layoffs' } })
    assert.deepEqual((await ask('ben', 'GET /titles/t1')).body, { t: 'Layoffs', n: 1, v: { t: 'Layoffs' } })
  })

  test(`${store}: the caller may see records that the request created, also in a step`, async (context) => {
    const endpoints = `
  POST /made:
    body: { type: object, properties: { id: { type: string, maxLength: 9 } }, required: [id] }
    do:
      - { create: Doc, set: { id: input.body.id, owner: '"ann"', title: '"Made"' }, as: made }
    output: { t: made.title, p: made.pay, c: Card(made) }
  POST /given: { create: Tag, body: [id, doc], output: { t: this.doc.title, id: this.id } }
  PATCH /docs/{id}: { update: Doc, body: [owner], output: { t: this.title, old: old.title } }`
    const ask = await asking(
      context,
      hiding({ endpoints, views }).replace(`'"ann"'`, 'User.find({"id": "ann"})').replace('User.find({"id": "ann"})', 'caller'),
      store,
    )
    assert.deepEqual((await ask('ben', 'POST /made', { id: 'm1' })).body, { t: 'Made', c: { id: 'm1', title: 'Made' } })
    assert.equal((await ask('ben', 'POST /given', { id: 'g1', doc: 'd1' })).status, 422)
    assert.deepEqual((await ask('ben', 'PATCH /docs/d2', { owner: 'ann' })).body, { t: 'Bens', old: 'Bens' })
  })
}
