// Hostile input: it causes no internal error, does not stop the service, and does not make it grow.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { bombard } from './bombard.ts'
import { type Orders, servedOrders } from './orders.ts'

async function orders(context: TestContext): Promise<Orders> {
  const service = await servedOrders()
  context.after(() => service.stop())
  return service
}

test('refuses hostile requests to each operation, with constant memory', async (context) => {
  const { url, facts, reports } = await orders(context)
  await bombard(url, facts, 20, 'warm')
  const before = process.memoryUsage().rss
  const { statuses, wrong } = await bombard(url, facts, 100, 'hostile')
  assert.deepEqual(wrong, [])
  assert.deepEqual(reports, [])
  for (const status of [400, 404, 415, 422]) assert.ok((statuses.get(status) ?? 0) > 0, `nothing was answered ${status}`)
  assert.ok(process.memoryUsage().rss - before < 200 * 1024 * 1024)
  assert.equal((await fetch(`${url}/products`)).status, 200)
})

/** The status line of each answer to bytes as they are, until the connection ends. */
function said(url: string, bytes: string | Buffer): Promise<string[]> {
  const { port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes))
    let text = ''
    socket
      .setEncoding('latin1')
      .on('data', (piece) => (text += String(piece)))
      .on('error', () => undefined)
    socket.on('close', () => resolve([...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!)))
  })
}

test('refuses bytes that are not HTTP, and serves the next request', async (context) => {
  const { url } = await orders(context)
  const host = 'Host: a\r\n'
  const json = 'Content-Type: application/json\r\n'
  const malformed: { readonly [what: string]: string | Buffer } = {
    'no request': 'hello\r\n\r\n',
    'no host': 'GET /products HTTP/1.1\r\n\r\n',
    'two lengths': `POST /customers HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length and a coding': `POST /customers HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'an unknown coding': `POST /customers HTTP/1.1\r\n${host}Transfer-Encoding: xyz\r\n\r\n{}`,
    'a negative length': `POST /customers HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
    'a chunk that is none': `POST /customers HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    'a line in a header': `GET /products HTTP/1.1\r\n${host}X: a\rb\r\n\r\n`,
    'NUL in a header': `GET /products HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`,
    'NUL in the path': `GET /pro\0ducts HTTP/1.1\r\n${host}\r\n`,
    'headers without end': `GET /products HTTP/1.1\r\n${host}${`X: ${'a'.repeat(1000)}\r\n`.repeat(100)}\r\n`,
    'a target without end': `GET /${'a'.repeat(12_000)} HTTP/1.1\r\n${host}\r\n`,
    'a version that is none': `GET /products HTTP/9.9\r\n${host}\r\n`,
    bytes: Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256)),
  }
  const wrong: string[] = []
  for (const [what, bytes] of Object.entries(malformed)) {
    const statuses = await said(url, bytes)
    if (statuses.some((status) => !status.startsWith('4') && status !== '505')) wrong.push(`${what}: ${statuses.join(', ')}`)
    assert.equal((await fetch(`${url}/products`)).status, 200, what)
  }
  assert.deepEqual(wrong, [])
})

test('refuses bytes that are not UTF-8, and an incomplete body', async (context) => {
  const { url } = await orders(context)
  const post = async (body: Uint8Array<ArrayBuffer>): Promise<number> =>
    (await fetch(`${url}/customers`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  assert.equal(await post(Uint8Array.from([0x22, 0xc3, 0x28, 0x22])), 400)
  assert.equal(await post(Uint8Array.from([0xff, 0xfe, 0x7b, 0x00])), 400)
  assert.deepEqual(
    (await said(url, 'POST /customers HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{')).filter((status) => !status.startsWith('4')),
    [],
  )
  assert.equal((await fetch(`${url}/products`)).status, 200)
})

async function call(url: string, method: string, path: string, body?: unknown): Promise<{ status: number; json: any }> {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

test('admits exactly one of a hundred simultaneous transitions', async (context) => {
  const { url } = await orders(context)
  const customer = (await call(url, 'POST', '/customers', { name: 'Ann', email: 'ann@example.org' })).json.id
  const { id } = (await call(url, 'POST', '/orders', { customer, lines: [{ product: 'CUP-0002', quantity: 1 }] })).json
  const answers = await Promise.all(Array.from({ length: 100 }, () => call(url, 'POST', `/orders/${id}/place`)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.deepEqual(
    new Set(answers.filter(({ status }) => status !== 200).map(({ status, json }) => `${status} ${json.title}`)),
    new Set(['409 That is not possible now']),
  )
  assert.equal(
    (await call(url, 'GET', '/products')).json.products.find(({ sku }: { sku: string }) => sku === 'CUP-0002').available,
    2,
    'taken once',
  )
})

test('sells the last item of the stock once', async (context) => {
  const { url } = await orders(context)
  const customer = (await call(url, 'POST', '/customers', { name: 'Ann', email: 'ann@example.org' })).json.id
  const made = await Promise.all(
    Array.from({ length: 20 }, () => call(url, 'POST', '/orders', { customer, lines: [{ product: 'CUP-0002', quantity: 1 }] })),
  )
  const placed = await Promise.all(made.map(({ json: { id } }) => call(url, 'POST', `/orders/${id}/place`)))
  assert.deepEqual(
    placed.map(({ status }) => status).toSorted((a, b) => a - b),
    [...Array<number>(3).fill(200), ...Array<number>(17).fill(409)],
  )
  assert.equal(placed.find(({ status }) => status === 409)!.json.title, 'There is not enough in stock')
})
