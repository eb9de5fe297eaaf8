// Ninefold over PostgreSQL beside the same by hand: `npm run bench:postgres [-- --rounds N --seconds N --only WORK --no-write]`. Each has a schema of its own in the
// database that BENCH_POSTGRES names; CPU time is that of the service alone, not of the database.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Load, peak } from './load.ts'
import { keepPart, machine, median } from './results.ts'
import { type Server, entry, flags, start } from './servers.ts'
import { optionsWith } from './side-by-side.ts'

const options = optionsWith('rows', '10000')
const address = process.env['BENCH_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const order = JSON.stringify({ customer: 'Ann', lines: [{ sku: 'TEA-0001', quantity: 2, price: 450 }, { sku: 'CUP-0002', quantity: 1, price: 1200 }], total: 2100 })
type Work = { readonly name: string; readonly aim: number; readonly load: (ids: readonly string[]) => Load }
const all: readonly Work[] = [
  { name: 'GET by id', aim: 1.5, load: (ids) => ({ method: 'GET', paths: ids.slice(0, 1000).map((id) => `/orders/${id}`) }) },
  { name: 'list of 20, filter and sort', aim: 1.2, load: () => ({ method: 'GET', paths: ['/orders?status=draft&sort=-createdAt', '/orders?status=placed&sort=-createdAt'] }) },
  { name: 'POST, durable', aim: 1, load: () => ({ method: 'POST', paths: ['/orders'], body: order }) },
  { name: 'create, transition and event, one transaction', aim: 1.2, load: () => ({ method: 'POST', paths: ['/placed'], body: order }) },
]
const works = all.filter(({ name }) => name.includes(options.only))

const hand: Server = { name: 'by hand', works: [], words: (url) => [join(import.meta.dirname, 'by-hand/postgres.mjs'), url] }
const own: Server = { name: 'Ninefold', works: [], words: (url) => [...flags, entry, 'serve', join(import.meta.dirname, 'orders.md'), '--port', '0', '--store', url, '--log', 'silent'] }

type Found = { readonly rates: number[]; readonly cpus: number[] }
const found = new Map<string, Found>()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  for (let round = 0; round < options.rounds; round++) for (const server of [hand, own]) await measure(server)
} finally {
  rmSync(folder, { recursive: true })
}
const rows = works.map(({ name, aim }) => {
  const [a, b] = [found.get(`${name} ${hand.name}`)!, found.get(`${name} ${own.name}`)!]
  const ratio = (median(b.rates) / median(a.rates)).toFixed(2)
  return `| ${name} | ${Math.round(median(a.rates))} | ${Math.round(median(b.rates))} | ${ratio} (${aim}) | ${(median(a.cpus) / median(b.cpus)).toFixed(2)} |`
})
const text = [
  `\`npm run bench:postgres\`: requests a second of Ninefold to those by hand (Fastify, \`pg\`, a pool of 16, prepared statements, READ COMMITTED), with the aim in brackets, and the same of CPU time a request of the service alone. One process each; the database and the load share the machine.`, '',
  `${options.rounds} rounds of ${options.seconds} s, 32 connections; ${machine()}.`, '',
  '| work | by hand /s | Ninefold /s | ratio (aim) | CPU |', '| --- | ---: | ---: | ---: | ---: |', ...rows, '',
].join('\n')
console.log(text)
if (options.write && options.only === '') keepPart('# PostgreSQL', text)

async function measure(server: Server): Promise<void> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: address })
  await admin.connect()
  await admin.query(`CREATE SCHEMA ${name}`)
  const url = new URL(address)
  url.searchParams.set('options', `-c search_path=${name}`)
  const running = await start(server, url.href)
  try {
    const ids = await made(running.url, Number(options.more))
    await admin.query('VACUUM ANALYZE')
    for (const { name: work, load } of works) {
      const asked = { connections: 32, folder }
      await peak(running, load(ids), { ...asked, seconds: 2 })
      const { rate, cpu } = await peak(running, load(ids), { ...asked, seconds: options.seconds })
      const known = found.getOrInsertComputed(`${work} ${server.name}`, () => ({ rates: [], cpus: [] }))
      known.rates.push(rate)
      known.cpus.push(cpu)
    }
  } finally {
    await running.stop()
    await admin.query(`DROP SCHEMA ${name} CASCADE`)
    await admin.end()
  }
}

/** Orders to begin with, half of them placed. */
async function made(url: string, count: number): Promise<readonly string[]> {
  const ids: string[] = []
  await Promise.all(Array.from({ length: 32 }, async () => {
    while (ids.length < count) {
      const answer = await fetch(`${url}/${ids.length % 2 === 0 ? 'orders' : 'placed'}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: order })
      ids.push(((await answer.json()) as { id: string }).id)
    }
  }))
  return ids
}
