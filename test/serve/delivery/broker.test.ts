// Events at a broker: a real NATS JetStream, with a separate stream for each test, over each store.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { type Stream, freshStream, natsAddress, noNats } from '../../nats.ts'
import { type Served, served } from '../served.ts'
import { allKinds, storeOf } from '../stores.ts'

const document = (subject: string, more = '', url = natsAddress): string => `
ninefold: 1
use: [http@1, problem-details@1, { cloudevents@1: {} }]
service: { name: orders, url: https://orders.example.com }
resources:
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, shop: { type: string, maxLength: 20, default: main } }
states:
  Order.status:
    initial: draft
    states: { draft: { on: { place: { target: placed } } }, placed: { on: { cancel: { target: cancelled } } }, cancelled: { type: final } }
endpoints:
  POST /orders: { create: Order, body: [shop], status: 201, output: { id: this.id } }
  POST /orders/{id}/place: { transition: Order.place, status: 204 }
  POST /orders/{id}/cancel: { transition: Order.cancel, status: 204 }
authentication: none
events:
  types:
    order.placed: { on: Order.place, partitionkey: string(this.id), data: { id: this.id, shop: this.shop } }
    order.cancelled: { on: Order.cancel, partitionkey: string(this.id), data: { id: this.id } }
  delivery:
    broker:
      url: ${url}
      subject: ${subject}.\${event.type}
      headers: { Shop-Key: '\${event.partitionkey}' }
      attempts: 5
      timeout: PT5S
      deadLetter: P1D
${more}
errors: {}
limits: none
versioning: none
`

function each(name: string, run: (context: TestContext, store: string, stream: Stream) => Promise<void>): void {
  for (const kind of allKinds) {
    test(`${name} (${kind})`, { skip: noNats }, async (context) => {
      const stream = await freshStream()
      context.after(() => stream.drop())
      await run(context, storeOf(kind), stream)
    })
  }
}

const start = (context: Pick<TestContext, 'after'>, store: string, text: string): Promise<Served> =>
  served(context, text, { admin: true, virtual: true, store, log: { level: 'silent', sink: () => undefined } })

async function post(service: Served, path: string, body?: unknown): Promise<{ id: number }> {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(answer.ok, `${path} is answered ${answer.status}`)
  return (answer.status === 204 ? {} : await answer.json()) as { id: number }
}

each('an event is published under its subject, as a CloudEvent with its own id', async (context, store, stream) => {
  const service = await start(context, store, document(stream.subject))
  const { id } = await post(service, '/orders', { shop: 'Zoë' })
  await post(service, `/orders/${id}/place`)
  await service.waitUntilDelivered()
  const [message, ...more] = await stream.messages()
  assert.equal(more.length, 0)
  const event = JSON.parse(message!.body) as Record<string, unknown>
  assert.equal(message!.subject, `${stream.subject}.order.placed`)
  assert.deepEqual(
    [event['specversion'], event['type'], event['partitionkey'], event['data']],
    ['1.0', 'order.placed', String(id), { id, shop: 'Zoë' }],
  )
  assert.deepEqual(['Nats-Msg-Id', 'Content-Type', 'Shop-Key'].map(message!.header), [
    event['id'],
    'application/cloudevents+json',
    String(id),
  ])
})

each('events of one key are published in their order', async (context, store, stream) => {
  const service = await start(context, store, document(stream.subject, '      concurrency: 8'))
  const ids: number[] = []
  for (let index = 0; index < 10; index++) ids.push((await post(service, '/orders', {})).id)
  await Promise.all(
    ids.map(async (id) => {
      await post(service, `/orders/${id}/place`)
      await post(service, `/orders/${id}/cancel`)
    }),
  )
  await service.waitUntilDelivered()
  const types = Map.groupBy(
    (await stream.messages()).map(({ body }) => JSON.parse(body) as { type: string; partitionkey: string }),
    ({ partitionkey }) => partitionkey,
  )
  assert.equal(types.size, 10)
  for (const [key, events] of types)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['order.placed', 'order.cancelled'],
      key,
    )
})

each('an event that the stream has already is not stored again', async (context, store, stream) => {
  const service = await start(context, store, document(stream.subject))
  const { id } = await post(service, '/orders', {})
  await post(service, `/orders/${id}/place`)
  await service.waitUntilDelivered()
  const [message] = await stream.messages()
  const { makeNatsSender: natsSender } = await import('../../../src/serve/delivery/nats-sender.ts')
  const sender = natsSender()
  context.after(() => sender.close())
  const again = await sender.send(
    { method: 'PUBLISH', url: `${natsAddress}/${message!.subject}`, headers: [], body: message!.body, timeout: 2000 },
    message!.header('Nats-Msg-Id')!,
  )
  assert.deepEqual(again, { stored: true })
  assert.equal((await stream.messages()).length, 1)
})

each('a subject that no stream takes is a failed try, made again until it is dead with the reason', async (context, store) => {
  const service = await start(context, store, document('nowhere'))
  const { id } = await post(service, '/orders', {})
  await post(service, `/orders/${id}/place`)
  await service.waitUntilDelivered()
  await service.advance(600_000)
  const answer = await fetch(`${service.admin}/deliveries`)
  const {
    gone: [found],
  } = (await answer.json()) as { gone: readonly { state: string; reason: string; attempts: readonly { url: string }[] }[] }
  assert.deepEqual(
    [found!.reason, found!.attempts.length, found!.attempts[0]!.url],
    ['no stream of the broker takes the subject `nowhere.order.placed`, at the last of 5 tries', 5, `${natsAddress}/nowhere.order.placed`],
  )
})

const noServer = spawnSync('nats-server', ['--version']).status === 0 ? undefined : 'there is no nats-server on this machine'

test('publishes events after the broker returns', { skip: noServer }, async (context) => {
  const port = await freePort()
  const service = await start(context, 'memory', document('orders', '', `nats://127.0.0.1:${port}`))
  const { id } = await post(service, '/orders', {})
  await post(service, `/orders/${id}/place`)
  await service.waitUntilDelivered()
  const broker = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', temporaryFolder()], { stdio: 'ignore' })
  const stream = await freshStream(`nats://127.0.0.1:${port}`, 'orders')
  context.after(async () => {
    await stream.drop()
    broker.kill()
  })
  await service.advance(60_000)
  assert.deepEqual(
    (await stream.messages()).map(({ subject }) => subject),
    ['orders.order.placed'],
  )
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
