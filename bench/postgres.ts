// Compares Ninefold over PostgreSQL with the same service by hand: `npm run bench:postgres [-- --rounds N --seconds N --only WORK --no-write]`.
// Each has a separate database of the server at BENCH_POSTGRES. Measures the CPU time of the service and of its connections in the database.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, peak } from './load.ts'
import { spent, withDatabase } from './postgres-database.ts'
import { count, writePart, machine, median, table } from './results.ts'
import { type Server, entry, flags, start } from './servers.ts'
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
  for (let round = 0; round < options.rounds; round++)
    for (const server of [hand, own, guarded]) await measure(server, server === guarded ? works.slice(0, 1) : works)
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
  `${options.rounds} rounds of ${options.seconds} s, 32 connections; ${machine()}.`,
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

async function measure(server: Server, works: readonly Work[]): Promise<void> {
  await withDatabase(async (database) => {
    const running = await start(server, database.url)
    try {
      const headers = server.headers ?? []
      const ids = await createOrders(running.url, Number(options.more), headers)
      await database.query('VACUUM ANALYZE')
      for (const { name: work, load } of works) {
        const peakOptions = { connections: 32, folder }
        const sent = { ...load(ids), headers }
        await peak(running, sent, { ...peakOptions, seconds: options.warm })
        const before = await database.cpu()
        const { rate, cpu, requests } = await peak(running, sent, { ...peakOptions, seconds: options.seconds })
        const ofWork = measurements.getOrInsertComputed(`${work} ${server.name}`, () => ({ rates: [], cpus: [], database: [] }))
        ofWork.rates.push(rate)
        ofWork.cpus.push(cpu)
        ofWork.database.push((spent(before, await database.cpu()) * 1000) / requests)
      }
    } finally {
      await running.stop()
    }
  })
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
