// One delivery over HTTP to real receivers: the outcome of each kind of answer, and of none.

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type LookupFunction, createServer as createSocket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { makeHttpSender, retryAfter } from '../../../src/serve/delivery/sender.ts'
import type { StartTimer } from '../../../src/serve/timer.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function receiver(context: TestContext, handler: Handler): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const now = (): number => Date.parse('2026-01-01T00:00:00Z')

function sending(context: TestContext, allowPrivate = true, resolveWith?: LookupFunction, patience?: StartTimer) {
  const sender = makeHttpSender({
    allowPrivate,
    now,
    ...(resolveWith === undefined ? {} : { resolveWith }),
    ...(patience === undefined ? {} : { patience }),
  })
  context.after(() => sender.close())
  return (url: string, more: { body?: string; timeout?: number; headers?: [string, string][] } = {}) =>
    sender.send({
      method: 'POST',
      url,
      headers: more.headers ?? [['Content-Type', 'application/json']],
      body: more.body ?? '{}',
      timeout: more.timeout ?? 5000,
    })
}

test('sends method, headers and body unchanged, and returns the status', async (context) => {
  let seen: unknown
  const url = await receiver(context, (request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (piece) => (body += String(piece)))
      .on('end', () => {
        seen = { method: request.method, url: request.url, type: request.headers['content-type'], extra: request.headers['x-extra'], body }
        response.writeHead(202).end('thanks')
      })
  })
  assert.deepEqual(
    await sending(context)(`${url}/hooks?a=1`, {
      body: '{"ü":1}',
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Extra', 'yes'],
      ],
    }),
    { status: 202 },
  )
  assert.deepEqual(seen, { method: 'POST', url: '/hooks?a=1', type: 'application/json', extra: 'yes', body: '{"ü":1}' })
})

test('waits longer than a timer can', async (context) => {
  const url = await receiver(context, (_request, response) => response.writeHead(202).end())
  assert.deepEqual(await sending(context)(url, { timeout: 30 * 24 * 3_600_000 }), { status: 202 })
})

test('does not follow redirects', async (context) => {
  const paths: string[] = []
  const url = await receiver(context, (request, response) => {
    paths.push(request.url!)
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  assert.deepEqual(await sending(context)(`${url}/here`), { status: 307 })
  assert.deepEqual(paths, ['/here'])
})

test('does not read an endless response to its end', async (context) => {
  let sent = 0
  const url = await receiver(context, (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  assert.deepEqual(await sending(context)(url), { status: 200 })
  assert.ok(sent < 64 * 1024 * 1024)
})

test('ends an attempt at the time limit, before or during the response', async (context) => {
  // Its time limit ends when the test decides.
  const limit = { milliseconds: 0, over: () => undefined as void, isOver: true }
  const send = sending(context, true, undefined, (milliseconds, over) => {
    Object.assign(limit, { milliseconds, over, isOver: false })
    return () => void (limit.isOver = true)
  })
  const silent = await receiver(context, () => limit.over())
  assert.deepEqual(await send(silent, { timeout: 50 }), { error: 'there was no answer within 0.05 s' })
  assert.deepEqual(limit, { ...limit, milliseconds: 50, isOver: true })
  const endless = await receiver(context, (_request, response) => void response.writeHead(200).write('and'))
  const came = (): unknown => setImmediate(limit.over)
  subscribe('http.client.response.finish', came)
  assert.deepEqual(await send(endless, { timeout: 50 }), { status: 200 })
  unsubscribe('http.client.response.finish', came)
})

test('reports an invalid response with a clear message', async (context) => {
  const send = sending(context)
  const closing = createSocket((socket) => socket.destroy()).listen(0, '127.0.0.1')
  const rude = createSocket((socket) => socket.on('error', () => undefined).end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1')
  await Promise.all([once(closing, 'listening'), once(rude, 'listening')])
  const port = (server: typeof rude): number => (server.address() as AddressInfo).port
  assert.deepEqual(await send(`http://127.0.0.1:${port(closing)}`), { error: 'the connection was broken' })
  assert.deepEqual(await send(`http://127.0.0.1:${port(rude)}`), { error: 'the answer is not HTTP' })
  const free = port(closing)
  closing.close()
  rude.close()
  assert.deepEqual(await send(`http://127.0.0.1:${free}`), { error: 'the connection was refused' })
  assert.deepEqual(await send('no address'), { error: 'the address cannot be read' })
  assert.deepEqual(await send('ftp://example.org/'), { error: 'ftp: is not http: or https:' })
  assert.match((await send(`http://127.0.0.1:${free}`, { headers: [['X-A', 'a\r\nX-B: b']] })).error!, /^it cannot be sent: /)
})

test('a kept-alive connection that the receiver closed is not a failed attempt', async (context) => {
  let connections = 0
  const server = createServer((_request, response) => void response.writeHead(204).end())
    .on('connection', () => connections++)
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close())
  const send = sending(context)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.deepEqual(await send(url), { status: 204 })
  server.closeAllConnections()
  assert.deepEqual(await send(url), { status: 204 })
  assert.equal(connections, 2)
})

test('refuses private addresses before connecting, in every spelling', async (context) => {
  let reached = 0
  const url = await receiver(context, (_request, response) => {
    reached++
    response.end()
  })
  const { port } = new URL(url)
  const send = sending(context, false)
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    '0.0.0.0',
  ]) {
    const { error = '' } = await send(`http://${host}:${port}/`)
    assert.match(error, /and the operator does not allow deliveries there$/, host)
  }
  assert.equal(reached, 0)
})

test('checks a host name by its addresses at each connection', async (context) => {
  const answers = [['203.0.113.9'], ['10.0.0.7', '::ffff:192.168.0.1']]
  const asked: string[] = []
  const send = sending(context, false, (name, options, callback) => {
    asked.push(name)
    const found = answers.shift()!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    assert.equal(options.all, true)
    callback(null, found)
  })
  assert.deepEqual(await send('http://hooks.example/'), {
    error: '203.0.113.9 is for documentation, and the operator does not allow deliveries there',
  })
  assert.deepEqual(await send('http://hooks.example/'), { error: '10.0.0.7 is private, and the operator does not allow deliveries there' })
  assert.deepEqual(asked, ['hooks.example', 'hooks.example'])
})

test('reads both forms of Retry-After', () => {
  assert.equal(retryAfter('120', now()), 120_000)
  assert.equal(retryAfter('Thu, 01 Jan 2026 00:10:00 GMT', now()), 600_000)
  assert.equal(retryAfter('Thu, 01 Jan 1970 00:00:00 GMT', now()), 0)
  for (const text of [undefined, '', '-1', 'soon', '1e9', '99999999999']) assert.equal(retryAfter(text, now()), undefined)
})
