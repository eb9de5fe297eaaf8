// What subscribers get: in the version that they chose, and at the bound of an event's condition; and refusals inside an answer.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

function read(text: string): Compiled {
  const compiled = compile([{ name: 'service.yaml', text }], conventions())
  assert.deepEqual(
    compiled.diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  )
  return compiled
}

const hooks = ({ when = 'this.seats >= 4', version = 'to.speaks' }: { readonly when?: string; readonly version?: string }): Compiled =>
  read(`ninefold: 1
use: [http@1, problem-details@1, cloudevents@1, standard-webhooks@1, path-version@1]
service: { name: hooks, url: https://hooks.example.org }
resources:
  Boat:
    key: id
    properties: { id: { type: integer, generate: sequence }, seats: { type: integer, minimum: 1, maximum: 12 } }
    required: [seats]
  Hook:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      url: { type: string, format: uri, maxLength: 500 }
      speaks: { type: [string, 'null'], enum: [v1, v2, null] }
      secret: { type: string, sensitive: true, pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$', maxLength: 100 }
    required: [url, secret]
states: none
endpoints:
  POST /boats: { create: Boat, body: [seats], output: Boat(this) }
  POST /hooks: { create: Hook, body: [url, speaks, secret], output: Hook(this) }
authentication: none
events:
  types:
    boat.added: { on: Boat.created, when: ${when}, data: { id: this.id, seats: this.seats } }
  delivery:
    webhooks: { to: 'Hook.filter(h, h.url != "")', url: '\${to.url}', secret: to.secret, version: ${version}, attempts: 2, backoff: fixed, timeout: PT10S, deadLetter: P7D }
errors: {}
limits: none
versioning:
  current: v2
  versions: { v1: { deprecated: 2026-03-01 } }
  changes: { v2: [{ rename: { Boat.places: seats } }] }
`)

test('finds events in the newest version for a subscriber who chose an older one', async () => {
  const report = await verifyServed(hooks({}), { seed: 'a', budget: 250, effort: 200, most: 1, served: hooks({ version: `'"v2"'` }) })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert(
    report.findings[0]!.clauses.some(({ text }) => text.includes('version: to.speaks')),
    verifyText(report),
  )
})

test('finds an event whose condition has another bound', async () => {
  const served = hooks({ when: 'this.seats >= 3' })
  const report = await verifyServed(hooks({}), { seed: 'a', budget: 250, effort: 200, most: 1, served })
  assert.match(report.findings[0]?.clauses.map(({ text }) => text).join('\n') ?? verifyText(report), /when: this\.seats/)
})

const harbour = (guard: string): Compiled =>
  read(`ninefold: 1
use: [http@1, problem-details@1]
service: { name: harbour }
resources:
  Boat:
    key: id
    properties: { id: { type: integer, generate: sequence }, trips: { inverse: Trip.boat } }
  Trip:
    key: id
    properties: { id: { type: integer, generate: sequence }, boat: { $ref: Boat, onDelete: restrict } }
    required: [boat]
states:
  Boat.condition:
    initial: afloat
    states:
      afloat: { on: { layUp: { target: ashore, guard: { idle: ${guard} } } } }
      ashore: {}
  Trip.status:
    initial: asked
    states:
      asked: { on: { start: { target: out } } }
      out: {}
endpoints:
  POST /boats: { create: Boat, body: none, output: Boat(this) }
  GET /boats/{id}: { read: Boat, output: Boat(this) }
  POST /trips: { create: Trip, body: [boat], output: Trip(this) }
  GET /trips/{id}: { read: Trip, output: Trip(this) }
  POST /trips/{id}/start: { transition: Trip.start, output: Trip(this) }
  POST /lay-ups:
    body: { boats: { type: array, minItems: 1, maxItems: 5, items: { type: integer } } }
    do:
      - for: { as: boat, in: input.body.boats, outcomes: outcomes }
        transition: Boat.layUp
        by: { id: boat }
    output: { results: 'outcomes.map(o, { "status": o.?status.orValue(200), "error": o.error })' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`)

test('finds an item of a batch that is done although a guard refuses it', async () => {
  const [declared, served] = ['\'!this.trips.exists(t, t.status == "out")\'', '\'!this.trips.exists(t, t.status == "asked")\''].map(harbour)
  const report = await verifyServed(declared!, { seed: 'a', budget: 400, effort: 2000, most: 1, served: served! })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /idle: /)
})
