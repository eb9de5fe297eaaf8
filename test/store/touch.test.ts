// An operation touches a record after its answer: the time of the last use, to the minute, in every store alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Credential } from '../../src/exchange/credential.ts'
import { factsOf } from '../meaning/running.ts'
import { until } from '../until.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources:
  Key:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      shop: { type: string, maxLength: 9 }
      usedAt: { type: [string, 'null'], format: date-time, readOnly: true }
      changedAt: { type: string, format: date-time, generate: now-on-update }
    required: [shop]
  Note:
    key: id
    tenant: { shop: caller.shop }
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      shop: { type: string, maxLength: 9 }
      readAt: { type: [string, 'null'], format: date-time, readOnly: true }
  records: { Key: [{ id: a, shop: s }, { id: b, shop: t }] }
states: none
endpoints:
  POST /notes: { create: Note, body: [id], output: Note(this) }
  GET /notes/{id}: { read: Note, touch: { record: this, property: readAt, every: PT1H }, output: Note(this) }
  GET /seen/{id}: { read: Note, output: Note(this) }
  GET /notes: { list: Note, order: [id], page: { style: offset, size: 9 }, touch: { record: caller, property: usedAt }, output: { ids: 'items.map(n, n.id)' } }
  GET /key: { answer: {}, output: { usedAt: caller.usedAt, unchanged: 'caller.changedAt == timestamp("2026-01-01T00:00:00Z")' } }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: Key, by: { id: 'digest(credential).substring(0, 1) < "8" ? "a" : "b"' } } } }
  security: [{ key: [] }]
  default: allow
events:
  types: { key.changed: { on: Key.updated, data: { id: this.id } } }
  delivery: { feed: { retain: P1D } }
errors: {}
limits: none
versioning: none
`

/** `key` is one whose digest begins below 8. */
const presented = (credential: string): ReadonlyMap<string, Credential> => new Map([['key', { kind: 'valid', credential, scopes: [] }]])

test('a read writes the time of use after its answer, at most once per period, and nothing else', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'touch')
  const send = async (method: string, target: string, body?: string) => {
    const { sqlite, difference } = await stores.send({
      method,
      target,
      credentials: presented('k'),
      ...(body === undefined ? {} : { body }),
    })
    return { status: sqlite.status, body: JSON.parse(String(sqlite.body ?? 'null')) as Record<string, unknown>, difference }
  }
  const becomes = (target: string, member: string, value: unknown) =>
    until(async () => {
      const { body, difference } = await send('GET', target)
      return difference === undefined && body[member] === value
    })
  try {
    assert.equal((await send('POST', '/notes', '{"id":1}')).status, 201)
    await becomes('/key', 'usedAt', null)
    assert.deepEqual((await send('GET', '/notes')).body, { ids: [1] })
    await becomes('/key', 'usedAt', '2026-01-01T00:00:00.000Z')
    await stores.advance(59_000)
    assert.equal((await send('GET', '/notes')).status, 200)
    await stores.advance(31_000)
    assert.equal((await send('GET', '/notes')).status, 200)
    await becomes('/key', 'usedAt', '2026-01-01T00:01:00.000Z')
    await becomes('/key', 'unchanged', true)
    assert.equal((await send('GET', '/notes/1')).status, 200)
    await becomes('/seen/1', 'readAt', '2026-01-01T00:00:00.000Z')
    assert.equal((await send('GET', '/notes/2')).status, 404)
  } finally {
    await stores.close()
  }
})
