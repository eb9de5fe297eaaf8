// `explain --sql` for PostgreSQL: its statements with their plans, isolation, and numbers of round trips.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { explainStatements } from '../../../src/store/postgres/explaining.ts'
import { exampleFacts, examples } from '../../export/examples.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { ninefold } from '../../ninefold.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { exchangeOf } from '../both.ts'

for (const name of examples) {
  test(`PostgreSQL accepts each explained statement of ${name}`, { skip: noPostgres }, async () => {
    const schema = await freshSchema()
    try {
      const facts = exampleFacts(name)
      const explained = await explainStatements(facts, schema.url, 'PostgreSQL')
      assert.ok(!('problem' in explained), JSON.stringify(explained))
      for (const found of facts.operations) {
        const statements = await explained.statements(found)
        assert.ok(statements.every(({ sql, plan }) => sql === undefined || plan.length > 0))
      }
      await explained.close()
      assert.deepEqual(
        await schema.query("SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"),
        [],
        'a table was left',
      )
    } finally {
      await schema.drop()
    }
  })
}

const document = completed(`
resources:
  Person: { key: id, properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 } }, required: [name], unique: [name] }
  Desk:
    key: id
    properties: { id: { type: string, maxLength: 9 }, seats: { type: integer, minimum: 0, maximum: 9 }, room: { type: string, maxLength: 9 } }
    required: [seats]
  Seat:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      desk: { $ref: Desk, onDelete: cascade }
      by: { $ref: Person, onDelete: cascade }
    required: [desk]
  Note:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      by: { $ref: Person, onDelete: restrict }
      text: { type: string, maxLength: 20 }
    required: [by]
states:
  Note.status:
    initial: open
    states:
      open: { on: { close: { target: closed } } }
      closed: { type: final }
events:
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  types: { closed: { on: Note.close, data: { id: this.id } } }
endpoints:
  POST /people: { create: Person, body: [id, name], status: 201, output: Person(this) }
  GET /people/{id}: { read: Person, status: 200, output: Person(this) }
  PATCH /people/{id}: { update: Person, body: [name], status: 200, output: Person(this) }
  POST /notes: { create: Note, body: [by, text], status: 201, output: Note(this) }
  GET /notes: { list: Note, order: [id], page: { style: offset, size: 20, max: 50 }, status: 200, output: { items: 'items.map(n, n.id)', total: page.total } }
  POST /notes/{id}/close: { transition: Note.close, status: 200, output: Note(this) }
  POST /notes/closed:
    do: [ { for: { in: input.body.notes, as: one }, transition: Note.close, by: one } ]
    body: { notes: { type: array, maxItems: 9, items: { $ref: Note } } }
    status: 204
  DELETE /people/{id}: { delete: Person, status: 204 }
  POST /desks: { create: Desk, body: [id, seats], status: 201, output: Desk(this) }
  POST /desks/{id}/seats:
    with: { desk: { find: Desk, by: { id: input.path.id } } }
    create: Seat
    require:
      free: 'Seat.filter(s, s.desk == desk).size() < desk.seats'
      named: 'Seat.exists(s, s.desk == desk && s.by == null) || true'
    set: { desk: desk }
    status: 201
    output: Seat(this)
  POST /desks/{id}/rooms:
    update: Desk
    require: { empty: 'Desk.filter(d, d.seats > this.seats).size() == 0' }
    body: [room]
    status: 200
    output: Desk(this)
`)

