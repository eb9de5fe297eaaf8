// What becomes of a service that grows: rows, connections, operations, rates. `npm run bench:growth [-- --most-rows N --seconds N]`
// writes a table to standard output and a picture of each to bench/growth/.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Points, plot } from './plot.ts'
import { fill } from './rows.ts'
import { type Server, ninefold, start } from './servers.ts'
import { type Load, type Measured, hit } from './wrk.ts'

const { values } = parseArgs({ options: { 'most-rows': { type: 'string', default: '1000000' }, 'seconds': { type: 'string', default: '3' } } })
const seconds = Number(values.seconds)
const folder = mkdtempSync(join(tmpdir(), 'growth-'))
const orders = readFileSync(join(import.meta.dirname, 'orders.md'), 'utf8')
const page: Load = { method: 'GET', paths: ['/orders?status=draft&sort=-createdAt', '/orders?status=placed&sort=-createdAt'] }

/** A service over so many rows, and what one load comes to. */
async function measured(server: Server, rows: number, load: Load, connections = 64): Promise<Measured> {
  const file = join(folder, 'store.db')
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  await (await start(server, file)).stop()
  if (rows > 0) fill(file, 'ninefold', rows)
  const running = await start(server, file)
  try {
    await hit(running, load, { seconds: 1, connections, folder })
    return await hit(running, load, { seconds, connections, folder })
  } finally {
    await running.stop()
  }
}

function documented(name: string, text: string): Server {
  const file = join(folder, `${name}.md`)
  writeFileSync(file, text)
  return ninefold(name, file)
}

function powers(from: number, to: number): number[] {
  const all: number[] = []
  for (let value = from; value <= to; value *= 10) all.push(value)
  return all
}

const found: Points[] = []
async function grow(title: string, across: string, sizes: readonly number[], measure: (size: number) => Promise<Measured>): Promise<void> {
  const points: [number, number][] = []
  for (const size of sizes) {
    const { rate, cpu } = await measure(size)
    points.push([size, cpu])
    console.log(`${title.padEnd(44)} ${size.toLocaleString('en').padStart(12)} ${across.padEnd(12)} ${Math.round(rate).toLocaleString('en').padStart(8)}/s ${cpu.toFixed(0).padStart(6)} µs of CPU a request`)
  }
  found.push({ title, across, unit: 'µs of CPU a request', points })
}

try {
  const plain = ninefold('Ninefold', join(import.meta.dirname, 'orders.md'))
  await grow('a page of 20, filter and sort', 'rows', powers(1000, Number(values['most-rows'])), (rows) => measured(plain, rows, page))
  await grow('a page of 20, filter and sort', 'connections', powers(1, 10_000), (connections) => measured(plain, 1000, page, connections))
  const more = (count: number): string => Array.from({ length: count }, (_, index) => `GET /more/${index}/{id}:\n  read: Order\n  output: Order(this)\n`).join('')
  await grow('a page of 20, beside more operations', 'operations', [10, 100, 1000, 5000], (count) =>
    measured(documented('operations', orders.replace('GET /orders/{id}:', `${more(count - 4)}GET /orders/{id}:`)), 1000, page))
  const rates = (count: number): string => `\`\`\`yaml\nrates:\n${Array.from({ length: count }, (_, index) => `  r${index}: { quota: 1000000000, window: PT1H, partition: request.address, operations: [create] }\n`).join('')}  mine: { quota: 1000000000, window: PT1H, partition: request.address, operations: [list] }\n\`\`\``
  await grow('a page of 20, beside more rates', 'rates', [1, 10, 100, 1000], (count) =>
    measured(documented('rates', orders.replace('## 8. Limits\n\nnone', `## 8. Limits\n\n${rates(count - 1)}`).replace('catalogue:\n', 'catalogue:\n  often: { on: rate-limited, status: 429 }\n')), 1000, page))
  const pictures = join(import.meta.dirname, 'growth')
  mkdirSync(pictures, { recursive: true })
  for (const points of found) writeFileSync(join(pictures, `${points.across}.svg`), plot(points))
} finally {
  rmSync(folder, { recursive: true })
}
