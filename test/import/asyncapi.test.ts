// `import` of AsyncAPI, and of several sources at once: sent messages become event types, received messages become questions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importSources } from '../../src/import/import.ts'
import { importing, part, environment } from './import.ts'

const payload = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' }, total: { type: 'integer' } } }
const two = JSON.stringify({
  asyncapi: '2.6.0',
  info: { title: 'Orders', version: '1' },
  servers: { main: { url: 'nats.example:4222', protocol: 'nats' } },
  channels: {
    'orders.placed': { subscribe: { message: { $ref: '#/components/messages/placed' } } },
    'orders.commands': { publish: { message: { oneOf: [{ name: 'cancel', payload: { type: 'object' } }] } }, bindings: { nats: {} } },
  },
  components: {
    messages: { placed: { summary: 'An order became binding.', payload: { $ref: '#/components/schemas/Placed' } } },
    schemas: { Placed: payload },
    securitySchemes: { key: { type: 'httpApiKey', in: 'header', name: 'X-Key' } },
  },
})
const three = JSON.stringify({
  asyncapi: '3.0.0',
  info: { title: 'Orders', version: '1' },
  servers: { main: { host: 'kafka.example:9092', protocol: 'kafka' } },
  channels: {
    placed: { address: 'orders.placed', messages: { placed: { $ref: '#/components/messages/placed' } } },
    loose: { address: 'loose', messages: { seen: { payload: { type: 'object' } } } },
    commands: { address: 'orders.commands', messages: { cancel: { payload: { type: 'object' } } } },
  },
  operations: {
    tell: { action: 'send', channel: { $ref: '#/channels/placed' } },
    take: { action: 'receive', channel: { $ref: '#/channels/commands' }, messages: [{ $ref: '#/channels/commands/messages/cancel' }] },
  },
  components: {
    messages: {
      placed: {
        contentType: 'application/json',
        payload: { schemaFormat: 'application/vnd.aai.asyncapi+json;version=3.0.0', schema: { $ref: '#/components/schemas/Placed' } },
      },
    },
    schemas: { Placed: payload },
  },
})

test('reads subscriptions of version 2 as events, and asks about publications', () => {
  const imported = importing(two, 'http@1')
  assert.equal(imported.kind, 'AsyncAPI 2')
  assert.match(
    part(imported, 6),
    /# import: what does it carry\? It is described at `#\/components\/schemas\/Placed`, with `id`, `total`\.\n {2}placed:(?:.|\n)*description: An order became binding\.(?:.|\n)*on: not shown(?:.|\n)*data: not shown/,
  )
  assert.match(part(imported, 6), /The source says `nats`\.(?:.|\n)*broker: not shown/)
  assert.match(part(imported, 4), /the service receives `cancel` on `orders\.commands`/)
  assert.match(part(imported, 2), /Placed:\n(?:.|\n)*format: uuid/)
  assert.match(part(imported, 5), /key: \{ type: apiKey, in: header, name: X-Key \}/)
  assert.match(imported.text, /What is said for `nats` alone \(`bindings`\)/)
})

test('version 3 says what the service sends and receives, and a channel without an operation is a doubt', () => {
  const imported = importing(three)
  assert.match(part(imported, 6), /It is sent on `orders\.placed`/)
  assert.match(part(imported, 6), /Nothing says that the service sends it on `loose`/)
  assert.match(part(imported, 4), /the service receives `cancel` on `orders\.commands`/)
  assert.match(part(imported, 6), /The source says `kafka`\.\ndelivery: not shown/)
})

test('in version 3, messages of a channel keep their names if an operation names none of them', () => {
  const source = {
    asyncapi: '3.0.0',
    info: {},
    channels: { orders: { messages: { placed: { payload: { type: 'object' } }, paid: { payload: { type: 'object' } } } } },
    operations: { tell: { action: 'send', channel: { $ref: '#/channels/orders' } } },
  }
  assert.match(part(importing(JSON.stringify(source)), 6), /^ {2}placed: [^]*^ {2}paid: /m)
})

test('messages without a payload, from other files and in other formats are read all the same', () => {
  const odd = importing(
    JSON.stringify({
      asyncapi: '2.0.0',
      info: {},
      channels: {
        a: { subscribe: { message: { $ref: './other.yaml#/b' } } },
        c: { subscribe: { message: { name: 'avro', schemaFormat: 'application/vnd.apache.avro', payload: { type: 'record' } } } },
        d: { subscribe: {} },
        e: null,
      },
    }),
  )
  assert.match(part(odd, 6), /`\.\/other\.yaml#\/b` is in another file/)
  assert.match(odd.text, /A payload in the format `application\/vnd\.apache\.avro`/)
  importing('asyncapi: 3.0.0\n')
  importing('asyncapi: 3.0.0\nchannels: []\noperations: { a: 1, b: { channel: { $ref: "#/x" } } }\n')
})

const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  paths: {
    '/orders/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Placed' } } } } },
      },
    },
  },
  components: { schemas: { Placed: payload }, securitySchemes: { key: { type: 'http', scheme: 'basic' } } },
})

test('several sources become one document, in which each name stands for one thing', () => {
  const { imported, problem } = importSources(
    [{ file: { name: 'api.json', text: openapi } }, { file: { name: 'events.json', text: two } }],
    { use: ['http@1'], name: 'imported.md', environment },
  )
  assert.ok(imported, problem ?? '')
  assert.deepEqual(
    imported.compiled.errors.map(({ message }) => message),
    [],
  )
  assert.equal(imported.kind, 'OpenAPI 3.0, AsyncAPI 2')
  assert.match(part(imported, 2), /^ *Placed:/m)
  assert.match(part(imported, 2), /\$defs:\n(?:.|\n)*PlacedObject:/)
  assert.match(part(imported, 4), /GET \/orders\/\{id\}:/)
  assert.match(part(imported, 6), /placed:/)
  assert.match(part(imported, 5), /# import: events\.json says otherwise of `key`/)
  assert.match(imported.text, /events\.json: What is said for `nats` alone/)
})
