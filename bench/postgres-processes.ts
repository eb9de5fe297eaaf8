// Measures Ninefold over PostgreSQL under contention, the latency of its streams, and one to three processes:
// `npm run bench:processes [-- --seconds N --warm N --no-write]`. It uses separate databases of the server at BENCH_POSTGRES.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { peak } from './load.ts'
import { bars } from './plot.ts'
import { type BenchDatabase, withDatabase } from './postgres-database.ts'
import { writePart, machine, median, table } from './results.ts'
import { type Server, type Started, flags, start } from './servers.ts'
import { optionsWith } from './side-by-side.ts'

const options = optionsWith('processes', '3')
const connections = 32
const order = JSON.stringify({ customer: 'Ann', lines: [{ sku: 'TEA-0001', quantity: 2, price: 450 }], total: 900 })

/** The source instead of the build, because the comparison replaces one of its files. */
const source = join(import.meta.dirname, '..', 'scripts/from-source.mjs')

const served = (document: string, more: readonly string[] = []): Server => ({
  name: 'Ninefold',
  works: [],
  words: (url) => [
    ...flags,
    ...more,
    source,
    'serve',
    join(import.meta.dirname, document),
    '--port',
    '0',
    '--store',
    url,
    '--log',
    'silent',
  ],
})

type Case = {
  readonly name: string
  readonly prepare: (url: string) => Promise<void>
  readonly send: (count: number) => { readonly path: string; readonly body?: object }
}

const cases: readonly Case[] = [
  {
    name: 'a unique that rises',
    prepare: async () => undefined,
    send: (count) => ({ path: '/members', body: { name: `member ${String(count).padStart(9, '0')}` } }),
  },
  {
    name: 'a guard over a count',
    prepare: async (url) => void (await post(url, '/courses', { id: 'a', seats: 1_000_000_000 })),
    send: () => ({ path: '/courses/a/seats' }),
  },
  {
    name: 'a table of 200 rows',
    prepare: (url) => accounts(url, 200),
    send: () => ({ path: `/accounts/${Math.floor(Math.random() * 200)}/add` }),
  },
  { name: 'ten hot rows', prepare: (url) => accounts(url, 10), send: () => ({ path: `/accounts/${Math.floor(Math.random() * 10)}/add` }) },
]

async function accounts(url: string, count: number): Promise<void> {
  for (let id = 0; id < count; id++) await post(url, '/accounts', { id: String(id), balance: 0 })
}

async function post(url: string, path: string, body?: object): Promise<number> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  const text = [
    `\`npm run bench:processes\`, in one go of ${options.seconds} s each, ${connections} connections; one to three processes after ${options.warm} s of the same for each process; ${machine()}. The database, the services and the load share the machine.`,
    '',
    '## Contention',
    '',
    'Of `bench/shared.md`, one process: requests a second, tries that conflicted as a share of all tries, answers `contention`, and the rate as a share of that with all operations at REPEATABLE READ, which is not safe.',
    '',
    await contention(),
    '',
    '## A stream on another process',
    '',
    await latency(),
    '',
    '## One to three processes',
    '',
    await processes(),
    '',
  ].join('\n')
  console.log(text)
  if (options.write) writePart('# Several processes over PostgreSQL', text)
} finally {
  rmSync(folder, { recursive: true })
}

type Contended = { readonly rate: number; readonly aborts: number; readonly refused: number; readonly other: number }

async function contention(): Promise<string> {
  const rows: string[][] = []
  for (const each of cases) {
    const serializable = await contended(each, [])
    const weaker = await contended(each, ['--import', join(import.meta.dirname, 'repeatable-read.mjs')])
    rows.push([
      each.name,
      String(Math.round(serializable.rate)),
      `${(serializable.aborts * 100).toFixed(1)} %`,
      `${(serializable.refused * 100).toFixed(2)} %`,
      (serializable.rate / weaker.rate).toFixed(2),
      ...(serializable.other > 0 ? [`${serializable.other} others`] : []),
    ])
  }
  return table(['work', 'a second', 'tries that conflicted', '`contention`', 'of REPEATABLE READ'], rows)
}

async function contended({ prepare, send }: Case, more: readonly string[]): Promise<Contended> {
  return withDatabase(async (database) => {
    const running = await start(served('shared.md', more), database.url)
    try {
      await prepare(running.url)
      await database.query('VACUUM ANALYZE')
      let [count, succeeded, refused, other, isStopped] = [0, 0, 0, 0, false]
      const work = async (): Promise<void> => {
        while (!isStopped) {
          const { path, body } = send(++count)
          const status = await post(running.url, path, body)
          if (status < 300) succeeded++
          else if (status === 503) refused++
          else other++
        }
      }
      const before = await conflicts(database)
      const workers = Array.from({ length: connections }, work)
      await sleep(options.seconds * 1000)
      const answered = succeeded + refused
      isStopped = true
      await Promise.all(workers)
      const aborted = (await conflicts(database)) - before
      return {
        rate: answered / options.seconds,
        aborts: aborted / Math.max(1, aborted + answered),
        refused: refused / Math.max(1, answered),
        other,
      }
    } finally {
      await running.stop()
    }
  })
}

/** The number of rolled back transactions; only conflicts cause them here. */
async function conflicts(database: BenchDatabase): Promise<number> {
  await sleep(1100)
  return Number((await database.query('SELECT xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()'))[0]!['n'])
}

