// What HTTP alone says: methods, heads, options, lengths, codings, operator limits. The document has no part in any of it.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { choosePreferredCoding } from '../../src/serve/send.ts'
import { raw, served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const notes = `
ninefold: 1
service: { name: notes }
resources:
  Note: { key: id, properties: { id: { type: string, maxLength: 50 }, text: { type: string, maxLength: 5000 } }, required: [id, text] }
states: none
endpoints:
  POST /notes: { create: Note, body: [id, text], status: 201, output: Note(this) }
  GET /notes/{id}: { read: Note, status: 200, output: Note(this) }
  GET /notes/{id}/text: { read: Note, status: 200, headers: { X-Text: '\${this.text}' }, output: this.text }
  GET /notes/{id}/id: { read: Note, status: 200, headers: { X-Text: '\${this.text}' }, output: this.id }
  GET /notes/first: { answer: {}, status: 200, output: { literal: 'true' } }
  DELETE /notes/{id}: { delete: Note, status: 204 }
  GET /unfinished: { answer: {}, status: not shown }
authentication: none
events: none
errors:
  precedence: standard
  catalogue:
    malformed: { on: malformed, status: 400 }
    invalid: { on: invalid, status: 422 }
    missing: { on: not-found, status: 404 }
    taken: { on: duplicate, status: 409 }
limits: none
versioning: none
`

const json = { 'content-type': 'application/json' }
const note = (id: string, text = 'x'): RequestInit => ({ method: 'POST', headers: json, body: JSON.stringify({ id, text }) })

test('answers 404 for an unknown path, 405 for another method, and OPTIONS with the methods', async (context) => {
  const { url } = await served(context, notes)
  assert.equal((await fetch(`${url}/nothing`)).status, 404)
  assert.equal((await fetch(`${url}/notes/`)).status, 404, 'a slash at the end is another path')
  const refused = await fetch(`${url}/notes`, { method: 'DELETE' })
  assert.deepEqual([refused.status, refused.headers.get('allow'), await refused.text()], [405, 'OPTIONS, POST', ''])
  const options = await fetch(`${url}/notes/a`, { method: 'OPTIONS' })
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'DELETE, GET, HEAD, OPTIONS'])
})

test('answers HEAD like GET, without content', async (context) => {
  const { url } = await served(context, notes)
  await fetch(`${url}/notes`, note('a'))
  const [get, head] = [await fetch(`${url}/notes/a`), await fetch(`${url}/notes/a`, { method: 'HEAD' })]
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
  assert.equal(await head.text(), '')
})

