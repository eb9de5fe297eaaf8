// Measures a growing service: more rows, connections, operations, rules and rates. `npm run bench:growth [-- --most-rows N --seconds N
// --rounds N --only rows --no-write]` prints tables, draws pictures into bench/growth/, and writes its part of bench/RESULTS.md.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Load, type Measured, peak } from './load.ts'
import { type Points, plot } from './plot.ts'
import { count, writePart, machine, median, ms, table } from './results.ts'
import { idOf, prepare } from './rows.ts'
import { type Server, hand, ninefold, own, start } from './servers.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    'most-rows': { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    write: { type: 'boolean', default: true },
  },
})
const [seconds, rounds, mostRows] = [Number(values.seconds), Number(values.rounds), Number(values['most-rows'])]
const folder = mkdtempSync(join(tmpdir(), 'growth-'))
const orders = readFileSync(join(import.meta.dirname, 'orders.md'), 'utf8')
const page: Load = { method: 'GET', paths: ['/orders?status=draft&sort=-createdAt', '/orders?status=placed&sort=-createdAt'] }
const defaultRows = 1000

type Point = { readonly size: number; readonly rate: number; readonly cpu: number; readonly p99: number; readonly memory: number }
type Growth = { readonly name: string; readonly title: string; readonly across: string; readonly points: readonly Point[] }

/** Measures one load of a service over an existing file. */
async function measureLoad(server: Server, file: string, load: Load, connections = 64): Promise<Point> {
  const running = await start(server, file)
  try {
    await peak(running, load, { seconds: 1, folder })
    const measurements: Measured[] = []
    // Each connection gets several answers.
    const duration = Math.max(seconds, Math.ceil(connections / 1500))
    for (let round = 0; round < rounds; round++) measurements.push(await peak(running, load, { seconds: duration, connections, folder }))
    const medianOf = (figure: keyof Measured): number => median(measurements.map((each) => each[figure]))
    if (measurements.some(({ rate }) => rate === 0))
      throw new Error(`nothing was answered in ${duration} seconds, by ${connections} connections`)
    return { size: 0, rate: medianOf('rate'), cpu: medianOf('cpu'), p99: medianOf('p99'), memory: medianOf('memory') }
  } finally {
    await running.stop()
  }
}

async function fillNewFile(server: Server, rows: number): Promise<string> {
  const file = join(folder, `${server.rows}.db`)
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
  await prepare(server, file, rows)
  return file
}

function serverOf(text: string): Server {
  const file = join(folder, 'document.md')
  writeFileSync(file, text)
  return ninefold('Ninefold', file)
}

function powers(from: number, to: number): number[] {
  const sizes: number[] = []
  for (let value = from; value <= to; value *= 10) sizes.push(value)
  return sizes
}

const growths: Growth[] = []

async function grow(
  name: string,
  title: string,
  across: string,
  sizes: readonly number[],
  measure: (size: number) => Promise<Point>,
): Promise<void> {
  if (values.only !== undefined && values.only !== across) return
  const points: Point[] = []
  for (const size of sizes) {
    const point = { ...(await measure(size)), size }
    points.push(point)
    process.stderr.write(
      `${title.padEnd(48)} ${count(size).padStart(12)} ${across.padEnd(12)} ${count(point.rate).padStart(8)}/s ${point.cpu.toFixed(0).padStart(6)} µs of CPU a request\n`,
    )
  }
  growths.push({ name, title, across, points })
}

/** Further declarations beside those of the measured list. */
const repeatText = (amount: number, text: (index: number) => string): string =>
  Array.from({ length: amount }, (_, index) => text(index)).join('')

function withOperations(amount: number): string {
  return orders.replace(
    'GET /orders/{id}:',
    `${repeatText(amount - 4, (index) => `GET /more/${index}/{id}:\n  read: Order\n  output: Order(this)\n`)}GET /orders/{id}:`,
  )
}

/** Rules for this number of resources; the list needs one of them. */
function withRules(amount: number): string {
  const guarded = readFileSync(join(import.meta.dirname, 'orders-guarded.md'), 'utf8')
  const more = repeatText(
    amount - 1,
    (index) => `More${index}:\n  key: id\n  properties: { id: { type: integer }, owner: { type: integer } }\n  required: [owner]\n`,
  )
  return guarded
    .replace('$defs:\n', `${more}$defs:\n`)
    .replace('rules:\n', `rules:\n${repeatText(amount - 1, (index) => `  More${index}: { read: this.owner >= ${index} }\n`)}`)
}

