// Counts the functions of `src/` that run for one request of a warm service: `node bench/functions.ts [--names]`.
// Excludes the functions that also run without requests, such as timers.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

type RunFunction = { readonly file: string; readonly name: string; readonly at: number }

const order = JSON.stringify({
  customer: 'Ann',
  lines: [
    { sku: 'TEA-0001', quantity: 2, price: 450 },
    { sku: 'CUP-0002', quantity: 1, price: 1200 },
  ],
  total: 2100,
})
const requests = [
  { name: 'GET /orders/{id}', method: 'GET', path: (id: string) => `/orders/${id}` },
  { name: 'GET /orders', method: 'GET', path: () => '/orders?status=draft&sort=-createdAt' },
  { name: 'POST /orders', method: 'POST', path: () => '/orders', body: order },
  { name: 'POST /placed', method: 'POST', path: () => '/placed', body: order },
  { name: 'PATCH /orders/{id}', method: 'PATCH', path: (id: string) => `/orders/${id}`, body: '{"note":"by the door"}' },
]

const folder = mkdtempSync(join(tmpdir(), 'functions-'))
const here = import.meta.dirname
const service = spawn(
  process.execPath,
  [
    '--import',
    join(here, 'coverage.mjs'),
    join(here, '../src/cli/ninefold.ts'),
    'serve',
    join(here, 'orders.md'),
    '--port',
    '0',
    '--store',
    `sqlite:${join(folder, 'orders.sqlite')}`,
  ],
  { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
)
try {
  const url = await listeningAt(service)
  const send = async (
    { method, path, body }: { method: string; path: (id: string) => string; body?: string },
    id: string,
  ): Promise<Response> => {
    const response = await fetch(url + path(id), {
      method,
      ...(body === undefined
        ? {}
        : { body, headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${path(id)}: ${response.status} ${await response.text()}`)
    return response
  }
  const { id } = (await (await send(requests[2]!, '')).json()) as { id: string }
  const idle = await functionsRunWhileIdle(service)
  for (const request of requests) {
    for (let warm = 0; warm < 20; warm++) await (await send(request, id)).arrayBuffer()
    await functionsRun(service)
    await (await send(request, id)).arrayBuffer()
    const functions = (await functionsRun(service)).filter((each) => !idle.has(keyOf(each)))
    console.log(`${request.name.padEnd(20)} ${functions.length} functions in ${new Set(functions.map(({ file }) => file)).size} files`)
    if (process.argv.includes('--names'))
      for (const { file, name } of functions.toSorted((one, two) => one.file.localeCompare(two.file) || one.at - two.at))
        console.log(`  ${file} ${name === '' ? '(without a name)' : name}`)
  }
} finally {
  // An open channel would keep the service alive.
  service.disconnect()
  service.kill('SIGTERM')
  await new Promise((resolve) => service.once('exit', resolve))
  rmSync(folder, { recursive: true })
}

function listeningAt(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (piece: Buffer) => {
      printed += String(piece)
      const url = /http:\/\/[\d.:]+/.exec(printed)?.[0]
      if (url !== undefined && printed.includes('\n')) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it listened`)))
  })
}

function functionsRun(child: ChildProcess): Promise<readonly RunFunction[]> {
  return new Promise((resolve) => {
    child.once('message', (functions) => resolve(functions as readonly RunFunction[]))
    child.send('take')
  })
}

async function functionsRunWhileIdle(child: ChildProcess): Promise<ReadonlySet<string>> {
  await functionsRun(child)
  await setTimeout(3000)
  return new Set((await functionsRun(child)).map(keyOf))
}

function keyOf({ file, at }: RunFunction): string {
  return `${file}:${at}`
}
