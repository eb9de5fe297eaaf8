// Answers that are held after their commit: until the outcome is there, for no longer than their time, and never for more than the caller may read.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freshSchema, noPostgres } from '../postgres.ts'
import { until } from '../until.ts'
import { type Served, served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: jobs }
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Job:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      owner: { $ref: User, onDelete: restrict }
      result: { type: [string, 'null'], maxLength: 99 }
    required: [owner]
  records: { User: [{ id: a }, { id: b }] }
states: none
endpoints:
  POST /jobs:
    create: Job
    body: none
    set: { owner: caller }
    status: 202
    output: { id: this.id }
    idempotency: { key: Idempotency-Key, optional: true, replayed: Replayed }
    wait: { read: getJob, path: { id: this.id }, until: this.result != null, for: PT10S }
  GET /jobs/{id}: { operationId: getJob, read: Job, output: { result: this.result, for: caller.id } }
  PATCH /jobs/{id}: { update: Job, body: [result, owner], status: 204 }
  DELETE /jobs/{id}: { delete: Job, status: 204 }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: User, by: { id: 'digest(credential).substring(0, 1) < "8" ? "a" : "b"' } } } }
  security: [{ key: [] }]
  default: allow
  unreadable: not-found
  rules: { Job: { read: this.owner == caller } }
events: none
errors: {}
limits: { rates: { reads: { operations: [getJob], quota: 1, window: P1D, partition: caller.id } }, retention: { idempotency: P1D } }
versioning: none
`

/** The digest of this key names the user `b`. */
const caller = { 'X-Key': 'k' }

type Answered = { readonly status: number; readonly body: unknown; readonly applied: string | null; readonly replayed: string | null }

async function send(
  service: Pick<Served, 'url'>,
  method: string,
  path: string,
  more: Record<string, string> = {},
  body?: object,
): Promise<Answered> {
  const answer = await fetch(service.url + path, {
    method,
    headers: { ...caller, ...more, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text === '' ? undefined : JSON.parse(text),
    applied: answer.headers.get('preference-applied'),
    replayed: answer.headers.get('replayed'),
  }
}

/** Sends a job whose answer is held. */
async function hold(service: Served, more: Record<string, string> = {}): Promise<{ readonly answer: Promise<Answered> }> {
  const before = service.countHeld()
  const answer = send(service, 'POST', '/jobs', more)
  let isAnswered = false
  void answer.finally(() => (isAnswered = true))
  await until(() => service.countHeld() > before || isAnswered)
  return { answer }
}

async function withServices(
  context: TestContext,
  kind: string,
  run: (service: Served, other: () => Promise<Served>) => Promise<void>,
): Promise<void> {
  const schema = kind === 'postgres' ? await freshSchema() : undefined
  const stops: (() => unknown)[] = []
  const start = (store: string): Promise<Served> =>
    served({ after: (stop) => void stops.push(stop as () => unknown) }, document, {
      virtual: true,
      store,
      held: 2,
      log: { level: 'silent', sink: () => undefined },
    })
  try {
    const store = schema?.url ?? storeOf(kind)
    await run(await start(store), () => start(store))
  } finally {
    for (const stop of stops) await stop()
    await schema?.drop()
  }
}

for (const kind of [...allKinds, 'postgres']) {
  const each = (name: string, run: (service: Served, other: () => Promise<Served>) => Promise<void>): void =>
    void test(`${name} (${kind})`, { skip: kind === 'postgres' ? (noPostgres ?? false) : false }, (context) =>
      withServices(context, kind, run),
    )

  each('answers as the read does once the outcome is there, and counts no look against its rate', async (service) => {
    const { answer } = await hold(service)
    await send(service, 'PATCH', '/jobs/1', {}, { result: 'fine' })
    assert.deepEqual(await answer, { status: 200, body: { result: 'fine', for: 'b' }, applied: null, replayed: null })
    assert.equal((await send(service, 'GET', '/jobs/1')).status, 200)
    assert.equal((await send(service, 'GET', '/jobs/1')).status, 429)
  })

  each('sends the ordinary answer when the time has passed, that of the client or of the document', async (service) => {
    const [usual, brief] = [await hold(service), await hold(service, { Prefer: 'return=minimal; note=", wait=9", wait=2' })]
    await service.advance(2000)
    assert.deepEqual(await brief.answer, { status: 202, body: { id: 2 }, applied: 'wait=2', replayed: null })
    assert.equal(service.countHeld(), 1)
    await service.advance(8000)
    assert.deepEqual(await usual.answer, { status: 202, body: { id: 1 }, applied: null, replayed: null })
    assert.deepEqual(await send(service, 'POST', '/jobs', { Prefer: 'respond-async' }), {
      status: 202,
      body: { id: 3 },
      applied: 'respond-async',
      replayed: null,
    })
  })

  each('sends the ordinary answer at once when the record is gone, or hidden from the caller', async (service) => {
    const [gone, hidden] = [await hold(service), await hold(service)]
    assert.equal((await send(service, 'DELETE', '/jobs/1')).status, 204)
    assert.equal((await gone.answer).status, 202)
    assert.equal((await send(service, 'PATCH', '/jobs/2', {}, { owner: 'a', result: 'secret' })).status, 204)
    assert.deepEqual(await hidden.answer, { status: 202, body: { id: 2 }, applied: null, replayed: null })
  })

  each('holds no more answers than the operator allows, and none for a repeated request', async (service) => {
    const first = await hold(service, { 'Idempotency-Key': 'x' })
    assert.deepEqual(await send(service, 'POST', '/jobs', { 'Idempotency-Key': 'x' }), {
      status: 202,
      body: { id: 1 },
      applied: null,
      replayed: 'true',
    })
    await hold(service)
    assert.equal((await send(service, 'POST', '/jobs')).status, 202)
    await service.advance(10_000)
    assert.equal((await first.answer).status, 202)
  })

  each('forgets a client that goes away, and sends the ordinary answers when it stops', async (service) => {
    const away = new AbortController()
    const left = fetch(`${service.url}/jobs`, { method: 'POST', headers: caller, signal: away.signal })
    await until(() => service.countHeld() === 1)
    away.abort()
    await assert.rejects(left)
    await until(() => service.countHeld() === 0)
    const { answer } = await hold(service)
    await service.stop()
    assert.equal((await answer).status, 202)
  })

  if (kind !== 'postgres') continue
  each('finds an outcome that another process wrote', async (service, other) => {
    const { answer } = await hold(service)
    await send(await other(), 'PATCH', '/jobs/1', {}, { result: 'elsewhere' })
    assert.deepEqual((await answer).body, { result: 'elsewhere', for: 'b' })
  })
}
