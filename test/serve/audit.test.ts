// The audit log: changes with their callers, refusals, changes by time; and a log that cannot be written.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { type Served, served } from './served.ts'

const secret = 'a-secret-of-more-than-thirty-two-bytes!!'

const notes = `ninefold: 1
use: [http@1]
service: { name: notes }
resources:
  Note:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      owner: { type: string, maxLength: 40 }
      text: { type: string, maxLength: 100 }
      lines: { inverse: Line.note }
    required: [owner, text]
  Line: { key: id, properties: { id: { type: integer, generate: sequence }, note: { $ref: Note, onDelete: cascade } } }
states:
  Note.status:
    initial: draft
    states:
      draft: { on: { publish: { target: published, then: [ { create: Line, set: { note: this } } ] } }, after: { PT1H: { target: old } } }
      published: {}
      old: { type: final }
endpoints:
  POST /notes: { create: Note, body: [text], set: { owner: caller.sub }, status: 201, output: { id: this.id } }
  GET /notes/{id}: { read: Note, security: [{}], status: 200, output: { text: this.text } }
  PATCH /notes/{id}: { update: Note, body: [text], status: 204 }
  DELETE /notes/{id}: { delete: Note, status: 204 }
  POST /notes/{id}/publish: { transition: Note.publish, status: 204 }
authentication:
  schemes: { bearer: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }
  security: [{ bearer: [] }]
  unreadable: forbidden
  rules: { Note: { read: 'true', create: 'true', update: this.owner == caller.sub, delete: this.owner == caller.sub, publish: this.owner == caller.sub }, Line: { read: 'true' } }
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, illegal-transition], status: 400, title: No }, who: { on: unauthenticated, status: 401, title: Who }, never: { on: forbidden, status: 403, title: Never }, later: { on: unavailable, status: 503, title: Later } } }
limits: none
versioning: none
`

function token(sub: string): string {
  const part = (of: object): string => Buffer.from(JSON.stringify(of)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, exp: 4e9 })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

type Line = { readonly [name: string]: unknown }

