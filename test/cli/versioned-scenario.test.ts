// Scenarios of a document with versions in the path: what their requests are, and what `check` says of them.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'
import { ninefold } from '../ninefold.ts'

const makeDocument = (versioning: string, service: string, scenario: string): string => `---
ninefold: 1
use: [http@1, problem-details@1]
---

# Orders

## 1. What the service does

\`\`\`yaml
${service}
\`\`\`

## 2. Resources and their fields

none

## 3. States and transitions

none

## 4. Endpoints

\`\`\`yaml
GET /orders/{id}: { answer: {}, output: { id: input.path.id } }
\`\`\`

### Reading

\`\`\`hurl
${scenario}
\`\`\`

## 5. Authentication

none

## 6. Events

none

## 7. Errors

\`\`\`yaml
{}
\`\`\`

## 8. Limits

none

## 9. Versioning

\`\`\`yaml
${versioning}
\`\`\`
`

const unknownRoutes = (text: string) =>
  compile([{ name: 'orders.md', text }], conventions()).diagnostics.filter(({ code }) => code === 'scenario/unknown-route')

const twoVersions = `scheme: path
current: v2
versions: { v1: {} }
changes: { v2: [{ renameEndpoint: { 'GET /order/{id}': 'GET /orders/{id}' } }] }`

const mixed = `GET {{url}}/v2/orders/0
HTTP 200

# version: v1
GET {{url}}/order/1
HTTP 200

GET {{url}}/v2/orders/2
HTTP 200

GET {{url}}/v1/order/3
HTTP 200`

test('after `# version:`, a path with a version of its own is sent as written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'versions-'))
  try {
    const file = join(folder, 'orders.md')
    writeFileSync(file, makeDocument(twoVersions, 'name: orders', mixed))
    const { status, out, error } = await ninefold('test', file)
    assert.equal(status, 0, out + error)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the check reads each path with the version that it is sent with', () => {
  assert.deepEqual(unknownRoutes(makeDocument(twoVersions, 'name: orders', mixed)), [])
  const wrong = mixed.replaceAll('order/', 'oder/').replaceAll('orders/', 'oders/')
  assert.equal(unknownRoutes(makeDocument(twoVersions, 'name: orders', wrong)).length, 4)
})

test('the check knows a version at a place of its own', () => {
  const placed = "scheme: { path: '/ats/v{version}' }\ncurrent: '2'"
  const request = (path: string): string => makeDocument(placed, 'name: orders', `GET {{url}}${path}\nHTTP 200`)
  assert.deepEqual(unknownRoutes(request('/ats/v2/orders/1')), [])
  assert.equal(unknownRoutes(request('/ats/v2/order/1')).length, 1)
})

test('the check says where the version stands beside a base path', () => {
  const service = 'name: orders\nbasePath: /ats'
  const request = (path: string, status = 200): string =>
    makeDocument('scheme: path\ncurrent: v1', service, `GET {{url}}${path}\nHTTP ${status}`)
  assert.deepEqual(unknownRoutes(request('/v1/ats/orders/1')), [])
  assert.deepEqual(unknownRoutes(request('/ats/v1/orders/1', 400)), [])
  const [diagnostic] = unknownRoutes(request('/ats/v1/orders/1'))
  assert.match(diagnostic?.help ?? '', /\{\{url\}\}\/v1\/ats\/orders\/1`.*`scheme: \{ path: '\/ats\/\{version\}' \}`/)
})
