// Deliveries in memory and in SQLite: after any operations, both report the same due deliveries, by destination and in order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Delivery, type DeliveryReading, type DeliveryWriting, redeliver } from '../../src/meaning/delivery/deliveries.ts'
import { MemoryDeliveries } from '../../src/meaning/memory/deliveries.ts'
import { SqliteDatabase } from '../../src/store/sqlite/database.ts'
import { makeDeliveryReading, deliveryTables, makeDeliveryWriting } from '../../src/store/sql/delivery-rows.ts'

const destinations = ['webhooks A', 'webhooks B', 'callbacks.c https://c.example']
const now = 1000

type Step =
  | { readonly kind: 'add'; readonly destination: number; readonly lane: boolean }
  | { readonly kind: 'end'; readonly which: number; readonly state: 'delivered' | 'dead' | 'waiting'; readonly wait: number }
  | { readonly kind: 'again' | 'forget'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('add' as const), destination: fc.nat(destinations.length - 1), lane: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      which: fc.nat(5),
      state: fc.constantFrom('delivered' as const, 'dead' as const, 'waiting' as const),
      wait: fc.nat(50),
    }),
  },
  fc.record({ kind: fc.constantFrom('again' as const, 'forget' as const), which: fc.nat(5) }),
)

type Side = { readonly reading: DeliveryReading; readonly write: (work: (writing: DeliveryWriting) => void) => void }

function memory(): Side {
  const deliveries = new MemoryDeliveries()
  let id = 0
  return {
    reading: deliveries,
    write(work) {
      const later: (() => void)[] = []
      work(
        deliveries.deliveryWriting(
          () => ++id,
          (each) => later.push(each),
        ),
      )
      for (const each of later) each()
    },
  }
}

function sqlite(): Side & { close(): void } {
  const database = new SqliteDatabase(':memory:', { readOnly: false })
  database.execute(`CREATE TABLE "$ninefold" (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT; ${deliveryTables.join(';')}`)
  let id = 0
  const writing = makeDeliveryWriting(
    database,
    () => ++id,
    () => undefined,
  )
  return { reading: makeDeliveryReading(database), write: (work) => work(writing), close: () => database.close() }
}

/** The first due delivery of a destination is the one that a deliverer attempts next. */
function play({ reading, write }: Side, did: Step, at: number): void {
  const due = reading
    .destinations(at)
    .toSorted()
    .flatMap((destination) => reading.due(destination, at, 3))
  switch (did.kind) {
    case 'add': {
      const destination = destinations[did.destination]!
      write((writing) =>
        writing.add({
          via: destination.split(' ')[0]!,
          name: 'n',
          message: 'm',
          destination,
          made: at,
          ...(did.lane ? { lane: `${destination} lane` } : {}),
          content: {
            kind: 'request',
            request: { method: 'POST', url: 'https://a.example', headers: [], body: '{"n":12345678901234567890}', secrets: [] },
          },
        }),
      )
      return
    }
    case 'end': {
      const one = due[did.which % Math.max(1, due.length)]
      if (one === undefined) return
      const { due: _, ...rest } = one
      const attempts = [...one.attempts, { at, ms: 1, url: 'https://a.example/', status: 500 }]
      const next: Delivery =
        did.state === 'waiting'
          ? { ...rest, state: 'waiting', tries: one.tries + 1, attempts, due: at + did.wait }
          : {
              ...rest,
              state: did.state,
              tries: one.tries + 1,
              attempts,
              ended: at,
              forget: at + did.wait,
              ...(did.state === 'dead' ? { reason: 'why' } : {}),
            }
      write((writing) => {
        writing.set(next, at)
        if (did.state === 'dead' && did.wait % 2 === 0) writing.giveUp(one.destination, 'https://a.example')
      })
      return
    }
    case 'again': {
      const dead = reading.list(0, 100, 'dead')
      const one = dead[did.which % Math.max(1, dead.length)]
      if (one !== undefined) write((writing) => assert.equal(redeliver(reading, writing, one.id, at), true))
      return
    }
    case 'forget':
      write((writing) => void writing.deleteExpired(at, did.which))
  }
}

/** As JSON, since objects that were read from text have no prototype. */
function told({ reading }: Side, at: number): unknown {
  return JSON.parse(
    JSON.stringify({
      destinations: reading.destinations(at).toSorted(),
      due: destinations.map((each) => reading.due(each, at, 10)),
      next: reading.next(at),
      all: reading.list(0, 1000),
      count: reading.count(),
      givenUp: destinations.map((each) => reading.givenUp(each)),
    }),
  )
}

test('both stores have the same deliveries, in the same lanes, due at the same times', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 60 }), (steps) => {
      const [one, other] = [memory(), sqlite()]
      let at = now
      for (const [did, passes] of steps) {
        at += passes
        for (const side of [one, other]) play(side, did, at)
        assert.deepEqual(told(one, at), told(other, at))
      }
      other.close()
    }),
  )
})

test('only the first waiting delivery of a lane is due', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 60 }), (steps) => {
      const side = memory()
      let at = now
      const again = new Set<number>()
      for (const [did, passes] of steps) {
        at += passes
        play(side, did, at)
        const waiting = side.reading.list(0, 1000, 'waiting')
        for (const { id, lane, due, attempts, tries } of waiting) {
          // A delivery that is resent by hand does not wait for later ones.
          if (attempts.length > tries) again.add(id)
          if (lane !== undefined && due !== undefined && !again.has(id)) {
            const before = waiting.filter((each) => each.lane === lane && each.id < id && !again.has(each.id))
            assert.deepEqual(
              before.filter((each) => each.due !== undefined).map((each) => each.id),
              [],
            )
          }
        }
      }
    }),
  )
})
