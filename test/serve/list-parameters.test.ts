// Lists in the query: with the name repeated, or in one text with commas.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: places }
resources:
  Place:
    key: id
    properties: { id: { type: integer, minimum: 1, maximum: 9 }, x: { type: integer, minimum: 0, maximum: 100 } }
    required: [id, x]
  records: { Place: [{ id: 1, x: 10 }, { id: 2, x: 20 }, { id: 3, x: 30 }] }
states: none
endpoints:
  GET /places:
    list: Place
    strict: true
    parameters:
      query:
        bbox: { type: array, minItems: 2, maxItems: 2, items: { type: number }, several: commas }
        ids: { type: array, maxItems: 5, items: { type: integer }, several: repeated }
    where: (input.query.bbox == null || this.x >= input.query.bbox[?0].orValue(0.0) && this.x <= input.query.bbox[?1].orValue(0.0)) && (input.query.ids == null || input.query.ids.exists(i, i == this.id))
    order: [id]
    page: { style: offset, size: 10 }
    output: items.map(p, p.id)
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

for (const kind of allKinds) {
  test(`${kind}: reads a list in the query as the document spells it`, async (context) => {
    const { url } = await served(context, document, { store: storeOf(kind) })
    const read = async (query: string): Promise<unknown> => {
      const answer = await fetch(`${url}/places?${query}`)
      const body = (await answer.json()) as { readonly errors?: readonly { readonly keyword: string }[] }
      return answer.status === 200 ? body : [answer.status, ...(body.errors ?? []).map(({ keyword }) => keyword)]
    }
    assert.deepEqual(await read('bbox=15,30'), [2, 3])
    assert.deepEqual(await read('bbox=15.5,%2025.5'), [2])
    assert.deepEqual(await read('bbox=15,30&ids=3&ids=1'), [3])
    assert.deepEqual(await read('bbox=15'), [422, 'minItems'])
    assert.deepEqual(await read('bbox=15,30,40'), [422, 'maxItems'])
    assert.deepEqual(await read('bbox=a,30'), [422, 'type'])
    assert.deepEqual(await read('bbox='), [422, 'minItems'])
    assert.deepEqual(await read('ids=3,1'), [422, 'type'])
  })
}
