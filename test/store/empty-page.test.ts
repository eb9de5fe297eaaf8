// A page of no records, where the document lets requests ask for it: alike in every store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources:
  Note:
    key: id
    properties: { id: { type: integer, minimum: 1, maximum: 9 } }
    required: [id]
  records: { Note: [{ id: 1 }, { id: 2 }, { id: 3 }] }
states: none
endpoints:
  GET /offset: { list: Note, filter: [id], order: [id], page: { style: offset, size: 2, min: 0, max: 5 }, output: { notes: 'items.map(n, Note(n))', page: page } }
  GET /cursor: { list: Note, order: [id], page: { style: cursor, size: 2, min: 0, max: 5 }, output: { notes: 'items.map(n, Note(n))', page: page } }
  GET /limit: { list: Note, order: [id], parameters: { query: { limit: { type: integer, minimum: 0, maximum: 5, default: 2 } } }, page: { style: offset, size: input.query.limit, min: 0 }, output: { notes: 'items.map(n, Note(n))', total: page.total } }
  GET /one: { list: Note, order: [id], page: { style: offset, size: 2, max: 5 }, output: { notes: 'items.map(n, Note(n))' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('a page of size 0 has the total, and no next page', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'empty page')
  context.after(() => stores.close())
  const answer = async (target: string): Promise<{ status: number; body: unknown }> => {
    const { memory, difference } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    return { status: memory.status, body: JSON.parse(String(memory.body)) }
  }
  assert.deepEqual(await answer('/offset?size=0'), {
    status: 200,
    body: { notes: [], page: { total: 3, size: 0, offset: 0, next: null, prev: null } },
  })
  assert.deepEqual(await answer('/offset?size=0&offset=2&id[gt]=1'), {
    status: 200,
    body: { notes: [], page: { total: 2, size: 0, offset: 2, next: null, prev: null } },
  })
  assert.deepEqual(await answer('/cursor?size=0'), { status: 200, body: { notes: [], page: { total: 3, size: 0, next: null } } })
  assert.deepEqual(await answer('/limit?limit=0'), { status: 200, body: { notes: [], total: 3 } })
  assert.equal((await answer('/offset?size=-1')).status, 422)
  assert.equal((await answer('/one?size=0')).status, 422)
})