function withRates(amount: number): string {
  const rates = `\`\`\`yaml\nrates:\n${repeatText(amount - 1, (index) => `  r${index}: { quota: 1000000000, window: PT1H, partition: request.address, operations: [create] }\n`)}  mine: { quota: 1000000000, window: PT1H, partition: request.address, operations: [list] }\n\`\`\``
  return orders
    .replace('## 8. Limits\n\nnone', `## 8. Limits\n\n${rates}`)
    .replace('catalogue:\n', 'catalogue:\n  often: { on: rate-limited, status: 429 }\n')
}

/** Throws if the file is damaged, or if the service cannot read the last record. */
async function checkFile(server: Server, file: string, rows: number): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true })
  const integrity = database.prepare('PRAGMA integrity_check').get()!['integrity_check']
  database.close()
  const running = await start(server, file)
  const { id } = (await (await fetch(`${running.url}/orders/${idOf(rows - 1)}`)).json()) as { id: string }
  await running.stop()
  if (integrity !== 'ok' || id !== idOf(rows - 1)) throw new Error(`the file of ${rows} rows is damaged: ${String(integrity)}, ${id}`)
}

try {
  for (const [name, server] of [
    ['Ninefold', own],
    ['by hand', hand],
  ] as const) {
    await grow(`rows, ${name}`, `${name}: a page of 20, filter and sort`, 'rows', powers(1000, mostRows), async (rows) => {
      const file = await fillNewFile(server, rows)
      await checkFile(server, file, rows)
      return await measureLoad(server, file, page)
    })
  }
  const few = await fillNewFile(own, defaultRows)
  await grow('connections', 'A page of 20, filter and sort', 'connections', powers(1, 10_000), (connections) =>
    measureLoad(own, few, page, connections),
  )
  await grow('operations', 'A page of 20, beside more operations', 'operations', [10, 100, 1000, 5000], (size) =>
    measureLoad(serverOf(withOperations(size)), few, page),
  )
  await grow('rules', 'A page of 20, beside more rules', 'rules', [1, 10, 100, 1000], async (size) => {
    const server = { ...serverOf(withRules(size)), headers: ['X-Key: open sesame'] }
    return await measureLoad(server, await fillNewFile(server, defaultRows), { ...page, headers: server.headers })
  })
  await grow('rates', 'A page of 20, beside more rates', 'rates', [1, 10, 100, 1000], (size) =>
    measureLoad(serverOf(withRates(size)), few, page),
  )
  const text = report()
  console.log(text)
  if (values.write && values.only === undefined) {
    draw()
    writePart('# Growth', text)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function draw(): void {
  const pictures = join(import.meta.dirname, 'growth')
  mkdirSync(pictures, { recursive: true })
  for (const { name, title, across, points: measured } of growths) {
    const line: Points = { title, across, unit: 'µs of CPU a request', points: measured.map(({ size, cpu }) => [size, cpu]) }
    writeFileSync(join(pictures, `${fileName(name)}.svg`), plot(line))
  }
}

function fileName(name: string): string {
  return name.replaceAll(/\W+/g, '-').toLowerCase()
}

function report(): string {
  const sections = growths.map(({ name, title, across, points }) => {
    const [first] = points
    const rows = points.map(({ size, rate, cpu, p99, memory }) => [
      count(size),
      count(rate),
      (rate / first!.rate).toFixed(2),
      ms(p99),
      count(cpu),
      count(memory),
    ])
    return `## ${title[0]!.toUpperCase()}${title.slice(1)}: ${across}\n\n![${title}, by ${across}](growth/${fileName(name)}.svg)\n\n${table([across, 'requests/s', 'to the first', 'p99 ms', 'CPU µs a request', 'memory MiB'], rows)}`
  })
  return `${machine()}; wrk with one thread and, but where they grow, 64 connections on the same machine. Medians of ${rounds} rounds of ${seconds} seconds;
\`npm run bench:growth -- --most-rows ${mostRows} --seconds ${seconds} --rounds ${rounds}\`. All but the rows are over ${count(defaultRows)} orders.

${sections.join('\n\n')}
`
}
