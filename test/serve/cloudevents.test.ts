// The official reader of CloudEvents accepts the service's events: as server-sent events, to webhooks, and with attributes as headers.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { CloudEvent, HTTP } from 'cloudevents'
import { completed } from '../meaning/transcript.ts'
import { listen } from './listener.ts'
import { served } from './served.ts'

type Received = { readonly headers: Record<string, string>; readonly body: string }

const document = (headers: string, envelope: string, address: string): string =>
  completed(`
resources:
  Item: { key: id, properties: { id: { type: string, maxLength: 40 }, price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 1000 } }, required: [id, price] }
endpoints:
  POST /items: { create: Item, body: [id, price], status: 201 }
  GET /events: { stream: [item.made], status: 200 }
events:
  ${envelope}
  source: /items
  types:
    item.made: { on: Item.created, partitionkey: this.id, subject: '\${this.id}', dataschema: 'https://example.org/item', data: Item(this) }
  delivery:
    stream: { media: text/event-stream, retain: P7D }
    webhooks: { url: '${address}', ${headers} attempts: 1, timeout: PT30S, deadLetter: P1D }
`)

test('the reference library reads our CloudEvents', async (context) => {
  const received: Received[] = []
  let arrived: () => void = () => undefined
  const receiver = createServer((request, response) => {
    let body = ''
    request
      .on('data', (piece) => (body += String(piece)))
      .on('end', () => {
        received.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(204).end(() => arrived())
      })
  })
  await new Promise<void>((done) => void receiver.listen(0, '127.0.0.1', done))
  context.after(() => receiver.close())
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const binary =
    "headers: { ce-specversion: '1.0', ce-id: '${event.id}', ce-source: '${event.source}', ce-type: '${event.type}', ce-time: '${event.time}' },"
  const make = async (text: string): Promise<string> => {
    const service = await served(context, text, { deliveries: { allowPrivate: true } })
    const heard = await listen(`${service.url}/events`)
    const delivered = new Promise<void>((done) => (arrived = done))
    await fetch(`${service.url}/items`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":"tea","price":4.50}',
    })
    await heard.until((all) => all.length > 0)
    await delivered
    heard.close()
    return heard.heard[0]!.data
  }
  const streamed = new CloudEvent(JSON.parse(await make(document('', 'envelope: cloudevents', address))) as CloudEvent<unknown>)
  assert(streamed.validate())
  const structured = HTTP.toEvent(received.pop()!) as CloudEvent<{ id: string; price: number }>
  for (const each of [streamed, structured]) {
    assert.deepEqual(
      [each.type, each.source, each.subject, each.dataschema, each['partitionkey'], each.data],
      ['item.made', '/items', 'tea', 'https://example.org/item', 'tea', { id: 'tea', price: 4.5 }],
    )
  }
  assert.equal(structured.id, streamed.id)
  await make(document(binary, 'envelope: none', address))
  const loose = HTTP.toEvent(received.pop()!) as CloudEvent<unknown>
  assert(loose.validate())
  assert.deepEqual([loose.type, loose.source, loose.data], ['item.made', '/items', { id: 'tea', price: 4.5 }])
})
