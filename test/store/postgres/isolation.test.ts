// Isolation of operations under contention, by two processes: no write skew where a decision reads rows that it does not write.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { factsOf } from '../../meaning/running.ts'
import { buildInterpreter } from '../../../src/meaning/meaning.ts'
import { makeLayout } from '../../../src/store/layout.ts'
import { postgres } from '../../../src/store/postgres/dialect.ts'
import { type Isolation, chooseIsolations } from '../../../src/store/postgres/isolation.ts'
import { temporaryFolder } from '../../folder.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { call } from '../killed.ts'
import { started } from '../process.ts'

const ward = `
ninefold: 1
use: [problem-details@1]
service: { name: ward }
resources:
  Doctor:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      onCall: { type: boolean, default: true, readOnly: true }
  Batch:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      total: { type: [integer, 'null'], readOnly: true }
  Receipt:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      batch: { $ref: Batch, onDelete: restrict }
    required: [batch]
  Lamp:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      turns: { type: integer, minimum: 0, default: 0, readOnly: true }
      house: { $ref: House, onDelete: restrict }
    required: [house]
  House:
    key: name
    properties: { name: { type: string, maxLength: 20 } }
    required: [name]
states:
  Batch.state:
    initial: open
    states:
      open: { on: { close: { target: closed, set: { total: 'Receipt.filter(r, r.batch == this).size()' } } } }
      closed: { type: final }
  Lamp.light: { initial: dark, states: { dark: { on: { turn: { target: bright, set: &turned { turns: this.turns + 1 } } } }, bright: { on: { turn: { target: dark, set: *turned } } } } }
endpoints:
  POST /doctors: { create: Doctor, status: 201, output: { id: this.id } }
  GET /doctors: { list: Doctor, order: [id], page: none, status: 200, output: { doctors: 'items.map(d, Doctor(d))' } }
  POST /doctors/{id}/leave: { update: Doctor, require: { covered: 'Doctor.filter(d, d.onCall).size() >= 2' }, set: { onCall: false }, status: 200, output: Doctor(this) }
  POST /doctors/{id}/return: { update: Doctor, set: { onCall: true }, status: 200, output: Doctor(this) }
  POST /batches: { create: Batch, status: 201, output: { id: this.id } }
  GET /batches/{id}: { read: Batch, status: 200, output: { total: this.total, receipts: 'Receipt.filter(r, r.batch == this).size()' } }
  POST /batches/{id}/receipts:
    with: { batch: { find: Batch, by: { id: input.path.id } } }
    create: Receipt
    require: { open: batch.state == "open" }
    set: { batch: batch }
    status: 201
    output: { id: this.id }
  POST /batches/{id}/close: { transition: Batch.close, status: 200, output: { total: this.total } }
  POST /houses: { create: House, body: [name], status: 201, output: House(this) }
  POST /lamps: { create: Lamp, body: [house], status: 201, output: { id: this.id } }
  GET /lamps/{id}: { read: Lamp, status: 200, output: Lamp(this) }
  POST /lamps/{id}/turn: { transition: Lamp.turn, status: 200, output: { turns: this.turns } }
  POST /lit:
    body: { house: { $ref: House } }
    do:
      - { create: Lamp, set: { house: input.body.house }, as: lamp }
      - { transition: Lamp.turn, by: lamp }
    status: 201
    output: { id: lamp.id }
authentication: none
events: none
errors: { catalogue: { refused: { on: require, status: 409, title: Refused } } }
limits: none
versioning: none
`

function isolationsIn(text: string): (name: string) => Isolation {
  const { facts, problems } = factsOf(text)
  assert.deepEqual(problems, [])
  const service = buildInterpreter(facts, {
    clock: { now: () => 0 },
    randomness: { bytes: (count) => new Uint8Array(count) },
    settings: new Map(),
    fixtures: false,
    depth: 32,
  })
  const isolationOf = chooseIsolations(service, makeLayout(facts.typing.domain, postgres))
  return (name) => isolationOf(facts.operations.find(({ operation }) => operation.name === name)!.operation)
}

