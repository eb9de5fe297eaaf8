// Acknowledged data survives a killed process, a full disk, and a file that cannot be written.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseFailure } from '../../src/store/sql/database.ts'
import { SqliteDatabase } from '../../src/store/sqlite/database.ts'
import { Savepoint } from '../../src/store/sqlite/savepoint.ts'
import { Writer } from '../../src/store/sqlite/writer.ts'
import { temporaryFolder } from '../folder.ts'
import { killed } from './killed.ts'
import { started } from './process.ts'

for (const time of [1, 2]) {
  test(`a service killed under load keeps all acknowledged writes, and no partial ones (${time})`, async () => {
    const { acknowledged, problems } = await killed(`test ${time}`)
    assert.deepEqual(problems, [])
    assert.ok(acknowledged > 0)
  })
}

test('fails only the request that fills the disk', async (context) => {
  const folder = temporaryFolder()
  const database = new SqliteDatabase(join(folder, 'full.db'), { readOnly: false })
  context.after(() => database.close())
  database.execute(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n INTEGER PRIMARY KEY, text TEXT) STRICT; PRAGMA max_page_count = 30',
  )
  const writer = new Writer(database, new Savepoint(database))
  const size = (n: number): number => (n === 3 ? 1_000_000 : 10)
  const write = (n: number): Promise<number> =>
    writer.write(() => {
      database.run('INSERT INTO t VALUES (?, ?)', [BigInt(n), 'x'.repeat(size(n))])
      return n
    })
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(write))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  const [, , , full] = outcomes
  assert.ok(full?.status === 'rejected' && full.reason instanceof DatabaseFailure && full.reason.kind === 'full')
  assert.deepEqual(
    database.all('SELECT n FROM t', []).map(({ n }) => Number(n)),
    [0, 1, 2, 4, 5],
    'what was answered is there, what was refused is not',
  )
})

test('failed work leaves nothing, and does not affect other work of the same commit', async (context) => {
  const folder = temporaryFolder()
  const database = new SqliteDatabase(join(folder, 'one.db'), { readOnly: false })
  context.after(() => database.close())
  database.execute('CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT')
  let abandoned = 0
  const writer = new Writer(database, new Savepoint(database), { onAbandon: () => void abandoned++ })
  const write = (n: number, fails: boolean): Promise<number> =>
    writer.write(() => {
      database.run('INSERT INTO t VALUES (?)', [BigInt(n)])
      if (fails) throw new Error('no')
      return n
    })
  const outcomes = await Promise.allSettled([write(0, false), write(1, true), write(2, false), write(3, false)])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(
    database.all('SELECT n FROM t', []).map(({ n }) => Number(n)),
    [0, 2, 3],
  )
  assert.equal(abandoned, 1)
})

test('a single statement needs no savepoint; if later work fails, the other work of the group runs again without it', async (context) => {
  const folder = temporaryFolder()
  const statements: string[] = []
  const database = new SqliteDatabase(join(folder, 'single.db'), { readOnly: false, onStatement: (sql) => void statements.push(sql) })
  context.after(() => database.close())
  database.execute('CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT')
  const writer = new Writer(database, new Savepoint(database))
  const write = (n: number, problem?: DatabaseFailure): Promise<number> =>
    writer.write(() => {
      database.run('INSERT INTO t VALUES (?)', [BigInt(n)], true)
      if (problem !== undefined) throw problem
      return n
    })
  statements.length = 0
  assert.deepEqual(await Promise.all([write(0), write(1)]), [0, 1])
  assert.deepEqual(statements, ['BEGIN IMMEDIATE', 'INSERT INTO t VALUES (?)', 'INSERT INTO t VALUES (?)', 'COMMIT'])
  const outcomes = await Promise.allSettled([write(2), write(3, new DatabaseFailure('full', 'no room')), write(4)])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    database.all('SELECT n FROM t', []).map(({ n }) => Number(n)),
    [0, 1, 2, 4],
  )
})

test('repeats requests that read a write whose commit failed', async (context) => {
  const folder = temporaryFolder()
  const database = new SqliteDatabase(join(folder, 'rests.db'), { readOnly: false })
  context.after(() => database.close())
  database.execute(
    'PRAGMA foreign_keys = ON; CREATE TABLE a (n INTEGER PRIMARY KEY); CREATE TABLE b (n INTEGER PRIMARY KEY REFERENCES a (n) DEFERRABLE INITIALLY DEFERRED)',
  )
  const writer = new Writer(database, new Savepoint(database))
  // The missing reference is found only at the commit.
  const write = writer.write(() => database.run('INSERT INTO b VALUES (1)', []))
  const told = [1, 2].map(() => writer.write(() => (database.get('SELECT 1 FROM b', []) === undefined ? 'free' : 'taken')))
  const outcomes = await Promise.allSettled<unknown>([write, ...told])
  assert.deepEqual(
    outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.status)),
    ['rejected', 'free', 'free'],
  )
})

/** A separate file system, so small that it fills; undefined if this user may not mount one. */
function smallDisk(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return () => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
}

test('answers `unavailable` while the disk is full, then resumes without losing acknowledged writes', async (t) => {
  const folder = temporaryFolder()
  const release = smallDisk(folder)
  if (release === undefined) return t.skip('no file system can be mounted here')
  try {
    const service = await started('examples/orders.md', `sqlite:${join(folder, 'store.db')}`)
    const { url } = service
    const acknowledged: string[] = []
    const post = async (index: number): Promise<number> => {
      const response = await fetch(`${url}/customers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x'.repeat(100), email: `c${index}@example.org` }),
      })
      const text = await response.text()
      if (response.status === 201) acknowledged.push((JSON.parse(text) as { id: string }).id)
      return response.status
    }
    assert.equal(await post(0), 201)
    fillUp(join(folder, 'ballast'))
    let index = 1
    let refused: number | undefined
    for (; index < 5000 && refused === undefined; index++) {
      const status = await post(index)
      if (status !== 201) refused = status
    }
    assert.equal(refused, 503)
    assert.equal((await fetch(`${url}/customers/${acknowledged[0]}`)).status, 200, 'what is only read goes on')
    rmSync(join(folder, 'ballast'))
    assert.equal(await post(index), 201, 'there is room again')
    for (const id of acknowledged) assert.equal((await fetch(`${url}/customers/${id}`)).status, 200)
    await service.kill('SIGTERM')
  } finally {
    release()
  }
})

function fillUp(path: string): void {
  for (let size = 512 * 1024; size >= 4096; size /= 2) {
    try {
      writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // Less fits.
    }
  }
  assert.ok(statSync(path).size > 0)
}

test('refuses a file that cannot be this store with a clear message', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'text.db')
  writeFileSync(file, 'this is not a database, though it is long enough to be looked at as one '.repeat(20))
  await assert.rejects(started('examples/orders.md', `sqlite:${file}`), /it is not an SQLite database/)
  await assert.rejects(started('examples/orders.md', `sqlite:${join(folder, 'none', 'store.db')}`), /its folder does not exist/)
})
