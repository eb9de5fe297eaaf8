// Settings of the operator, and documents that are not served without them.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { served } from './served.ts'

const document = `ninefold: 1
service:
  name: help
  url: https://\${settings.host}
  settings:
    host: { type: string, maxLength: 99 }
    support: { type: string, maxLength: 99 }
    limit: { type: integer, minimum: 1, maximum: 99, default: 7 }
resources:
  Note: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 9, compute: settings.support } } }
states: none
authentication: none
endpoints:
  GET /help: { answer: {}, status: 200, output: { write: settings.support } }
  GET /limit: { answer: {}, status: 200, output: settings.limit }
  GET /place: { answer: {}, status: 200, output: service.url }
  GET /notes/{id}: { read: Note, status: 200, output: this.text }
  GET /asked: { answer: {}, require: { never: 'false' }, status: 200 }
events: none
errors:
  media: application/json
  precedence: standard
  catalogue:
    none-there: { on: [not-found, invalid], status: 404 }
    asked: { on: require, status: 409, detail: 'Ask \${settings.support}' }
limits: none
versioning: none
`

async function statuses(context: TestContext, settings: readonly (readonly [string, string])[]): Promise<object> {
  const { url, operations } = await served(context, document, { settings: new Map(settings) })
  const gaps = Object.fromEntries(
    operations.filter(({ complete }) => !complete).map(({ operation, gaps: lacking }) => [operation.path, lacking]),
  )
  const paths = ['/help', '/limit', '/place', '/notes/1', '/asked']
  return { gaps, answered: Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await fetch(url + path)).status]))) }
}

test('treats an unset setting as a gap of the operations that need it', async (context) => {
  assert.deepEqual(await statuses(context, []), {
    gaps: { '/help': ['setting support'], '/place': ['setting host'], '/notes/{id}': ['setting support'], '/asked': ['setting support'] },
    answered: { '/help': 501, '/limit': 200, '/place': 501, '/notes/1': 501, '/asked': 501 },
  })
  assert.deepEqual(
    await statuses(context, [
      ['support', 'Ann'],
      ['host', 'example.org'],
    ]),
    {
      gaps: {},
      answered: { '/help': 200, '/limit': 200, '/place': 200, '/notes/1': 404, '/asked': 409 },
    },
  )
})

test('names the missing setting as the origin of a 501', async (context) => {
  const { url } = await served(context, document, { explain: true })
  const response = await fetch(`${url}/help`)
  assert.equal(
    response.headers.get('ninefold-origin'),
    'operation="GET /help"; status="an incomplete operation is not served (setting support)"',
  )
})
