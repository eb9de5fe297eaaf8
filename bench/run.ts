// Compares all servers: `npm run bench:orders [-- --rounds N --seconds N --warm N --rows N --only NAME --no-write]`. Measures each server in turn, in
// several rounds; takes medians, and ratios within the run. Writes its part of bench/RESULTS.md.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Load, paced, peak } from './load.ts'
import { mostInJson, peers } from './peers.ts'
import { type WorkResults, keyOf, report } from './report.ts'
import { writePart } from './results.ts'
import { idOf, prepare } from './rows.ts'
import { type Server, type Started, type Work, bare, hand, own, servers, start } from './servers.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '4' },
    rows: { type: 'string', default: '100000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: true },
  },
})
const [rounds, seconds, rows] = [Number(values.rounds), Number(values.seconds), Number(values.rows)]
/** Seconds of the same load before a measurement, after which each server runs optimised code. */
const warming = Number(values.warm)

const order = JSON.stringify({
  customer: 'Ann',
  lines: [
    { sku: 'TEA-0001', quantity: 2, price: 450 },
    { sku: 'CUP-0002', quantity: 1, price: 1200 },
  ],
  total: 2100,
})

const titles: { readonly [work in Work]: string } = {
  read: 'GET by id',
  list: `list of 20 of ${rows.toLocaleString('en')}, filter and sort`,
  create: 'POST with validation, durable',
  place: 'create, transition and event, one durable transaction',
}

/** True for servers that are also measured at half of their peak. */
const isPaced = ({ name }: Server): boolean => [bare, hand, own].some((each) => each.name === name) || name === 'by hand, grouped commits'

function loadOf(work: Work, { headers = [], list, rows: kept }: Server): Load {
  const most = kept === 'json' ? Math.min(mostInJson, rows) : rows
  switch (work) {
    case 'read':
      return { method: 'GET', paths: Array.from({ length: 1000 }, (_, index) => `/orders/${idOf((index * 7919) % most)}`), headers }
    case 'list':
      return { method: 'GET', paths: list ?? ['/orders?status=draft&sort=-createdAt', '/orders?status=placed&sort=-createdAt'], headers }
    case 'create':
      return { method: 'POST', paths: ['/orders'], body: order, headers }
    case 'place':
      return { method: 'POST', paths: ['/placed'], body: order, headers }
  }
}

/** The answers of the first server; the others must give the same. */
let expected: string | undefined

const wrk = versionOfWrk()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  const compared = [...servers, ...peers].filter(({ name }) => values.only === undefined || name.includes(values.only))
  const results = await compareAll(compared)
  const text = report(compared, titles, results, { rounds, seconds, warming, rows, wrk })
  console.log(text)
  if (values.write && values.only === undefined) writePart('# Comparison', text)
} finally {
  rmSync(folder, { recursive: true })
}

function versionOfWrk(): string {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'pipe' })
  } catch (error) {
    // wrk prints its version as an error.
    const version = /wrk \S+/.exec(String((error as { stdout?: Buffer }).stdout))
    if (version !== null) return version[0]
  }
  throw new Error('wrk is not installed (`apt-get install wrk`)')
}

async function compareAll(compared: readonly Server[]): Promise<Map<string, WorkResults>> {
  for (const server of compared) {
    await prepare(server, fileOf(server), rows)
    await check(server)
  }
  const resultsByWork = new Map<string, WorkResults>()
  for (let round = 0; round < rounds; round++) {
    for (const server of compared) {
      // json-server scans its whole file, so each round starts with a new one.
      if (server.isPeer && round > 0) await renew(server)
      const running = await start(server, fileOf(server))
      for (const work of server.works) {
        const workResults = resultsByWork.get(keyOf(work, server)) ?? { peaks: [], half: [], handsHalf: [] }
        await measure(running, server, work, workResults, resultsByWork.get(keyOf(work, hand))?.peaks.at(-1)?.rate).catch(
          (error: unknown) => {
            if (!server.isPeer) throw error
            process.stderr.write(`${server.name} is left out of this round: ${String(error)}\n`)
          },
        )
        if (workResults.peaks.length > 0) resultsByWork.set(keyOf(work, server), workResults)
        process.stderr.write(
          `${round + 1}/${rounds} ${server.name}, ${titles[work]}: ${Math.round(workResults.peaks.at(-1)?.rate ?? 0)}/s, p99 at half of it ${workResults.half.at(-1)?.p99 ?? '–'} µs\n`,
        )
      }
      await running.stop()
    }
  }
  return resultsByWork
}

async function measure(
  running: Started,
  server: Server,
  work: Work,
  { peaks, half, handsHalf }: WorkResults,
  hands: number | undefined,
): Promise<void> {
  const load = loadOf(work, server)
  await peak(running, load, { seconds: warming, folder })
  const measured = await peak(running, load, { seconds, folder })
  peaks.push(measured)
  if (!isPaced(server) || measured.rate === 0) return
  half.push(await paced(running, load, { rate: measured.rate / 2, seconds }))
  if (server !== hand && server !== bare && hands !== undefined && hands / 2 < measured.rate)
    handsHalf.push(await paced(running, load, { rate: hands / 2, seconds }))
}

async function renew(server: Server): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${fileOf(server)}${ending}`, { force: true })
  await prepare(server, fileOf(server), rows)
}

function fileOf({ name, rows: kept }: Server): string {
  return join(folder, `${name.replaceAll(/\W+/g, '-')}.${kept === 'json' || kept === 'openapi' ? 'json' : 'db'}`)
}

/** Throws if a server answers other bytes than the first one; a peer must only answer. */
async function check(server: Server): Promise<void> {
  if (server === bare) return
  const running = await start(server, fileOf(server))
  const headers = {
    'content-type': 'application/json',
    ...Object.fromEntries((server.headers ?? []).map((header) => header.split(': ') as [string, string])),
  }
  const ask = async (work: Work): Promise<string> => {
    const { method, paths, body } = loadOf(work, server)
    const answer = await fetch(`${running.url}${paths[0]}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${server.name} answers ${method} ${paths[0]} with ${answer.status}: ${text}`)
    return `${answer.status} ${answer.headers.get('etag') === null ? '' : 'with a tag '}${text}`
  }
  const answers: string[] = []
  for (const work of server.works) answers.push(await ask(work))
  if (!server.isPeer) {
    const refused = await fetch(`${running.url}/orders`, { method: 'POST', headers, body: '{"customer":"","lines":[]}' })
    const comparable = [...answers, refused.status]
      .join('\n')
      .replaceAll(/"next":"[^"]*"/g, '"next":"…"')
      .replaceAll(/"id":"01[^"]*-7[^"]*"/g, '"id":"…"')
      .replaceAll(/"createdAt":"20[^"]*"/g, '"createdAt":"…"')
    expected ??= comparable
    if (comparable !== expected) throw new Error(`${server.name} answers\n${comparable}\nand not\n${expected}`)
  }
  await running.stop()
}
