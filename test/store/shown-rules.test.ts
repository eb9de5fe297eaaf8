// The database's answers omit the data that rules hide, like those from memory: for each caller, page after page and after writes.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both, exchangeOf } from './both.ts'
import { planned } from './planned.ts'

const digest = (key: string): string => hash('sha256', key)

const document = completed(`
resources:
  Person:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      name: { type: string, maxLength: 40 }
      boss: { type: boolean }
      mail: { type: string, maxLength: 40 }
      friend: { $ref: Person, onDelete: restrict }
      digest: { type: string, maxLength: 64 }
      docs: { inverse: Doc.owner }
    required: [id, name, boss, digest]
    unique: [digest]
  Doc:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      title: { type: string, maxLength: 40 }
      pay: { type: integer, minimum: 0, maximum: 1000 }
      cost: { type: number, multipleOf: 0.01, minimum: 0, maximum: 99 }
      ratio: { type: number, format: double }
      note: { type: [string, 'null'], maxLength: 40 }
      open: { type: boolean }
      owner: { $ref: Person, onDelete: restrict }
      next: { $ref: Doc, onDelete: restrict }
      alt: { $ref: Doc, onDelete: set-null }
      tags: { inverse: Tag.doc }
      label: { type: string, compute: 'this.title + "!"' }
      double: { type: integer, compute: 'this.pay * 2' }
      kept: { type: integer, compute: 'this.pay + 1', stored: true }
      upper: { type: string, compute: 'this.title.upperAscii()' }
      team: { type: array, items: { $ref: Person }, default: [], maxItems: 9 }
    required: [id, title, pay, cost, open, owner, next]
  Tag:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      word: { type: string, maxLength: 9 }
      doc: { $ref: Doc, onDelete: cascade }
      by: { $ref: Person, onDelete: restrict }
    required: [id, word, doc, by]
  Share:
    key: [doc, person]
    properties: { doc: { $ref: Doc, onDelete: cascade }, person: { $ref: Person, onDelete: restrict } }
  views:
    Brief: { of: Person, take: [name, mail] }
    Face: { of: Person, take: [id, name, boss], properties: { docs: 'this.docs.map(d, d.id)', count: 'this.docs.size()', friend: Brief(this.friend) } }
    Short: { of: Doc, take: [id, title, pay] }
    Paid: { of: Doc, take: [cost, ratio, pay, kept, double] }
    Whole:
      of: Doc
      take: [id, title, pay, cost, ratio, note, open, owner, next, alt, label, double, kept, upper, team]
      properties:
        mail: this.owner.mail
        boss: 'this.owner.boss'
        isRich: 'this.pay > 500'
        isBoth: 'this.pay > 500 || this.open'
        isNeither: '!(this.pay > 500) && !this.open'
        choice: 'this.pay > 500 ? "rich" : this.title'
        other: 'this.open ? this.note : this.title'
        has: has(this.pay)
        nextTitle: this.next.title
        nextPay: this.next.pay
        nextOwner: this.next.owner.name
        altIs: 'this.alt == null'
        altView: Short(this.alt)
        altTitle: 'this.alt == null ? null : this.alt.title'
        altPay: 'this.alt != null && this.alt.pay > 500'
        altCost: 'this.alt == null ? null : Paid(this.alt)'
        follows: Short(this.next)
        author: Brief(this.owner)
        list: [{ const: x }, this.pay, this.note, this.next.title]
        pair: '[this.title, this.next.title]'
        sum: 'this.pay + this.next.pay'
        text: 'this.title + this.next.title'
        tags: 'this.tags.map(t, t.word)'
        words: 'this.tags.filter(t, t.word != "two" || t.by.mail == "ann@x").map(t, t.by.name)'
        all: 'this.tags.all(t, t.by.mail != "bob@x")'
        any: 'this.tags.exists(t, t.by.mail == "bob@x")'
        one: 'this.tags.exists_one(t, t.by.boss)'
        count: 'this.tags.size()'
        others: 'Doc.filter(d, d.owner == this.owner).map(d, Short(d))'
        pays: 'Doc.map(d, d.pay)'
        shared: 'Share.exists(s, s.doc == this && s.person == caller)'
        known: 'this.?pay.orValue(7)'
        size: 'this.team.size()'
        mates: 'this.team.map(p, p.name)'
        mine: this.owner == caller
  records:
    Person:
      - { id: ann, name: Ann, boss: true, mail: ann@x, friend: bob, digest: ${digest('ann')} }
      - { id: bob, name: Bob, boss: false, mail: bob@x, friend: cid, digest: ${digest('bob')} }
      - { id: cid, name: Cid, boss: false, digest: ${digest('cid')} }
    Doc:
      - { id: d1, title: Layoffs, pay: 700, cost: 1.50, ratio: 0.1, open: false, owner: ann, next: d2, team: [ann, bob], alt: d3 }
      - { id: d2, title: Bens, pay: 0, cost: 20, open: false, owner: bob, next: d1, note: hm, alt: d1 }
      - { id: d3, title: "Op\\"en", pay: 900, cost: 0.05, open: true, owner: cid, next: d3, team: [cid] }
      - { id: d4, title: Last, pay: 501, cost: 3, open: true, owner: bob, note: ok, next: d2 }
    Tag: [{ id: t1, word: one, doc: d1, by: ann }, { id: t2, word: two, doc: d2, by: bob }, { id: t3, word: three, doc: d3, by: bob }, { id: t4, word: four, doc: d4, by: cid }, { id: t5, word: five, doc: d2, by: ann }]
    Share: [{ doc: d1, person: cid }, { doc: d2, person: cid }, { doc: d3, person: bob }]
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { digest: digest(credential) } } }
  security: [{ key: [] }, {}]
  unreadable: not-found
  default: deny
  rules:
    Person: { read: true, update: true, mail: { read: (caller != null && caller.boss) || this == caller }, friend: { read: 'this.name != "Bob"' } }
    Doc: { read: 'this.owner == caller || this.open', create: true, update: true, delete: true, pay: { read: (caller != null && caller.boss) || this.owner == caller }, note: { read: this.title != "Last" }, cost: { read: 'caller != null && caller.name != "Cid"' } }
    Tag: { read: true, create: true, update: true, delete: true, by: { read: 'this.word != "four" || (caller != null && caller.boss)' } }
    Share: { read: (caller != null && caller.boss) || this.person == caller }
errors:
  body: { met: error.condition }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: [invalid, cursor-expired], status: 422 }
    absent: { on: not-found, status: 404 }
    who: { on: unauthenticated, status: 401 }
    no: { on: forbidden, status: 403 }
    taken: { on: duplicate, status: 409 }
    loose: { on: dangling, status: 422 }
    kept: { on: in-use, status: 409 }
    bad: { on: [malformed, unsupported-media, too-large], status: 400 }
endpoints:
  GET /docs/{id}: { read: Doc, conditional: optional, status: 200, output: Whole(this) }
  GET /docs: { list: Doc, filter: [open], sort: [title], order: [id], page: { style: cursor, size: 2, max: 9 }, status: 200, output: { docs: 'items.map(d, Whole(d))', next: page.next, total: page.total } }
  GET /paid: { list: Doc, order: [-id], page: { style: offset, size: 3 }, status: 200, output: 'items.map(d, Paid(d))' }
  GET /short: { list: Doc, order: [id], page: { style: offset, size: 3 }, status: 200, output: 'items.map(d, Short(d))' }
  GET /pays: { list: Doc, order: [id], page: none, status: 200, output: 'items.map(d, d.pay)' }
  GET /titles: { list: Tag, order: [id], page: none, status: 200, output: 'items.map(t, {"word": t.word, "doc": t.doc, "id": t.doc.id, "title": t.doc.title, "view": Short(t.doc), "is": t.doc.title == "Layoffs"})' }
  GET /tags/{id}: { read: Tag, status: 200, output: { key: this.doc, id: this.doc.id, title: this.doc.title, text: 'this.doc.title + ""', view: Short(this.doc), e: 'this.doc.title == "Layoffs"', o: 'this.id == "t1" || this.doc.title == "x"', h: has(this.doc.title), z: this.doc == null, d: 'this.doc.?title.orValue("-")', paid: Paid(this.doc), deep: this.doc.next.owner.mail, by: this.by, name: this.by.name, mail: this.by.mail } }
  GET /people/{id}: { read: Person, conditional: optional, status: 200, output: Face(this) }
  GET /people: { list: Person, order: [id], page: none, status: 200, output: 'items.map(p, Face(p))' }
  GET /counts: { answer: {}, status: 200, output: { n: Doc.size(), a: 'Doc.map(d, d.title)', s: 'Doc.filter(d, d.pay > 500).map(d, d.id)', views: 'Doc.map(d, Whole(d))' } }
  GET /found/{id}: { answer: {}, with: { doc: { find: Doc, by: { id: input.path.id } } }, status: 200, output: { doc: Whole(doc), owner: Face(doc.owner) } }
  GET /shown/{id}:
    answer: {}
    with: { tag: { find: Tag, by: { id: input.path.id } } }
    discloses: { Doc: The title is on the poster., Person.mail: Everybody knows. }
    status: 200
    output: { title: tag.doc.title, doc: Short(tag.doc), mail: tag.by.mail, person: Brief(tag.by), n: Doc.size() }
  POST /docs: { create: Doc, body: [id, title, pay, cost, open, owner, next, alt, note, team], status: 201, output: { doc: Whole(this), owner: Face(this.owner) } }
  PATCH /docs/{id}: { update: Doc, body: [title, owner, open, next, alt, pay], status: 200, output: { now: Whole(this), then: Whole(old), owner: Face(this.owner), follows: Whole(this.next) } }
  DELETE /docs/{id}: { delete: Doc, status: 200, output: { gone: Whole(this), owner: Face(this.owner) } }
`)

