// The address of a request in its answer: links to other pages, to itself, and what they leave out.

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes, url: https://api.example, basePath: /api }
resources:
  Note: { key: id, properties: { id: { type: integer, minimum: 1, maximum: 99 }, kind: { type: string, maxLength: 20 } }, required: [id, kind] }
  records: { Note: [{ id: 1, kind: a b }, { id: 2, kind: a b }, { id: 3, kind: a b }, { id: 4, kind: c }] }
states: none
endpoints:
  GET /notes:
    list: Note
    filter: [kind]
    parameters: { query: { from: { type: integer, minimum: 0, maximum: 100, default: 0 } } }
    order: [id]
    page: { style: offset, size: 2, offset: input.query.from }
    headers:
      Link: '\${input.query.from + 2 < page.total ? "<" + service.url + request.target.withQuery({"from": input.query.from + 2}) + ">; rel=next" : null}'
    output:
      self: request.target
      items: items.map(n, n.id)
      next: 'input.query.from + 2 < page.total ? request.target.withQuery({"from": input.query.from + 2}) : null'
      first: 'request.target.withQuery({"from": null})'
  GET /feed:
    list: Note
    order: [id]
    page: { style: cursor, size: 3 }
    output: { items: 'items.map(n, n.id)', next: 'page.next == null ? null : service.url + request.target.withQuery({"cursor": page.next, "tag": ["x", "y/z"]})' }
  GET /notes/{id}: { read: Note, conditional: optional, output: { id: this.id, self: request.target } }
authentication:
  schemes: { key: { type: apiKey, in: query, name: key, secret: { env: KEY } } }
  security: [{ key: [] }, {}]
  default: allow
  unreadable: not-found
events: none
errors: { body: { target: request.target } }
limits: none
versioning: { current: v1, scheme: path, versions: { } }
`

const secrets = { variable: () => 'a key that nobody guesses', file: () => undefined }

for (const kind of allKinds) {
  test(`${kind}: an answer names the address of its request, with other parameters`, async (context) => {
    const { url } = await served(context, document, { store: storeOf(kind), secrets })
    const read = async (target: string): Promise<Record<string, unknown>> => (await (await fetch(url + target)).json()) as never
    assert.deepEqual(await read('/v1/api/notes?kind=a%20b&x&from=0&x=1'), {
      self: '/v1/api/notes?kind=a%20b&x&from=0&x=1',
      items: [1, 2],
      next: '/v1/api/notes?kind=a%20b&x&from=2&x=1',
      first: '/v1/api/notes?kind=a%20b&x&x=1',
    })
    assert.deepEqual(await read('/v1/api/notes?kind=a%20b&x&from=2&x=1').then(({ items, next }) => [items, next]), [[3], null])
    assert.equal((await read('/v1/api/notes')).next, '/v1/api/notes?from=2')
    assert.equal(
      (await fetch(`${url}/v1/api/notes?kind=a+b`)).headers.get('link'),
      '<https://api.example/v1/api/notes?kind=a+b&from=2>; rel=next',
    )
    // A credential is not part of it.
    assert.equal((await read('/v1/api/notes/1?key=a+key+that+nobody+guesses&y=1')).self, '/v1/api/notes/1?y=1')
    assert.equal((await read('/v1/api/notes/1?key=a+key+that+nobody+guesses')).self, '/v1/api/notes/1')
    const feed = await read('/v1/api/feed')
    assert.deepEqual(feed['items'], [1, 2, 3])
    assert.match(String(feed['next']), /^https:\/\/api\.example\/v1\/api\/feed\?cursor=[\w.-]+&tag=x&tag=y\/z$/)
    assert.deepEqual((await read(String(feed['next']).slice('https://api.example'.length)))['items'], [4])
    assert.equal((await read('/v1/api/notes/77?a=b'))['target'], '/v1/api/notes/77?a=b')
    assert.equal((await read('/v1/nowhere?a=b'))['target'], '/v1/nowhere?a=b')
  })
}

test('the absolute form of a target is named as its path and query', async (context) => {
  const { url } = await served(context, document, { store: 'memory', secrets })
  const self = await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request({ hostname, port, path: `${url}/v1/api/notes/1?a=b` }, (answer) => {
      let text = ''
      answer.on('data', (piece: Buffer) => (text += piece.toString())).on('end', () => resolve((JSON.parse(text) as { self: string }).self))
    })
    sent.on('error', reject).end()
  })
  assert.equal(self, '/v1/api/notes/1?a=b')
})
