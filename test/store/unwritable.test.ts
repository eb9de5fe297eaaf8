// Mistakes of an operator: a file that cannot be written, that another process holds, or that is read-only.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { type Served, served } from '../serve/served.ts'
import { started } from './process.ts'

const counters = `ninefold: 1
service: { name: counters }
resources: { Counter: { key: id, properties: { id: { type: integer, generate: sequence }, label: { type: string, maxLength: 9 } } } }
states: none
endpoints:
  POST /counters: { create: Counter, body: [label], status: 201, output: Counter(this) }
  GET /counters/{id}: { read: Counter, status: 200, output: Counter(this) }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed], status: 400, title: No }, later: { on: unavailable, status: 503, title: Later } } }
limits: none
versioning: none
`

/** `id`: of the request, if the line is about one. */
type Log = { readonly level: string; readonly cause: string; readonly id?: string }

async function over(
  context: TestContext,
  file: string,
): Promise<{ running: Served; log: Log[]; post: () => Promise<{ status: number; id: string; after: string | null }> }> {
  const log: Log[] = []
  const running = await served(context, counters, {
    store: `sqlite:${file}`,
    log: { level: 'warn', sink: (line) => log.push(JSON.parse(line) as Log) },
  })
  const post = async (): Promise<{ status: number; id: string; after: string | null }> => {
    const response = await fetch(`${running.url}/counters`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
    const { id = '' } = (await response.json()) as { id?: string }
    return { status: response.status, id, after: response.headers.get('retry-after') }
  }
  return { running, log, post }
}

test('answers `unavailable` while a file is read-only, then resumes without losing acknowledged writes', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const { running, log, post } = await over(context, file)
  const freeze = (frozen: boolean): void => void execFileSync('chattr', [frozen ? '+i' : '-i', file, `${file}-wal`], { stdio: 'ignore' })
  const acknowledged = [(await post()).id]
  try {
    freeze(true)
  } catch {
    return context.skip('no file can be made immutable here')
  }
  try {
    const { status, after } = await post()
    if (status === 201) return context.skip('an open file is written here though it is immutable')
    assert.deepEqual([status, after], [503, '1'])
    assert.deepEqual(
      (await Promise.all([post(), post(), post()])).map((each) => each.status),
      [503, 503, 503],
    )
    assert.equal((await fetch(`${running.url}/counters/${acknowledged[0]}`)).status, 200, 'what is only read goes on')
  } finally {
    freeze(false)
  }
  for (let count = 0; count < 3; count++) {
    const { status, id } = await post()
    assert.equal(status, 201)
    acknowledged.push(id)
  }
  await running.stop()
  // Depending on the time, a line also says that the store cannot be written, and another that it works again.
  const refused = log.filter(({ id }) => id !== undefined)
  assert.equal(refused.length, 4)
  for (const { level, cause } of refused) assert.match(`${level}: ${cause}`, /^error: the disk fails \(disk I\/O error\)$/)
  const kept = new DatabaseSync(file, { readOnly: true })
    .prepare('SELECT id FROM "Counter" ORDER BY id')
    .all()
    .map((row) => row['id'])
  assert.deepEqual(kept, acknowledged)
})

test('while another process writes, reads continue and writes wait; after too long they are `unavailable`', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const { running, log, post } = await over(context, file)
  const { id } = await post()
  const other = new DatabaseSync(file)
  context.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const waiting = post()
  assert.equal((await fetch(`${running.url}/counters/${id}`)).status, 200)
  other.exec('COMMIT')
  assert.equal((await waiting).status, 201)
  other.exec('BEGIN IMMEDIATE')
  assert.deepEqual(
    (await Promise.all([post(), post()])).map(({ status, after }) => [status, after]),
    [
      [503, '1'],
      [503, '1'],
    ],
  )
  other.exec('ROLLBACK')
  assert.equal((await post()).status, 201)
  await running.stop()
  assert.deepEqual(
    log.filter(({ id }) => id !== undefined).map(({ cause }) => cause),
    ['another process holds it (database is locked)', 'another process holds it (database is locked)'],
  )
})

test('refuses a directory as a store', async () => {
  await assert.rejects(started('examples/notes.md', `sqlite:${temporaryFolder()}`), /it is a directory: name a file in it/)
})

test('refuses a file on a read-only disk with a clear message', async (context) => {
  const folder = temporaryFolder()
  const mount = (...words: string[]): void => void execFileSync('mount', words, { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder)
  } catch {
    return context.skip('no file system can be mounted here')
  }
  try {
    const service = await started('examples/notes.md', `sqlite:${join(folder, 'store.db')}`)
    await service.kill('SIGTERM')
    mount('-o', 'remount,ro', folder)
    await assert.rejects(
      started('examples/notes.md', `sqlite:${join(folder, 'store.db')}`),
      /store\.db: the file or its folder is read-only/,
    )
  } finally {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  }
})
