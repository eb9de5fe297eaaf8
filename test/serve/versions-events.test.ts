// Events in the version of their reader: streams in that of the request, deliveries in that of the destination.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { completed } from '../meaning/transcript.ts'
import { receiver } from './delivery/receiver.ts'
import { listen } from './listener.ts'
import { served } from './served.ts'

const document = completed(`
ninefold: 1
use: [problem-details@1]
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      customer: { type: string, maxLength: 20 }
      total: { type: integer, minimum: 0, maximum: 1000 }
    required: [customer, total]
  Listener:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      url: { type: string, maxLength: 200 }
      speaks: { type: [string, 'null'], maxLength: 10 }
    required: [url]
states:
  Order.status: { initial: placed, states: { placed: { on: { send: { target: sent } } }, sent: {} } }
endpoints:
  POST /orders: { create: Order, body: [customer, total], status: 201, output: { id: this.id } }
  POST /listeners: { create: Listener, body: [url, speaks], status: 201 }
  GET /events: { stream: [order.placed], status: 200 }
events:
  envelope: cloudevents
  source: /orders
  types:
    order.placed: { on: Order.created, partitionkey: string(this.id), data: { order: Order(this), total: this.total } }
  delivery:
    stream: { media: text/event-stream, retain: P7D, heartbeat: PT10S }
    webhooks: { to: 'Listener.filter(l, l.url != "")', url: '\${to.url}', version: to.speaks, attempts: 1, timeout: PT30S, deadLetter: P1D }
  callbacks:
    placed: { on: Order.created, to: 'Listener.filter(l, l.speaks == "v1")', url: '\${to.url}', version: '"v2"', body: Order(this), attempts: 1, timeout: PT30S, deadLetter: P1D }
versioning:
  scheme: path
  current: v3
  versions: { v1: {}, v2: {} }
  changes:
    v2: [{ rename: { Order.client: customer } }, { renameState: { Order.status: { open: placed } } }]
    v3: [{ retype: { Order.total: { up: int(value), down: string(value) } } }]
`)

const expected = {
  v1: { order: { id: 1, client: 'Ann', total: '5', status: 'open' }, total: '5' },
  v2: { order: { id: 1, customer: 'Ann', total: '5', status: 'placed' }, total: '5' },
  v3: { order: { id: 1, customer: 'Ann', total: 5, status: 'placed' }, total: 5 },
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

for (const store of ['memory', 'sqlite']) {
  test(`sends an event in the version of each listener (${store})`, async (context) => {
    const folder = temporaryFolder()
    const service = await served(context, document, {
      virtual: true,
      store: store === 'memory' ? store : `sqlite:${join(folder, 'store.db')}`,
      deliveries: { allowPrivate: true },
    })
    const names = Object.keys(expected) as (keyof typeof expected)[]
    const streams = await Promise.all(names.map((version) => listen(`${service.url}/${version}/events`)))
    context.after(() => streams.forEach((stream) => stream.close()))
    await Promise.all(streams.map((stream) => stream.placed()))
    const listeners = await Promise.all([...names, null].map(() => receiver(context)))
    for (const [index, speaks] of [...names, null].entries())
      await post(`${service.url}/v3/listeners`, { url: listeners[index]!.url, speaks })
    const came = listeners.map((listener) => listener.next())
    assert.equal((await post(`${service.url}/v1/orders`, { client: 'Ann', total: '5' })).status, 201)

    await Promise.all(streams.map((stream) => stream.until((heard) => heard.length === 1)))
    for (const [index, version] of names.entries()) {
      assert.deepEqual((JSON.parse(streams[index]!.heard[0]!.data) as { data: unknown }).data, expected[version])
    }
    await Promise.all(came)
    const first = listeners[0]!
    while (first.came.length < 2) await first.next()
    const bodies = listeners.map((listener) => listener.came.map(({ body }) => JSON.parse(body) as { data?: unknown }))
    // The callback of the first listener is of another version than its webhook.
    assert.deepEqual(
      bodies[0]!.filter(({ data }) => data === undefined),
      [expected.v2.order],
    )
    assert.deepEqual(
      bodies.map((all) => all.find(({ data }) => data !== undefined)?.data),
      [expected.v1, expected.v2, expected.v3, expected.v3],
    )
  })
}