/** Milliseconds from the answer of one process to the event in the stream of another. */
async function latency(): Promise<string> {
  return withDatabase(async (database) => {
    const [writes, streams] = [await start(served('shared.md'), database.url), await start(served('shared.md'), database.url)]
    const idle = new pg.Client({ connectionString: process.env['BENCH_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres' })
    try {
      const plain = await latencies(writes, streams)
      await idle.connect()
      await idle.query('BEGIN')
      await idle.query('SELECT pg_current_xact_id()')
      const withIdleTransaction = await latencies(writes, streams)
      await idle.query('ROLLBACK')
      const whileMigrating = await latenciesDuringMigration(database, writes, streams)
      return table(
        ['milliseconds from the answer to the event', 'median', '99 of 100'],
        [
          ['two processes', ...plain],
          ['while a transaction of another database is idle', ...withIdleTransaction],
          ['while a migration fills a new property of 300,000 records', ...whileMigrating],
        ],
      )
    } finally {
      await idle.end()
      await writes.stop()
      await streams.stop()
    }
  })
}

/** Measures while `migrate` fills a generated property of all seats; fails if it ends before. */
async function latenciesDuringMigration(
  database: BenchDatabase,
  writes: Started,
  streams: Started,
): Promise<readonly [median: string, most: string]> {
  await post(writes.url, '/courses', { id: 'filled', seats: 1 })
  await database.query(`INSERT INTO "Seat" (id, course, "$version") SELECT 'seat ' || n, 'filled', 1 FROM generate_series(1, 300000) AS n`)
  const next = join(folder, 'next.md')
  const former = readFileSync(join(import.meta.dirname, 'shared.md'), 'utf8')
  writeFileSync(
    next,
    former.replace('course: { $ref: Course', 'token: { type: string, format: uuid, generate: uuidv7 }\n    course: { $ref: Course'),
  )
  const migrating = spawn(process.execPath, [...flags, source, 'migrate', next, '--store', database.url], { stdio: 'ignore' })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => migrating.once('close', () => resolve(void (hasEnded = true))))
  const isFilling = async (): Promise<boolean> =>
    (await database.query(`SELECT 1 FROM information_schema.columns WHERE table_name = 'Seat' AND column_name = 'token'`)).length > 0
  while (!(await isFilling())) await sleep(20)
  const found = await latencies(writes, streams)
  if (hasEnded) throw new Error('the migration ended before the measurement: it needs more records')
  await ended
  return found
}

async function latencies(writes: Started, streams: Started): Promise<readonly [median: string, most: string]> {
  const ended = new AbortController()
  const answer = await fetch(`${streams.url}/members/events`, { headers: { accept: 'text/event-stream' }, signal: ended.signal })
  const seen = new Map<string, number>()
  void read(answer.body!, seen).catch(() => undefined)
  const delays: number[] = []
  for (let count = 0; count < 200; count++) {
    const name = `m ${performance.now()} ${Math.random()}`
    await post(writes.url, '/members', { name })
    const answered = performance.now()
    while (!seen.has(name)) await sleep(1)
    delays.push(Math.max(0, seen.get(name)! - answered))
    await sleep(5)
  }
  ended.abort()
  const sorted = delays.toSorted((a, b) => a - b)
  return [median(delays).toFixed(1), sorted[Math.floor(sorted.length * 0.99)]!.toFixed(1)]
}

async function read(body: ReadableStream<Uint8Array>, seen: Map<string, number>): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    for (const [, name] of text.matchAll(/"name":"([^"]*)"/g)) seen.getOrInsertComputed(name!, () => performance.now())
    text = text.slice(text.lastIndexOf('\n\n') + 1)
  }
}

async function processes(): Promise<string> {
  const rows: (readonly [count: number, reads: number, writes: number])[] = []
  for (let count = 1; count <= Number(options.more); count++) {
    rows.push(
      await withDatabase(async (database) => {
        const running = [] as Started[]
        try {
          for (let each = 0; each < count; each++) running.push(await start(served('orders.md'), database.url))
          const ids: string[] = []
          for (let each = 0; each < 1000; each++) {
            const answer = await fetch(`${running[0]!.url}/orders`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: order,
            })
            ids.push(((await answer.json()) as { id: string }).id)
          }
          const loadAll = async (load: Parameters<typeof peak>[1], seconds: number): Promise<number> => {
            const each = running.map((server, index) =>
              peak(server, load, {
                seconds,
                connections: Math.ceil(connections / count),
                folder: mkdtempSync(join(folder, `${index}-`)),
              }),
            )
            return (await Promise.all(each)).reduce((sum, { rate }) => sum + rate, 0)
          }
          // A process compiles its code while it answers its first requests: with several processes, each has fewer of these a second.
          const rateOfAll = async (load: Parameters<typeof peak>[1]): Promise<number> => {
            await loadAll(load, options.warm * count)
            return loadAll(load, options.seconds)
          }
          return [
            count,
            await rateOfAll({ method: 'GET', paths: ids.map((id) => `/orders/${id}`) }),
            await rateOfAll({ method: 'POST', paths: ['/placed'], body: order }),
          ] as const
        } finally {
          for (const each of running) await each.stop()
        }
      }),
    )
  }
  const picture = join(import.meta.dirname, 'growth', 'processes.svg')
  if (options.write)
    writeFileSync(
      picture,
      bars({
        title: 'One to three processes',
        unit: 'requests a second',
        groups: rows.map(([count, reads, writes]) => ({
          name: `${count}`,
          values: [
            ['GET', reads],
            ['create, transition and event', writes],
          ],
        })),
      }),
    )
  return [
    table(
      ['processes', 'GET by id', 'create, transition and event'],
      rows.map((row) => row.map((value) => String(Math.round(value)))),
    ),
    '',
    '![one to three processes](growth/processes.svg)',
  ].join('\n')
}
