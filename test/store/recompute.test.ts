// Stored computed values follow the document: if it computes them differently, the values in the file are computed again.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { served } from '../serve/served.ts'

const document = (more: string): string => `ninefold: 1
service: { name: shop }
resources:
  Line: { key: id, properties: { id: { type: integer }, count: { type: integer, minimum: 0, maximum: 99 }, price: { type: integer, minimum: 0, maximum: 99 }, ${more} }, required: [count, price] }
states: none
endpoints:
  POST /lines: { create: Line, body: [id, count, price], status: 201 }
  GET /lines: { list: Line, order: [id], page: none, status: 200, output: { items: 'items.map(l, Line(l))' } }
  GET /lines/{id}: { read: Line, conditional: optional, status: 200, output: Line(this) }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, duplicate, precondition-failed], status: 400, title: No } } }
limits: none
versioning: none
`

const total = (cel: string): string => `total: { type: integer, compute: '${cel}', stored: true }`

/** The content of the file under a document, with the entity tag of the first line. */
async function under(
  context: TestContext,
  file: string,
  text: string,
  work?: (url: string) => Promise<void>,
): Promise<{ items: readonly object[]; tag: string | null }> {
  const running = await served(context, text, { store: `sqlite:${file}` })
  await work?.(running.url)
  const { items } = (await (await fetch(`${running.url}/lines`)).json()) as { items: object[] }
  const tag = (await fetch(`${running.url}/lines/1`)).headers.get('etag')
  await running.stop()
  return { items, tag }
}

test('recomputes stored values after a change of the expression, and writes only different results', async (context) => {
  const folder = temporaryFolder()
  const file = join(folder, 'store.db')
  const first = await under(context, file, document(total('this.count * this.price')), async (url) => {
    for (const line of [
      { id: 1, count: 2, price: 3 },
      { id: 2, count: 5, price: 5 },
    ]) {
      assert.equal(
        (await fetch(`${url}/lines`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(line) }))
          .status,
        201,
      )
    }
  })
  assert.deepEqual(first.items, [
    { id: 1, count: 2, price: 3, total: 6 },
    { id: 2, count: 5, price: 5, total: 25 },
  ])
  const spaced = await under(context, file, document(total('this.count  *  this.price')))
  assert.deepEqual(spaced, first)
  const turned = await under(context, file, document(total('this.price * this.count')))
  assert.deepEqual(turned, first, 'it comes to the same')

  // Planned by one program and carried out by another, and only then opened.
  const changed = document(
    `${total('this.count * this.price + 1')}, half: { type: [integer, 'null'], compute: 'this.count / 2', stored: true }`,
  )
  writeFileSync(join(folder, 'service.yaml'), changed)
  const { status, out, error } = await ninefold('migrate', join(folder, 'service.yaml'), '--store', `sqlite:${file}`)
  assert.equal(status, 0, error)
  assert.match(out, /compute Line\.total anew/)
  assert.match(out, /compute Line\.half anew/)
  const second = await under(context, file, changed)
  assert.deepEqual(second.items, [
    { id: 1, count: 2, price: 3, total: 7, half: 1 },
    { id: 2, count: 5, price: 5, total: 26, half: 2 },
  ])
  assert.notEqual(second.tag, first.tag)
  assert.deepEqual(await under(context, file, changed), second, 'once')
})

async function post(url: string, lines: readonly object[]): Promise<void> {
  for (const line of lines)
    assert.equal(
      (await fetch(`${url}/lines`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(line) })).status,
      201,
    )
}

test('recomputes stored values after a change of a computed property that the expression reads, even indirectly', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const through = (net: string): string =>
    document(
      `net: { type: integer, compute: '${net}' }, twice: { type: integer, compute: this.net + this.net }, ${total('this.twice + 1')}`,
    )
  const first = await under(context, file, through('this.count * this.price'), (url) => post(url, [{ id: 1, count: 2, price: 3 }]))
  assert.deepEqual(first.items, [{ id: 1, count: 2, price: 3, net: 6, twice: 12, total: 13 }])
  assert.deepEqual(await under(context, file, through('this.count*this.price')), first)
  const second = await under(context, file, through('this.count + this.price'))
  assert.deepEqual(second.items, [{ id: 1, count: 2, price: 3, net: 5, twice: 10, total: 11 }])
  assert.notEqual(second.tag, first.tag)
})

test('recomputes stored values if a property that the expression reads changes its type', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const priced = (price: string): string =>
    document('').replace(
      'price: { type: integer, minimum: 0, maximum: 99 }, ',
      `price: ${price}, label: { type: string, compute: 'string(this.price)', stored: true }`,
    )
  const first = await under(context, file, priced('{ type: number, minimum: 0, maximum: 99, multipleOf: 0.1 }'), (url) =>
    post(url, [{ id: 1, count: 1, price: 2 }]),
  )
  assert.deepEqual(first.items, [{ id: 1, count: 1, price: 2, label: '2.0' }])
  const second = await under(context, file, priced('{ type: number, minimum: 0, maximum: 99, multipleOf: 0.01 }'))
  assert.deepEqual(second.items, [{ id: 1, count: 1, price: 2, label: '2.00' }])
})

test('recomputes the records of every tenant, each within its tenant', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const shops = (cel: string): string => `ninefold: 1
service: { name: shop }
resources:
  Line:
    key: id
    properties:
      shop: { type: string, maxLength: 9 }
      id: { type: integer, minimum: 1, maximum: 9 }
      total: { type: integer, compute: '${cel}', stored: true }
    tenant: { shop: caller.shop }
  records:
    Line: [{ shop: a, id: 1 }, { shop: b, id: 1 }, { shop: b, id: 2 }]
states: none
endpoints:
  GET /lines: { list: Line, order: [id], page: none, status: 200, output: 'items.map(l, l.total)' }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claims: { type: object, required: [shop], properties: { shop: { type: string, maxLength: 9 } } } } }
  security: [token: []]
  caller: claims
  default: allow
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, unauthenticated, forbidden], status: 404, title: No } } }
limits: none
versioning: none
`
  const totals = async (cel: string): Promise<unknown> => {
    const running = await served(context, shops(cel), {
      store: `sqlite:${file}`,
      secrets: { variable: () => '0123456789abcdef0123456789abcdef', file: () => undefined },
    })
    await running.stop()
    const database = new DatabaseSync(file, { readOnly: true })
    const rows = database
      .prepare('SELECT shop, id, total FROM Line ORDER BY shop, id')
      .all()
      .map((row) => Object.values(row))
    database.close()
    return rows
  }
  assert.deepEqual(await totals('this.id * 2'), [
    ['a', 1, 2],
    ['b', 1, 2],
    ['b', 2, 4],
  ])
  assert.deepEqual(await totals('this.id * 3'), [
    ['a', 1, 3],
    ['b', 1, 3],
    ['b', 2, 6],
  ])
})
