// Rules for single fields, and for records that an answer reaches: what each caller is sent, may send, and may choose by.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { served } from '../served.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Ada works for Bob; the salary is hers and the payroll's to see, and hers alone to ask; reviews are for whom they are about. */
const document = `ninefold: 1
use: [http@1]
service: { name: staff }
resources:
  Person:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      hash: { type: string, maxLength: 64 }
      payroll: { type: boolean, default: false }
      salary: { type: integer, minimum: 0, maximum: 1000000, default: 0 }
      note: { type: string, maxLength: 50, default: '' }
      boss: { $ref: Person, onDelete: set-null }
      reviews: { inverse: Review.about }
    required: [hash]
    unique: [hash]
  Review:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      about: { $ref: Person, onDelete: cascade }
      text: { type: string, maxLength: 100 }
    required: [about, text]
  views:
    Card: { of: Person, take: [id, salary], properties: { boss: 'this.?boss.?id', bossEarns: 'this.?boss.?salary', rich: this.salary > 50, reviews: 'this.reviews.map(r, ReviewText(r))', reviewed: this.reviews } }
    ReviewText: { of: Review, take: [text] }
    ReviewCard: { of: Review, take: [id], properties: { about: Card(this.about), name: this.about.id } }
  records:
    Person:
      - { id: pay, hash: ${digest('pay')}, payroll: true, salary: 90, note: '' }
      - { id: bob, hash: ${digest('bob')}, payroll: false, salary: 70, note: '' }
      - { id: ada, hash: ${digest('ada')}, payroll: false, salary: 40, note: '', boss: bob }
    Review:
      - { id: good, about: ada, text: good }
      - { id: fair, about: bob, text: fair }
states: none
endpoints:
  GET /people/{id}: { operationId: card, read: Person, conditional: optional, output: Card(this) }
  GET /people: { list: Person, filter: [salary], sort: [salary], order: [id], page: none, output: 'items.map(p, Card(p))' }
  PATCH /people/{id}: { update: Person, body: [salary, note], conditional: optional, output: Card(this) }
  POST /people: { create: Person, body: [id, hash, note], output: Card(this) }
  GET /reviews/{id}: { read: Review, output: ReviewCard(this) }
  POST /people/{id}/raise:
    operationId: raise
    do:
      - { update: Person, by: { id: input.path.id }, set: { salary: '99' } }
    output: { raised: 'true' }
  GET /me: { answer: {}, output: Card(caller) }
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { hash: digest(credential) } } }
  security: [{ key: [] }]
  unreadable: not-found
  rules:
    Person:
      read: 'this == caller || this.boss == caller || caller.payroll'
      create: true
      update: this == caller || caller.payroll
      salary: { read: this == caller || caller.payroll, update: caller.payroll }
      note: { create: caller.payroll }
    Review:
      read: this.about == caller || this.about.boss == caller
events: none
errors:
  precedence: standard
  catalogue:
    who: { on: unauthenticated, status: 401 }
    refused: { on: forbidden, status: 403, title: no }
    absent: { on: not-found, status: 404 }
    taken: { on: duplicate, status: 409 }
    stale: { on: precondition-failed, status: 412 }
    wrong: { on: [invalid, malformed], status: 422 }
limits: none
versioning: none
`

const choosing = document.replace('this == caller || caller.payroll, update: caller.payroll', 'caller.payroll, update: caller.payroll')
const plain = document.replace('filter: [salary], sort: [salary], ', '')

type Asked = { readonly status: number; readonly body: unknown; readonly tag: string | null }

type Ask = (who: string, request: string, body?: object, headers?: { readonly [name: string]: string }) => Promise<Asked>

