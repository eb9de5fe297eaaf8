// One process at a time serves a file: a second one gets a message with the holder, and takes over when the holder has ended.

import assert from 'node:assert/strict'
import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { type Started, started } from './process.ts'

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

function prepared(): { folder: string; document: string; file: string; store: string } {
  const folder = temporaryFolder()
  const [document, file] = [join(folder, 'counters.yaml'), join(folder, 'store.db')]
  writeFileSync(document, counters)
  return { folder, document, file, store: `sqlite:${file}` }
}

async function running(context: TestContext, ...words: Parameters<typeof started>): Promise<Started> {
  const service = await started(...words)
  context.after(() => service.kill('SIGKILL'))
  return service
}

/** Why `serve` refuses, here within this process. */
async function refusal(document: string, store: string, ...more: readonly string[]): Promise<string> {
  const { status, error } = await ninefold('serve', document, '--store', store, '--port', '0', ...more)
  assert.equal(status, 2)
  return error
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const post = (url: string): Promise<Response> =>
  fetch(`${url}/counters`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"label":"a"}' })

test('refuses a second process on a file, by any name of the file', async (context) => {
  const { folder, document, file, store } = prepared()
  const port = await freePort()
  const first = await running(context, document, store, ['--port', String(port)])
  const held = new RegExp(
    `is in use by process ${first.process.pid}, since 20\\d\\d-.*Z, at http://127\\.0\\.0\\.1:${port}; one process at a time`,
  )
  await assert.rejects(started(document, store), held)
  symlinkSync(file, join(folder, 'by-link.db'))
  assert.match(await refusal(document, `sqlite:${join(folder, 'by-link.db')}`), held)
  mkdirSync(join(folder, 'there'))
  symlinkSync(folder, join(folder, 'there', 'folder'))
  assert.match(await refusal(document, `sqlite:${join(folder, 'there', 'folder', 'store.db')}`), held)
  assert.match(await refusal(document, `sqlite:${relative(process.cwd(), file)}`), held)
  // The store is reported before the port, also on the same port.
  assert.match(await refusal(document, store, '--port', String(port)), held)
  linkSync(file, join(folder, 'hard.db'))
  assert.match(
    await refusal(document, `sqlite:${join(folder, 'hard.db')}`),
    /hard\.db: it has several names, and what is written by one of them would be lost by another/,
  )
  assert.equal((await post(first.url)).status, 201, 'the first goes on')
})

test('releases a store after any end of its process', async (context) => {
  const { document, store } = prepared()
  const first = await running(context, document, store)
  await post(first.url)
  await first.kill('SIGKILL')
  const second = await running(context, document, store)
  assert.equal((await fetch(`${second.url}/counters/1`)).status, 200)
  await second.kill('SIGTERM')
  const third = await running(context, document, store)
  assert.equal((await fetch(`${third.url}/counters/1`)).status, 200)
})

test('replaces a lock file of another program', async (context) => {
  const { document, file, store } = prepared()
  writeFileSync(`${file}-lock`, '4711\n'.repeat(300))
  const service = await running(context, document, store)
  assert.equal((await post(service.url)).status, 201)
  assert.match(await refusal(document, store), new RegExp(`process ${service.process.pid}, `))
})

test('inspects a served store, and refuses to migrate it', async (context) => {
  const { document, store } = prepared()
  const service = await running(context, document, store)
  await post(service.url)
  for (const command of ['events', 'timers', 'deliveries'])
    assert.deepEqual([command, (await ninefold(command, document, '--store', store)).status], [command, 0])
  for (const more of [[], ['--plan']]) {
    const migrated = await ninefold('migrate', document, '--store', store, ...more)
    assert.equal(migrated.status, 2)
    assert.match(migrated.error, new RegExp(`is in use by process ${service.process.pid}, since `))
  }
  await service.kill('SIGTERM')
  assert.equal((await ninefold('migrate', document, '--store', store)).status, 0)
})

test('inspects a store without writing to it', async (context) => {
  const { document, file, store } = prepared()
  const service = await running(context, document, store)
  await post(service.url)
  await service.kill('SIGTERM')
  const before = readFileSync(file)
  for (const command of ['events', 'timers', 'deliveries']) assert.equal((await ninefold(command, document, '--store', store)).status, 0)
  assert.deepEqual(readFileSync(file), before)
  writeFileSync(file, '')
  assert.match((await ninefold('events', document, '--store', store)).error, /store\.db is not the store of any document/)
  assert.equal(statSync(file).size, 0)
})

test('a waiting process takes over the store and the port without losing acknowledged writes', async (context) => {
  const { document, file, store } = prepared()
  const port = String(await freePort())
  const first = await running(context, document, store, ['--port', port])
  const state = { going: true, kept: [] as number[], turned: 0, after: 0 }
  const clients = Array.from({ length: 4 }, async () => {
    while (state.going) {
      try {
        const response = await post(first.url)
        if (response.status === 201) {
          state.kept.push(((await response.json()) as { id: number }).id)
          state.after++
        } else assert.equal(response.status, 503)
      } catch {
        state.turned++
      }
      await new Promise(setImmediate)
    }
  })
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await new Promise(setImmediate)
  }
  await until(() => state.after > 20)
  const next = started(document, store, ['--port', port, '--handover', 'PT60S'])
  await first.kill('SIGTERM')
  const second = await next
  context.after(() => second.kill('SIGKILL'))
  assert.equal(second.url, first.url)
  state.after = 0
  await until(() => state.after > 20)
  state.going = false
  await Promise.all(clients)
  await second.kill('SIGTERM')
  const ids = new DatabaseSync(file, { readOnly: true })
    .prepare('SELECT id FROM "Counter"')
    .all()
    .map(({ id }) => id)
  assert.deepEqual(
    state.kept.filter((id) => !ids.includes(id)),
    [],
  )
  assert.equal(new Set(state.kept).size, state.kept.length)
})

