// What is computed and stored follows the document: where that computes it otherwise, what stands in the file is computed anew.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { main } from '../../src/cli/main.ts'
import { writeFileSync } from 'node:fs'
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

/** What the file holds under a document, with the entity tag of the first line. */
async function under(context: TestContext, file: string, text: string, work?: (url: string) => Promise<void>): Promise<{ items: readonly object[]; tag: string | null }> {
  const running = await served(context, text, { store: `sqlite:${file}` })
  await work?.(running.url)
  const { items } = (await (await fetch(`${running.url}/lines`)).json()) as { items: object[] }
  const tag = (await fetch(`${running.url}/lines/1`)).headers.get('etag')
  await running.stop()
  return { items, tag }
}

test('another expression computes anew what is stored; one that comes to the same touches nothing', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-recompute-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'store.db')
  const first = await under(context, file, document(total('this.count * this.price')), async (url) => {
    for (const line of [{ id: 1, count: 2, price: 3 }, { id: 2, count: 5, price: 5 }]) {
      assert.equal((await fetch(`${url}/lines`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(line) })).status, 201)
    }
  })
  assert.deepEqual(first.items, [{ id: 1, count: 2, price: 3, total: 6 }, { id: 2, count: 5, price: 5, total: 25 }])
  const spaced = await under(context, file, document(total('this.count  *  this.price')))
  assert.deepEqual(spaced, first)
  const turned = await under(context, file, document(total('this.price * this.count')))
  assert.deepEqual(turned, first, 'it comes to the same')

  // Planned by one program and carried out by another, and only then opened.
  const changed = document(`${total('this.count * this.price + 1')}, half: { type: [integer, 'null'], compute: 'this.count / 2', stored: true }`)
  writeFileSync(join(folder, 'service.yaml'), changed)
  const said = { out: '' }
  const console = { out: (text: string) => void (said.out += text), error: (text: string) => void (said.out += text), colour: false, width: 100 }
  assert.equal(await main(['migrate', join(folder, 'service.yaml'), '--store', `sqlite:${file}`], console), 0, said.out)
  assert.match(said.out, /compute Line\.total anew/)
  assert.match(said.out, /compute Line\.half anew/)
  const second = await under(context, file, changed)
  assert.deepEqual(second.items, [{ id: 1, count: 2, price: 3, total: 7, half: 1 }, { id: 2, count: 5, price: 5, total: 26, half: 2 }])
  assert.notEqual(second.tag, first.tag)
  assert.deepEqual(await under(context, file, changed), second, 'once')
})
