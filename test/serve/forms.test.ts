// Bodies in `application/x-www-form-urlencoded`: their names and texts become the value that the body's schema types.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const form = 'application/x-www-form-urlencoded'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: forms }
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      name: { type: string, maxLength: 20 }
      amount: { type: integer, minimum: 1, maximum: 100 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000 }
      gift: { type: boolean, default: false }
      tags: { type: array, maxItems: 5, items: { type: string, maxLength: 9 } }
      address: { type: object, properties: { city: { type: string, maxLength: 20 }, zip: { type: integer, minimum: 0, maximum: 99999 } }, required: [city] }
      lines: { type: array, maxItems: 5, items: { type: object, properties: { sku: { type: string, maxLength: 9 }, count: { type: integer, minimum: 1, maximum: 9 } }, required: [sku] } }
    required: [name]
states: none
endpoints:
  POST /orders: { create: Order, body: [name, amount, price, gift, tags, address, lines], accepts: [${form}, application/json], output: Order(this) }
  PATCH /orders/{id}: { update: Order, body: [name, amount], accepts: ${form}, output: Order(this) }
  POST /echo: { answer: {}, body: { type: object, properties: { text: { type: string, maxLength: 100 } } }, accepts: ${form}, status: 200, output: { text: input.body.text } }
authentication: none
events: none
errors: {}
limits: { sizes: { depth: 4 } }
versioning: none
`

type Answer = { readonly status: number; readonly body: unknown }

for (const kind of allKinds) {
  test(`${kind}: reads a form by the schema of the body`, async (context) => {
    const { url } = await served(context, document, { store: storeOf(kind) })
    const send = async (method: string, path: string, text: string, type = form): Promise<Answer> => {
      const answer = await fetch(`${url}${path}`, { method, body: text, headers: { 'content-type': type } })
      return { status: answer.status, body: await answer.json() }
    }
    assert.deepEqual(await send('POST', '/orders', 'name=A+b%26c&amount=3&price=1.5&gift=true&tags=x&tags=y'), {
      status: 201,
      body: { id: 1, name: 'A b&c', amount: 3, price: 1.5, gift: true, tags: ['x', 'y'] },
    })
    assert.deepEqual(await send('POST', '/orders', 'name=17&address[city]=Bern&address%5Bzip%5D=3000&tags[]=x', `${form}; charset=UTF-8`), {
      status: 201,
      body: { id: 2, name: '17', gift: false, tags: ['x'], address: { city: 'Bern', zip: 3000 } },
    })
    assert.deepEqual(await send('POST', '/orders', 'name=n&lines[1][sku]=b&lines[0][sku]=a&lines[0][count]=2'), {
      status: 201,
      body: { id: 3, name: 'n', gift: false, lines: [{ sku: 'a', count: 2 }, { sku: 'b' }] },
    })
    // A merge patch leaves absent members unchanged.
    assert.deepEqual(await send('PATCH', '/orders/2', 'amount=9'), {
      status: 200,
      body: { id: 2, name: '17', amount: 9, gift: false, tags: ['x'], address: { city: 'Bern', zip: 3000 } },
    })
    assert.equal((await send('POST', '/orders', '{"name":"json"}', 'application/json')).status, 201)
    assert.equal((await send('PATCH', '/orders/2', '{"amount":8}', 'application/json')).status, 415)
    assert.deepEqual(await send('POST', '/echo', 'text=%7B%22a%22%3A1%7D&other=2'), { status: 200, body: { text: '{"a":1}' } })
    assert.deepEqual(await send('POST', '/echo', ''), { status: 200, body: {} })
  })
}

test('refuses a form whose texts do not fit the schema, at the member that the client named', async (context) => {
  const { url } = await served(context, document, { store: 'memory' })
  const refused = async (text: string): Promise<unknown> => {
    const answer = await fetch(`${url}/orders`, { method: 'POST', body: text, headers: { 'content-type': form } })
    const { errors } = (await answer.json()) as { readonly errors?: readonly { readonly pointer: string; readonly keyword: string }[] }
    return [answer.status, ...(errors ?? []).map(({ pointer, keyword }) => `${pointer} ${keyword}`)]
  }
  assert.deepEqual(await refused('amount=3'), [422, '/name required'])
  assert.deepEqual(await refused('name=n&amount=many'), [422, '/amount type'])
  assert.deepEqual(await refused('name=n&amount='), [422, '/amount type'])
  assert.deepEqual(await refused('name=n&amount=101'), [422, '/amount maximum'])
  assert.deepEqual(await refused('name=n&name=m'), [422, '/name type'])
  assert.deepEqual(await refused('name[x]=n'), [422, '/name type'])
  assert.deepEqual(await refused('name=n&address=Bern'), [422, '/address type'])
  assert.deepEqual(await refused('name=n&address=Bern&address[city]=Bern'), [422, '/address type'])
  assert.deepEqual(await refused('name=n&address[zip]=1'), [422, '/address/city required'])
  assert.deepEqual(await refused('name=n&lines[0][sku]=a&lines[1][count]=1'), [422, '/lines/1/sku required'])
  assert.deepEqual(await refused('name=%'), [400])
  assert.deepEqual(await refused('name=%FF'), [400])
  assert.deepEqual(await refused('name=%00'), [400])
  assert.deepEqual(await refused('name=n&address[city][a][b][c]=1'), [413])
  assert.deepEqual(await refused('name=n&__proto__[x]=1'), [201])
})
