// A service that is killed under load and started again: what was acknowledged, and whether it is all there.

import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandomSource } from '../../src/base/random-source.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import { type Started, started } from './process.ts'

export type Acknowledged = {
  readonly key: string
  readonly body: string
  readonly status: number
  readonly answer: string
  readonly id: string
  placed: boolean
}

const clients = 12
const stock = 1_000_000

/** One life and death: `problems` are empty where nothing was lost, doubled or left half done. */
export async function killed(seed: string): Promise<{ readonly acknowledged: number; readonly problems: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-killed-'))
  const store = `sqlite:${join(folder, 'store.db')}`
  try {
    const first = await started('examples/orders.md', store)
    const customer = await prepared(first)
    const acknowledged = await loaded(first, customer, createRandomSource(new SeededRandomness(seed)).between(1, 150))
    const problems = soundness(join(folder, 'store.db'))
    const second = await started('examples/orders.md', store)
    problems.push(...(await lost(second, acknowledged)), ...(await halfDone(second)))
    await second.kill('SIGTERM')
    return { acknowledged: acknowledged.length, problems }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function call(
  url: string,
  method: string,
  path: string,
  body?: string,
  key?: string,
): Promise<{ status: number; text: string; json: any }> {
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) }
}

export async function prepared({ url }: Started): Promise<string> {
  await call(url, 'POST', '/products', JSON.stringify({ sku: 'ALL-0001', name: 'All', price: 1.5, available: stock }))
  return (await call(url, 'POST', '/customers', JSON.stringify({ name: 'Ann', email: 'ann@example.org' }))).json.id
}

/** Many clients order and place, until so many answers were received; then the process is killed in the midst of the rest. */
async function loaded(service: Started, customer: string, until: number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  let answers = 0
  let death: Promise<void> | undefined
  const answered = (): void => {
    if (++answers >= until) death ??= service.kill('SIGKILL')
  }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      try {
        for (let count = 0; ; count++) {
          const key = `c${client}-${count}`
          const body = JSON.stringify({ customer, lines: [{ product: 'ALL-0001', quantity: (count % 5) + 1 }], note: key })
          const { status, text, json } = await call(service.url, 'POST', '/orders', body, key)
          const order: Acknowledged = { key, body, status, answer: text, id: json.id, placed: false }
          acknowledged.push(order)
          answered()
          if ((await call(service.url, 'POST', `/orders/${json.id}/place`)).status === 200) order.placed = true
          answered()
        }
      } catch {
        // The connection ended with the process.
      }
    }),
  )
  await death
  return acknowledged
}

function soundness(path: string): string[] {
  const file = new DatabaseSync(path)
  const found = [
    ...file
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row['integrity_check'])),
    ...file
      .prepare('PRAGMA foreign_key_check')
      .all()
      .map((row) => JSON.stringify(row)),
  ]
  file.close()
  return found.filter((line) => line !== 'ok')
}

export async function lost({ url }: Started, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const problems: string[] = []
  for (const { key, body, status, answer, id, placed } of acknowledged) {
    const now = await call(url, 'GET', `/orders/${id}`)
    if (now.status !== 200) problems.push(`${key} was answered ${status} and is not there (${now.status})`)
    else if (placed && now.json.status !== 'placed') problems.push(`${key} was placed, and is ${now.json.status}`)
    const again = await call(url, 'POST', '/orders', body, key)
    if (again.status !== status || again.text !== answer)
      problems.push(`${key} sent again is answered ${again.status} ${again.text}, not ${status} ${answer}`)
  }
  return problems
}

/** Every placed order took its stock, completely and once; no number is used twice. */
export async function halfDone({ url }: Started): Promise<string[]> {
  const orders: { status: string; id: string; number: number }[] = []
  for (let next: string | null = ''; next !== null;) {
    const { json } = await call(url, 'GET', `/orders?size=100${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`)
    orders.push(...json.orders)
    next = json.next
  }
  let taken = 0
  for (const { id } of orders.filter(({ status }) => status === 'placed'))
    taken += (await call(url, 'GET', `/orders/${id}`)).json.lines[0].quantity
  const {
    json: { products },
  } = await call(url, 'GET', '/products')
  const { available } = products.find(({ sku }: { sku: string }) => sku === 'ALL-0001')
  const problems = available + taken === stock ? [] : [`${taken} were placed, and ${stock - available} taken from stock`]
  if (new Set(orders.map(({ number }) => number)).size !== orders.length) problems.push('two orders have one number')
  return problems
}
