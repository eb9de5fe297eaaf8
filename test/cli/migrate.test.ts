// `migrate`, and `serve` over a store that a former document made, as their callers see them.

import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { started } from '../store/process.ts'

const document = (properties: string): string => `
ninefold: 1
service: { name: notes }
resources:
  Note:
    key: id
    properties: { id: { type: integer, generate: sequence }, ${properties} }
states: none
endpoints:
  POST /notes: { create: Note, body: [text], status: 201, output: Note(this) }
  GET /notes/{id}: { read: Note, status: 200, output: Note(this) }
authentication: none
events: none
errors:
  precedence: standard
  catalogue:
    malformed: { on: malformed, status: 400 }
    invalid: { on: invalid, status: 422 }
    missing: { on: not-found, status: 404 }
limits: none
versioning: none
`
const first = document('text: { type: [string, "null"], maxLength: 20 }, mood: { type: string, maxLength: 20, default: calm }')
const more = first.replace('mood:', 'stars: { type: integer, minimum: 0, maximum: 5, default: 3 }, mood:')
const fewer = document('text: { type: [string, "null"], maxLength: 20 }')

async function asked(file: string, store: string, method: string, path: string, body?: object): Promise<unknown> {
  const service = await started(file, store)
  try {
    const response = await fetch(service.url + path, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return await response.json()
  } finally {
    await service.kill('SIGTERM')
  }
}

test('migrates without loss at the start; waits for approval otherwise', async () => {
  const folder = temporaryFolder()
  const [file, path] = [join(folder, 'notes.yaml'), join(folder, 'notes.db')]
  const store = `sqlite:${path}`
  writeFileSync(file, first)
  assert.deepEqual(await asked(file, store, 'POST', '/notes', { text: 'one' }), { id: 1, text: 'one', mood: 'calm' })
  writeFileSync(file, more)
  assert.deepEqual(await asked(file, store, 'GET', '/notes/1'), { id: 1, text: 'one', stars: 3, mood: 'calm' })

  writeFileSync(file, fewer)
  const serving = await ninefold('serve', file, '--store', store, '--port', '0')
  assert.deepEqual([serving.status, serving.out], [1, ''])
  assert.match(serving.error, /Not served.*\n\n[^]*LOSES {2}drop Note\.mood\n +loses mood of 1 record of Note[^]*--approve/)

  const planned = await ninefold('migrate', file, '--store', store, '--plan', '--format', 'json')
  assert.equal(planned.status, 1)
  assert.deepEqual(JSON.parse(planned.out), {
    outcome: 'planned',
    steps: ['stars', 'mood'].map((name) => ({
      kind: 'drop-column',
      table: 'Note',
      name,
      rows: 1,
      safe: false,
      loses: `${name} of 1 record of Note`,
    })),
  })
  assert.equal((await ninefold('migrate', file, '--store', store)).status, 1)

  const approved = await ninefold('migrate', file, '--store', store, '--approve', '--format', 'json')
  assert.equal(approved.status, 0)
  const { outcome, backup } = JSON.parse(approved.out)
  assert.equal(outcome, 'done')
  const copy = new DatabaseSync(backup)
  assert.deepEqual({ ...copy.prepare('SELECT stars, mood FROM Note').get() }, { stars: 3, mood: 'calm' })
  copy.close()
  assert.deepEqual(await asked(file, store, 'GET', '/notes/1'), { id: 1, text: 'one' })
  assert.match((await ninefold('migrate', file, '--store', store)).out, /is the store of this document already/)
})

test('reports an impossible migration in one line', async () => {
  const folder = temporaryFolder()
  const [file, path] = [join(folder, 'notes.yaml'), join(folder, 'other.db')]
  writeFileSync(file, first)
  assert.equal((await ninefold('migrate', file)).status, 2)
  assert.equal((await ninefold('migrate', file, '--store', 'memory')).status, 2)
  assert.match((await ninefold('migrate', file, '--store', `sqlite:${path}`)).error, /does not exist; `serve` creates it/)
  assert.equal(existsSync(path), false)
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE t (x)')
  other.close()
  const found = await ninefold('migrate', file, '--store', `sqlite:${path}`)
  assert.deepEqual([found.status, found.out], [2, ''])
  assert.match(found.error, /is not the store of any document/)
  writeFileSync(file, 'ninefold: 1\nresources: { Note: { keys: id } }\n')
  assert.match((await ninefold('migrate', file, '--store', `sqlite:${path}`)).error, /Not migrated/)
})
