// A plan reaches states that lie behind steps of several callers and behind guards about other records.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { openOracleCallers } from '../../src/verify/oracle/callers.ts'
import { listVerifiable, planRun } from '../../src/verify/plan.ts'
import { conventions } from '../conventions.ts'

const repairs = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: repairs }
resources:
  Person:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      role: { type: string, enum: [owner, mechanic, inspector] }
      knows: { type: array, maxItems: 3, items: { type: string, enum: [brakes, lights, wheels] }, default: [] }
    required: [role, knows]
  Bike:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      needs: { type: string, enum: [brakes, lights, wheels, paint] }
      offer: { type: integer, minimum: 0, maximum: 90 }
      seen: { type: integer, minimum: 0, maximum: 99, default: 0, readOnly: true }
      owner: { $ref: Person, onDelete: restrict }
      mechanic: { $ref: Person, onDelete: set-null, readOnly: true }
      parts: { inverse: Part.bike }
    required: [needs, offer, seen, owner]
  Part:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, bike: { $ref: Bike, onDelete: cascade }, name: { type: string, minLength: 1, maxLength: 20 } }
    required: [bike, name]
  Thanks:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, bike: { $ref: Bike, onDelete: cascade }, stars: { type: integer, minimum: 1, maximum: 5 } }
    required: [bike, stars]
  records:
    Person:
      - { id: ann, role: owner }
      - { id: ben, role: owner }
      - { id: max, role: mechanic, knows: [brakes, wheels] }
      - { id: mia, role: mechanic, knows: [lights] }
      - { id: ivo, role: inspector }
states:
  Bike.status:
    initial: brought
    states:
      brought: { on: { announce: { target: announced, guard: { has-parts: this.parts.size() > 0, paid: this.offer >= 20 } } } }
      announced: { on: { take: { target: taken, guard: { knows: this.needs in caller.knows }, set: { mechanic: caller } } } }
      taken: { on: { finish: { target: finished, guard: { all-fitted: '!this.parts.exists(p, p.state == "loose")' } } } }
      finished: { on: { fetch: { target: fetched, guard: { all-seen: this.seen == this.parts.size() } } } }
      fetched: { type: final }
  Part.state:
    initial: loose
    states:
      loose: { on: { fit: { target: fitted } } }
      fitted:
        on:
          see:
            target: good
            guard: { done: this.bike.status == "finished" }
            then: [{ update: Bike, by: this.bike, set: { seen: this.bike.seen + 1 } }]
      good: { type: final }
endpoints:
  POST /bikes: { operationId: bring, create: Bike, body: [needs, offer], set: { owner: caller }, output: Bike(this) }
  GET /bikes/{id}: { operationId: show, read: Bike, output: Bike(this) }
  POST /bikes/{id}/announce: { operationId: announce, transition: Bike.announce, output: Bike(this) }
  POST /bikes/{id}/take: { operationId: take, transition: Bike.take, output: Bike(this) }
  POST /bikes/{id}/finish: { operationId: finish, transition: Bike.finish, output: Bike(this) }
  POST /bikes/{id}/fetch: { operationId: fetch, transition: Bike.fetch, output: Bike(this) }
  POST /bikes/{bike}/parts:
    operationId: add
    create: Part
    with: { bike: { find: Bike, by: { id: input.path.bike } } }
    body: [name]
    set: { bike: bike }
    require: { own: bike.owner == caller, early: bike.status == "brought" }
    output: Part(this)
  POST /parts/{id}/fit: { operationId: fit, transition: Part.fit, output: Part(this) }
  POST /parts/{id}/see: { operationId: see, transition: Part.see, output: Part(this) }
  POST /bikes/{bike}/thanks:
    operationId: thank
    create: Thanks
    with: { bike: { find: Bike, by: { id: input.path.bike } } }
    body: [stars]
    set: { bike: bike }
    require: { own: bike.owner == caller, over: bike.status == "fetched" }
    output: Thanks(this)
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: REPAIRS } } }
  security: [token: []]
  caller: { find: Person, by: { id: claims.sub } }
  default: deny
  unreadable: not-found
  roles: { owner: caller.role == "owner", mechanic: caller.role == "mechanic", inspector: caller.role == "inspector" }
  rules:
    Bike:
      read: this.owner == caller || this.mechanic == caller || inspector || mechanic && this.status == "announced"
      create: owner
      announce: this.owner == caller
      take: mechanic
      finish: this.mechanic == caller
      fetch: this.owner == caller
    Part: { read: this.bike.owner == caller || this.bike.mechanic == caller || inspector, create: owner, fit: this.bike.mechanic == caller, see: inspector }
    Thanks: { read: true, create: owner }
  callers:
    ann: { scheme: token, claims: { sub: ann } }
    ben: { scheme: token, claims: { sub: ben } }
    max: { scheme: token, claims: { sub: max } }
    mia: { scheme: token, claims: { sub: mia } }
    ivo: { scheme: token, claims: { sub: ivo } }
events: none
errors: {}
limits: none
versioning: none
`

test('finds successes behind steps of several callers and guards about other records', async () => {
  const compiled = compile([{ name: 'repairs.yaml', text: repairs }], conventions())
  assert.deepEqual(
    compiled.diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  )
  const callers = await openOracleCallers(compiled.model, () => Date.now())
  assert(!('problems' in callers))
  for (const seed of ['s1', 's2']) {
    const { bases } = planRun(compiled, callers, {
      seed,
      effort: 4000,
      tag: 'verify',
      callers: callers.names,
      settings: new Map(),
      fixtures: false,
      canWait: true,
      host: '127.0.0.1',
      now: Date.UTC(2026, 10, 1),
    })
    const reached = new Set(bases.map(({ operation }) => operation.id))
    assert.deepEqual(
      listVerifiable(compiled)
        .map(({ operation }) => operation.id)
        .filter((id) => !reached.has(id)),
      [],
      seed,
    )
  }
})
