// The comparison: `npm run bench [-- --rounds N --seconds N --rows N --write]`. Each server in turn, several rounds; medians, and ratios
// within the run. `--write` keeps the table in bench/RESULTS.md.

import { cpus, totalmem, tmpdir } from 'node:os'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fill, idOf } from './rows.ts'
import { type Server, type Work, servers, start } from './servers.ts'
import { type Load, type Measured, hit } from './wrk.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' }, rows: { type: 'string', default: '100000' }, only: { type: 'string' }, write: { type: 'boolean' } } })
const [rounds, seconds, rows] = [Number(values.rounds), Number(values.seconds), Number(values.rows)]

const order = JSON.stringify({ customer: 'Ann', lines: [{ sku: 'TEA-0001', quantity: 2, price: 450 }, { sku: 'CUP-0002', quantity: 1, price: 1200 }], total: 2100 })
const ids = Array.from({ length: 1000 }, (_, index) => idOf((index * 7919) % rows))

const works: { readonly [work in Work]: { readonly title: string; readonly load: Load } } = {
  read: { title: 'GET by id', load: { method: 'GET', paths: ids.map((id) => `/orders/${id}`) } },
  list: { title: `list of 20 of ${rows.toLocaleString('en')}, filter and sort`, load: { method: 'GET', paths: ['/orders?status=draft&sort=-createdAt', '/orders?status=placed&sort=-createdAt'] } },
  create: { title: 'POST with validation, durable', load: { method: 'POST', paths: ['/orders'], body: order } },
  place: { title: 'create, transition and event, one durable transaction', load: { method: 'POST', paths: ['/placed'], body: order } },
}

/** What the first of them answers. */
let expected: string | undefined

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  const compared = servers.filter(({ name }) => values.only === undefined || name.includes(values.only))
  const results = await compareAll(compared)
  const text = report(compared, results)
  console.log(text)
  if (values.write === true) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text)
} finally {
  rmSync(folder, { recursive: true })
}

type Results = ReadonlyMap<string, readonly Measured[]>

async function compareAll(compared: readonly Server[]): Promise<Results> {
  for (const server of compared) await prepare(server)
  const found = new Map<string, Measured[]>()
  for (let round = 0; round < rounds; round++) {
    for (const server of compared) {
      const running = await start(server, fileOf(server))
      for (const work of server.works) {
        const { load } = works[work]
        const sent = { ...load, headers: server.headers ?? [] }
        await hit(running, sent, { seconds: 1, folder })
        const measured = await hit(running, sent, { seconds, folder })
        const key = `${work} ${server.name}`
        found.set(key, [...(found.get(key) ?? []), measured])
        process.stderr.write(`${round + 1}/${rounds} ${server.name}, ${works[work].title}: ${Math.round(measured.rate)}/s\n`)
      }
      await running.stop()
    }
  }
  return found
}

function fileOf({ name }: Server): string {
  return join(folder, `${name.replaceAll(/\W+/g, '-')}.db`)
}

/** Its own tables, with the rows in them; and the same bytes out as everybody. */
async function prepare(server: Server): Promise<void> {
  if (server.rows === undefined) return
  await (await start(server, fileOf(server))).stop()
  fill(fileOf(server), server.rows, rows)
  const running = await start(server, fileOf(server))
  const headers = Object.fromEntries((server.headers ?? []).map((header) => header.split(': ') as [string, string]))
  const read = await (await fetch(`${running.url}/orders/${ids[1]}`, { headers })).text()
  const listed = await (await fetch(`${running.url}${works.list.load.paths[0]}`, { headers })).text()
  const made = await (await fetch(`${running.url}/placed`, { method: 'POST', body: order, headers: { 'content-type': 'application/json', ...headers } })).text()
  const refused = await fetch(`${running.url}/orders`, { method: 'POST', body: '{"customer":"","lines":[]}', headers: { 'content-type': 'application/json', ...headers } })
  const all = [read, listed.replace(/"next":"[^"]*"/, '"next":"…"'), made.replace(/"id":"[^"]*"/, '"id":"…"').replace(/"createdAt":"[^"]*"/, '"createdAt":"…"'), refused.status].join('\n')
  expected ??= all
  if (all !== expected) throw new Error(`${server.name} answers\n${all}\nand not\n${expected}`)
  await running.stop()
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
}

function of(results: Results, work: Work, { name }: Server, figure: keyof Measured): number | undefined {
  const all = results.get(`${work} ${name}`)
  return all && median(all.map((each) => each[figure]))
}

function report(compared: readonly Server[], results: Results): string {
  const sections = (Object.keys(works) as Work[]).map((work) => {
    const rates = compared.filter((server) => server.works.includes(work))
    const own = of(results, work, rates.find(({ name }) => name === 'Ninefold') ?? rates[0]!, 'rate')!
    const lines = rates.map((server) => {
      const figure = (name: keyof Measured): number => of(results, work, server, name)!
      return `| ${server.name} | ${Math.round(figure('rate')).toLocaleString('en')} | ${(own / figure('rate')).toFixed(2)} | ${ms(figure('p50'))} | ${ms(figure('p99'))} | ${ms(figure('p999'))} | ${Math.round(figure('cpu'))} | ${Math.round(figure('memory'))} |`
    })
    return `## ${works[work].title}\n\n| | requests/s | Ninefold to it | p50 ms | p99 ms | p99.9 ms | CPU µs a request | memory MiB |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n${lines.join('\n')}`
  })
  const { model } = cpus()[0]!
  return `# Results

${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, SQLite ${process.versions['sqlite']}, wrk with one thread and 64 connections on
the same machine. Medians of ${rounds} rounds of ${seconds} seconds, each server in turn; \`npm run bench -- --rounds ${rounds} --seconds ${seconds} --rows ${rows} --write\`.
All give the same bytes, validate the same, and write with \`synchronous=FULL\`; node:http alone does none of it.

${sections.join('\n\n')}
`
}

function ms(microseconds: number): string {
  return (microseconds / 1000).toFixed(2)
}