test('a process that waits in vain reports it, and releases its port', async (context) => {
  const { document, store } = prepared()
  const first = await running(context, document, store)
  const port = String(await freePort())
  assert.match(
    await refusal(document, store, '--port', port, '--handover', 'PT0.2S'),
    new RegExp(`is in use by process ${first.process.pid}, `),
  )
  const again = createServer()
  await new Promise<void>((resolve) => again.listen(Number(port), '127.0.0.1', resolve))
  again.close()
  assert.match(
    (await ninefold('serve', document, '--port', port, '--handover', 'PT1S')).error,
    /--handover waits for the process that serves a store now; a store such as memory belongs to its own process/,
  )
  assert.match(
    (await ninefold('serve', document, '--store', store, '--handover', '30')).error,
    /--handover takes a duration such as PT30S, not 30/,
  )
})

test('creates store files for their owner only, and warns of wider rights', async (context) => {
  const { folder, document, file, store } = prepared()
  const mask = process.umask(0o022)
  context.after(() => process.umask(mask))
  const first = await running(context, document, store)
  await post(first.url)
  const modes = (): string[] => ['', '-wal', '-shm', '-lock'].map((ending) => (statSync(file + ending).mode & 0o777).toString(8))
  assert.deepEqual(modes(), ['600', '600', '600', '600'])
  await first.kill('SIGTERM')
  assert.equal(first.errors(), '')
  // Steps that lose data run after a backup.
  writeFileSync(document, counters.replace(', label: { type: string, maxLength: 9 }', '').replace('body: [label]', 'body: []'))
  const migrated = await ninefold('migrate', document, '--store', store, '--approve', '--format', 'json')
  const { backup } = JSON.parse(migrated.out) as { backup: string }
  assert.equal((statSync(backup).mode & 0o777).toString(8), '600')
  chmodSync(file, 0o644)
  chmodSync(backup, 0o640)
  chmodSync(folder, 0o777)
  const second = await running(context, document, store)
  await second.kill('SIGTERM')
  const told = second
    .errors()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
  assert.deepEqual(told, [
    `${file} is open to others (its mode is 644); \`chmod 600\` leaves it to its owner`,
    `${backup} is open to others (its mode is 640); \`chmod 600\` leaves it to its owner`,
    `${folder} can be written by everybody, who can so replace the store`,
  ])
})
