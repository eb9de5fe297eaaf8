// The absolute form of a target: its host replaces the field `Host` (RFC 9112, section 3.2.2), also when a cookie's origin is checked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: here }
resources: none
states: none
endpoints:
  POST /told: { answer: {}, status: 200, output: { url: service.url } }
authentication:
  schemes: { cookie: { type: apiKey, in: cookie, name: key, origin: same, secret: { env: KEY } } }
  security: [{ cookie: [] }]
events: none
limits: none
versioning: none
`

test('compares the origin of a page with the host of the target, not with `Host`', async (context) => {
  const { url } = await served(context, document, { secrets: { variable: () => 'open', file: () => undefined } })
  const sent = (target: string, host: string, origin: string): Promise<string> =>
    raw(url, `POST ${target} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${origin}\r\nCookie: key=open\r\nConnection: close\r\n\r\n`)
  assert.match(await sent('/told', 'here.test', 'here.test'), /^HTTP\/1\.1 200 [^]*\{"url":"http:\/\/here\.test"\}/)
  assert.match(await sent('http://here.test/told', 'else.test', 'here.test'), /^HTTP\/1\.1 200 [^]*\{"url":"http:\/\/here\.test"\}/)
  assert.match(await sent('http://here.test/told', 'else.test', 'else.test'), /^HTTP\/1\.1 401 /)
  assert.match(await sent('http:///told', 'here.test', 'here.test'), /^HTTP\/1\.1 400 /)
  assert.match(await sent('http://me@here.test/told', 'here.test', 'here.test'), /^HTTP\/1\.1 400 /)
})
