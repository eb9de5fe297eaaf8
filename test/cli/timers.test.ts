// Dead timers as an operator sees them: reported, listed and retried, also while the service runs.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { served } from '../serve/served.ts'
import { allKinds, storeOf } from '../serve/stores.ts'

const text = `
ninefold: 1
service: { name: jobs }
resources:
  Job: { key: id, properties: { id: { type: integer, generate: sequence }, tool: { type: string, maxLength: 10 } }, required: [tool] }
  Tool: { key: name, properties: { name: { type: string, maxLength: 10 }, uses: { type: integer, default: 0, readOnly: true } } }
states:
  Job.status:
    initial: waiting
    states:
      waiting: { after: { PT1M: { target: done, then: [ { update: Tool, by: { name: this.tool }, set: { uses: '1' } } ] } } }
      done: { type: final }
endpoints:
  POST /jobs: { create: Job, body: [tool], status: 201, output: Job(this) }
  GET /jobs/{id}: { read: Job, status: 200, output: Job(this) }
  POST /tools: { create: Tool, body: [name], status: 201, output: Tool(this) }
authentication: none
events: none
errors:
  precedence: standard
  catalogue: { bad: { on: [malformed, invalid, duplicate, not-found], status: 422 } }
limits: none
versioning: none
`

function files(): { document: string; store: string } {
  const folder = temporaryFolder()
  const document = join(folder, 'service.yaml')
  writeFileSync(document, text)
  return { document, store: `sqlite:${join(folder, 'store.db')}` }
}

