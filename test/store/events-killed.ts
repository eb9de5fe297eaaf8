// A service that is killed while records change and a stream is attached: afterwards the events are the changes that were committed.

import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandomSource } from '../../src/base/random-source.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import { type Heard, listen } from '../serve/listener.ts'
import { type Started, started } from './process.ts'

type Told = { readonly id: string; readonly status: string }

const clients = 8

async function call(url: string, method: string, path: string, body?: object): Promise<{ status: number; json: any }> {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

/** `problems` is empty if every committed change was emitted once, in the order of its record, and nothing else was. */
export async function killedFollowed(seed: string): Promise<{ readonly heard: number; readonly problems: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-events-killed-'))
  const file = join(folder, 'store.db')
  try {
    const first = await started('examples/orders.md', `sqlite:${file}`)
    const {
      json: { position },
    } = await call(first.url, 'GET', '/orders')
    const listener = await listen(`${first.url}/orders/events`, { last: position })
    await loaded(first, createRandomSource(new SeededRandomness(seed)).between(1, 120))
    await listener.ended
    const second = await started('examples/orders.md', `sqlite:${file}`)
    const {
      json: { position: end },
    } = await call(second.url, 'GET', '/orders')
    const rest = await listen(`${second.url}/orders/events`, { last: listener.last() })
    await rest.reached(end)
    rest.close()
    await second.kill('SIGTERM')
    return { heard: listener.heard.length, problems: compared(file, [...listener.heard, ...rest.heard]) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Orders are made, placed, cancelled or deleted, until so many answers came; then the process is killed in the midst of the rest. */
async function loaded(service: Started, until: number): Promise<void> {
  const { url } = service
  const customer = (await call(url, 'POST', '/customers', { name: 'Ann', email: 'ann@example.org' })).json.id as string
  let answers = 0
  let death: Promise<void> | undefined
  const answered = (): void => {
    if (++answers >= until) death ??= service.kill('SIGKILL')
  }
  await Promise.all(
    Array.from({ length: clients }, async () => {
      try {
        for (let count = 0; ; count++) {
          const {
            json: { id },
          } = await call(url, 'POST', '/orders', { customer, lines: [{ product: 'TEA-0001', quantity: 1 }] })
          answered()
          await (count % 3 === 0 ? call(url, 'DELETE', `/orders/${id}`) : call(url, 'POST', `/orders/${id}/place`))
          answered()
          if (count % 3 === 1) await call(url, 'POST', `/orders/${id}/cancel`)
          answered()
        }
      } catch {
        // The connection ended with the process.
      }
    }),
  )
  await death
}

function compared(file: string, heard: readonly Heard[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  const last = new Map<string, Told>()
  for (const { id, type, data } of heard) {
    if (type === 'reset') problems.push('what was committed could not be resumed to')
    if (seen.has(id) || type !== 'order.changed') continue
    seen.add(id)
    const { data: told } = JSON.parse(data) as { data: Told }
    const before = last.get(told.id)?.status
    const after: readonly (string | undefined)[] =
      told.status === 'draft' ? [undefined, 'draft'] : told.status === 'placed' ? ['draft'] : ['placed']
    if (!after.includes(before)) problems.push(`order ${told.id} is told ${told.status} after ${before}`)
    last.set(told.id, told)
  }
  if (last.size === 0) problems.push('nothing was told')
  const database = new DatabaseSync(file)
  const orders = new Map(
    database
      .prepare('SELECT id, status FROM "Order"')
      .all()
      .map((row) => [row['id'] as string, row['status'] as string]),
  )
  const kept = database
    .prepare('SELECT id, partitionkey, cause FROM "$event" WHERE type = \'order.changed\' ORDER BY "commit", "index"')
    .all() as { id: string; partitionkey: string; cause: string }[]
  database.close()
  // The received events are the stored events, one by one; and the stored events end with the last state of each order.
  const ids = [
    ...new Map(
      heard.filter(({ type }) => type === 'order.changed').map(({ id, data }) => [id, (JSON.parse(data) as { id: string }).id]),
    ).values(),
  ]
  if (JSON.stringify(ids) !== JSON.stringify(kept.map(({ id }) => id)))
    problems.push(`${ids.length} events were heard, and ${kept.length} are kept, or in another order`)
  for (const [id, cause] of new Map(kept.map((row) => [row.partitionkey, row.cause]))) {
    if ((cause === 'Order.deleted') === orders.has(id))
      problems.push(`of order ${id} the last that is kept is ${cause}, and it is ${orders.has(id) ? '' : 'not '}there`)
  }
  for (const [id, status] of orders)
    if (last.get(id)?.status !== status) problems.push(`order ${id} is ${status}, and was told ${last.get(id)?.status}`)
  // Only drafts are deleted, and the last event of a deleted draft shows its last state.
  for (const [id, { status }] of last)
    if (!orders.has(id) && status !== 'draft') problems.push(`order ${id} was told ${status} and is not there`)
  return problems
}
