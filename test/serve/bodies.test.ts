// A body takes no memory before it is accepted: requests that their head decides are refused at once, and all bodies together are bounded.

import assert from 'node:assert/strict'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Bodies, freeBytes } from '../../src/serve/bodies.ts'
import { operatorLimits } from '../../src/serve/operator-limits.ts'
import { temporaryFolder } from '../folder.ts'
import { type Served, served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: bodies }
resources:
  Note: { key: id, properties: { id: { type: string, maxLength: 9 }, text: { type: string, maxLength: 2000000 } }, required: [text] }
states: none
endpoints:
  POST /notes: { create: Note, body: [id, text], output: { id: this.id } }
  POST /open: { create: Note, security: [], body: [id, text], output: { id: this.id } }
  POST /late: { create: Note, body: [id, text], output: { id: this.id } }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } } }
  security: [{ key: [] }]
  default: allow
  unreadable: not-found
events: none
errors: { precedence: [form, input, caller, find, address, permission, match, state] }
limits: { rates: { few: { quota: 3, window: PT1M, operations: [POST /open] } }, headers: true }
versioning: none
`.replace('errors: { precedence: [form, input, caller, find, address, permission, match, state] }\n', '')

const stores = (): readonly string[] => ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]
const start = (context: TestContext, text: string, store: string): Promise<Served> =>
  served(context, text, { store, virtual: true, secrets: { variable: () => 'a key that nobody guesses', file: () => undefined } })

/** Sends a head; returns the socket with its received data, piece by piece. */
function half(
  context: TestContext,
  { url }: Served,
  path: string,
  length: number,
  more = '',
): { readonly socket: Socket; readonly answer: Promise<string> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  context.after(() => void socket.destroy())
  socket.on('error', () => undefined)
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket
      .setEncoding('utf8')
      .on('data', (piece: string) => {
        text += piece
        if (!text.includes('\r\n\r\n')) return
        socket.destroy()
        resolve(text)
      })
      .on('close', () => resolve(text))
  })
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`)
  return { socket, answer }
}

const statusOf = (text: string): string => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'nothing'

test('answers a request without a credential before its content arrives', async (context) => {
  for (const store of stores()) {
    const service = await start(context, document, store)
    for (const more of ['', 'X-Key: wrong\r\n']) {
      const { answer } = half(context, service, '/notes', 500_000, more)
      assert.match(await answer, /^HTTP\/1\.1 401 .*\r\n[^]*WWW-Authenticate: ApiKey realm="key"/)
    }
    const { socket, answer } = half(context, service, '/notes', 30_000, 'X-Key: a key that nobody guesses\r\n')
    socket.write(JSON.stringify({ id: 'a', text: 'x'.repeat(30_000 - 20) }).padEnd(30_000))
    assert.equal(statusOf(await answer), '201')
    // A client that sends `Expect: 100-continue` gets an answer to it, also for a small body.
    const { answer: held } = half(context, service, '/notes', 20, 'Expect: 100-continue\r\n')
    assert.equal(statusOf(await held), '401')
  }
})

test('does not receive content that a limit refuses, and counts it once', async (context) => {
  for (const store of stores()) {
    const service = await start(context, document, store)
    const send = async (id: string): Promise<string> => {
      const { socket, answer } = half(context, service, '/open', 30_000)
      socket.write(JSON.stringify({ id, text: 'x'.repeat(29_000) }).padEnd(30_000))
      return answer
    }
    for (const [id, left] of [
      ['a', 2],
      ['b', 1],
      ['c', 0],
    ] as const) {
      const text = await send(id)
      assert.equal(statusOf(text), '201')
      assert.match(text, new RegExp(`RateLimit: "few";r=${left};`))
    }
    const { answer } = half(context, service, '/open', 900_000)
    assert.equal(statusOf(await answer), '429')
  }
})

test('receives the content first if the document refuses it before the caller', async (context) => {
  const text = document.replace(
    'limits:',
    'errors: { precedence: [address, form, input, caller, replay, find, permission, match, state, effect] }\nlimits:',
  )
  for (const store of stores()) {
    const service = await start(context, text, store)
    const { socket, answer } = half(context, service, '/notes', 30_000)
    socket.write('{ "id": '.padEnd(30_000))
    assert.equal(statusOf(await answer), '400')
  }
})

test('bounds the memory of running bodies, and releases it when they end', () => {
  const bodies = new Bodies(100)
  const [a, b, c] = [{ reservedBytes: 0 }, { reservedBytes: 0 }, { reservedBytes: 0 }]
  assert.equal(bodies.reserve(a, freeBytes), true)
  assert.equal(a.reservedBytes, 0)
  assert.equal(bodies.reserve(a, freeBytes + 60), true)
  assert.equal(bodies.reserve(b, freeBytes + 41), false)
  assert.equal(bodies.reserve(b, freeBytes + 40), true)
  assert.equal(bodies.reserve(c, freeBytes), true, 'small ones are always taken')
  assert.equal(bodies.reserve(c, freeBytes + 1), false)
  bodies.release(a)
  assert.equal(bodies.reserve(c, freeBytes + 60), true)
  assert.equal(bodies.reserve(c, freeBytes + 61), false)
})

test('a request beyond the memory for bodies is overloaded, and others continue', async (context) => {
  const service = await start(context, document, 'memory')
  const each = 1024 * 1024
  const many = Math.ceil(operatorLimits.bodies / (each - freeBytes - 2048)) + 8
  const key = 'X-Key: a key that nobody guesses\r\n'
  const sent = Array.from({ length: many }, () => half(context, service, '/notes', each, key))
  const piece = Buffer.alloc(each - 1024, ' ')
  const refused = sent.map(async ({ socket, answer }, index) => {
    socket.write(piece)
    return { index, text: await answer }
  })
  const first = await Promise.race(refused)
  assert.match(first.text, /^HTTP\/1\.1 503 /)
  assert.match(first.text, /Retry-After: 1/)
  // A small one is answered meanwhile.
  const { socket, answer } = half(context, service, '/notes', 100, key)
  socket.write(JSON.stringify({ id: 'small', text: 'x' }).padEnd(100))
  assert.equal(statusOf(await answer), '201')
  for (const { socket: one } of sent) one.destroy()
})