test('a dead timer is listed, and set going again while the service runs', async (context) => {
  const { document, store } = files()
  const told = Promise.withResolvers<string>()
  const service = await served(context, text, {
    virtual: true,
    admin: true,
    store,
    log: { level: 'warn', sink: (line) => told.resolve(line) },
  })
  const post = (path: string, body: object): Promise<Response> =>
    fetch(service.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const status = async (): Promise<string> => ((await (await fetch(`${service.url}/jobs/1`)).json()) as { status: string }).status
  await post('/jobs', { tool: 'saw' })
  const before = await ninefold('timers', document, '--store', store, '--format', 'json')
  const { waiting, due, dead, next } = JSON.parse(before.out)
  assert.deepEqual([before.status, waiting, due, dead, next[0].machine, next[0].after], [0, 1, 0, 0, 'Job.status', 'PT1M'])

  await service.advance(60_000)
  await service.advance(3_600_000)
  assert.equal(await status(), 'waiting')
  const listed = await ninefold('timers', document, '--store', store, '--dead')
  assert.equal(listed.status, 1)
  assert.match(
    listed.out,
    /^0 wait, 0 of them due; 1 is dead\n {2}\d+ {2}\S+Z {2}Job\.status after PT1M of \[1\]\n {4}dead: not-found Tool\n/,
  )
  const admin = (await (await fetch(`${service.admin}/timers`)).json()) as { dead: number; gone: { id: number; dead: string }[] }
  assert.deepEqual([admin.dead, admin.gone[0]!.dead], [1, 'not-found Tool'])

  await post('/tools', { name: 'saw' })
  const audit = join(temporaryFolder(), 'audit.log')
  const again = await ninefold('timers', document, '--store', store, '--retry', String(admin.gone[0]!.id), '--audit', audit)
  assert.deepEqual([again.status, again.out], [0, 'It is due now.\n'])
  const noted = JSON.parse(readFileSync(audit, 'utf8')) as object
  assert.deepEqual(
    { ...noted, time: '' },
    { time: '', operator: userInfo().username, command: 'timers --retry', done: [admin.gone[0]!.id] },
  )
  await service.advance(0)
  assert.equal(await status(), 'done')
  const { time: _, ...line } = JSON.parse(await told.promise) as { time: string }
  assert.deepEqual(line, {
    level: 'warn',
    timer: admin.gone[0]!.id,
    of: 'Job.status after PT1M',
    reason: 'not-found Tool',
    msg: 'a timer is dead; `ninefold timers` can retry it',
  })
  assert.deepEqual(await ninefold('timers', document, '--store', store, '--dead'), {
    status: 0,
    out: '0 wait, 0 of them due; 0 are dead\n',
    error: '',
  })
})

for (const store of allKinds)
  test(`the operator's listener sets one going again too (${store})`, async (context) => {
    const service = await served(context, text, { virtual: true, admin: true, store: storeOf(store), log: { level: 'silent', sink: 2 } })
    const post = (url: string, body: object): Promise<Response> =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    await post(`${service.url}/jobs`, { tool: 'saw' })
    await service.advance(3_600_000)
    await post(`${service.url}/tools`, { name: 'saw' })
    const {
      gone: [timer],
    } = (await (await fetch(`${service.admin}/timers`)).json()) as { gone: { id: number }[] }
    const retry = async (id: unknown): Promise<number> =>
      (await fetch(`${service.admin}/timers?retry=${String(id)}`, { method: 'POST' })).status
    assert.deepEqual([await retry('x'), await retry(999_999), await retry(timer!.id), await retry(timer!.id)], [400, 404, 200, 404])
    await service.advance(0)
    assert.equal(((await (await fetch(`${service.url}/jobs/1`)).json()) as { status: string }).status, 'done')
  })

test('reports an unreadable store in one line', async (context) => {
  const { document, store } = files()
  assert.match((await ninefold('timers', document, '--store', 'memory')).error, /--store takes sqlite:FILE or postgres:.*, not memory/)
  assert.match((await ninefold('timers', document, '--store', store)).error, /does not exist; `serve` creates it/)
  const service = await served(context, text, { virtual: true, store })
  await service.advance(0)
  assert.match(
    (await ninefold('timers', document, '--store', store, '--retry', 'soon')).error,
    /takes the id of a dead timer, or all, not soon/,
  )
  assert.match((await ninefold('timers', document, '--store', store, '--retry', '12')).error, /no dead timer is called 12/)
})

test('a record of a tenant is named on one line', async (context) => {
  const folder = temporaryFolder()
  const [document, store] = [join(folder, 'service.yaml'), `sqlite:${join(folder, 'store.db')}`]
  const tenants = text
    .replace(
      '  Job: { key: id, properties: {',
      '  Clerk: { key: id, properties: { id: { type: string, maxLength: 9 }, hash: { type: string, maxLength: 64 }, shop: { type: string, maxLength: 9 } }, required: [hash, shop], unique: [hash] }\n  Job: { key: id, tenant: { shop: caller.shop }, properties: { shop: { type: string, maxLength: 9 },',
    )
    .replace(
      'authentication: none',
      'authentication: { schemes: { clerk: { type: apiKey, in: header, name: X-Key, find: { find: Clerk, by: { hash: digest(credential) } } } }, security: [{ clerk: [] }], default: allow }',
    )
    .replace(
      '  POST /tools:',
      '  POST /clerks: { create: Clerk, security: [], body: { type: object, required: [key], properties: { key: { type: string, maxLength: 9 } } }, set: { id: input.body.key, hash: digest(input.body.key), shop: \'"s1"\' }, status: 204 }\n  POST /tools:',
    )
    .replace('duplicate, not-found]', 'duplicate, not-found, unauthenticated, forbidden]')
  writeFileSync(document, tenants)
  const service = await served(context, tenants, { virtual: true, store })
  const post = (path: string, body: string): Promise<Response> =>
    fetch(service.url + path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-key': 'k' }, body })
  assert.deepEqual([(await post('/clerks', '{"key":"k"}')).status, (await post('/jobs', '{"tool":"saw"}')).status], [204, 201])
  assert.match((await ninefold('timers', document, '--store', store)).out, /Job\.status after PT1M of \[1\] of tenant \["s1"\]\n$/)
  const {
    next: [timer],
  } = JSON.parse((await ninefold('timers', document, '--store', store, '--format', 'json')).out)
  assert.deepEqual([timer.key, timer.tenant], ['[1]', '["s1"]'])
})

test('a record with a key of several parts is named on one line', async (context) => {
  const folder = temporaryFolder()
  const [document, store] = [join(folder, 'service.yaml'), `sqlite:${join(folder, 'store.db')}`]
  const composite = text
    .replace(
      'Job: { key: id, properties: { id: { type: integer, generate: sequence },',
      'Job: { key: [room, day], properties: { room: { type: string, maxLength: 9 }, day: { type: string, format: date },',
    )
    .replace('required: [tool]', 'required: [room, day, tool]')
    .replace('body: [tool]', 'body: [room, day, tool]')
    .replace(/ {2}GET \/jobs.*\n/, '')
  writeFileSync(document, composite)
  const service = await served(context, composite, { virtual: true, store })
  const sent = await fetch(`${service.url}/jobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"room":"a\\nb","day":"2026-01-02","tool":"saw"}',
  })
  assert.equal(sent.status, 201)
  assert.match(
    (await ninefold('timers', document, '--store', store)).out,
    /^1 waits?, 0 of them due; 0 are dead\n {2}\d+ {2}\S+Z {2}Job\.status after PT1M of \["a\\nb","2026-01-02"\]\n$/,
  )
  const {
    next: [timer],
  } = JSON.parse((await ninefold('timers', document, '--store', store, '--format', 'json')).out)
  assert.deepEqual([timer.key, timer.tenant], ['["a\\nb","2026-01-02"]', undefined])
})
