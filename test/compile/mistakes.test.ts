// Common mistakes in a first document, one at a time: each is reported once, at its place, with the text to write instead.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { partNames } from '../../src/document/document.ts'
import { render } from '../../src/diagnostic/render.ts'
import { conventions } from '../conventions.ts'
import { golden } from '../golden.ts'

const lending = readFileSync(join(import.meta.dirname, 'lending.yaml'), 'utf8')

function told(text: string): string[] {
  return compile([{ name: 'lending.yaml', text }], conventions()).diagnostics.map((each) => render(each, { colour: false, width: 100 }))
}

/** The correct text, and the mistaken text that replaces it. */
const mistakes: readonly (readonly [string, string])[] = [
  ['    properties:\n      isbn', '    propertys:\n      isbn'],
  ['    key: isbn\n', '\t\tkey: isbn\n'],
  ['title: { type: string, maxLength: 300 }', 'title: { type: string, maxLength: [300 }'],
  ['required: [title]', 'required: [titel]'],
  ['key: isbn', 'key: isnb'],
  ['type: integer, minimum: 1', 'type: int, minimum: 1'],
  ['minimum: 1, maximum', 'min: 1, maximum'],
  ['{ $ref: Book,', '{ $ref: Books,'],
  ['{ $ref: Book,', "{ $ref: '#/components/schemas/Book',"],
  ['{ of: Loan, take', '{ for: Loan, take'],
  ['type: final', 'final: true'],
  ['guard: { soon: this.dueAt < now + duration("P21D") }', 'guard: this.dueAt < now + duration("P21D")'],
  ['GET /loans/{id}:', 'GET /loans/:id:'],
  ['GET /loans/{id}:', 'get loans/:id:'],
  ['read: Loan', 'get: Loan'],
  ['order: [title, isbn]', 'order: [title desc, isbn]'],
  ['body: [isbn, title, copies]', 'body: [isbn, titel, copies]'],
  ['body: [isbn, title, copies]', 'body: Book'],
  ['idempotency: { key: Idempotency-Key }', 'idempotency: Idempotency-Key'],
  ['security: [ { key: [] } ]', 'security: [key]'],
  ['security: [ { key: [] } ]', 'security: key'],
  ['authentication:', 'auth:'],
  ['use: [http@1, ', 'use: [http, '],
  ['window: PT1M, operations: [create]', 'per: PT1M, operations: create'],
  ['    v1: {', '    - v1: {'],
  ['events: none', 'events: nothing'],
  ['  default: allow\n', ''],
  ['  retention: { idempotency: P1D }\n', ''],
  ['  Loan.status:', '  Laon.status:'],
  ['  views:', '  view:'],
  ['GET /books: {', 'rates: {'],
  ['errors:\n', 'errors:\n  POST /late: { answer: {} }\n  GET /late: { answer: {} }\n'],
  ["'${this.dueAt}'", 'this.dueAt'],
  ['on: require a-copy', 'on: 409'],
  ['on: require a-copy', 'on: conflict'],
  ['use: [http@1, ', 'use: [{ api-keys@1: { resource: Loan } }, http@1, '],
  ['minimum: 1, maximum: 100', 'minimum: "1", maximum: 100'],
  ['type: string, maxLength: 300', 'type: uuid'],
  ['title: { type: string, maxLength: 300 }', 'title: string'],
  ['now + duration("P21D")', 'now + "P21D"'],
  ['< now + duration("P21D")', '< now()'],
  ['soon: this.dueAt', 'soon: dueAt'],
  ['items.map(b, Book(b))', 'items.map(b => Book(b))'],
  ['size(this.title)', 'len(this.title)'],
  ['size(this.title)', 'size(this.title ?? "")'],
  ['size(this.title)', 'size(this?.title)'],
  ['l.status == "lent"', 'l.status == "lend"'],
  ['generate: now-on-update', 'generate: now-on-updates'],
  ['generate: now-on-update', 'generate: updatedAt'],
  ['generate: uuidv7', 'generate: uuid'],
  ['  views:', '  records:\n    Book:\n      - { isbn: "1234567890123", titel: Emma }\n  views:'],
  ['minimum: 1, maximum: 100, default: 1', 'minimum: 100, maximum: 1, default: 1'],
  ['return: { target: returned }', 'return: returned'],
  ['return: { target: returned }', 'return: [returned]'],
  ['{ Book.name: title }', '{ name: title }'],
  ['copies: { type', 'copies:{ type'],
  ['l.status == "lent"', 'l.status == lent'],
  ['l.status == "lent"', 'lend != l.status'],
  ['l.status == "lent"', 'l.status in ("lent")'],
  ['l.status == "lent"', 'l.status in ("lent", "returned")'],
  ['l.status == "lent"', 'l.status not in ["lent"]'],
  ['this.dueAt < now + duration("P21D") }', 'not this.dueAt < now }'],
  ['this.dueAt < now + duration("P21D")', 'this.dueAt + 1 < now'],
  ['this.dueAt < now + duration("P21D")', 'this.dueAt - now < 21'],
  ['input.body.book.free > 0', 'input.body.book.title == Emma'],
  ['required: [title]', 'required:[title]'],
  ['GET /books: { list: Book, order', 'GET /books:{ list: Book,\n    order'],
  ['title: { type: string, maxLength: 300 }', 'title: {type:string, maxLength:300}'],
  ['title: { type: string, maxLength: 300 }', 'title:\n        type:string\n        maxLength:300'],
  ["page: none, output: { books: 'items.map(b, Book(b))' }", "page: cursor, output: { books: 'items.map(b, Book(b))', next: page.next }"],
  ['    key: id\n', '    key: id\n    tenant: desk\n'],
  ['    v1: { deprecated: 2026-06-01 }', '    v1'],
]

test('the document without mistakes says nothing', () => {
  assert.deepEqual(told(lending), [])
})

test('reports only an unclosed block, which ends where the next begins', () => {
  const text =
    '---\nninefold: 1\n---\n\n# X\n\n## 4. Endpoints\n\n```yaml\nGET /now: { answer: {}, status: 200 }\n\n### A scenario\n\n```hurl\nGET {{url}}/now\nHTTP 200\n```\n\n## 5. Authentication\n\nnone\n'
  const { diagnostics, operations } = compile([{ name: 'x.md', text }], conventions())
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ['document/unclosed-fence'],
  )
  assert.deepEqual(
    operations.map(({ complete }) => complete),
    [true],
  )
})

test('lists parts that are not shown in order', () => {
  const { diagnostics } = compile([{ name: 'x.yaml', text: 'ninefold: 1\n' }], conventions())
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    partNames.map((part) => `${part}/not-shown`),
  )
})

test('reports each mistake once', () => {
  const all = mistakes.map(([from, to]) => {
    assert(lending.includes(from), from)
    return `${from.trim()}  →  ${to.trim()}\n\n${told(lending.replace(from, to)).join('\n')}`
  })
  golden(join(import.meta.dirname, 'mistakes.golden.txt'), all.join(`\n${'─'.repeat(100)}\n\n`))
})
