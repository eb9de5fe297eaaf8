// A service with deliveries of its orders, for tests.

/** `more` stands under `webhooks`. */
export const orders = (more = '', events = ''): string => `
ninefold: 1
use: [problem-details@1]
service: { name: orders }
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      shop: { type: string, maxLength: 20, default: main }
      count: { type: integer, minimum: 0, maximum: 1000, default: 0 }
      hook: { type: [string, 'null'], maxLength: 200 }
  Subscription:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      url: { type: string, maxLength: 200 }
      types: { type: array, maxItems: 10, items: { type: string, maxLength: 50 } }
      secret: { type: string, maxLength: 100, sensitive: true }
      previous: { type: [string, 'null'], maxLength: 100, sensitive: true }
    required: [url, types, secret]
states:
  Order.status:
    initial: draft
    states:
      draft: { on: { place: { target: placed } }, after: { PT1H: { target: expired } } }
      placed: { on: { change: { set: { count: this.count + 1 } } } }
      expired: { type: final }
endpoints:
  POST /orders: { operationId: createOrder, create: Order, body: [shop, hook], status: 201, output: { id: this.id } }
  GET /orders/{id}: { operationId: getOrder, read: Order, status: 200, output: { count: this.count } }
  POST /orders/{id}/place: { operationId: placeOrder, transition: Order.place, status: 204 }
  POST /orders/{id}/change: { operationId: changeOrder, transition: Order.change, status: 204 }
  POST /subscriptions: { operationId: subscribe, create: Subscription, body: [url, types, secret, previous], status: 201, output: { id: this.id } }
  PATCH /subscriptions/{id}: { operationId: resubscribe, update: Subscription, body: [url, types, secret, previous], status: 204 }
  DELETE /subscriptions/{id}: { operationId: unsubscribe, delete: Subscription, status: 204 }
authentication: none
events:
  types:
    order.placed: { on: Order.place, partitionkey: string(this.id), data: { id: this.id, shop: this.shop } }
    order.changed: { on: Order.change, partitionkey: string(this.id), data: { id: this.id, count: this.count } }
    order.expired: { on: entry Order.expired, data: { id: this.id } }
  delivery:
    webhooks:
      to: Subscription.filter(s, event.type in s.types)
      url: \${to.url}
      signature: standard-webhooks
      secret: '[to.secret, to.previous]'
      attempts: 12
      backoff: exponential
      timeout: PT30S
      deadLetter: P14D
${more === '' ? '' : `      ${more}`}
${events}
limits: none
versioning: none
`
