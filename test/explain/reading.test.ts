// The explanation of rules: which rules an operation evaluates and for what, what it counts without hidden records, and what it discloses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { explainFacts } from '../../src/explain/facts.ts'
import { explainOperation } from '../../src/explain/operation.ts'
import { explainDisclosures } from '../../src/explain/reading.ts'
import { indexModel } from '../../src/fact/model-index.ts'
import { conventions } from '../conventions.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: hid }
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 40 }, boss: { type: boolean } }, required: [boss] }
  Doc:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      owner: { $ref: User, onDelete: restrict }
      title: { type: string, maxLength: 100 }
      pay: { type: integer, minimum: 0, maximum: 1000 }
    required: [owner, title, pay]
    unique: [title]
  Tag: { key: id, properties: { id: { type: string, maxLength: 40 }, doc: { $ref: Doc, onDelete: cascade } }, required: [doc] }
  views:
    Short: { of: Doc, take: [id, pay], discloses: { Doc.pay: Everybody knows. } }
states: none
endpoints:
  GET /tags/{id}:
    read: Tag
    with: { one: { find: Doc, by: { id: '"d"' } }, two: { find: Doc, by: { id: '"d"' }, decides: It only decides. } }
    require: { other: two.id != one.id }
    headers: { X-Title: '\${this.doc.title}' }
    output: { made: 'this.doc.title + "!"', pay: one.pay, n: Doc.size(), short: Short(one) }
    discloses: { Doc.title: Whoever tags a doc names it. }
  POST /docs: { create: Doc, body: [id, title, pay], set: { owner: caller }, output: { id: this.id } }
authentication:
  schemes: { jwt: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: KEY }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string, maxLength: 40 } } } } }
  security: [ { jwt: [] } ]
  caller: { find: User, by: { id: claims.sub } }
  default: deny
  unreadable: not-found
  rules:
    Doc: { read: this.owner == caller, create: 'true', pay: { read: caller.boss } }
    Tag: { read: 'true' }
events: none
errors: { precedence: standard }
limits: none
versioning: none
`

const { facts } = compile([{ name: 'hid.yaml', text: document }], conventions())
const look = { width: 200, colour: false }
const operation = (name: string) => facts.operations.find((each) => each.operation.name === name)!.operation

test('explain lists the rules that an operation asks, with what each decides', () => {
  const json = (explainFacts(facts, { origins: false }) as any).operations as {
    operation: string
    asks: object[]
    counts: string[]
    tells: string[]
    discloses: object[]
  }[]
  const read = json.find((each) => each.operation === 'GET /tags/{id}')!
  assert.deepEqual(read.asks, [
    { rule: 'Doc', by: 'this.owner == caller', for: ['one'] },
    { rule: 'Doc.pay', by: 'caller.boss', for: ['pay'] },
  ])
  assert.deepEqual(read.counts, ['Doc'])
  assert.deepEqual(read.discloses, [
    { what: 'Doc.title', reason: 'Whoever tags a doc names it.' },
    { what: 'Doc.pay in view Short', reason: 'Everybody knows.' },
    { what: 'two decides', reason: 'It only decides.' },
  ])
})

test('explains what a taken name discloses', () => {
  const json = (explainFacts(facts, { origins: false }) as any).operations as { operation: string; tells: string[] }[]
  assert.deepEqual(json.find((each) => each.operation === 'POST /docs')!.tells, [
    'duplicate Doc.id: that a Doc has this id, also one that the caller may not read',
    'duplicate Doc.title: that a Doc has this title, also one that the caller may not read',
  ])
})

test('as text, each stands under its name', () => {
  const text = explainOperation(facts, operation('GET /tags/{id}'), look)
  for (const line of [
    /^Asks +Doc: this\.owner == caller; for one +hid\.yaml:/m,
    /^ +Doc\.pay: caller\.boss; for pay +hid\.yaml:/m,
    /^Counts +only what may be read: Doc$/m,
    /^Discloses +Doc\.title: Whoever tags a doc names it\. +hid\.yaml:/m,
  ])
    assert.match(text, line)
})

test('all that a document discloses stands in one list', () => {
  const text = explainDisclosures(indexModel(facts.model, facts.typing), look)
  assert.deepEqual(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().replace(/ {2,}.*/, '')),
    [
      'The document discloses:',
      'Doc.pay in view Short: Everybody knows.',
      'Doc.title in GET /tags/{id}: Whoever tags a doc names it.',
      'two decides in GET /tags/{id}: It only decides.',
    ],
  )
  assert.equal((explainFacts(facts, { origins: false }) as any).disclosures.length, 3)
})