async function audited(
  context: TestContext,
  target: string,
  more: { store?: string; mayLose?: boolean; lines?: Line[]; text?: string } = {},
) {
  const running: Served = await served(context, more.text ?? notes, {
    virtual: true,
    admin: true,
    secrets: { variable: () => secret, file: () => undefined },
    audit: { target, mayLose: more.mayLose === true },
    store: more.store ?? 'memory',
    log: { level: 'warn', sink: (line) => void more.lines?.push(JSON.parse(line) as Line) },
  })
  const send = async (method: string, path: string, who?: string, body?: object): Promise<number> =>
    (
      await fetch(running.url + path, {
        method,
        headers: {
          'x-request-id': `r${path}`,
          ...(who === undefined ? {} : { authorization: `Bearer ${token(who)}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    ).status
  return { running, send }
}

function linesIn(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { time, ...rest } = JSON.parse(line) as Line
      assert.match(String(time), /^20\d\d-/)
      return rest
    })
}

for (const store of ['memory', 'sqlite'] as const) {
  test(`writes a line for each change and each forbidden request, over ${store}`, async (context) => {
    const folder = temporaryFolder()
    const file = join(folder, 'audit.log')
    const { running, send } = await audited(context, file, { store: store === 'memory' ? store : `sqlite:${join(folder, 'store.db')}` })
    assert.equal(await send('POST', '/notes', 'ann', { text: 'secret words' }), 201)
    assert.equal(await send('POST', '/notes', 'ann', { text: 'others' }), 201)
    assert.equal(await send('GET', '/notes/1'), 200)
    assert.equal(await send('PATCH', '/notes/1', 'ben', { text: 'mine' }), 403)
    assert.equal(await send('PATCH', '/notes/1', undefined, { text: 'mine' }), 401)
    assert.equal(await send('PATCH', '/notes/1', 'ann', { text: 'other words' }), 204)
    assert.equal(await send('POST', '/notes/1/publish', 'ann'), 204)
    assert.equal(await send('POST', '/notes/1/publish', 'ann'), 400)
    await running.advance(3_600_000)
    assert.equal(await send('DELETE', '/notes/1', 'ann'), 204)
    const by = { caller: 'ann', scheme: 'bearer' }
    const note = (key: number, change: string): object => ({ resource: 'Note', key: [key], change })
    const lines = linesIn(file)
    assert.deepEqual(
      lines.map((line) => JSON.stringify(line).replaceAll('"1"', '1')).map((line) => JSON.parse(line) as object),
      [
        { request: 'r/notes', operation: 'POST /notes', ...by, outcome: 'done', status: 201, records: [note(1, 'created')] },
        { request: 'r/notes', operation: 'POST /notes', ...by, outcome: 'done', status: 201, records: [note(2, 'created')] },
        {
          request: 'r/notes/1',
          operation: 'PATCH /notes/{id}',
          caller: 'ben',
          scheme: 'bearer',
          outcome: 'refused',
          condition: 'forbidden Note update',
          status: 403,
          records: [],
        },
        {
          request: 'r/notes/1',
          operation: 'PATCH /notes/{id}',
          outcome: 'refused',
          condition: 'unauthenticated bearer missing',
          status: 401,
          records: [],
        },
        { request: 'r/notes/1', operation: 'PATCH /notes/{id}', ...by, outcome: 'done', status: 204, records: [note(1, 'changed')] },
        {
          request: 'r/notes/1/publish',
          operation: 'POST /notes/{id}/publish',
          ...by,
          outcome: 'done',
          status: 204,
          transitions: ['Note.publish'],
          records: [note(1, 'changed'), { resource: 'Line', key: [1], change: 'created' }],
        },
        { timer: 4, of: 'Note.status after PT1H', record: { resource: 'Note', key: [2] }, outcome: 'made', records: [note(2, 'changed')] },
        {
          request: 'r/notes/1',
          operation: 'DELETE /notes/{id}',
          ...by,
          outcome: 'done',
          status: 204,
          records: [{ resource: 'Line', key: [1], change: 'deleted' }, note(1, 'deleted')],
        },
      ],
    )
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /words|mine/)
  })
}

for (const store of ['memory', 'sqlite'] as const) {
  test(`writes a line for a record hidden as not found, but not for a missing record, over ${store}`, async (context) => {
    const folder = temporaryFolder()
    const file = join(folder, 'audit.log')
    const text = notes
      .replace('unreadable: forbidden', 'unreadable: not-found')
      .replace("read: 'true', create", 'read: this.owner == caller.sub, create')
      .replace('read: Note, security: [{}],', 'read: Note,')
    const { send } = await audited(context, file, { store: store === 'memory' ? store : `sqlite:${join(folder, 'store.db')}`, text })
    assert.equal(await send('POST', '/notes', 'ann', { text: 'secret words' }), 201)
    for (const [method, body] of [['GET'], ['PATCH', { text: 'mine' }], ['DELETE']] as const)
      assert.equal(await send(method, '/notes/1', 'ben', body), 400)
    assert.equal(await send('GET', '/notes/7', 'ben'), 400)
    assert.equal(await send('GET', '/notes/1', 'ann'), 200)
    const refused = (operation: string): object => ({
      request: 'r/notes/1',
      operation,
      caller: 'ben',
      scheme: 'bearer',
      outcome: 'refused',
      condition: 'not-found Note',
      status: 400,
      records: [],
      hidden: [{ resource: 'Note', key: [1] }],
    })
    assert.deepEqual(linesIn(file).slice(1), ['GET /notes/{id}', 'PATCH /notes/{id}', 'DELETE /notes/{id}'].map(refused))
  })
}

for (const store of ['memory', 'sqlite'] as const) {
  test(`writes a line that names the hidden record to which a body refers, over ${store}`, async (context) => {
    const folder = temporaryFolder()
    const file = join(folder, 'audit.log')
    const text = notes
      .replace('unreadable: forbidden', 'unreadable: not-found')
      .replace("read: 'true', create", 'read: this.owner == caller.sub, create')
      .replace("Line: { read: 'true' }", "Line: { read: 'true', create: 'true', update: 'true' }")
      .replace('on: [not-found', 'on: [not-found, dangling')
      .replace(
        '  POST /notes:',
        `  POST /lines: { create: Line, body: [note], status: 201, output: { id: this.id } }
  PATCH /lines/{id}: { update: Line, body: [note], status: 204 }
  POST /both: { body: { type: object, required: [note], properties: { note: { $ref: Note } } }, do: [ { create: Line, set: { note: input.body.note } } ], status: 204 }
  POST /clear: { body: { type: object, required: [note], properties: { note: { $ref: Note } } }, do: [ { update: Note, by: input.body.note, set: { text: '"x"' } } ], status: 204 }
  POST /said: { answer: {}, body: { type: object, required: [note], properties: { note: { $ref: Note } } }, status: 200, output: { text: input.body.note.text } }
  POST /notes:`,
      )
    const { send } = await audited(context, file, { store: store === 'memory' ? store : `sqlite:${join(folder, 'store.db')}`, text })
    assert.equal(await send('POST', '/notes', 'ann', { text: 'secret words' }), 201)
    assert.equal(await send('POST', '/lines', 'ann', { note: 1 }), 201)
    const ways = [
      ['POST', '/lines', 'POST /lines'],
      ['PATCH', '/lines/1', 'PATCH /lines/{id}'],
      ['POST', '/both', 'POST /both'],
      ['POST', '/clear', 'POST /clear'],
      ['POST', '/said', 'POST /said'],
    ] as const
    for (const [method, path] of ways) assert.equal(await send(method, path, 'ben', { note: 1 }), 400, path)
    for (const [method, path] of ways) assert.equal(await send(method, path, 'ben', { note: 7 }), 400, path)
    const lines = linesIn(file).slice(2)
    assert.deepEqual(
      lines.map(({ operation, caller, outcome, hidden }) => ({ operation, caller, outcome, hidden })),
      ways.map(([, , operation]) => ({ operation, caller: 'ben', outcome: 'refused', hidden: [{ resource: 'Note', key: [1] }] })),
    )
  })
}

test('writes a line for each operator command', async (context) => {
  const file = join(temporaryFolder(), 'audit.log')
  const { running } = await audited(context, file)
  assert.equal((await fetch(`${running.admin}/clock?advance=PT1S`, { method: 'POST' })).status, 200)
  assert.equal((await fetch(`${running.admin}/timers?retry=9`, { method: 'POST' })).status, 404)
  await fetch(`${running.admin}/timers`)
  assert.deepEqual(linesIn(file), [{ operator: 'listener', command: 'POST /clock', done: ['PT1S'] }])
})

test('starts a new file after the old one was moved', async (context) => {
  const file = join(temporaryFolder(), 'audit.log')
  const { running, send } = await audited(context, file)
  await send('POST', '/notes', 'ann', { text: 'a' })
  renameSync(file, `${file}.1`)
  await running.advance(1000)
  await send('POST', '/notes', 'ann', { text: 'a' })
  assert.deepEqual([linesIn(`${file}.1`).length, linesIn(file).length], [1, 1])
})

test('refuses changes and fails readiness while the log cannot be written, and loses no line', async (context) => {
  const file = join(temporaryFolder(), 'audit.log')
  symlinkSync('/dev/full', file)
  const lines: Line[] = []
  const { running, send } = await audited(context, file, { lines })
  assert.equal(await send('POST', '/notes', 'ann', { text: 'a' }), 201, 'it was done before that was known')
  assert.equal(await send('POST', '/notes', 'ann', { text: 'a' }), 503)
  assert.equal(await send('GET', '/notes/1'), 200)
  const ready = await fetch(`${running.admin}/health/ready`)
  assert.equal(ready.status, 503)
  assert.deepEqual(
    ((await ready.json()) as { checks: { audit: { output: string } } }).checks.audit.output,
    'the audit log cannot be written (Error ENOSPC)',
  )
  rmSync(file)
  assert.equal(await send('POST', '/notes', 'ann', { text: 'a' }), 201)
  assert.equal((await fetch(`${running.admin}/health/ready`)).status, 200)
  assert.equal(linesIn(file).length, 2)
  await running.stop()
  assert.deepEqual(
    lines.filter(({ msg }) => String(msg).startsWith('the audit')).map(({ msg, lost }) => [msg, lost]),
    [
      ['the audit log cannot be written', undefined],
      ['the audit log can be written again', 0],
    ],
  )
})

test('counts lost lines of the audit log if changes may continue', async (context) => {
  const file = join(temporaryFolder(), 'audit.log')
  symlinkSync('/dev/full', file)
  const lines: Line[] = []
  const { running, send } = await audited(context, file, { lines, mayLose: true })
  for (let count = 0; count < 3; count++) assert.equal(await send('POST', '/notes', 'ann', { text: 'a' }), 201)
  rmSync(file)
  assert.equal(await send('POST', '/notes', 'ann', { text: 'a' }), 201)
  assert.equal(linesIn(file).length, 1)
  await running.stop()
  assert.deepEqual(
    lines.filter(({ msg }) => String(msg).startsWith('the audit')).map(({ msg, lost }) => [msg, lost]),
    [
      ['the audit log cannot be written', undefined],
      ['the audit log can be written again', 3],
    ],
  )
})

test('reports an audit log that cannot be opened at the start', async () => {
  const document = join(import.meta.dirname, '../../examples/notes.md')
  assert.match(
    (await ninefold('serve', document, '--port', '0', '--audit', '/nowhere/audit.log')).error,
    /--audit \/nowhere\/audit\.log cannot be written: ENOENT/,
  )
  assert.match((await ninefold('serve', document, '--port', '0', '--audit-may-lose')).error, /--audit-may-lose is only for --audit/)
})