test('an operation is serializable if a decision reads rows that it does not write, or if it writes such rows', () => {
  const isolationOf = isolationsIn(ward)
  for (const name of [
    'GET /doctors',
    'GET /batches/{id}',
    'POST /houses',
    'POST /lamps',
    'GET /lamps/{id}',
    'POST /lamps/{id}/turn',
    'POST /lit',
  ])
    assert.equal(isolationOf(name).level, 'REPEATABLE READ', name)
  for (const name of ['POST /doctors', 'POST /batches', 'POST /batches/{id}/receipts'])
    assert.equal(isolationOf(name).level, 'SERIALIZABLE', name)
  assert.equal(isolationOf('POST /doctors/{id}/leave').why, 'it decides by rows that it may not write, of Doctor')
  assert.equal(isolationOf('POST /doctors/{id}/return').why, 'it writes rows of Doctor, by which `POST /doctors/{id}/leave` decides')
  assert.equal(isolationOf('POST /batches/{id}/close').why, 'it decides by rows that it may not write, of Receipt')
  assert.equal(isolationOf('POST /lamps').why, 'it decides by the row that it writes, and by what constraints keep')
})

test('steps are serializable if they may not write a record by which they decide', () => {
  const lit = '{ transition: Lamp.turn, by: lamp }'
  for (const step of [
    '{ transition: Lamp.turn, by: lamp, if: "Lamp.size() < 5" }',
    '{ transition: Lamp.turn, by: "Lamp.find({id: 1}).value()" }',
  ])
    assert.equal(isolationsIn(ward.replace(lit, step))('POST /lit').why, 'it decides by rows that it may not write, of Lamp', step)
})

test('two processes never break an invariant over several rows, and lose no update', { skip: noPostgres ?? false }, async () => {
  const schema = await freshSchema()
  const document = join(temporaryFolder(), 'ward.yaml')
  writeFileSync(document, ward)
  const services = await Promise.all([1, 2].map(() => started(document, schema.url)))
  const [first, second] = services.map(({ url }) => url) as [string, string]
  const of = (index: number): string => (index % 2 === 0 ? first : second)
  try {
    const doctors = await Promise.all([1, 2].map(async () => (await call(first, 'POST', '/doctors')).json.id as number))
    for (let round = 0; round < 25; round++) {
      const left = await Promise.all(doctors.map((id, index) => call(of(index), 'POST', `/doctors/${id}/leave`)))
      assert.deepEqual(
        left.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
        'one goes, and one stays',
      )
      for (const id of doctors) await call(first, 'POST', `/doctors/${id}/return`)
    }
    for (let round = 0; round < 15; round++) {
      const batch = (await call(first, 'POST', '/batches')).json.id as number
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, index) => call(of(index), 'POST', `/batches/${batch}/${index === 5 ? 'close' : 'receipts'}`)),
      )
      assert.ok(
        made.every(({ status }) => status < 500),
        made.map(({ text }) => text).join('\n'),
      )
      const { total, receipts } = (await call(second, 'GET', `/batches/${batch}`)).json as { total: number; receipts: number }
      assert.equal(receipts, total, 'a receipt came into a closed batch')
    }
    await call(first, 'POST', '/houses', '{"name":"a"}')
    const lamp = (await call(first, 'POST', '/lamps', '{"house":"a"}')).json.id as number
    const turned = await Promise.all(Array.from({ length: 60 }, (_, index) => call(of(index), 'POST', `/lamps/${lamp}/turn`)))
    assert.deepEqual(
      turned.map(({ status }) => status).filter((status) => status !== 200),
      [],
    )
    assert.equal((await call(second, 'GET', `/lamps/${lamp}`)).json.turns, 60)
    // Of simultaneous requests that create the same key one succeeds, and the others are refused.
    const same = await Promise.all(Array.from({ length: 12 }, (_, index) => call(of(index), 'POST', '/houses', '{"name":"b"}')))
    assert.deepEqual(
      same.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, ...Array.from({ length: 11 }, () => 409)],
    )
  } finally {
    for (const service of services) await service.kill('SIGTERM')
    await schema.drop()
  }
})
