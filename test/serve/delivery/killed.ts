// A service that is killed while it delivers, and started again: each receiver gets every event, in order, and a second time only under the same id.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chance } from '../../../src/base/chance.ts'
import { SeededRandomness } from '../../../src/base/clock.ts'
import { type Started, started } from '../../store/process.ts'
import { orders } from './documents.ts'
import { type Receiver, receiver } from './receiver.ts'

const clients = 6
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** `lives`: how often it is killed. `problems` are empty where nothing was lost, doubled or out of order. */
export async function killedDelivering(seed: string, lives: number): Promise<{ readonly changes: number; readonly came: number; readonly problems: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-delivering-'))
  const after: (() => unknown)[] = []
  const random = chance(new SeededRandomness(seed))
  try {
    const document = join(folder, 'service.yaml')
    writeFileSync(document, orders().replace('attempts: 12', 'attempts: 1000').replace('backoff: exponential', 'backoff: { initial: PT0.01S, factor: 1 }'))
    const context = { after: (end: unknown) => void after.push(end as () => unknown) }
    const sound = await receiver(context)
    const flaky = await receiver(context, () => (random.once(4) ? 500 : 204))
    const serve = (): Promise<Started> => started(document, `sqlite:${join(folder, 'store.db')}`, ['--private-targets'])
    let service = await serve()
    for (const to of [sound, flaky]) await post(service.url, '/subscriptions', { url: to.url, types: ['order.changed'], secret })
    const ids: number[] = []
    for (let client = 0; client < clients; client++) {
      const { id } = (await post(service.url, '/orders', {})) as { id: number }
      await post(service.url, `/orders/${id}/place`)
      ids.push(id)
    }
    for (let life = 0; life < lives; life++) {
      await changed(service, ids, random.between(10, 60))
      service = await serve()
    }
    const committed = new Map<number, number>()
    for (const id of ids) committed.set(id, ((await (await fetch(`${service.url}/orders/${id}`)).json()) as { count: number }).count)
    await Promise.all([sound, flaky].map((to) => complete(to, committed)))
    await service.kill('SIGTERM')
    const changes = [...committed.values()].reduce((sum, count) => sum + count, 0)
    return { changes, came: sound.came.length + flaky.came.length, problems: [...problemsOf('sound', sound, committed), ...problemsOf('flaky', flaky, committed)] }
  } finally {
    for (const end of after) end()
    rmSync(folder, { recursive: true })
  }
}

async function post(url: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Each client changes an order of its own, until so many answers came; then the process is killed in the midst of the rest. */
async function changed(service: Started, ids: readonly number[], until: number): Promise<void> {
  let answers = 0
  let death: Promise<void> | undefined
  await Promise.all(ids.map(async (id) => {
    try {
      for (;;) {
        await post(service.url, `/orders/${id}/change`)
        if (++answers >= until) death ??= service.kill('SIGKILL')
      }
    } catch {
      // The connection ended with the process.
    }
  }))
  await death
}

/** What was taken, in the order in which it came. */
function taken({ came, status }: Receiver): readonly { readonly order: number; readonly count: number; readonly id: string }[] {
  return came.flatMap(({ headers, body }, index) => {
    const { id: order, count } = JSON.parse(body) as { id: number; count: number }
    return status[index] === 204 ? [{ order, count, id: String(headers['webhook-id']) }] : []
  })
}

/** Resolves once everything that was committed has been taken. */
async function complete(to: Receiver, committed: ReadonlyMap<number, number>): Promise<void> {
  const isComplete = (): boolean => {
    const found = new Map<number, number>()
    for (const { order, count } of taken(to)) found.set(order, Math.max(found.get(order) ?? 0, count))
    return [...committed].every(([order, count]) => (found.get(order) ?? 0) >= count)
  }
  while (!isComplete()) await to.next()
}

function problemsOf(name: string, to: Receiver, committed: ReadonlyMap<number, number>): string[] {
  const all = taken(to)
  return [...committed].flatMap(([order, last]) => {
    const own = all.filter((each) => each.order === order)
    const counts = own.map(({ count }) => count).filter((count, index, those) => count !== those[index - 1])
    const inOrder = counts.length === last && counts.every((count, index) => count === index + 1)
    const ids = new Set(own.map(({ id, count }) => `${id} ${count}`)).size
    return [
      ...(inOrder ? [] : [`${name} got of order ${order}, which was changed ${last} times: ${counts.join(' ')}`]),
      ...(ids === last ? [] : [`${name} got ${ids} ids for the ${last} changes of order ${order}`]),
    ]
  })
}
