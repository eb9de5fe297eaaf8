// A cursor is good for the list that it was made for: for all of the request that chose its records.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, both } from './both.ts'

const document = `
resources:
  Box: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Note:
    key: id
    properties: { id: { type: string, maxLength: 9 }, text: { type: string, maxLength: 10 }, box: { $ref: Box, onDelete: cascade } }
    required: [text, box]
  records:
    Box: [ { id: x }, { id: y } ]
    Note: [ { id: a, text: a, box: x }, { id: b, text: b, box: x }, { id: c, text: a, box: x }, { id: d, text: b, box: x }, { id: e, text: a, box: y }, { id: f, text: a, box: y } ]
endpoints:
  GET /search:
    list: Note
    parameters: { query: { q: { type: string, maxLength: 10, required: true }, n: { type: integer, minimum: 1, maximum: 9, required: true } } }
    where: this.text == input.query.q
    order: [id]
    page: { style: cursor, size: input.query.n }
    status: 200
    output: { all: 'items.map(n, n.id)', next: page.next }
  GET /header:
    list: Note
    parameters: { header: { X-Text: { type: string, maxLength: 10, required: true } }, query: { after: { type: string, maxLength: 500 }, other: { type: string, maxLength: 9 } } }
    where: this.text == input.headers["x-text"]
    order: [id]
    page: { style: cursor, size: 1, cursor: input.query.after }
    status: 200
    output: { all: 'items.map(n, Note(n))', next: page.next }
  GET /found:
    list: Note
    with: { box: { find: Box, by: { id: input.query.box } } }
    parameters: { query: { box: { type: string, maxLength: 10, required: true }, after: { type: string, maxLength: 500 } } }
    where: this.box == box
    order: [id]
    page: { style: cursor, size: 1, cursor: input.query.after }
    status: 200
    output: { all: 'items.map(n, n.id)', next: page.next }
  GET /whole:
    list: Note
    parameters: { query: { q: { type: string, maxLength: 10 }, after: { type: string, maxLength: 500 } } }
    where: 'input.query == input.query ? this.text == "a" : false'
    order: [id]
    page: { style: cursor, size: 1, cursor: input.query.after }
    status: 200
    output: { all: 'items.map(n, n.id)', next: page.next }
`

test('a cursor is `invalid query` if values that `where` and look-ups read have changed, and valid if only the page has changed', async () => {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  const service = await both(facts, 'cursors')
  try {
    const ask = async (
      target: string,
      headers: Record<string, string> = {},
    ): Promise<readonly [number, { all?: unknown[]; next?: string; met?: string }]> => {
      const asked: Asked = { method: 'GET', target, headers: new Map(Object.entries(headers)) }
      const { memory, difference } = await service.send(asked)
      assert.equal(difference, undefined, target)
      return [memory.status, JSON.parse(String(memory.body)) as { all?: unknown[]; next?: string; met?: string }]
    }
    const refused = async (target: string, headers?: Record<string, string>): Promise<void> => {
      const [status, { met }] = await ask(target, headers)
      assert.deepEqual([status, met], [422, 'invalid query'], target)
    }
    const { next } = (await ask('/search?q=a&n=1'))[1]
    await refused(`/search?q=b&n=1&cursor=${next}`)
    assert.deepEqual((await ask(`/search?q=a&n=2&cursor=${next}`))[1].all, ['c', 'e'])

    const header = (await ask('/header', { 'x-text': 'a' }))[1].next
    await refused(`/header?after=${header}`, { 'x-text': 'b' })
    assert.equal((await ask(`/header?after=${header}&other=1`, { 'x-text': 'a' }))[1].all?.length, 1)

    const found = (await ask('/found?box=x'))[1].next
    await refused(`/found?box=y&after=${found}`)
    assert.deepEqual((await ask(`/found?box=x&after=${found}`))[1].all, ['b'])

    const whole = (await ask('/whole?q=1'))[1].next
    await refused(`/whole?q=2&after=${whole}`)
    assert.deepEqual((await ask(`/whole?q=1&after=${whole}`))[1].all, ['c'])
  } finally {
    await service.close()
  }
})