test('sends non-ASCII text as UTF-8, in headers and content', async (context) => {
  const { url } = await served(context, notes)
  await fetch(`${url}/notes`, note('a', 'crème'))
  for (const [path, content] of [
    ['text', '"crème"'],
    ['id', '"a"'],
  ] as const) {
    const text = Buffer.from(await raw(url, `GET /notes/a/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), 'latin1').toString()
    assert.match(text, /^X-Text: crème\r$/m)
    assert.match(text, new RegExp(`^Content-Length: ${Buffer.byteLength(content)}\r$`, 'm'))
    assert.ok(text.endsWith(`\r\n\r\n${content}`), text)
  }
})

test('a literal segment beats a parameter, and parameters are decoded once', async (context) => {
  const { url } = await served(context, notes)
  assert.deepEqual(await (await fetch(`${url}/notes/first`)).json(), { literal: true })
  await fetch(`${url}/notes`, note('a/b c%'))
  assert.deepEqual(await (await fetch(`${url}/notes/a%2Fb%20c%25`)).json(), { id: 'a/b c%', text: 'x' })
  assert.match(await raw(url, 'GET /notes/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 400 /)
})

test('an incomplete operation answers 501, which no cache stores', async (context) => {
  const { url } = await served(context, notes)
  const answer = await fetch(`${url}/unfinished`)
  assert.deepEqual([answer.status, answer.headers.get('cache-control'), await answer.text()], [501, 'no-store', ''])
})

test('compresses long text for clients that accept it, with its length', async (context) => {
  const { url } = await served(context, notes)
  await fetch(`${url}/notes`, note('long', 'again and '.repeat(400)))
  const text = await raw(url, 'GET /notes/long HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  assert.match(head, /Content-Encoding: gzip/)
  assert.match(head, /Vary: Accept-Encoding/)
  assert.match(head, new RegExp(`Content-Length: ${body.length}`))
  assert.equal(JSON.parse(gunzipSync(Buffer.from(body, 'latin1')).toString()).text.length, 4000)
  assert.doesNotMatch(await raw(url, 'GET /notes/long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), /Content-Encoding/)
})

test('uses the content coding with the highest weight', () => {
  assert.equal(choosePreferredCoding(undefined), undefined)
  assert.equal(choosePreferredCoding('gzip, br'), 'br')
  assert.equal(choosePreferredCoding('gzip;q=1, br;q=0.5'), 'gzip')
  assert.equal(choosePreferredCoding('*'), 'br')
  assert.equal(choosePreferredCoding('br;q=0, gzip;q=0'), undefined)
  assert.equal(choosePreferredCoding('gzip;q=0.2, identity'), undefined, 'no coding is weighed more')
})

test('refuses bodies with other codings and sizes', async (context) => {
  const { url } = await served(context, notes)
  const coded = await fetch(`${url}/notes`, { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' })
  assert.deepEqual([coded.status, coded.headers.get('accept-encoding')], [415, 'identity'])
  assert.equal((await fetch(`${url}/notes`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' })).status, 415)
  assert.equal((await fetch(`${url}/notes`, { method: 'POST', headers: json, body: 'x'.repeat(1_100_000) })).status, 413)
  assert.match(await raw(url, `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 414 /)
  assert.match(await raw(url, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 417 /)
  assert.match(await raw(url, 'GARBAGE\r\n\r\n'), /^HTTP\/1\.1 400 /)
})

test('an answer names its origins if the operator enables it', async (context) => {
  const { url } = await served(context, notes, { explain: true })
  const answer = await fetch(`${url}/notes/none`)
  assert.match(
    answer.headers.get('ninefold-origin') ?? '',
    /condition="not-found Note"; because="service\.yaml:\d+"; entry="missing"; status="service\.yaml:22"/,
  )
})

for (const store of allKinds)
  test(`the operator's listener is beside the service: health, readiness with what is missing, facts (${store})`, async (context) => {
    const { url, admin } = await served(context, notes, { admin: true, store: storeOf(store) })
    assert.deepEqual(await (await fetch(`${admin}/health/live`)).json(), { status: 'pass' })
    const ready = await (await fetch(`${admin}/health/ready`)).json()
    const [pass, onTime] = [{ status: 'pass' }, { status: 'pass', overdue: 'PT0S' }]
    assert.deepEqual(ready, {
      status: 'pass',
      checks: { requests: pass, store: pass, timers: onTime, jobs: onTime, deliveries: onTime },
      incomplete: [{ operation: 'GET /unfinished', gaps: ['endpoints/gap'] }],
    })
    assert.equal(((await (await fetch(`${admin}/facts`)).json()) as { ninefold: string }).ninefold, '1')
    assert.equal((await fetch(`${admin}/clock?advance=PT1S`, { method: 'POST' })).status, 409, 'a real clock is not moved')
    assert.equal((await fetch(`${url}/health/live`)).status, 404, 'nothing of it is on the port of the service')
  })

test('a virtual clock stops until the operator moves it', async (context) => {
  const { admin } = await served(context, notes, { admin: true, virtual: true })
  const before = (await (await fetch(`${admin}/clock`)).json()) as { now: string }
  assert.equal((await fetch(`${admin}/clock?advance=P30D`, { method: 'POST' })).status, 200)
  const after = (await (await fetch(`${admin}/clock`)).json()) as { now: string }
  assert.equal(Date.parse(after.now) - Date.parse(before.now), 30 * 86_400_000)
})

test('a stop waits for running requests, and accepts no new ones', async (context) => {
  const running = await served(context, notes)
  const body = JSON.stringify({ id: 'a', text: 'x' })
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(
    `POST /notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  const [goOn] = (await once(socket, 'data')) as [string]
  assert.match(goOn, /^HTTP\/1\.1 100 /, 'it is under way')
  const stopped = running.stop()
  socket.write(body)
  const [answer] = (await once(socket, 'data')) as [string]
  assert.match(answer, /^HTTP\/1\.1 201 /)
  socket.end()
  await stopped
  await assert.rejects(fetch(`${running.url}/notes/a`))
})

test('serves a document with an integer that no double holds', async (context) => {
  const wide = `ninefold: 1
use: [http@1]
service: { name: wide }
resources: none
states: none
endpoints: { 'GET /': { answer: {}, output: '1' } }
authentication: none
events: none
errors: { body: { most: error.most }, catalogue: { missing: { on: no-such-path, status: 404, most: 9007199254740993 } } }
limits: none
versioning: none
`
  const { url } = await served(context, wide)
  assert.equal(await (await fetch(`${url}/other`)).text(), '{"most":9007199254740993}')
})
