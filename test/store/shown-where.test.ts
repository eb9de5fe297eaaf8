// A `where` that answers a question of the caller over what rules hide: selected by the database, and alike in memory.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both, exchangeOf } from './both.ts'
import { planned } from './planned.ts'

const digest = (key: string): string => hash('sha256', key)
const min = 'input.query.min'
const text = 'input.query.text'

/** A database cannot compare a choice: its records are iterated. */
const byRows = `(this.doc.open ? this.doc.pay : 1) >= ${min}`

/** Over Tag, with `min` and `text` in the query. */
const asked: readonly string[] = [
  `this.doc.pay >= ${min}`,
  `this.doc.pay + 1 > ${min}`,
  `!(this.doc.pay >= ${min})`,
  `this.doc.title == ${text}`,
  `this.doc.title != ${text}`,
  `this.doc.label == ${text} + "!"`,
  `this.doc.title == ${text} || this.id == "t1"`,
  `this.doc.title == ${text} || this.word == ${text}`,
  `this.doc.title == ${text} && this.word != "x"`,
  `has(this.doc.note) && this.doc.pay >= ${min}`,
  byRows,
  `this.doc.owner.name == ${text}`,
  `this.doc.next.title == ${text}`,
  `this.doc.next.pay >= ${min}`,
  `this.doc.alt != null && this.doc.alt.pay >= ${min}`,
  `this.doc.alt == null || this.doc.alt.title == ${text}`,
  `this.doc.tags.exists(t, t.word == ${text})`,
  `this.doc.tags.size() >= ${min}`,
  `Doc.exists(d, d == this.doc && d.pay >= ${min})`,
  `Doc.exists(d, d.title == ${text})`,
  `Doc.filter(d, d.owner == this.doc.owner).size() >= ${min}`,
  `this.doc.title.startsWith(${text})`,
  `this.doc.title in [${text}, "Last"]`,
  `this.doc.kept >= ${min}`,
  `${text} == "" || this.doc.title == ${text}`,
  `${min} > 5 ? this.doc.pay >= ${min} : this.doc.title == ${text}`,
  `this.doc.title > ${text} ? this.word != "x" : this.word == "two"`,
  `(this.doc.title in ["a", ${text}] && this.word != "x") ? this.word == "one" : this.word != "x"`,
  `this.doc.open ? this.doc.title == ${text} : this.doc.pay < ${min}`,
  `this.doc.owner == caller && this.doc.pay >= ${min}`,
  `this.doc.pay >= ${min} && this.doc.title != "x"`,
  `this.by.mail == ${text}`,
  `this.doc.open == (${min} == 0)`,
  `!this.doc.open && ${text} == this.doc.title`,
]

const parameters =
  'parameters: { query: { min: { type: integer, default: 0, minimum: -5, maximum: 999 }, text: { type: string, maxLength: 20, default: "" } } }'

