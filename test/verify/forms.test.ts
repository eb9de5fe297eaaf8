// Operations whose bodies are forms: their requests are sent as forms, with values of earlier answers, and reproducers show them so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { printCurlScript } from '../../src/verify/report/curl.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import type { ServerRequest } from '../../src/verify/oracle/request.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: forms }
resources:
  Shelf: { key: id, properties: { id: { type: integer, generate: sequence }, name: { type: string, minLength: 1, maxLength: 20 } }, required: [name] }
  Book:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      shelf: { $ref: Shelf, onDelete: restrict }
      pages: { type: integer, minimum: 1, maximum: 100 }
      tags: { type: array, maxItems: 3, items: { type: string, minLength: 1, maxLength: 5 } }
    required: [shelf, pages]
states: none
endpoints:
  POST /shelves: { create: Shelf, body: [name], accepts: application/x-www-form-urlencoded, output: Shelf(this) }
  POST /books: { create: Book, body: [shelf, pages, tags], accepts: application/x-www-form-urlencoded, output: Book(this) }
  GET /books/{id}: { read: Book, output: Book(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('finds nothing in a service of forms, and sends them as forms', async () => {
  const accepted: string[] = []
  const watch = ({ target, headers, body }: ServerRequest): void => {
    if (target === '/books' && headers.some(([, value]) => value.startsWith('application/x-www-form-urlencoded'))) accepted.push(body ?? '')
  }
  const report = await verifyServed(compileText(document), { seed: 'a', budget: 200, effort: 300, watch })
  assert.deepEqual(report.findings, [], verifyText(report))
  assert(accepted.length > 0)
  const unconfirmed = report.coverage.items.filter(({ state }) => state === 'not reached').map(({ name }) => name)
  assert.deepEqual(unconfirmed, [])
})

test('shows a form in a reproducer', () => {
  const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const
  const book = { method: 'POST', target: '/books', headers }
  const text = printCurlScript(compileText(document), 'http://127.0.0.1:1', {
    steps: [{ ...book, body: '{"shelf":"{{1:/id}}","pages":3,"tags":["a b","c"]}' }],
    requests: [{ ...book, body: '{"shelf":7,"pages":3,"tags":["a b","c"]}' }],
  })
  assert.match(text, /pages=3&tags=a%20b&tags=c/)
})
