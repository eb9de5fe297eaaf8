// The service that is killed: lamps that are switched on and off, each turn counted by its house; streams and webhooks report all of it.

export const lamps = `
ninefold: 1
use: [cloudevents@1, standard-webhooks@1, problem-details@1]
service: { name: lamps }
resources:
  House:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      turns: { type: integer, minimum: 0, default: 0, readOnly: true }
  Lamp:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      house: { $ref: House, onDelete: restrict }
      turns: { type: integer, minimum: 0, default: 0, readOnly: true }
    required: [house]
  Subscription:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      url: { type: string, maxLength: 200 }
      secret: { type: string, maxLength: 100, sensitive: true }
    required: [url, secret]
states:
  House.door:
    initial: open
    states:
      open: { on: { count: { set: { turns: this.turns + 1 } } } }
  Lamp.light:
    initial: dark
    states:
      dark: { on: { turn: { target: bright, set: { turns: this.turns + 1 }, then: &counted [ { transition: House.count, by: this.house } ] } } }
      bright: { on: { turn: { target: dark, set: { turns: this.turns + 1 }, then: *counted } } }
endpoints:
  POST /houses: { create: House, status: 201, output: { id: this.id } }
  POST /lamps: { create: Lamp, body: [house], status: 201, output: { id: this.id } }
  GET /lamps: { list: Lamp, order: [id], page: none, status: 200, output: { lamps: 'items.map(l, Lamp(l))', position: page.position } }
  GET /houses: { list: House, order: [id], page: none, status: 200, output: { houses: 'items.map(h, House(h))' } }
  POST /lamps/{id}/turn: { transition: Lamp.turn, status: 200, output: { turns: this.turns } }
  GET /events: { stream: [lamp.turned, house.counted, house.busy], status: 200 }
  POST /subscriptions: { create: Subscription, body: [url, secret], status: 201, output: { id: this.id } }
authentication: none
events:
  types:
    lamp.turned: { on: Lamp.turn, partitionkey: '"lamp " + string(this.id)', data: { id: this.id, turns: this.turns, light: this.light } }
    house.counted: { on: House.count, partitionkey: '"house " + string(this.id)', data: { id: this.id, turns: this.turns } }
    # Of these no order is declared.
    house.busy: { on: House.count, when: this.turns % 100 == 0, data: { id: this.id, turns: this.turns } }
  delivery:
    stream: { media: text/event-stream, retain: P7D, heartbeat: PT1S }
    webhooks:
      to: Subscription.filter(s, true)
      url: \${to.url}
      secret: to.secret
      attempts: 1000
      backoff: { initial: PT0.01S, factor: 1 }
      timeout: PT0.5S
      concurrency: 8
      deadLetter: P14D
limits: none
versioning: none
`
