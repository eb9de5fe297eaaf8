// No record has an empty key: no path leads to one, and no body makes one.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: keys }
resources:
  A: { key: id, properties: { id: { type: string, maxLength: 20 }, t: { type: string, maxLength: 5 } } }
  B: { key: [a, b], properties: { a: { type: string, maxLength: 20 }, b: { type: string, maxLength: 20, pattern: '^x*$' }, t: { type: string, maxLength: 5 } } }
  C: { key: id, properties: { id: { type: string, maxLength: 20 }, a: { $ref: A, onDelete: cascade } } }
states: none
endpoints:
  PUT /as/{id}: { put: A, body: [t], output: A(this) }
  GET /as/{id}: { read: A, output: A(this) }
  PATCH /as/{id}: { update: A, body: [t], conditional: none, output: A(this) }
  DELETE /as/{id}: { delete: A }
  POST /as: { create: A, body: [id, t], output: A(this) }
  PUT /bs/{a}/{b}: { put: B, body: [t], output: B(this) }
  GET /bs/{a}/{b}/more: { read: B, output: B(this) }
  POST /bs: { create: B, body: [a, b, t], output: B(this) }
  POST /cs: { create: C, body: [id, a], output: C(this) }
  POST /steps: { body: { type: object, required: [id], properties: { id: { type: string, maxLength: 20 } } }, do: [{ create: A, set: { id: input.body.id } }] }
  GET /texts/{q}: { answer: {}, output: { q: input.path.q } }
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
`

test('refuses empty keys', async (context) => {
  for (const store of ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]) {
    const { url } = await served(context, document, { store })
    const ask = async (method: string, path: string, body?: object): Promise<string> => {
      const answer = await fetch(url + path, {
        method,
        ...(body === undefined
          ? {}
          : {
              headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
              body: JSON.stringify(body),
            }),
      })
      const text = await answer.text()
      const { type, errors } = (text === '' ? {} : JSON.parse(text)) as {
        type?: string
        errors?: { property?: string; keyword?: string }[]
      }
      return [String(answer.status), type, ...(errors ?? []).map(({ property, keyword }) => `${property} ${keyword}`)]
        .filter((each) => each !== undefined)
        .join(' ')
    }
    for (const [method, path] of [
      ['PUT', '/as/'],
      ['GET', '/as/'],
      ['PATCH', '/as/'],
      ['DELETE', '/as/'],
      ['PUT', '/bs//x'],
      ['PUT', '/bs/x/'],
      ['PUT', '/bs//'],
      ['GET', '/bs//x/more'],
      ['GET', '/bs/x//more'],
      ['GET', '/texts/'],
    ] as const) {
      assert.equal(
        await ask(method, path, method === 'PUT' || method === 'PATCH' ? {} : undefined),
        '404 no-such-path',
        `${method} ${path}`,
      )
    }
    assert.equal(await ask('POST', '/as', { id: '' }), '422 invalid id minLength')
    assert.equal(await ask('POST', '/bs', { a: '', b: '' }), '422 invalid a minLength b minLength')
    assert.equal(await ask('POST', '/cs', { id: 'c', a: '' }), '422 dangling a reference')
    assert.match(await ask('POST', '/steps', { id: '' }), /^422 invalid/)
    assert.equal(await ask('PUT', '/as/%20', {}), '201', 'a blank is a character')
    assert.equal(await ask('PUT', '/bs/a/x', {}), '201')
    assert.equal(await ask('GET', '/as/%20'), '200')
  }
})
