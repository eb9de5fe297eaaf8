// Conditions that test whether a whole list or object has a value.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSchema, noPostgres } from '../postgres.ts'
import { served } from '../serve/served.ts'
import { allKinds, storeOf } from '../serve/stores.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: people }
resources:
  Person:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      emails: { type: array, maxItems: 9, items: { type: string, maxLength: 99 } }
      name: { type: object, properties: { first: { type: string, maxLength: 99 } } }
    required: [id]
  records: { Person: [{ id: 1, emails: [], name: {} }, { id: 2, emails: [a@b.c] }, { id: 3 }] }
states: none
endpoints:
  GET /with-emails: { list: Person, where: this.emails != null, order: [id], page: none, output: 'items.map(p, p.id)' }
  GET /without-name: { list: Person, where: null == this.name, order: [id], page: none, output: 'items.map(p, p.id)' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

for (const kind of allKinds) {
  test(`compares a whole list and a whole object with null (${kind})`, async (context) => {
    const { url } = await served(context, document, { store: storeOf(kind) })
    const get = async (path: string): Promise<unknown> => (await fetch(url + path)).json()
    assert.deepEqual(await get('/with-emails'), [1, 2])
    assert.deepEqual(await get('/without-name'), [2, 3])
  })
}

test('compares a whole list and a whole object with null over PostgreSQL', { skip: noPostgres }, async (context) => {
  const schema = await freshSchema()
  context.after(() => schema.drop())
  const { url } = await served(context, document, { store: schema.url })
  assert.deepEqual(await (await fetch(`${url}/with-emails`)).json(), [1, 2])
  assert.deepEqual(await (await fetch(`${url}/without-name`)).json(), [2, 3])
})
