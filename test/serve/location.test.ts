// Addresses that answers make: a value in a template is one segment or member, encoded no more than RFC 3986 asks.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const document = `ninefold: 1
use: [http@1]
service: { name: places }
resources:
  Place: { key: name, properties: { name: { type: string, maxLength: 100 } } }
states: none
endpoints:
  POST /places:
    create: Place
    body: [name]
    status: 201
    headers: { Location: '/places/\${this.name}', Content-Location: '/places?name=\${this.name}', Link: '</places?a=\${this.name}>; rel=up, </places/\${this.name}>; rel=self; title="\${this.name}"' }
    output: Place(this)
  GET /places/{name}: { read: Place, status: 200, output: Place(this) }
authentication: none
events: none
errors:
  precedence: standard
  catalogue: { bad: { on: [malformed, invalid, duplicate], status: 422 }, missing: { on: not-found, status: 404 } }
limits: none
versioning: none
`

for (const kind of ['memory', 'sqlite']) {
  test(`keeps the characters that a path segment or a query may contain (${kind})`, async (context) => {
    const { url } = await served(context, document, kind === 'memory' ? {} : { store: `sqlite:${join(temporaryFolder(), 'service.db')}` })
    const post = async (name: string): Promise<readonly (string | null)[]> => {
      const { headers } = await fetch(`${url}/places`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      const location = headers.get('location')!
      assert.deepEqual(await (await fetch(url + location)).json(), { name }, 'the address leads to the record')
      return [location, headers.get('content-location'), headers.get('link')]
    }
    assert.deepEqual(await post('urn:a@b.c$1'), [
      '/places/urn:a@b.c$1',
      '/places?name=urn:a@b.c$1',
      '</places?a=urn:a@b.c$1>; rel=up, </places/urn:a@b.c$1>; rel=self; title="urn:a@b.c$1"',
    ])
    assert.deepEqual((await post('a&b=c+d')).slice(0, 2), ['/places/a&b=c+d', '/places?name=a%26b%3Dc%2Bd'])
    assert.deepEqual((await post('a/b?c#d')).slice(0, 2), ['/places/a%2Fb%3Fc%23d', '/places?name=a/b?c%23d'])
    assert.deepEqual((await post('é %<>"')).slice(0, 2), ['/places/%C3%A9%20%25%3C%3E%22', '/places?name=%C3%A9%20%25%3C%3E%22'])
  })
}