const callers = ['ann', 'bob', 'cid', undefined]

const targets = [
  ...['d1', 'd2', 'd3', 'd4', 'd9'].flatMap((id) => [`/docs/${id}`, `/found/${id}`]),
  ...['t1', 't2', 't3', 't4', 't5'].flatMap((id) => [`/tags/${id}`, `/shown/${id}`]),
  '/people/ann',
  '/people/bob',
  '/people/cid',
  '/people',
  '/counts',
  '/titles',
  '/paid',
  '/paid?offset=2',
  '/pays',
  '/docs',
  '/docs?open=true',
  '/docs?sort=-title',
  '/docs?size=9',
]

function presented(name: string | undefined) {
  return new Map([
    ['key', name === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'valid', credential: name, scopes: [] } as const)],
  ])
}

const writes: readonly { readonly method: string; readonly target: string; readonly body?: unknown }[] = [
  {
    method: 'POST',
    target: '/docs',
    body: { id: 'd7', title: 'Mine', pay: 1, cost: 1, open: false, owner: 'ann', next: 'd2', team: ['bob'] },
  },
  { method: 'PATCH', target: '/docs/d3', body: { open: false, owner: 'ann' } },
  { method: 'PATCH', target: '/docs/d4', body: { title: 'New', owner: 'cid', next: 'd1' } },
  { method: 'PATCH', target: '/docs/d2', body: { pay: 999, alt: 'd2' } },
  { method: 'DELETE', target: '/docs/d4' },
  { method: 'DELETE', target: '/docs/d7' },
]

