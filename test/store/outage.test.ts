// Reports to the operator and answers to clients while the store cannot write: a full disk, a lock of another process, a missing file.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from '../serve/served.ts'

const parcels = `ninefold: 1
service: { name: parcels }
resources:
  Parcel: { key: id, properties: { id: { type: integer, generate: sequence }, label: { type: string, maxLength: 1000000 }, status: { type: string } } }
states:
  Parcel.status:
    initial: open
    states:
      open: { after: { PT1M: { target: closed } } }
      closed: { type: final }
endpoints:
  POST /parcels: { create: Parcel, body: [label], status: 201, output: Parcel(this) }
  GET /parcels/{id}: { read: Parcel, status: 200, output: Parcel(this) }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed], status: 400, title: No }, later: { on: unavailable, status: 503, title: Later } } }
limits: none
versioning: none
`

type Line = { readonly level: string; readonly msg: string; readonly cause?: string }
type Ready = {
  readonly status: number
  readonly checks: {
    readonly [name: string]: { readonly status: string; readonly output?: string; readonly overdue?: string; readonly since?: string }
  }
}

async function over(context: TestContext, file: string) {
  const log: Line[] = []
  const running = await served(context, parcels, {
    store: `sqlite:${file}`,
    admin: true,
    virtual: true,
    log: { level: 'warn', sink: (line) => void log.push(JSON.parse(line) as Line) },
  })
  const get = async (path: string): Promise<{ status: number; body: any }> => {
    const response = await fetch(`${running.url}${path}`)
    return { status: response.status, body: await response.json() }
  }
  return {
    running,
    log,
    get,
    told: () =>
      log
        .filter(({ msg }) => msg.startsWith('the store'))
        .map(({ level, msg, cause }) => [level, msg, ...(cause === undefined ? [] : [cause])]),
    post: async (label = 'a') =>
      (
        await fetch(`${running.url}/parcels`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ label }),
        })
      ).status,
    advance: async (by: string) => assert.equal((await fetch(`${running.admin}/clock?advance=${by}`, { method: 'POST' })).status, 200),
    ready: async (): Promise<Ready> => {
      const response = await fetch(`${running.admin}/health/ready`)
      return { ...((await response.json()) as Ready), status: response.status }
    },
    figure: async (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${running.admin}/metrics`)).text())?.[1],
  }
}

test('while another process locks the file and a timer is due, reads continue and readiness reports the reason', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const { get, post, advance, ready, told, figure } = await over(context, file)
  assert.equal(await post(), 201)
  assert.deepEqual((await ready()).checks['timers'], { status: 'pass', overdue: 'PT0S' })
  const other = new DatabaseSync(file)
  context.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await advance('PT90S')
  assert.deepEqual((await get('/parcels/1')).body.status, 'open', 'as of before the timer, which cannot be kept')
  assert.equal(await post(), 503)
  const early = await ready()
  assert.equal(early.status, 503)
  assert.equal(early.checks['store']!.output, 'another process holds it (database is locked)')
  assert.deepEqual(early.checks['timers'], { status: 'pass', overdue: 'PT30S' })
  await advance('PT31S')
  const late = await ready()
  assert.deepEqual(late.checks['timers'], { status: 'fail', output: 'what was due PT1M1S ago is not done yet', overdue: 'PT1M1S' })
  assert.equal(late.checks['requests']!.status, 'pass')
  assert.deepEqual(
    [await figure('ninefold_ready'), await figure('ninefold_store_failing'), await figure('ninefold_overdue_seconds\\{work="timers"\\}')],
    ['0', '1', '61'],
  )
  assert.equal((await get('/parcels/1')).status, 200)
  other.exec('ROLLBACK')
  await advance('PT2S')
  assert.equal((await ready()).status, 200)
  assert.deepEqual((await get('/parcels/1')).body.status, 'closed')
  assert.equal(await post(), 201)
  assert.deepEqual(told(), [
    ['error', 'the store cannot be written', 'another process holds it (database is locked)'],
    ['warn', 'the store works again'],
  ])
})

test('while the disk is full and a timer is due, reads continue, and writes resume once there is room', async (context) => {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return context.skip('no file system can be mounted here')
  }
  try {
    const { running, get, post, advance, ready } = await over(context, join(folder, 'store.db'))
    assert.equal(await post(), 201)
    const filler = join(folder, 'filler')
    assert.throws(() => writeFileSync(filler, new Uint8Array(4_000_000)), { code: 'ENOSPC' })
    await advance('PT2M1S')
    assert.deepEqual(await get('/parcels/1').then(({ status, body }) => [status, body.status]), [200, 'open'])
    assert.equal(await post('x'.repeat(500_000)), 503)
    const { status, checks } = await ready()
    assert.deepEqual([status, checks['store']!.status, checks['timers']!.status], [503, 'fail', 'fail'])
    assert.match(checks['store']!.output!, /^the disk is full/)
    rmSync(filler)
    await advance('PT2S')
    assert.deepEqual([(await ready()).status, (await get('/parcels/1')).body.status, await post()], [200, 'closed', 201])
    await running.stop()
  } finally {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  }
})

test('is not ready while a full disk has room for a small write only', async (context) => {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return context.skip('no file system can be mounted here')
  }
  try {
    const { running, post, advance, ready } = await over(context, join(folder, 'store.db'))
    const filler = join(folder, 'filler')
    writeFileSync(filler, new Uint8Array(300_000))
    const label = 'x'.repeat(9000)
    for (let count = 0; (await post(label)) === 201; count++) assert.ok(count < 200)
    for (let count = 0; count < 3; count++) {
      assert.equal(await post(label), 503)
      await advance('PT2S')
      assert.deepEqual((await ready()).checks['store']!.status, 'fail')
    }
    rmSync(filler)
    await advance('PT2S')
    assert.deepEqual([(await ready()).status, await post(label)], [200, 201])
    await running.stop()
  } finally {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  }
})

test('reports a full disk in readiness without a write', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const { ready } = await over(context, file)
  const other = new DatabaseSync(file)
  context.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const now = performance.now.bind(performance)
  // Six seconds after the last commit.
  context.mock.method(performance, 'now', () => now() + 6000)
  // It is known once the writer has waited long enough.
  for (let tries = 0; (await ready()).status === 200; tries++) assert.ok(tries < 20)
  assert.equal((await ready()).checks['store']!.output, 'another process holds it (database is locked)')
})

for (const [how, harm] of [
  ['removed', (file: string) => rmSync(file)],
  ['removed with all beside it', (file: string) => ['', '-wal', '-shm', '-lock'].forEach((ending) => rmSync(file + ending))],
  [
    'replaced by a copy',
    (file: string) => {
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
    },
  ],
  ['left without its log', (file: string) => rmSync(`${file}-wal`)],
] as const) {
  test(`acknowledges no lost write after a file is ${how} under a running service`, async (context) => {
    const file = join(temporaryFolder(), 'store.db')
    const { get, post, advance, ready, told } = await over(context, file)
    assert.equal(await post(), 201)
    harm(file)
    assert.equal(await post(), 503, 'at once')
    assert.equal(await post(), 503)
    await advance('PT1S')
    assert.equal((await get('/parcels/1')).status, 503)
    const { status, checks } = await ready()
    assert.equal(status, 503)
    assert.match(
      checks['store']!.output!,
      /^it was removed or replaced while it was served: put it back, or start the service again \(.*store\.db(-wal)?\)$/,
    )
    assert.deepEqual(
      told().map(([level, msg]) => [level, msg]),
      [['error', 'the store cannot be written']],
    )
  })
}

test('notices a removed file within a second, and recovers when it is back', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const { get, post, advance, ready } = await over(context, file)
  assert.equal(await post(), 201)
  renameSync(file, `${file}.away`)
  await advance('PT1S')
  assert.equal((await get('/parcels/1')).status, 503)
  renameSync(`${file}.away`, file)
  await advance('PT2S')
  assert.equal((await get('/parcels/1')).status, 200)
  assert.equal((await ready()).status, 200)
  assert.equal(await post(), 201)
})

test('creates a removed lock file again', async (context) => {
  const file = join(temporaryFolder(), 'store.db')
  const { post, advance, ready, log } = await over(context, file)
  rmSync(`${file}-lock`)
  await advance('PT1S')
  assert.equal(await post(), 201)
  assert.equal((await ready()).status, 200)
  assert.deepEqual(
    log.map(({ msg }) => msg),
    [`${file}-lock was removed and is made again; it needs no cleaning up`],
  )
  await assert.rejects(over(context, file), new RegExp(`in use by process ${process.pid}, `))
})
