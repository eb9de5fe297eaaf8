// Invalid HTTP messages (RFC 9112), whatever they request, and the answers to clients that hold their content back.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { test } from 'node:test'
import { raw, served } from './served.ts'

const notes = `
ninefold: 1
service: { name: notes }
resources:
  Note: { key: id, properties: { id: { type: string, maxLength: 6000 }, text: { type: string, maxLength: 5000 } }, required: [id] }
states: none
endpoints:
  POST /notes: { create: Note, body: [id, text], status: 201, output: Note(this) }
  POST /wishes: { answer: {}, body: { type: object, properties: { text: { type: string, maxLength: 10 } } }, status: 200, output: { made: 'true' } }
  PUT /notes/{id}: { put: Note, body: [text], status: 200, output: Note(this) }
  GET /echo: { answer: {}, parameters: { header: { X-Text: { type: string, maxLength: 100 } } }, status: 200, headers: { X-Text: '\${has(input.headers["x-text"]) ? input.headers["x-text"] : ""}' }, output: { echo: 'has(input.headers["x-text"]) ? input.headers["x-text"] : ""' } }
authentication: none
events: none
errors:
  precedence: standard
  catalogue:
    malformed: { on: malformed, status: 400 }
    invalid: { on: invalid, status: 422 }
    taken: { on: duplicate, status: 409 }
limits: none
versioning: none
`

const end = 'Connection: close\r\n'
const json = 'Content-Type: application/json\r\n'

async function answered(url: string, head: string, content = ''): Promise<string> {
  return Buffer.from(await raw(url, `${head}\r\n${content}`), 'latin1').toString()
}

const statusOf = (text: string): string => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'nothing'

test('requires exactly one valid host', async (context) => {
  const { url } = await served(context, notes)
  for (const host of ['x', 'x:', 'x:80', '127.0.0.1:4000', '[::1]:80', 'b%C3%BCcher.example', ''])
    assert.equal(statusOf(await answered(url, `GET /echo HTTP/1.1\r\nHost: ${host}\r\n${end}`)), '200', host)
  for (const host of ['a b', 'a/b', 'a@b', 'x:80:80', 'x:http', '[::1', 'a\r\nHost: b', 'a\r\nHOST: a', 'a, b/c'])
    assert.equal(statusOf(await answered(url, `GET /echo HTTP/1.1\r\nHost: ${host}\r\n${end}`)), '400', host)
  assert.equal(statusOf(await answered(url, 'GET /echo HTTP/1.0\r\n')), '200', 'HTTP/1.0 need not')
})

test('refuses repeated single fields', async (context) => {
  const { url } = await served(context, notes)
  const get = (fields: string): Promise<string> => answered(url, `GET /echo HTTP/1.1\r\nHost: x\r\n${fields}${end}`)
  for (const field of ['Authorization', 'Content-Type', 'If-Modified-Since', 'If-Unmodified-Since']) {
    assert.equal(statusOf(await get(`${field}: a\r\n`)), '200', field)
    for (const second of [field, field.toLowerCase(), field.toUpperCase()])
      assert.equal(statusOf(await get(`${field}: a\r\nX-Text: b\r\n${second}: a\r\n`)), '400', second)
  }
  assert.equal(statusOf(await get('Accept: a/b\r\nAccept: */*\r\nCookie: a=1\r\nCookie: b=2\r\n')), '200', 'a list may be several')
})

test('refuses unknown content codings', async (context) => {
  const { url } = await served(context, notes)
  const post = (version: string, coding: string): Promise<string> =>
    answered(url, `POST /notes HTTP/${version}\r\nHost: x\r\n${json}Transfer-Encoding: ${coding}\r\n${end}`, 'a\r\n{"id":"a"}\r\n0\r\n\r\n')
  assert.equal(statusOf(await post('1.1', 'gzip, chunked')), '501')
  assert.equal(statusOf(await post('1.0', 'chunked')), '400', 'there were none in HTTP/1.0')
  assert.equal(statusOf(await post('1.1', 'Chunked')), '201')
})

