// Compares Ninefold over PostgreSQL with the same service by hand: `npm run bench:postgres [-- --rounds N --seconds N --only WORK --no-write]`.
// Each has a separate database of the server at BENCH_POSTGRES with equally many rows. All run at the same time and are measured in turn in short
// rounds, because a disk and a busy machine change their speed within minutes. Measures the CPU time of the service and of its connections in the
// database.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, peak } from './load.ts'
import { type BenchDatabase, spent, withDatabase } from './postgres-database.ts'
import { count, writePart, machine, median, table } from './results.ts'
import { type Server, type Started, entry, flags, start } from './servers.ts'
import { optionsWith } from './side-by-side.ts'

const options = optionsWith('rows', '10000')

const order = JSON.stringify({
  customer: 'Ann',
  lines: [
    { sku: 'TEA-0001', quantity: 2, price: 450 },
    { sku: 'CUP-0002', quantity: 1, price: 1200 },
  ],
  total: 2100,
})
type Work = { readonly name: string; readonly aim: number; readonly load: (ids: readonly string[]) => Load }
const all: readonly Work[] = [
  { name: 'GET by id', aim: 1.5, load: (ids) => ({ method: 'GET', paths: ids.slice(0, 1000).map((id) => `/orders/${id}`) }) },
  {
    name: 'list of 20, filter and sort',
    aim: 1.2,
    load: () => ({ method: 'GET', paths: ['/orders?status=draft&sort=-createdAt', '/orders?status=placed&sort=-createdAt'] }),
  },
  { name: 'POST, durable', aim: 1, load: () => ({ method: 'POST', paths: ['/orders'], body: order }) },
  { name: 'create, transition and event, one transaction', aim: 1.2, load: () => ({ method: 'POST', paths: ['/placed'], body: order }) },
]
const works = all.filter(({ name }) => name.includes(options.only))

const hand: Server = { name: 'by hand', works: [], words: (url) => [join(import.meta.dirname, 'by-hand/postgres.mjs'), url] }
const own: Server = {
  name: 'Ninefold',
  works: [],
  words: (url) => [...flags, entry, 'serve', join(import.meta.dirname, 'orders.md'), '--port', '0', '--store', url, '--log', 'silent'],
}

const guarded: Server = {
  name: 'Ninefold, with a limit',
  works: [],
  headers: ['X-Key: open sesame'],
  words: (url) => [
    ...flags,
    entry,
    'serve',
    join(import.meta.dirname, 'orders-guarded.md'),
    '--port',
    '0',
    '--store',
    url,
    '--log',
    'silent',
  ],
}

/** `cpus`, `database`: microseconds per request of the service, and of its connections in the database. */
type Measurements = { readonly rates: number[]; readonly cpus: number[]; readonly database: number[] }
const measurements = new Map<string, Measurements>()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  await withRunning([hand, own, guarded], [], async (running) => {
    for (const work of works) {
      const measured = running.filter(({ server }) => server !== guarded || work === all[0])
      for (const each of measured) await peak(each.started, loadOf(work, each), { connections: 32, folder, seconds: options.warm })
      for (let round = 0; round < options.rounds; round++)
        for (const each of round % 2 === 0 ? measured : measured.toReversed()) await measure(work, each)
    }
  })
} finally {
  rmSync(folder, { recursive: true })
}
const rows = works.map(({ name, aim }) => {
  const [a, b] = [measurements.get(`${name} ${hand.name}`)!, measurements.get(`${name} ${own.name}`)!]
  const cpu = ({ cpus, database }: Measurements): string => `${Math.round(median(cpus))} + ${Math.round(median(database))}`
  return [
    name,
    count(median(a.rates)),
    count(median(b.rates)),
    `${(median(b.rates) / median(a.rates)).toFixed(2)} (${aim})`,
    cpu(a),
    cpu(b),
  ]
})
const limited = measurements.get(`${all[0]!.name} ${guarded.name}`)
const text = [
  `\`npm run bench:postgres\`: requests a second of Ninefold and of the same by hand (Fastify, \`pg\`, a pool of 16, prepared statements, READ COMMITTED), with the aim of the ratio in brackets, and microseconds of CPU time a request: of the service + of its connections in the database. One process each; the database and the load share the machine.`,
  '',
  `${options.rounds} rounds of ${options.seconds} s in turn, 32 connections, ${count(Number(options.more))} orders each at first; ${machine()}.`,
  '',
  table(['work', 'by hand /s', 'Ninefold /s', 'ratio (aim)', 'CPU by hand', 'CPU Ninefold'], rows),
  '',
  ...(limited === undefined
    ? []
    : [
        `With an API key, a rule and a rate that counts each request in the database (\`bench/orders-guarded.md\`), GET by id: ${count(median(limited.rates))} a second, ${Math.round(median(limited.cpus))} + ${Math.round(median(limited.database))} µs.`,
        '',
      ]),
].join('\n')
console.log(text)
if (options.write && options.only === '') writePart('# PostgreSQL', text)

type Running = { readonly server: Server; readonly started: Started; readonly database: BenchDatabase; readonly ids: readonly string[] }

/** Runs the work while all servers run, each over its own database with the same number of orders. */
async function withRunning(
  [server, ...more]: readonly Server[],
  running: readonly Running[],
  work: (running: readonly Running[]) => Promise<void>,
): Promise<void> {
  if (server === undefined) return work(running)
  await withDatabase(async (database) => {
    const started = await start(server, database.url)
    try {
      const ids = await createOrders(started.url, Number(options.more), server.headers ?? [])
      await database.query('VACUUM ANALYZE')
      await withRunning(more, [...running, { server, started, database, ids }], work)
    } finally {
      await started.stop()
    }
  })
}

function loadOf({ load }: Work, { server, ids }: Running): Load {
  return { ...load(ids), headers: server.headers ?? [] }
}

async function measure(work: Work, running: Running): Promise<void> {
  const { server, started, database } = running
  const before = await database.cpu()
  const { rate, cpu, requests } = await peak(started, loadOf(work, running), { connections: 32, folder, seconds: options.seconds })
  const ofWork = measurements.getOrInsertComputed(`${work.name} ${server.name}`, () => ({ rates: [], cpus: [], database: [] }))
  ofWork.rates.push(rate)
  ofWork.cpus.push(cpu)
  ofWork.database.push((spent(before, await database.cpu()) * 1000) / requests)
}

/** Creates orders, half of them placed, and returns their ids. */
async function createOrders(url: string, count: number, headers: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (ids.length < count) {
        const answer = await fetch(`${url}/${ids.length % 2 === 0 ? 'orders' : 'placed'}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...Object.fromEntries(headers.map((each) => each.split(': ') as [string, string])),
          },
          body: order,
        })
        ids.push(((await answer.json()) as { id: string }).id)
      }
    }),
  )
  return ids
}