const document = completed(`
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 40 }, boss: { type: boolean }, mail: { type: string, maxLength: 40 }, digest: { type: string, maxLength: 64 } }
    required: [id, name, boss, digest]
    unique: [digest]
  Doc:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      title: { type: string, maxLength: 40 }
      pay: { type: integer, minimum: 0, maximum: 1000 }
      note: { type: [string, 'null'], maxLength: 40 }
      open: { type: boolean }
      owner: { $ref: Person, onDelete: restrict }
      next: { $ref: Doc, onDelete: restrict }
      alt: { $ref: Doc, onDelete: set-null }
      tags: { inverse: Tag.doc }
      label: { type: string, compute: 'this.title + "!"' }
      kept: { type: integer, compute: 'this.pay + 1', stored: true }
    required: [id, title, pay, open, owner, next]
  Tag:
    key: id
    properties: { id: { type: string, maxLength: 9 }, word: { type: string, maxLength: 9 }, doc: { $ref: Doc, onDelete: cascade }, by: { $ref: Person, onDelete: restrict } }
    required: [id, word, doc, by]
  records:
    Person: [{ id: ann, name: Ann, boss: true, mail: ann@x, digest: ${digest('ann')} }, { id: bob, name: Bob, boss: false, mail: bob@x, digest: ${digest('bob')} }, { id: cid, name: Cid, boss: false, digest: ${digest('cid')} }]
    Doc:
      - { id: d1, title: Layoffs, pay: 700, open: false, owner: ann, next: d2, alt: d3 }
      - { id: d2, title: Bens, pay: 0, open: false, owner: bob, next: d1, note: hm, alt: d1 }
      - { id: d3, title: Open, pay: 900, open: true, owner: cid, next: d3 }
      - { id: d4, title: Last, pay: 501, open: true, owner: bob, note: ok, next: d2 }
    Tag: [{ id: t1, word: one, doc: d1, by: ann }, { id: t2, word: two, doc: d2, by: bob }, { id: t3, word: three, doc: d3, by: bob }, { id: t4, word: Layoffs, doc: d4, by: cid }, { id: t5, word: five, doc: d2, by: ann }]
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { digest: digest(credential) } } }
  security: [{ key: [] }, {}]
  unreadable: not-found
  default: deny
  rules:
    Person: { read: true, mail: { read: (caller != null && caller.boss) || this == caller } }
    Doc: { read: this.owner == caller || this.open, pay: { read: (caller != null && caller.boss) || this.owner == caller } }
    Tag: { read: 'this.word != "five" || caller != null' }
errors:
  body: { met: error.condition }
  media: application/json
  precedence: standard
  catalogue: { wrong: { on: [invalid], status: 422 }, who: { on: unauthenticated, status: 401 }, no: { on: forbidden, status: 403 } }
endpoints:
${asked.map((where, index) => `  GET /l${index}: { list: Tag, ${parameters}, where: '${where}', order: [id], page: { style: offset, size: 3, offset: '0' }, status: 200, output: { all: 'items.map(t, t.word)', total: page.total } }\n`).join('')}`)

const queries = [
  '',
  '?min=1',
  '?min=600',
  '?min=901',
  '?text=Layoffs',
  '?text=Bens',
  '?text=Open&min=6',
  '?text=Ann',
  '?text=two',
  '?text=bob@x',
  '?text=L',
]

function presented(name: string | undefined) {
  return new Map([
    ['key', name === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'valid', credential: name, scopes: [] } as const)],
  ])
}

void test('hides values that a where compares with the request alike in memory and in the database, for each caller', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'shown-where')
  try {
    for (const who of ['ann', 'bob', 'cid', undefined]) {
      for (const [index, where] of asked.entries()) {
        for (const query of queries.filter((_, at) => (at + index) % 3 === 0)) {
          const { memory, difference } = await pair.send({ method: 'GET', target: `/l${index}${query}`, credentials: presented(who) })
          assert.equal(difference, undefined, `${who}: ${where} ${query}`)
          assert.equal(memory.status, 200, `${who}: ${where} ${query} ${String(memory.body)}`)
        }
      }
    }
    const { memory } = await pair.send({ method: 'GET', target: '/l0?min=1', credentials: presented('bob') })
    assert.equal(String(memory.body), '{"all":["Layoffs"],"total":1}', 'neither the pay of the boss nor that of a document of another')
  } finally {
    await pair.close()
  }
})

void test('the database selects the records without reading others', async () => {
  const { facts, sealed, statements, close } = await planned(document)
  try {
    const slow: string[] = []
    for (const [index, where] of asked.entries()) {
      statements.length = 0
      await sealed.backend.answer({
        ...exchangeOf(facts, { method: 'GET', target: `/l${index}?min=7&text=Bens` }, 'r', undefined),
        credentials: presented('bob'),
      })
      const page = statements.filter((sql) => / FROM "Tag"/.test(sql))
      if (page.length === 0 || page.some((sql) => !/ WHERE /.test(sql) && !/count/.test(sql))) slow.push(where)
    }
    assert.deepEqual(slow, [byRows])
  } finally {
    await close()
  }
})
