// Several processes serve one database: started together, killed under load, and following each other's events.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { type Acknowledged, call, halfDone, lost, prepared } from '../killed.ts'
import { type Started, started } from '../process.ts'

const skip = noPostgres ?? false

test('three processes lose nothing, repeat nothing, and send each event once, when one is killed under load', { skip }, async () => {
  const schema = await freshSchema()
  const services = await Promise.all(Array.from({ length: 3 }, () => started('examples/orders.md', schema.url)))
  try {
    const customer = await prepared(services[0]!)
    const followed = await follow(services[1]!)
    const acknowledged = await loaded(services, customer)
    const fourth = await started('examples/orders.md', schema.url)
    services.push(fourth)
    assert.deepEqual([...(await lost(fourth, acknowledged)), ...(await halfDone(fourth))], [])
    assert.ok(
      acknowledged.filter(({ placed }) => placed).length > 20,
      `${acknowledged.length} orders, ${acknowledged.filter(({ placed }) => placed).length} placed`,
    )
    const [{ placed }] = (await schema.query(`SELECT count(*)::int AS placed FROM "$event" WHERE type = 'order.placed'`)) as [
      { placed: number },
    ]
    const told = await followed(placed)
    assert.equal(told.length, placed)
    assert.equal(new Set(told).size, placed)
    for (const { id, placed: isPlaced } of acknowledged) if (isPlaced) assert.ok(told.includes(id), `${id} was placed, and nobody was told`)
  } finally {
    for (const service of services) await service.kill('SIGKILL')
    await schema.drop()
  }
})

const clients = 9

/** Clients of all processes order and place; one of the processes is killed, and its clients go on with the next. */
async function loaded(services: readonly Started[], customer: string): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  let answers = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let at = client
      const ask = async (path: string, body?: string, key?: string): Promise<Awaited<ReturnType<typeof call>>> => {
        for (;;) {
          try {
            const answer = await call(services[at % 3]!.url, 'POST', path, body, key)
            if (++answers === 60) void services[0]!.kill('SIGKILL')
            if (answer.status < 500) return answer
          } catch {
            at++
          }
        }
      }
      for (let count = 0; count < 12; count++) {
        const key = `c${client}-${count}`
        const body = JSON.stringify({ customer, lines: [{ product: 'ALL-0001', quantity: (count % 5) + 1 }], note: key })
        const { status, text, json } = await ask('/orders', body, key)
        assert.equal(status, 201, text)
        const order: Acknowledged = { key, body, status, answer: text, id: json.id, placed: false }
        acknowledged.push(order)
        const { status: placed } = await ask(`/orders/${json.id}/place`)
        // The answer of a process that was killed while placing an order is lost: the repeated request finds the order placed.
        order.placed = placed === 200 || placed === 409
      }
    }),
  )
  return acknowledged
}

/** Follows the placed orders; returns their keys in the order of their events, once there are so many. */
async function follow({ url }: Started): Promise<(count: number) => Promise<readonly string[]>> {
  const response = await fetch(`${url}/orders/events`)
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  // The first frame says from where on it is complete.
  text += (await reader.read()).value ?? ''
  const keys = (): string[] =>
    [...text.matchAll(/^event: order\.placed\n(?:.*\n)*?data: (.*)$/gm)].map(
      ([, data]) => (JSON.parse(data!) as { data: { id: string } }).data.id,
    )
  return async (count) => {
    while (keys().length < count) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
    }
    await reader.cancel()
    return keys()
  }
}
