// The log of a running service: the content of each line, and data that no line contains.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Level } from '../../../src/serve/observe/log.ts'
import { type Served, raw, served } from '../served.ts'
import { key, notes, secrets } from './document.ts'

type Line = { readonly [name: string]: unknown }

async function logged(
  context: TestContext,
  level: Level,
  work: (running: Served) => Promise<void>,
): Promise<{ lines: Line[]; text: string }> {
  const written: string[] = []
  const running = await served(context, notes, { secrets, log: { level, sink: (line) => written.push(line) } })
  await work(running)
  await running.stop()
  return { lines: written.map((line) => JSON.parse(line) as Line), text: written.join('') }
}

const with_ = (headers: { readonly [name: string]: string } = {}): { headers: { readonly [name: string]: string } } => ({
  headers: { 'X-Key': key, ...headers },
})

test('logs one line per request with its operation, caller and result', async (context) => {
  const { lines } = await logged(context, 'info', async ({ url }) => {
    await fetch(`${url}/notes/0190aaaa-0000-7000-8000-000000000000`, with_({ 'X-Request-Id': 'edge-1' }))
    await fetch(`${url}/open`, { headers: { 'X-Request-Id': 'edge-2' } })
    await fetch(`${url}/notes`, { headers: { 'X-Key': 'wrong', 'X-Request-Id': 'edge-3' } })
    await fetch(`${url}/nowhere`, { headers: { 'X-Request-Id': 'edge-4' } })
  })
  const told = lines.map(({ time, ms, ...rest }) => {
    assert.match(String(time), /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.equal(typeof ms, 'number')
    return rest
  })
  assert.deepEqual(told, [
    {
      level: 'info',
      id: 'edge-1',
      method: 'GET',
      route: '/notes/{id}',
      operation: 'GET /notes/{id}',
      status: 404,
      condition: 'not-found Note',
      caller: 'key',
      entry: 'unknown',
      msg: 'request',
    },
    { level: 'info', id: 'edge-2', method: 'GET', route: '/open', operation: 'GET /open', status: 200, msg: 'request' },
    {
      level: 'info',
      id: 'edge-3',
      method: 'GET',
      route: '/notes',
      operation: 'GET /notes',
      status: 401,
      condition: 'unauthenticated key invalid',
      caller: 'refused',
      entry: 'stranger',
      msg: 'request',
    },
    { level: 'info', id: 'edge-4', method: 'GET', status: 404, condition: 'no-such-path', msg: 'request' },
  ])
})

test('logs failures with their cause, and requests only at that level', async (context) => {
  const { lines } = await logged(context, 'warn', async ({ url }) => {
    const made = (await (
      await fetch(`${url}/notes`, { method: 'POST', body: '{"text":"a","parts":0}', ...with_({ 'Content-Type': 'application/json' }) })
    ).json()) as { id: string }
    assert.equal((await fetch(`${url}/notes/${made.id}/share`, with_())).status, 422)
  })
  assert.deepEqual(
    lines.map(({ level, operation, status, condition, cause }) => ({ level, operation, status, condition, cause })),
    [
      {
        level: 'error',
        operation: 'GET /notes/{id}/share',
        status: 422,
        condition: 'invalid computed',
        cause: 'an expression failed: division by zero, in `12 / this.parts`',
      },
    ],
  )
})

test('logs records that a list omits, without their values', async (context) => {
  const { lines } = await logged(context, 'warn', async ({ url }) => {
    for (const parts of [0, 1])
      await fetch(`${url}/notes`, {
        method: 'POST',
        body: `{"text":"a","parts":${parts}}`,
        ...with_({ 'Content-Type': 'application/json' }),
      })
    assert.deepEqual(await (await fetch(`${url}/shares`, with_())).json(), { items: ['a'] })
  })
  assert.deepEqual(
    lines.map(({ level, msg, operation, status, records, cause }) => ({ level, msg, operation, status, records, cause })),
    [
      {
        level: 'error',
        msg: 'records are left out of a list',
        operation: 'GET /shares',
        status: 200,
        records: 1,
        cause: 'an expression failed: division by zero',
      },
    ],
  )
})

test('writes nothing at level silent', async (context) => {
  const { text } = await logged(context, 'silent', async ({ url }) => void (await fetch(`${url}/nowhere`)))
  assert.equal(text, '')
})

test('logs nothing of a request but its id', async (context) => {
  const planted = ['planted-in-path', 'planted-in-query', 'planted-in-body', 'planted-in-header', 'planted-in-cookie', 'planted-in-agent']
  const { text, lines } = await logged(context, 'debug', async ({ url }) => {
    await fetch(
      `${url}/notes/planted-in-path?word=planted-in-query`,
      with_({ Authorization: 'Bearer planted-in-header', Cookie: 'a=planted-in-cookie', 'User-Agent': 'planted-in-agent' }),
    )
    await fetch(`${url}/planted-in-path`)
    await fetch(`${url}/notes?word=${key}`)
    await fetch(`${url}/notes?planted-in-query=planted-in-query`, with_())
    await fetch(`${url}/notes`, {
      method: 'POST',
      body: '{"text":"planted-in-body","parts":"planted-in-body"}',
      ...with_({ 'Content-Type': 'application/json' }),
    })
    await fetch(`${url}/notes`, { method: 'POST', body: 'planted-in-body', ...with_({ 'Content-Type': 'application/json' }) })
    await raw(url, `GET /notes HTTP/1.1\r\nHost: a\r\nX-Key: ${key}\r\nX-Request-Id: planted-in-header" level\r\nConnection: close\r\n\r\n`)
  })
  assert.equal(lines.length, 7)
  for (const word of [...planted, key]) assert.ok(!text.includes(word), `the log holds ${word}`)
})

test('uses a valid request id from a proxy', async (context) => {
  const running = await served(context, notes, { secrets })
  const idOf = async (said?: string): Promise<string> => {
    const response = await fetch(`${running.url}/open`, said === undefined ? {} : { headers: { 'X-Request-Id': said } })
    return ((await response.json()) as { id: string }).id
  }
  assert.equal(await idOf('7f3c-1.A_b~+/=:@'), '7f3c-1.A_b~+/=:@')
  assert.equal(await idOf('x'.repeat(128)), 'x'.repeat(128))
  const made = [await idOf(), await idOf('x'.repeat(129)), await idOf('a b'), await idOf('<script>'), await idOf('"')]
  assert.equal(new Set(made).size, made.length)
  for (const id of made) assert.match(id, /^[0-9a-f]{12}-[0-9a-z]+$/)
})
