// Rates of several processes over one PostgreSQL, counted in Redis.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { VirtualClock } from '../../../src/base/clock.ts'
import { compile } from '../../../src/compile/compile.ts'
import { runService } from '../../../src/cli/running.ts'
import { conventions } from '../../conventions.ts'
import { temporaryFolder } from '../../folder.ts'
import { ninefold } from '../../ninefold.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'

const noRedis = spawnSync('redis-server', ['--version']).status === 0 ? undefined : 'there is no redis-server on this machine'
const skip = noPostgres ?? noRedis ?? false

const document = (name: string): string => `
ninefold: 1
use: [http@1, problem-details@1, { rate-limit-headers@1: {} }]
service: { name: ${name} }
resources: { Note: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 20 } }, required: [text] } }
states: none
endpoints:
  POST /notes: { create: Note, body: [text], status: 201, output: { id: this.id } }
  GET /notes/{id}: { read: Note, output: { text: this.text } }
authentication: none
events: none
errors: {}
limits:
  rates:
    calls: { quota: 9, window: PT1M, partition: request.address, operations: [POST /notes] }
    writes: { quota: 3, window: PT1M, partition: request.address, operations: [POST /notes] }
versioning: none
`

type Redis = { readonly address: string; stop(): Promise<void> }

/** A separate server, on a free port or on its former one. */
async function startRedis(port?: number): Promise<Redis & { readonly port: number }> {
  const own = port ?? (await freePort())
  const child = spawn('redis-server', ['--port', String(own), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  })
  while (!(await answers(own)));
  return {
    port: own,
    address: `redis://127.0.0.1:${own}`,
    async stop() {
      if (child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.end('PING\r\n'))
    socket
      .on('data', (data) => resolve(String(data).startsWith('+PONG')))
      .on('error', () => resolve(false))
      .on('close', () => resolve(false))
  })
}

test('processes count together in Redis; counted requests are unavailable while Redis is unreachable', { skip }, async (context) => {
  const schema = await freshSchema()
  let redis = await startRedis()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  context.after(() => redis.stop())
  const compiled = compile([{ name: 'notes.yaml', text: document(`notes-${randomBytes(4).toString('hex')}`) }], conventions())
  assert.deepEqual(compiled.errors, [])
  const serve = async () => {
    const running = await runService(compiled, {
      clock,
      port: 0,
      host: '127.0.0.1',
      store: schema.url,
      settings: new Map(),
      virtual: true,
      explain: false,
      log: { level: 'silent', sink: () => undefined },
      limits: { address: redis.address, now: 'process' },
    })
    if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
    return running
  }
  const services = [await serve(), await serve()]
  try {
    const post = (at: number) =>
      fetch(`${services[at]!.url}/notes`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"text":"a"}' })
    const statuses: number[] = []
    for (const at of [0, 1, 0, 1, 0]) statuses.push((await post(at)).status)
    assert.deepEqual(statuses, [201, 201, 201, 429, 429])
    const refused = await post(1)
    assert.equal(refused.headers.get('Retry-After'), '20')
    assert.match(refused.headers.get('RateLimit')!, /"calls";r=6.*"writes";r=0/, 'a refused request counts against no limit')
    await redis.stop()
    assert.equal((await post(0)).status, 503)
    assert.equal((await fetch(`${services[0]!.url}/notes/1`)).status, 200)
    redis = await startRedis(redis.port)
    // The connection is made again by itself; how soon is not said.
    let status = 503
    for (let tries = 0; status === 503 && tries < 5000; tries++) status = (await post(1)).status
    assert.equal(status, 201)
  } finally {
    for (const service of services) await service.stop()
    await schema.drop()
  }
})

test('Redis counts by its own clock', { skip }, async (context) => {
  const schema = await freshSchema()
  const redis = await startRedis()
  context.after(() => redis.stop())
  const running = await runService(compile([{ name: 'notes.yaml', text: document('notes') }], conventions()), {
    port: 0,
    host: '127.0.0.1',
    store: schema.url,
    settings: new Map(),
    virtual: false,
    explain: false,
    log: { level: 'silent', sink: () => undefined },
    limits: { address: redis.address, now: 'redis' },
  })
  if ('problems' in running) throw new Error('it was not served')
  try {
    const statuses: number[] = []
    for (let count = 0; count < 5; count++)
      statuses.push(
        (await fetch(`${running.url}/notes`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"text":"a"}' }))
          .status,
      )
    assert.deepEqual(statuses, [201, 201, 201, 429, 429])
  } finally {
    await running.stop()
    await schema.drop()
  }
})

test('refuses `--limits` for a store of one process, for an invalid address, and if no Redis answers', { skip }, async (context) => {
  const folder = temporaryFolder()
  const path = join(folder, 'notes.yaml')
  writeFileSync(path, document('notes'))
  const refused = async (...more: readonly string[]) => {
    const { status, error } = await ninefold('serve', path, '--port', '0', ...more)
    assert.equal(status, 2)
    return error
  }
  assert.match(await refused('--limits', 'redis://127.0.0.1:6379'), /--limits counts for several processes that serve one PostgreSQL/)
  assert.match(await refused('--limits', '127.0.0.1'), /--limits takes the address of a Redis/)
  const schema = await freshSchema()
  context.after(() => schema.drop())
  assert.match(
    await refused('--store', schema.url, '--limits', `redis://:secret@127.0.0.1:${await freePort()}`),
    /--limits redis:\/\/@?127[^ ]*: Redis does not answer/,
  )
})