test('refuses CONNECT', async (context) => {
  const { url } = await served(context, notes)
  assert.equal(statusOf(await answered(url, 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n')), '501')
})

test('refuses a target with a fragment or U+0000, and accepts long parameters', async (context) => {
  const { url } = await served(context, notes)
  for (const target of ['/echo#a', '/echo?a=1#b', '/notes/a#b', '/echo?a=%00', '/notes/%00', '/notes/a%00b'])
    assert.equal(
      statusOf(await answered(url, `${target.startsWith('/notes') ? 'PUT' : 'GET'} ${target} HTTP/1.1\r\nHost: x\r\n${end}`)),
      '400',
      target,
    )
  assert.equal((await fetch(`${url}/notes/a%23b%2500`, { method: 'PUT' })).status, 200)
  assert.equal((await fetch(`${url}/notes/${'a'.repeat(5000)}`, { method: 'PUT' })).status, 200)
})

test('decodes a header as UTF-8, or else one character per byte', async (context) => {
  const { url } = await served(context, notes)
  const echo = async (text: string, coding: BufferEncoding): Promise<string> =>
    Buffer.from(await raw(url, Buffer.from(`GET /echo HTTP/1.1\r\nHost: x\r\n${end}X-Text: ${text}\r\n\r\n`, coding)), 'latin1').toString()
  const utf8 = await echo('crème ✓', 'utf8')
  assert.match(utf8, /^X-Text: crème ✓\r$/m)
  assert.ok(utf8.endsWith('{"echo":"crème ✓"}'), utf8)
  assert.ok((await echo('crème', 'latin1')).endsWith('{"echo":"crème"}'))
})

test('`null` is content, but not an object', async (context) => {
  const { url } = await served(context, notes)
  const post = (content: string | undefined): Promise<Response> =>
    fetch(`${url}/wishes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(content === undefined ? {} : { body: content }),
    })
  assert.equal((await post('{}')).status, 200)
  assert.equal((await post(undefined)).status, 200, 'nothing in it is required')
  assert.equal((await post('null')).status, 422)
  assert.equal(
    (await fetch(`${url}/notes/a`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: 'null' })).status,
    422,
  )
})

async function holdingBack(
  url: string,
  target: string,
  more = '',
  length = 10,
): Promise<{ readonly socket: Socket; readonly said: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
  socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n${json}${more}\r\n`)
  const [said] = (await once(socket, 'data')) as [string]
  return { socket, said }
}

test('answers `Expect: 100-continue` only if content is wanted, and closes the connection otherwise', async (context) => {
  const { url } = await served(context, notes)
  for (const [status, target, more, length] of [
    ['404', '/nothing', '', 10],
    ['405', '/echo', '', 10],
    ['415', '/notes', 'Content-Encoding: gzip\r\n', 10],
    ['413', '/notes', '', 10_000_000],
  ] as const) {
    const { socket, said } = await holdingBack(url, target, more, length)
    assert.equal(statusOf(said), status, said)
    assert.equal(said.match(/^Connection: close\r$/gm)?.length, 1, said)
    await once(socket, 'close')
  }
  const { socket, said } = await holdingBack(url, '/notes')
  assert.equal(said, 'HTTP/1.1 100 Continue\r\n\r\n')
  socket.write('{"id":"h"}')
  const [answer] = (await once(socket, 'data')) as [string]
  assert.match(answer, /^HTTP\/1\.1 201 /)
  assert.match(answer, /^Connection: keep-alive\r$/m)
  socket.destroy()
})

test('refuses an invalid request after the responses to earlier ones', async (context) => {
  const { url } = await served(context, notes)
  const post = (id: string): string => `POST /notes HTTP/1.1\r\nHost: x\r\n${json}Content-Length: ${id.length + 9}\r\n\r\n{"id":"${id}"}`
  const statuses = async (bytes: string): Promise<string[]> =>
    [...(await raw(url, bytes)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!)
  assert.deepEqual(await statuses(`${post('a')}GARBAGE\r\n\r\n`), ['201', '400'])
  assert.deepEqual(await statuses(`${post('b')}${post('c')}${post('a')}GARBAGE\r\n\r\n`), ['201', '201', '409', '400'])
  assert.deepEqual(await statuses(`GET /echo HTTP/1.1\r\nHost: x\r\n\r\nFOO /echo HTTP/1.1\r\nHost: x\r\n\r\n`), ['200', '501'])
  assert.deepEqual(await statuses(`${post('d')}GET /echo HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), ['201', '431'])
  const broken = `POST /notes HTTP/1.1\r\nHost: x\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`
  assert.deepEqual(await statuses(broken), ['400'])
  assert.deepEqual(await statuses(`${post('e')}${broken}`), ['201', '400'])
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1')
  let said = ''
  socket.on('data', (piece) => (said += String(piece)))
  socket.write(broken.replace('/notes', '/nothing').replace('zz\r\n', ''))
  while (!said.includes('404')) await once(socket, 'data')
  socket.write('zz\r\n')
  await once(socket, 'close')
  assert.equal(said.match(/HTTP\/1\.1/g)?.length, 1, 'what is answered is not answered again')
})

test('answers 501 for an unknown method, and 400 for an invalid request line', async (context) => {
  const { url } = await served(context, notes)
  for (const method of ['FOO', 'get', 'M-X'])
    assert.equal(statusOf(await answered(url, `${method} /echo HTTP/1.1\r\nHost: x\r\n`)), '501', method)
  for (const line of ['hello', 'FOO /echo', 'FOO  /echo HTTP/1.1', 'FOO /echo HTTP/3', '\0 /echo HTTP/1.1'])
    assert.equal(statusOf(await answered(url, `${line}\r\n`)), '400', line)
})
