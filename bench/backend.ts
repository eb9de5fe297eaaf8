// Measures the cost of an answer without HTTP: CPU time of the thread per request, with 64 concurrent requests, over files in memory. Compares
// the backend that lets SQLite print the JSON of records with one that reads each record as a row. `node bench/backend.ts [SECONDS [WORK]]`; WORK
// selects by name. Prints the second percentile of many batches: other work on the machine makes a batch slower, never faster.

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { poolRandomness } from '../src/base/clock.ts'
import { compile } from '../src/compile/compile.ts'
import type { Exchange } from '../src/exchange/exchange.ts'
import { openCallers } from '../src/serve/caller/callers.ts'
import { type SqliteBackend, createSqliteBackend } from '../src/store/sqlite/backend.ts'
import { fill, idOf } from './rows.ts'

const seconds = Number(process.argv[2] ?? 4)
const [atOnce, batches, rows] = [64, 20, 10_000]

const order = new TextEncoder().encode(
  JSON.stringify({
    customer: 'Ann',
    lines: [
      { sku: 'TEA-0001', quantity: 2, price: 450 },
      { sku: 'CUP-0002', quantity: 1, price: 1200 },
    ],
    total: 2100,
  }),
)

/** `back`: the path of every second batch, which undoes the transition of the batch before. */
type Work = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly back?: string
  readonly body?: Uint8Array
  readonly target: (count: number) => Pick<Exchange, 'path' | 'query'>
  readonly status: number
}

const noPath = new Map<string, string>()
const works: readonly Work[] = (
  [
    {
      name: 'GET by id',
      method: 'GET',
      path: '/orders/{id}',
      target: (count) => ({ path: new Map([['id', idOf((count * 7919) % rows)]]), query: [] }),
      status: 200,
    },
    {
      name: 'list of 20',
      method: 'GET',
      path: '/orders',
      target: (count) => ({
        path: noPath,
        query: [
          ['status', count % 2 === 0 ? 'draft' : 'placed'],
          ['sort', '-createdAt'],
        ],
      }),
      status: 200,
    },
    { name: 'POST', method: 'POST', path: '/orders', body: order, target: () => ({ path: noPath, query: [] }), status: 201 },
    {
      name: 'create, transition, event',
      method: 'POST',
      path: '/placed',
      body: order,
      target: () => ({ path: noPath, query: [] }),
      status: 201,
    },
    {
      name: 'PATCH',
      method: 'PATCH',
      path: '/orders/{id}',
      body: new TextEncoder().encode('{"note":"by the door"}'),
      target: (count) => ({ path: new Map([['id', idOf((count * 7919) % rows)]]), query: [] }),
      status: 200,
    },
    {
      name: 'transition of a record',
      method: 'POST',
      path: '/orders/{id}/place',
      back: '/orders/{id}/reopen',
      target: (count) => ({ path: new Map([['id', idOf((count % atOnce) * 2)]]), query: [] }),
      status: 200,
    },
  ] satisfies Work[]
).filter(({ name }) => name.includes(process.argv[3] ?? ''))

const folder = mkdtempSync('/dev/shm/bench-')
try {
  const table: string[][] = [['work', 'printed µs', 'by rows µs', 'ratio', 'guarded: printed µs', 'by rows µs', 'ratio', 'guarded to not']]
  const [plain, guarded] = [await measured('orders.md'), await measured('orders-guarded.md')]
  for (const [index, { name }] of works.entries()) {
    const [one, two] = [plain[index]!, guarded[index]!]
    table.push([
      name,
      ...[one, two].flatMap(({ printed, byRows }) => [printed.toFixed(1), byRows.toFixed(1), (byRows / printed).toFixed(2)]),
      (one.printed / two.printed).toFixed(2),
    ])
  }
  for (const line of table)
    console.log(line.map((text, at) => (at === 0 ? text.padEnd(28) : text.padStart(table[0]![at]!.length + 2))).join(''))
} finally {
  rmSync(folder, { recursive: true })
}

type Costs = { readonly printed: number; readonly byRows: number }

async function measured(document: string): Promise<readonly Costs[]> {
  const convention = (name: string): string => readFileSync(new URL(`../conventions/${name}.md`, import.meta.url), 'utf8')
  const compiled = compile([{ name: document, text: readFileSync(join(import.meta.dirname, document), 'utf8') }], { convention })
  const callers = await openCallers(compiled.model, { variable: () => 'open sesame', file: () => undefined }, Date.now)
  if ('problems' in callers) throw new Error(callers.problems.join('; '))
  const backends: SqliteBackend[] = []
  for (const printed of [true, false]) {
    const file = join(folder, `${document}-${printed}.sqlite`)
    const options = {
      clock: { now: Date.now },
      randomness: poolRandomness((count) => randomBytes(count)),
      settings: new Map(),
      fixtures: false,
      depth: 64,
      byRows: !printed,
    }
    const opened = async (): Promise<SqliteBackend> => {
      const backend = await createSqliteBackend(compiled.facts, file, options)
      if ('problem' in backend) throw new Error(backend.problem)
      return backend
    }
    await (await opened()).close()
    fill(file, 'ninefold', rows)
    backends.push(await opened())
  }
  const costs: Costs[] = []
  for (const work of works) {
    const operations = [work.path, work.back ?? work.path].map(
      (path) => compiled.facts.routes.find((route) => route.operation.method === work.method && route.operation.path === path)!.operation,
    )
    const headers = new Map([
      ['host', '127.0.0.1'],
      ['x-key', 'open sesame'],
      ['content-type', 'application/json'],
    ])
    const content = work.body ?? new Uint8Array(0)
    const send = async (backend: SqliteBackend, count: number): Promise<void> => {
      const head = {
        operation: operations[Math.floor(count / atOnce) % 2]!,
        method: work.method,
        ...work.target(count),
        headers: { get: (name: string) => headers.get(name), entries: () => headers.entries() },
        address: '127.0.0.1',
        receivedAt: Date.now(),
        id: `r${count}`,
      }
      const credentials = await callers.present(head.operation, { ...head, body: content })
      const { status, body } = await backend.answer({
        ...head,
        body: content,
        hasBody: content.length > 0,
        ...(credentials === undefined ? {} : { credentials }),
      })
      if (status !== work.status) throw new Error(`${work.name}: ${status} ${String(body)}`)
    }
    const batchCosts: number[][] = [[], []]
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      for (const [index, backend] of backends.entries()) {
        const before = process.threadCpuUsage()
        for (let batch = 0; batch < batches; batch++)
          await Promise.all(Array.from({ length: atOnce }, (_, count) => send(backend, batch * atOnce + count)))
        const { user, system } = process.threadCpuUsage(before)
        batchCosts[index]!.push((user + system) / (batches * atOnce))
      }
    }
    const [printed, byRows] = batchCosts.map((each) => each.toSorted((a, b) => a - b)[Math.floor(each.length / 50)]!)
    costs.push({ printed: printed!, byRows: byRows! })
  }
  for (const backend of backends) await backend.close()
  return costs
}
