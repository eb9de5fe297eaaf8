// Backups of a store that is served, and stores made of them.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { lamps } from '../serve/killed/document.ts'
import { listen } from '../serve/listener.ts'
import { call } from '../store/killed.ts'
import { started } from '../store/process.ts'

const post = async (url: string, text: string): Promise<number> =>
  (await fetch(`${url}/notes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) })).status
const notes = async (url: string): Promise<readonly string[]> =>
  ((await (await fetch(`${url}/notes`)).json()) as { notes: readonly { text: string }[] }).notes.map(({ text }) => text)

test('a copy that is made while the store is written holds one moment, and is served', async () => {
  const folder = temporaryFolder()
  const [store, copy, again] = [join(folder, 'store.db'), join(folder, 'copy.db'), join(folder, 'again.db')]
  const first = await started('examples/notes.md', `sqlite:${store}`)
  assert.equal(await post(first.url, 'before'), 201)
  let isOver = false
  const writing = (async () => {
    for (let index = 0; !isOver; index++) assert.equal(await post(first.url, `meanwhile ${index}`), 201)
  })()
  const { status, out, error } = await ninefold('backup', '--store', `sqlite:${store}`, '--output', copy, '--format', 'json')
  isOver = true
  await writing
  assert.equal(status, 0, error)
  const told = JSON.parse(out) as { file: string; bytes: number; rows: number }
  assert.deepEqual([told.file, told.bytes], [copy, statSync(copy).size])
  assert.equal(statSync(copy).mode & 0o777, 0o600)
  await post(first.url, 'afterwards')
  await first.kill('SIGTERM')

  assert.match((await ninefold('restore', copy, '--store', `sqlite:${again}`)).out, /rows in \d+ tables; verified\n$/)
  const second = await started('examples/notes.md', `sqlite:${again}`)
  const found = await notes(second.url)
  await second.kill('SIGTERM')
  assert.ok(found.includes('before'))
  assert.ok(!found.includes('afterwards'))
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('unfinished')),
    [],
  )
})

test('overwrites nothing, and does not restore a damaged copy', async () => {
  const folder = temporaryFolder()
  const [store, copy] = [join(folder, 'store.db'), join(folder, 'copy.db')]
  const service = await started('examples/notes.md', `sqlite:${store}`)
  for (let index = 0; index < 50; index++) await post(service.url, `${index} `.repeat(200))
  await service.kill('SIGTERM')
  assert.equal((await ninefold('backup', '--store', `sqlite:${store}`, '--output', copy)).status, 0)
  const before = readFileSync(copy)
  for (const [args, told] of [
    [
      ['backup', '--store', `sqlite:${store}`, '--output', copy],
      `ninefold backup: ${copy} is there already and is left as it is; move it away first\n`,
    ],
    [
      ['restore', copy, '--store', `sqlite:${store}`],
      `ninefold restore: ${store} is there already and is left as it is; move it away first\n`,
    ],
    [
      ['backup', '--store', `sqlite:${join(folder, 'none.db')}`, '--output', join(folder, 'x.db')],
      `ninefold backup: ${join(folder, 'none.db')} does not exist\n`,
    ],
    [
      ['backup', '--store', 'memory', '--output', join(folder, 'x.db')],
      'ninefold backup: --store takes sqlite:FILE or postgres://USER@HOST/DATABASE, not memory: of that store nothing outlives its process\n',
    ],
    [
      ['backup', '--store', 'postgres://shop@localhost/shop', '--output', join(folder, 'x.db')],
      "ninefold backup: `pg_dump` copies postgres://shop@localhost/shop: PostgreSQL's own tools copy its stores\n",
    ],
    [['backup', '--store', `sqlite:${store}`], 'ninefold backup: --output names the file to write\n'],
  ] as const) {
    const { status, error } = await ninefold(...args)
    assert.deepEqual([status, error], [2, told])
  }
  assert.deepEqual(readFileSync(copy), before)

  truncateSync(copy, Math.floor(statSync(copy).size / 2))
  const half = await ninefold('restore', copy, '--store', `sqlite:${join(folder, 'half.db')}`)
  assert.deepEqual([half.status, existsSync(join(folder, 'half.db'))], [2, false])
  writeFileSync(join(folder, 'text'), 'this is not a store')
  const text = await ninefold('restore', join(folder, 'text'), '--store', `sqlite:${join(folder, 'text.db')}`)
  assert.deepEqual([text.status, existsSync(join(folder, 'text.db'))], [2, false])
  assert.match(text.error, /cannot be copied: /)
})

test('notes a copy of a store, and of none, in an audit log', async () => {
  const folder = temporaryFolder()
  const [store, copy, log] = [join(folder, 'store.db'), join(folder, 'copy.db'), join(folder, 'audit.log')]
  const service = await started('examples/notes.md', `sqlite:${store}`)
  await service.kill('SIGTERM')
  assert.equal((await ninefold('backup', '--store', `sqlite:${store}`, '--output', copy, '--audit', log)).status, 0)
  assert.equal((await ninefold('backup', '--store', `sqlite:${store}`, '--output', copy, '--audit', log)).status, 2)
  const lines = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  assert.deepEqual(
    lines.map((line) => ({ ...line, time: '' })),
    [{ time: '', operator: userInfo().username, command: 'backup', done: [store, copy] }],
  )
})

test('distinguishes cursors and tags from before a restore', async () => {
  const folder = temporaryFolder()
  const [document, store, copy, again] = [
    join(folder, 'lamps.yaml'),
    join(folder, 'store.db'),
    join(folder, 'copy.db'),
    join(folder, 'again.db'),
  ]
  writeFileSync(document, lamps)
  const first = await started(document, `sqlite:${store}`)
  const house = (await call(first.url, 'POST', '/houses', '{}')).json.id as number
  const lamp = (await call(first.url, 'POST', '/lamps', JSON.stringify({ house }))).json.id as number
  await call(first.url, 'POST', `/lamps/${lamp}/turn`)
  const { position } = (await call(first.url, 'GET', '/lamps')).json as { position: string }
  assert.equal((await ninefold('backup', '--store', `sqlite:${store}`, '--output', copy)).status, 0)
  await first.kill('SIGTERM')
  assert.equal((await ninefold('restore', copy, '--store', `sqlite:${again}`)).status, 0)
  const second = await started(document, `sqlite:${again}`)
  const stream = await listen(`${second.url}/events`, { last: position })
  await stream.until(({ length }) => length >= 1)
  assert.deepEqual(
    stream.heard.map(({ type, data }) => [type, data]),
    [['reset', '{"reason":"foreign"}']],
  )
  stream.close()
  await second.kill('SIGTERM')
})

test('names the copy if the disk of the copy is full', async (context) => {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return context.skip('no file system can be mounted here')
  }
  try {
    const source = join(temporaryFolder(), 'store.db')
    const database = new DatabaseSync(source)
    database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(200000))')
    database.close()
    const { status, error } = await ninefold('backup', '--store', `sqlite:${source}`, '--output', join(folder, 'copy.db'))
    assert.deepEqual([status, /copy\.db cannot be written: the disk is full/.test(error)], [2, true], error)
  } finally {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  }
})

test('names the copy if its folder does not exist', async () => {
  const source = join(temporaryFolder(), 'store.db')
  new DatabaseSync(source).close()
  const { error } = await ninefold('backup', '--store', `sqlite:${source}`, '--output', join(temporaryFolder(), 'no', 'copy.db'))
  assert.match(error, /copy\.db cannot be written: its folder does not exist/)
})
