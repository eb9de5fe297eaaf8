// The database prints lists and reads like records in memory, and in as few statements.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const document = completed(`
resources:
  Person:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      name: { type: string, maxLength: 40 }
      nick: { type: string, maxLength: 40 }
      motto: { type: [string, 'null'], maxLength: 40 }
      notes: { inverse: Note.owner }
    required: [id, name]
  Note:
    key: id
    properties:
      id: { type: integer, minimum: 0, maximum: 999 }
      text: { type: string, maxLength: 200 }
      hint: { type: string, maxLength: 20 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 99 }
      ratio: { type: number, format: double }
      open: { type: boolean }
      maybe: { type: [boolean, 'null'] }
      tags: { type: array, maxItems: 9, items: { type: string, maxLength: 9 }, default: [] }
      due: { type: string, format: date-time }
      size: { type: string, enum: [small, large] }
      owner: { $ref: Person, onDelete: restrict }
      helper: { $ref: Person, onDelete: restrict }
      title: { type: string, compute: this.text + "!" }
      label: { type: string, compute: 'this.text.upperAscii()' }
      twice: { type: integer, compute: 'this.id * 2 + 1' }
    required: [id, text, price, open, owner]
  Mark:
    key: [person, note]
    properties: { person: { $ref: Person, onDelete: restrict }, note: { $ref: Note, onDelete: restrict } }
  views:
    Brief: { of: Person, take: [nick, name, motto] }
    Rich:
      of: Person
      take: [id]
      properties:
        busy: 'Note.exists(n, n.owner == this && n.open)'
        count: 'this.notes.size()'
        notes: 'this.notes.map(n, Tiny(n))'
        keys: 'Note.filter(n, n.owner == this && n.open)'
    Tiny: { of: Note, take: [hint, text, size], properties: { odd: 'this.open ? "open" : null' } }
    Whole:
      of: Note
      take: [id, text, hint, price, ratio, open, maybe, tags, due, size, owner, helper, title, label, twice]
      properties:
        marked: 'Mark.exists(m, m.note == this && m.person.name == "Ann")'
        marks: 'Mark.filter(m, m.note == this).size()'
        author: Brief(this.owner)
        helped: 'this.helper == null ? null : Brief(this.helper)'
        assistant: Brief(this.helper)
        name: this.owner.name
        fixed: { const: "it's 1" }
        pair: ['1', this.text]
        sum: 'this.id + 1'
        where: 'service.url + "/notes/" + string(this.id)'
  records:
    Person: [{ id: ann, name: Ann, motto: "a\\"b\\u0001é" }, { id: bob, name: 'B''ob', nick: Bo }]
    Note:
      - { id: 1, text: "first \\"one\\"\\n", price: 1.50, open: false, owner: ann, due: '2026-02-01T10:00:00+01:00', tags: [x, 'y"z'], ratio: 0.1 }
      - { id: 2, text: second, hint: h, price: 20, open: true, owner: ann, helper: bob, size: large, maybe: true, ratio: 1e21 }
      - { id: 3, text: third, price: 0.05, open: true, owner: bob, maybe: false, ratio: -2 }
    Mark: [{ person: ann, note: 1 }, { person: bob, note: 1 }, { person: bob, note: 3 }]
errors:
  body: { met: error.condition }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: [invalid, cursor-expired], status: 422 }
    absent: { on: not-found, status: 404 }
    taken: { on: duplicate, status: 409 }
    loose: { on: dangling, status: 422 }
    kept: { on: in-use, status: 409 }
    bad: { on: [malformed, unsupported-media, too-large], status: 400 }
endpoints:
  POST /notes: { create: Note, body: [id, text, price, open, owner, helper, tags], status: 201, output: { note: Whole(this), owner: Rich(this.owner) } }
  PATCH /notes/{id}: { update: Note, body: [text, owner, helper, open], status: 200, output: { now: Whole(this), then: Whole(old), owner: Rich(this.owner) } }
  DELETE /marks/{person}/{note}: { delete: Mark, by: { person: input.path.person, note: input.path.note }, status: 200, output: { note: Whole(this.note), by: Rich(this.person) } }
  DELETE /notes/{id}: { delete: Note, status: 200, output: { gone: Whole(this), owner: Rich(this.owner) } }
  GET /notes/{id}: { read: Note, status: 200, output: Whole(this) }
  GET /tiny/{id}: { read: Note, conditional: optional, status: 200, output: { note: Tiny(this), of: Brief(this.owner), also: [this.hint, this.text] } }
  GET /people/{id}: { read: Person, status: 200, output: Rich(this) }
  GET /notes:
    list: Note
    parameters: { query: { of: { type: string, maxLength: 9 }, marked: { type: boolean }, text: { type: string, maxLength: 9 } } }
    where: |
      (!has(input.query.of) || this.owner.name == input.query.of) &&
      (!has(input.query.marked) || Mark.exists(m, m.note == this) == input.query.marked) &&
      (!has(input.query.text) || this.text.startsWith(input.query.text))
    filter: [open, size, tags]
    sort: [price, hint]
    order: [-id]
    page: { style: cursor, size: 2, max: 3 }
    status: 200
    output: { notes: 'items.map(n, Whole(n))', next: page.next, total: page.total }
  GET /people: { list: Person, order: [id], page: none, status: 200, output: 'items.map(p, Rich(p))' }
  GET /marked/{name}: { list: Note, where: 'Mark.exists(m, m.note == this && m.person.name == input.path.name)', order: [-text, id], page: { style: offset, size: 2 }, status: 200, output: 'items.map(n, n.title)' }
  GET /tags: { answer: {}, status: 200, output: 'Note.map(n, n.tags).flatten().distinct()' }
  GET /both/{id}: { answer: {}, with: { note: { find: Note, by: { id: input.path.id } } }, status: 200, output: { note: Whole(note), owner: Rich(note.owner), helper: Brief(note.helper) } }
`)

const targets = [
  '/notes/1',
  '/notes/2',
  '/notes/3',
  '/notes/4',
  '/tiny/1',
  '/tiny/2',
  '/people/ann',
  '/people/bob',
  '/people/carl',
  '/people',
  '/tags',
  '/both/1',
  '/both/2',
  '/both/3',
  '/both/9',
  '/notes',
  '/notes?of=Ann',
  '/notes?of=Nobody',
  '/notes?marked=true',
  '/notes?marked=false&open=true',
  '/notes?text=se',
  '/notes?size=1',
  '/notes?open=true&sort=price',
  '/notes?sort=-hint',
  '/notes?size=3&sort=hint',
  '/notes?tags=x',
  '/notes?size[in]=large',
  '/notes?size=9',
  '/marked/Ann',
  "/marked/B'ob",
  '/marked/Nobody',
  '/marked/Ann?offset=1',
]

void test('shows the same records from memory and from SQLite, page after page', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const service = await both(facts, 'shown')
  try {
    for (const target of targets) {
      let next: string | null | undefined = target
      while (typeof next === 'string') {
        const answered: Awaited<ReturnType<typeof service.send>> = await service.send({ method: 'GET', target: next })
        assert.equal(answered.difference, undefined, next)
        const body: unknown = answered.sqlite.body === undefined ? undefined : JSON.parse(String(answered.sqlite.body))
        const cursor = typeof body === 'object' && body !== null && 'next' in body ? (body.next as string | null) : undefined
        next = typeof cursor === 'string' ? `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : undefined
        if (next !== undefined && (await service.send({ method: 'GET', target: next })).sqlite.status !== 200) assert.fail(next)
      }
    }
  } finally {
    await service.close()
  }
})

const writes: readonly { readonly method: string; readonly target: string; readonly body?: unknown }[] = [
  { method: 'POST', target: '/notes', body: { id: 7, text: 'seventh', price: 3.1, open: true, owner: 'bob', helper: 'ann', tags: ['x'] } },
  { method: 'PATCH', target: '/notes/7', body: { text: 'Seventh', owner: 'ann', helper: null } },
  { method: 'PATCH', target: '/notes/1', body: { open: true } },
  { method: 'DELETE', target: '/marks/ann/1' },
  { method: 'DELETE', target: '/notes/7' },
  { method: 'GET', target: '/people' },
  { method: 'GET', target: '/tags' },
]

void test('shows written records as they are, and deleted records as they were', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const service = await both(facts, 'shown')
  try {
    for (const { method, target, body } of writes) {
      const { difference, sqlite } = await service.send({
        method,
        target,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: new Map(method === 'PATCH' ? [['content-type', 'application/merge-patch+json']] : []),
      })
      assert.equal(difference, undefined, target)
      assert.ok(sqlite.status < 300, `${method} ${target}: ${sqlite.status} ${String(sqlite.body)}`)
    }
  } finally {
    await service.close()
  }
})