async function staff(context: TestContext, text: string, store: 'memory' | 'sqlite'): Promise<Ask> {
  const folder = temporaryFolder()
  const { url } = await served(context, text, { store: store === 'memory' ? store : `sqlite:${join(folder, 'staff.db')}` })
  return async (who, request, body, headers = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const all = { 'x-key': who, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers: all, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const sent = await answer.text()
    return { status: answer.status, tag: answer.headers.get('etag'), body: sent === '' ? undefined : (JSON.parse(sent) as unknown) }
  }
}

for (const store of ['memory', 'sqlite'] as const) {
  test(`${store}: omits unreadable fields, and values of unreadable records`, async (context) => {
    const ask = await staff(context, plain, store)
    const body = async (who: string, path: string): Promise<unknown> => (await ask(who, `GET ${path}`)).body
    // A value computed from a hidden field is hidden with it; the key of a referenced record belongs to the referring record.
    assert.deepEqual(await body('ada', '/people/ada'), {
      id: 'ada',
      salary: 40,
      boss: 'bob',
      rich: false,
      reviews: [{ text: 'good' }],
      reviewed: ['good'],
    })
    assert.deepEqual(await body('bob', '/people/ada'), {
      id: 'ada',
      boss: 'bob',
      bossEarns: 70,
      reviews: [{ text: 'good' }],
      reviewed: ['good'],
    })
    assert.deepEqual(await body('pay', '/people/ada'), {
      id: 'ada',
      salary: 40,
      boss: 'bob',
      bossEarns: 70,
      rich: false,
      reviews: [],
      reviewed: [],
    })
    assert.deepEqual(await body('bob', '/reviews/good'), {
      id: 'good',
      about: { id: 'ada', boss: 'bob', bossEarns: 70, reviews: [{ text: 'good' }], reviewed: ['good'] },
      name: 'ada',
    })
    assert.deepEqual(await body('bob', '/me'), { id: 'bob', salary: 70, rich: true, reviews: [{ text: 'fair' }], reviewed: ['fair'] })
    assert.deepEqual(await body('ada', '/people'), [
      { id: 'ada', salary: 40, boss: 'bob', rich: false, reviews: [{ text: 'good' }], reviewed: ['good'] },
    ])
  })

  test(`${store}: entity tags depend only on visible data`, async (context) => {
    const ask = await staff(context, plain, store)
    const tags = await Promise.all(['ada', 'bob', 'pay'].map(async (who) => (await ask(who, 'GET /people/ada')).tag))
    assert.equal(new Set(tags).size, 3)
    assert.equal((await ask('pay', 'PATCH /people/ada', { salary: 50 }, { 'if-match': tags[2]! })).status, 200)
    assert.equal((await ask('pay', 'PATCH /people/ada', { salary: 60 }, { 'if-match': tags[2]! })).status, 412)
    assert.equal((await ask('ada', 'GET /people/ada', undefined, { 'if-none-match': tags[0]! })).status, 200)
    assert.equal((await ask('bob', 'GET /people/ada', undefined, { 'if-none-match': tags[1]! })).status, 304)
  })

  test(`${store}: refuses a sent field that the caller may not write, and ignores the rule if it is not sent`, async (context) => {
    const ask = await staff(context, plain, store)
    assert.equal((await ask('ada', 'PATCH /people/ada', { note: 'hello' })).status, 200)
    assert.equal((await ask('ada', 'PATCH /people/ada', { salary: 90 })).status, 403)
    assert.equal((await ask('ada', 'PATCH /people/ada', { salary: null })).status, 422)
    assert.equal((await ask('pay', 'PATCH /people/ada', { salary: 41 })).status, 200)
    assert.equal((await ask('bob', 'PATCH /people/ada', { note: 'hello' })).status, 403)
    // Scalar rules are for all actions; this one is of `create` alone.
    assert.equal((await ask('ada', 'POST /people', { id: 'eve', hash: 'x', note: 'hello' })).status, 403)
    assert.deepEqual(await ask('ada', 'POST /people', { id: 'eve', hash: 'x' }), {
      status: 201,
      tag: null,
      body: { id: 'eve', reviews: [], reviewed: [] },
    })
    assert.equal((await ask('pay', 'POST /people', { id: 'ian', hash: 'y', note: 'hello' })).status, 201)
  })

  test(`${store}: refuses filters and sorting by unreadable fields, and ignores the rule for other requests`, async (context) => {
    const ask = await staff(context, choosing, store)
    const ids = async (who: string, query: string): Promise<unknown> => {
      const { status, body } = await ask(who, `GET /people${query}`)
      return status === 200 ? (body as { id: string }[]).map(({ id }) => id) : status
    }
    assert.deepEqual(await ids('bob', ''), ['ada', 'bob'])
    for (const query of ['?salary=40', '?salary[gt]=1', '?sort=salary', '?sort=-salary']) assert.equal(await ids('bob', query), 403, query)
    assert.deepEqual(await ids('pay', '?salary[gt]=50'), ['bob', 'pay'])
    assert.deepEqual(await ids('pay', '?sort=-salary'), ['pay', 'bob', 'ada'])
  })

  test(`${store}: evaluates the rule of a step of "do" for the record of the step`, async (context) => {
    const ask = await staff(context, plain, store)
    assert.equal((await ask('bob', 'POST /people/ada/raise')).status, 403)
    assert.equal((await ask('ada', 'POST /people/bob/raise')).status, 404)
    assert.equal((await ask('ada', 'POST /people/ada/raise')).status, 200)
    assert.equal((await ask('pay', 'POST /people/bob/raise')).status, 200)
    assert.deepEqual((await ask('bob', 'GET /me')).body, {
      id: 'bob',
      salary: 99,
      rich: true,
      reviews: [{ text: 'fair' }],
      reviewed: ['fair'],
    })
  })
}