void test('hides the same data in memory and in SQLite, from each caller, also after writes', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const service = await both(facts, 'shown-rules')
  const send = async (
    who: string | undefined,
    request: { method: string; target: string; body?: string; headers?: ReadonlyMap<string, string> },
  ) => {
    const answered = await service.send({ ...request, credentials: presented(who) })
    assert.equal(answered.difference, undefined, `${who}: ${request.method} ${request.target}`)
    return answered.sqlite
  }
  const readAll = async (readers: readonly (string | undefined)[]): Promise<void> => {
    for (const who of readers) {
      for (const target of targets) {
        const { status, body } = await send(who, { method: 'GET', target })
        assert.ok(status === 200 || status === 404, `${who}: ${target}: ${status} ${String(body)}`)
        const page: unknown = status === 200 ? JSON.parse(String(body)) : undefined
        let next = page !== null && typeof page === 'object' && 'docs' in page && 'next' in page ? page.next : undefined
        while (typeof next === 'string') {
          const following = await send(who, {
            method: 'GET',
            target: `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(next)}`,
          })
          next = (JSON.parse(String(following.body)) as { next?: string }).next
        }
      }
    }
  }
  try {
    await readAll(callers)
    let turn = 0
    for (const { method, target, body } of writes) {
      const headers = new Map(method === 'PATCH' ? [['content-type', 'application/merge-patch+json']] : [])
      let status = 0
      for (const who of [callers[turn % 3], 'ann', 'bob', 'cid']) {
        if (status < 300 && status > 0) break
        status = (await send(who, { method, target, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).status
      }
      assert.ok(status < 300, `${method} ${target}: ${status}`)
      await readAll([callers[turn++ % 3]])
    }
  } finally {
    await service.close()
  }
})

const payRule = 'pay: { read: (caller != null && caller.boss) || this.owner == caller }, '

/** The statements of each request, without those for the caller. */
async function statementsFor(
  text: string,
  requests: readonly (readonly [who: string, target: string])[],
): Promise<readonly (readonly string[])[]> {
  const { facts, sealed, statements, close } = await planned(text)
  const found: (readonly string[])[] = []
  try {
    for (const [who, target] of requests) {
      statements.length = 0
      const { status } = await sealed.backend.answer({
        ...exchangeOf(facts, { method: 'GET', target }, who, undefined),
        credentials: presented(who),
      })
      assert.equal(status, 200)
      found.push(statements.filter((sql) => !/^(?:BEGIN|COMMIT|EXPLAIN|PRAGMA)|"digest" = |"\$timer"/.test(sql)))
    }
  } finally {
    await close()
  }
  return found
}

void test('reads a page with one statement, for all rules of its records and of referenced records', async () => {
  const found = await statementsFor(document, [
    ['bob', '/short'],
    ['bob', '/people'],
    ['bob', '/paid'],
    ['cid', '/people'],
  ])
  assert.deepEqual(
    found.filter((statements) => statements.length !== 1),
    [],
  )
})

void test('uses the statement without the rule for a caller who may read everything', async () => {
  assert.ok(document.includes(payRule))
  const [[ruled], [ofBob]] = (await statementsFor(document, [
    ['ann', '/short'],
    ['bob', '/short'],
  ])) as [string[], string[]]
  const [[free]] = (await statementsFor(document.replace(payRule, ''), [['ann', '/short']])) as [string[]]
  assert.equal(ruled, free)
  assert.match(ofBob!, /CASE WHEN .* THEN .*"pay"/)
})
