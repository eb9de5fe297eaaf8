// Time-outs: asked between the steps of an operation, leaving nothing, and never kept for a repetition.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { SeededRandomness } from '../../src/base/clock.ts'
import type { Answer, Exchange } from '../../src/exchange/exchange.ts'
import { type InterpreterOptions, createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf, route } from './running.ts'

const { facts, problems } = factsOf(`
service: none
resources:
  Note: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 10 } }, required: [text] }
states: none
endpoints:
  POST /notes: { create: Note, body: [text], idempotency: { key: Key, optional: true, scope: request.address }, status: 201, output: this.id }
  POST /patient: { create: Note, body: [text], timeout: PT1M, status: 201, output: this.id }
  POST /unlimited: { create: Note, body: [text], timeout: none, status: 201, output: this.id }
  GET /notes: { list: Note, order: [id], page: none, status: 200, output: 'items.map(n, n.text)' }
authentication: none
events: none
errors:
  precedence: standard
  media: application/json
  catalogue:
    bad: { on: [malformed, invalid], status: 422 }
    reused: { on: idempotency-mismatch, status: 422 }
    slow: { on: timeout, status: 408, body: { after: error.limit } }
limits: { timeout: PT5S, retention: { idempotency: P1D } }
versioning: none
`)

/** A clock that advances by `pace` at each reading. */
type Hurrying = { now(): number; pace: number; time: number }

function hurrying(): Hurrying {
  return {
    pace: 0,
    time: 0,
    now() {
      this.time += this.pace
      return this.time
    },
  }
}

function exchange(method: string, path: string, text?: string, more: Partial<Exchange> = {}): Exchange {
  const body = text === undefined ? new Uint8Array(0) : new TextEncoder().encode(JSON.stringify({ text }))
  const headers = new Map(
    text === undefined
      ? []
      : [
          ['content-type', 'application/json'],
          ['key', text],
        ],
  )
  return { ...route(facts, method, path)!, method, query: [], headers, body, hasBody: text !== undefined, address: '', id: '1', ...more }
}

type Answering = { answer(exchange: Exchange): Answer | Promise<Answer>; close(): Promise<void> }

/** `paces`: how long a step may take at least so that all of them take too long. */
async function behaves(backend: Answering, clock: Hurrying, paces: readonly number[]): Promise<void> {
  const said = async (each: Exchange): Promise<unknown> => {
    const { status, body } = await backend.answer(each)
    return [status, body === undefined ? undefined : JSON.parse(String(body))]
  }
  assert.deepEqual(await said(exchange('POST', '/notes', 'one')), [201, 1])
  for (const pace of paces) {
    clock.pace = pace
    assert.deepEqual(await said(exchange('POST', '/notes', 'late')), [408, { after: 'PT5S' }], `${pace} ms a step`)
  }
  clock.pace = 1300
  assert.deepEqual(await said(exchange('POST', '/patient', 'two')), [201, 2], 'it has more time')
  clock.pace = 60_000
  assert.deepEqual(await said(exchange('POST', '/unlimited', 'three')), [201, 3], 'it has all of it')
  clock.pace = 0
  assert.deepEqual(await said(exchange('GET', '/notes')), [200, ['one', 'two', 'three']], 'nothing else was written')
  assert.deepEqual(await said(exchange('POST', '/notes', 'late')), [201, 4], 'and the key is free')
  assert.deepEqual(
    await said(exchange('GET', '/notes', undefined, { receivedAt: clock.time - 5000 })),
    [408, { after: 'PT5S' }],
    'waiting counts',
  )
  await backend.close()
}

const lent = (clock: Hurrying): InterpreterOptions => ({
  clock,
  randomness: new SeededRandomness('timeout'),
  settings: new Map(),
  fixtures: false,
  depth: 8,
})

test('ends a slow operation without writing anything, in memory', async () => {
  assert.deepEqual(problems, [])
  const clock = hurrying()
  await behaves(createMemoryRuntime(facts, lent(clock)), clock, [600, 1300, 2600, 5000])
})

for (const [sealed, paces] of [
  [false, [600, 1300, 2600, 5000]],
  [true, [1700, 2600, 5000]],
] as const) {
  test(`ends a slow operation without writing anything, in a file, ${sealed ? 'by fewer steps' : 'interpreted'}`, async () => {
    const folder = temporaryFolder()
    const clock = hurrying()
    const backend = await createSqliteBackend(facts, join(folder, 'store.db'), { ...lent(clock), byRows: !sealed })
    if ('problem' in backend) throw new Error(backend.problem)
    await behaves(backend, clock, paces)
  })
}
