// AsyncAPI exports, and what OpenAPI says of events: two outside readers of each take them.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import { exampleFacts, examples, exported, factsOfDocument } from './examples.ts'

const { $schema: _, ...definition } = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json') as {
  readonly $schema?: string
}
const ajv = new Ajv({ strict: false, validateFormats: false })
const valid = ajv.compile(definition)

async function linted(source: string, name: string): Promise<string[]> {
  const config = await createConfig({ extends: ['minimal'], rules: { struct: 'error', 'no-unresolved-refs': 'error' } })
  const found = await lintFromString({ source, absoluteRef: name, config })
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`)
}

const shop = `
ninefold: 1
service: { name: shop }
resources:
  Order:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      total: { type: integer, minimum: 0, maximum: 1000 }
      tell: { type: string, format: uri, maxLength: 200 }
    required: [total, tell]
  Listener:
    key: id
    properties: { id: { type: integer, generate: sequence }, url: { type: string, format: uri, maxLength: 200 }, secret: { type: string, maxLength: 100, sensitive: true } }
    required: [url, secret]
states: { Order.status: { initial: open, states: { open: { on: { pay: { target: paid } } }, paid: { type: final } } } }
endpoints:
  POST /orders: { operationId: createOrder, create: Order, body: { order: [total, tell] }, status: 201, output: Order(this) }
  POST /orders/{id}/pay: { operationId: payOrder, transition: Order.pay, status: 200, output: Order(this) }
  POST /listeners: { create: Listener, body: [url, secret], status: 204 }
  GET /orders/events: { operationId: follow, stream: [order.paid], status: 200 }
authentication: none
events:
  types:
    order.paid: { on: Order.pay, description: Somebody paid., partitionkey: this.id, when: this.total > 0, data: { id: this.id, total: this.total } }
  envelope: cloudevents
  source: /orders
  delivery:
    stream: { media: text/event-stream, retain: P1D }
    webhooks: { to: Listener, url: '\${to.url}', signature: standard-webhooks, secret: to.secret, attempts: 5, timeout: PT5S, deadLetter: P1D }
  callbacks:
    made: { on: Order.created, url: '\${this.tell}', method: PUT, body: Order(this), attempts: 3, timeout: PT5S, deadLetter: P1D }
errors: { precedence: standard, catalogue: { bad: { on: [malformed, invalid, not-found, illegal-transition, duplicate], status: 422 } } }
limits: none
versioning: none
`

/** The same with a broker, whose address is so. */
const published = (url: string, subject = 'shop.${event.type}'): string =>
  shop
    .replace(
      'service: { name: shop }',
      "service: { name: shop, url: 'https://shop.example/api', settings: { broker: { type: string, maxLength: 200, default: 'nats://127.0.0.1:4222' }, other: { type: string, maxLength: 200 } } }",
    )
    .replace(
      '    webhooks:',
      `    broker: { url: '${url}', subject: '${subject}', attempts: 20, timeout: PT5S, deadLetter: P14D }\n    webhooks:`,
    )

for (const [name, facts] of [
  ...examples.map((example) => [example, exampleFacts(example)] as const),
  ['shop', factsOfDocument(shop)] as const,
  ['a broker', factsOfDocument(published('${settings.other}'))] as const,
]) {
  test(`Redocly and the published schema read the AsyncAPI of ${name} without an error`, async () => {
    assert.deepEqual(await linted(exported('asyncapi', facts, 'yaml').text, 'asyncapi.yaml'), [])
    assert(valid(JSON.parse(exported('asyncapi', facts, 'json').text)), ajv.errorsText(valid.errors))
  })

  test(`a second reader takes the OpenAPI of ${name}`, async () => {
    const read = await new Validator().validate(JSON.parse(exported('openapi', facts, 'json').text) as { [name: string]: unknown })
    assert(read.valid, JSON.stringify(read.errors))
  })
}

test('the readers would tell a mistake', async () => {
  const wrong = exported('asyncapi', factsOfDocument(shop), 'yaml').text.replaceAll('action: send', 'action: sends')
  assert.notDeepEqual(await linted(wrong, 'asyncapi.yaml'), [])
  assert.equal(valid(JSON.parse(exported('asyncapi', factsOfDocument(shop), 'json').text.replaceAll('"send"', '"sends"'))), false)
})

test('streams, webhooks and callbacks are channels, with the events that they carry', () => {
  const document = JSON.parse(exported('asyncapi', factsOfDocument(shop), 'json').text)
  assert.deepEqual(Object.keys(document.channels), ['follow', 'webhooks', 'callbacks.made'])
  assert.equal(document.channels.follow.address, '/orders/events')
  const { payload, contentType, summary } = document.components.messages['order.paid']
  assert.deepEqual([contentType, summary], ['application/cloudevents+json', 'Caused by `Order.pay`.'])
  assert.deepEqual(payload.properties.data, {
    type: 'object',
    required: ['id', 'total'],
    properties: { id: { type: 'string', format: 'uuid' }, total: { type: 'integer', minimum: 0, maximum: 1000 } },
  })
  assert(document['x-ninefold-left-out'].includes('Under which condition `order.paid` happens.'))
})

test('OpenAPI has the webhooks, and the callbacks whose address a request brings', () => {
  const { webhooks, paths } = JSON.parse(exported('openapi', factsOfDocument(shop), 'json').text)
  assert.deepEqual(Object.keys(webhooks), ['order.paid'])
  assert.deepEqual(Object.keys(webhooks['order.paid'].post.requestBody.content), ['application/cloudevents+json'])
  const { made } = paths['/orders'].post.callbacks
  assert.deepEqual(Object.keys(made), ['{$request.body#/order/tell}'])
  assert.deepEqual(Object.keys(made['{$request.body#/order/tell}']), ['put'])
  assert.equal(paths['/orders/{id}/pay'].post.callbacks, undefined)
})

test('a broker is a server, without its password, and its subjects are addresses', () => {
  const documentOf = (...said: Parameters<typeof published>) =>
    JSON.parse(exported('asyncapi', factsOfDocument(published(...said)), 'json').text)
  const { servers, channels } = documentOf('${settings.broker}')
  assert.deepEqual(servers.service, { host: 'shop.example', protocol: 'https', pathname: '/api' })
  assert.deepEqual(servers.broker, {
    host: '127.0.0.1:4222',
    protocol: 'nats',
    description: "NATS JetStream. A stream for the subjects is the operator's to make.",
  })
  assert.deepEqual(
    [channels.broker.address, channels.broker.servers, channels.broker.parameters],
    ['shop.{type}', [{ $ref: '#/servers/broker' }], { type: { enum: ['order.paid'] } }],
  )
  assert.deepEqual(
    [documentOf('${settings.other}').servers.broker.host, documentOf('${settings.other}').servers.broker.variables],
    ['{other}', { other: { description: 'The setting `other`.' } }],
  )
  const { broker } = documentOf('tls://shop:secret@nats.example:4222', 'shop.events').servers
  assert.deepEqual(
    [broker.host, broker.security, JSON.stringify(broker).includes('secret')],
    ['nats.example:4222', [{ type: 'userPassword' }], false],
  )
  assert.deepEqual(documentOf('nats://token@nats.example', 'shop.events').servers.broker.security, [{ type: 'apiKey', in: 'user' }])
  assert.equal(documentOf('tls://nats.example', 'shop.events').channels.broker.address, 'shop.events')
  assert.equal(documentOf('tls://nats.example', 'shop.${event.type}.${string(event.time)}').channels.broker.address, undefined)
})