test('explains as many round trips as the service waits for', { skip: noPostgres }, async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
    clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('trips'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
    onFired: () => undefined,
  })
  assert.ok(!('problem' in backend))
  const explained = await explainStatements(facts, undefined, 'PostgreSQL')
  assert.ok(!('problem' in explained))
  const waits = (): number => backend.figures().find(({ name }) => name === 'ninefold_store_round_trips_total')!.values[0]![1]
  try {
    for (const [method, target, path, body, status] of [
      ['POST', '/people', '/people', { id: 'a', name: 'Ann' }, 201],
      ['GET', '/people/{id}', '/people/a', undefined, 200],
      ['PATCH', '/people/{id}', '/people/a', { name: 'Bob' }, 200],
      ['POST', '/notes', '/notes', { by: 'a' }, 201],
      ['GET', '/notes', '/notes', undefined, 200],
      ['POST', '/notes/{id}/close', '/notes/1/close', undefined, 200],
      ['POST', '/notes', '/notes', { by: 'a' }, 201],
      ['POST', '/notes', '/notes', { by: 'a' }, 201],
      ['POST', '/notes/closed', '/notes/closed', { notes: [2, 3] }, 204],
      ['POST', '/people', '/people', { id: 'b', name: 'Carl' }, 201],
      ['DELETE', '/people/{id}', '/people/b', undefined, 204],
      ['POST', '/desks', '/desks', { id: 'd', seats: 2 }, 201],
      // The counts need only the key of the desk.
      ['POST', '/desks/{id}/seats', '/desks/d/seats', undefined, 201],
      ['POST', '/desks/{id}/rooms', '/desks/d/rooms', { room: 'hall' }, 200],
    ] as const) {
      const exchange = () =>
        exchangeOf(
          facts,
          { method, target: path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
          `${method} ${path}`,
          undefined,
        )
      const found = facts.operations.find(({ operation }) => operation.name === `${method} ${target}`)!
      // The first request learns whether it reads once.
      if (method === 'GET') await backend.answer(exchange())
      const before = waits()
      assert.equal((await backend.answer(exchange())).status, status)
      assert.equal(waits() - before, explained.transaction!(found).roundTrips, `${method} ${target}`)
    }
    const tripsOf = (name: string): number =>
      explained.transaction!(facts.operations.find(({ operation }) => operation.name === name)!).roundTrips
    assert.deepEqual(['POST /desks', 'POST /desks/{id}/seats', 'POST /desks/{id}/rooms'].map(tripsOf), [1, 2, 3])
  } finally {
    await backend.close()
    await schema.drop()
  }
})

test('`--store` selects the database for which statements are explained', async () => {
  const { out, status } = await ninefold('explain', 'examples/notes.md', 'POST /notes', '--sql', '--store', 'postgres')
  assert.equal(status, 0)
  assert.match(out, /^POST \/notes\n\n {2}REPEATABLE READ, because .+\n {2}round trips: 1\n/)
  assert.match(out, /VALUES \(\$1, \$2/)
  assert.match(
    (await ninefold('explain', 'examples/notes.md', '--sql', '--store', 'memory')).error,
    /--store takes sqlite or postgres\[:\/\/USER@HOST\/DATABASE\], not memory/,
  )
  assert.match((await ninefold('explain', 'examples/notes.md', '--store', 'postgres')).error, /--store goes with --sql/)
})

const seats = completed(`
resources:
  Course: { key: id, properties: { id: { type: string, maxLength: 9 }, seats: { type: integer } }, required: [seats] }
  Seat: { key: id, properties: { id: { type: integer, generate: sequence }, course: { $ref: Course, onDelete: cascade } }, required: [course] }
endpoints:
  POST /courses/{id}/seats:
    with: { course: { find: Course, by: { id: input.path.id } } }
    create: Seat
    require: { free: 'Seat.filter(s, s.course == course).size() < course.seats' }
    set: { course: course }
    status: 201
    output: Seat(this)
`)

test('a guard that counts by a reference finds its rows by an index', { skip: noPostgres }, async (context) => {
  const { facts, problems } = factsOf(seats)
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  context.after(() => schema.drop())
  const explained = await explainStatements(facts, schema.url, 'PostgreSQL')
  assert.ok(!('problem' in explained), JSON.stringify(explained))
  const statements = await explained.statements(facts.operations[0]!)
  await explained.close()
  const counting = statements.find(({ sql }) => sql?.includes('count(*)'))!
  assert.match(counting.plan.join('\n'), /Index.* Scan using .*\n(?:.*\n)?.*Index Cond: \(course = /)
})
