// The service's own output contains nothing that a client sent, except the id of its request: marked values are sent in every place, and
// all output at the most verbose level is searched for them.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { started } from '../../store/process.ts'

const secret = 'a-secret-of-more-than-thirty-two-bytes!!'

const marked = `ninefold: 1
use: [http@1]
service:
  name: marked
  behaviours:
    judge:
      file: judge.js
      when: before
      input: { type: object, required: [text], properties: { text: { type: string, maxLength: 200 } } }
      output: { type: object, required: [mark], properties: { mark: { type: integer } } }
resources:
  Note:
    key: id
    properties:
      id: { type: string, maxLength: 100 }
      text: { type: string, maxLength: 200 }
      hook: { type: [string, 'null'], maxLength: 200 }
    required: [text]
  Subscription:
    key: id
    properties: { id: { type: string, maxLength: 100 }, url: { type: string, maxLength: 200 }, key: { type: string, maxLength: 200, sensitive: true } }
    required: [url, key]
states:
  Note.status:
    initial: new
    states:
      new: { after: { PT0.1S: { target: old, set: { hook: string(int(this.text)) } } } }
      old: { type: final }
endpoints:
  POST /notes: { create: Note, body: [id, text, hook], status: 201, output: { id: this.id }, idempotency: { key: Idempotency-Key, optional: true, scope: request.address } }
  GET /notes/{id}: { read: Note, status: 200, output: { id: this.id, number: int(this.text) } }
  GET /numbers/{text}: { answer: {}, parameters: { path: { text: { type: string, maxLength: 100 } } }, status: 200, output: { is: int(input.path.text) } }
  GET /found: { answer: {}, parameters: { query: { q: { type: string, maxLength: 300, required: true } } }, status: 200, output: { is: "'a'.matches(input.query.q)" } }
  GET /headed: { answer: {}, parameters: { header: { X-Said: { type: string, maxLength: 100, required: true } } }, status: 200, output: { is: "int(input.headers['x-said'])" } }
  GET /times: { answer: {}, parameters: { query: { at: { type: string, maxLength: 100, required: true } } }, status: 200, output: { is: timestamp(input.query.at) } }
  GET /claims: { answer: {}, security: [{ bearer: [] }], status: 200, output: { is: int(string(caller.claims.said)) } }
  POST /judged: { call: judge, body: { text: { type: string, maxLength: 200 } }, input: { text: input.body.text }, status: 200, output: { mark: result.mark } }
  POST /subscriptions: { create: Subscription, body: [id, url, key], status: 201, output: { id: this.id } }
authentication:
  schemes:
    bearer: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: MARKED_SECRET } }
  security: [{}]
  unreadable: not-found
  rules: { Note: { read: 'true', create: 'true' }, Subscription: { create: 'true' } }
events:
  types:
    note.made: { on: Note.created, data: { id: this.id } }
  delivery:
    webhooks: { to: Subscription, url: '\${to.url}', attempts: 1, timeout: PT1S, deadLetter: P1D, signature: standard-webhooks, secret: '[to.key]' }
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, too-large, idempotency-mismatch, duplicate, unauthenticated, forbidden, unsupported-media], status: 400, title: No } } }
limits: none
versioning: none
`

function token(claims: object): string {
  const part = (of: object): string => Buffer.from(JSON.stringify(of)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

test('no log line repeats data of a client', async (context) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'service.yaml'), marked)
  writeFileSync(
    join(folder, 'judge.js'),
    "export default ({ text }) => { if (text.startsWith('parse')) JSON.parse(text); throw Object.assign(new TypeError(`cannot judge ${text}\\n    at ${text}:1:1`), { code: 'ODD' }) }\n",
  )
  process.env['MARKED_SECRET'] = secret
  context.after(() => delete process.env['MARKED_SECRET'])
  const service = await started(join(folder, 'service.yaml'), `sqlite:${join(folder, 'store.db')}`, ['--log', 'debug', '--private-targets'])
  context.after(() => service.kill('SIGKILL'))
  let count = 0
  const mark = (): string => `canary${count++}`
  const statuses: number[] = []
  const send = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: { [name: string]: string }; body?: unknown } = {},
  ): Promise<void> => {
    const answer = await fetch(service.url + path, {
      method,
      headers: {
        cookie: `session=${mark()}`,
        'user-agent': mark(),
        referer: `http://${mark()}.test/`,
        'idempotency-key': mark(),
        forwarded: `for=${mark()}`,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    statuses.push(answer.status)
  }
  const id = mark()
  await send('POST', '/notes', { body: { id, text: mark(), hook: mark() } })
  await send('GET', `/notes/${id}`)
  await send('GET', `/numbers/${mark()}`)
  for (const query of [`q=%5B${mark()}`, `q=(%3F${mark()}`]) await send('GET', `/found?${query}`)
  await send('GET', `/times?at=${mark()}`)
  await send('GET', '/headed', { headers: { 'x-said': mark() } })
  await send('GET', '/claims', {
    headers: { authorization: `Bearer ${token({ sub: mark(), said: mark(), iss: mark(), exp: Date.now() / 1000 + 60 })}` },
  })
  await send('GET', '/claims', { headers: { authorization: `Bearer ${mark()}` } })
  for (const text of [mark(), `parse${mark()}`]) await send('POST', '/judged', { body: { text } })
  await send('POST', '/subscriptions', { body: { id: mark(), url: `http://${mark()}.invalid/${mark()}`, key: mark() } })
  await send('POST', '/notes', { body: { id: mark(), text: '5' } })
  await send('POST', '/notes', { body: `{"${mark()}": ${mark()}` })
  await send('POST', `/${mark()}`, { body: { [mark()]: mark() } })
  await send('PUT', `/notes/${mark()}?${mark()}=${mark()}`)
  // The delivery dies, and the timer too.
  for (let tries = 0; !/a delivery is dead/.test(service.errors()); tries++) {
    assert.ok(tries < 200, service.errors())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await service.kill('SIGTERM')
  const lines = service.errors().trim().split('\n')
  assert.ok(lines.length > statuses.length, 'it does write')
  assert.ok(lines.filter((line) => line.includes('an answer reports a failure')).length >= 7, `failures are met: ${statuses.join(' ')}`)
  assert.deepEqual(
    lines.filter((line) => /canary/i.test(line)),
    [],
  )
  assert.match(service.errors(), /an expression failed: a value cannot be converted, in `int\(input\.path\.text\)`/)
  assert.match(service.errors(), /`judge` threw TypeError ODD \(at /)
})
