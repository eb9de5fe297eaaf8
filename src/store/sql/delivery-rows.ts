// Deliveries as rows, indexed by destination and time, so that a long queue of one destination costs the others nothing.

import { parseJsonText, printJson } from '../../base/json.ts'
import type {
  Attempt,
  DeliveryContent,
  DeliveryCursor,
  Delivery,
  DeliveryReading,
  DeliveryWriting,
} from '../../meaning/delivery/deliveries.ts'
import { type Database, DatabaseFailure, type SqlRow, type SqlValue } from './database.ts'

export const deliveryTables = [
  `CREATE TABLE IF NOT EXISTS "$delivery" (
  id INTEGER PRIMARY KEY, via TEXT NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, destination TEXT NOT NULL, lane TEXT, content TEXT NOT NULL,
  made INTEGER NOT NULL, state TEXT NOT NULL, due INTEGER, ended INTEGER, forget INTEGER, tries INTEGER NOT NULL, attempts TEXT NOT NULL, reason TEXT) STRICT`,
  'CREATE INDEX IF NOT EXISTS "$delivery destination" ON "$delivery" (destination, due, id) WHERE due IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS "$delivery due" ON "$delivery" (due) WHERE due IS NOT NULL',
  `CREATE INDEX IF NOT EXISTS "$delivery lane" ON "$delivery" (lane, id) WHERE lane IS NOT NULL AND state = 'waiting'`,
  'CREATE INDEX IF NOT EXISTS "$delivery lane due" ON "$delivery" (lane) WHERE lane IS NOT NULL AND due IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS "$delivery forget" ON "$delivery" (forget) WHERE forget IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS "$delivery state" ON "$delivery" (state, id)',
  'CREATE TABLE IF NOT EXISTS "$gone" (destination TEXT PRIMARY KEY, url TEXT NOT NULL) STRICT',
]

const firstInLaneSql = `SELECT min(id) AS first FROM "$delivery" WHERE lane = ? AND state = 'waiting'`

/** Steps through the index from one destination to the next, without reading their waiting deliveries. */
const destinationsSql = `WITH RECURSIVE d(name) AS (
  SELECT min(destination) FROM "$delivery" WHERE due IS NOT NULL
  UNION ALL SELECT (SELECT min(destination) FROM "$delivery" WHERE due IS NOT NULL AND destination > d.name) FROM d WHERE d.name IS NOT NULL)
SELECT name FROM d WHERE name IS NOT NULL AND (SELECT min(due) FROM "$delivery" WHERE destination = d.name AND due IS NOT NULL) <= ?`

/** `free`: an additional SQL condition for deliveries that this process may try. */
export function makeDeliveryReading(database: Database, free = ''): DeliveryReading {
  return {
    get(id) {
      const row = database.get('SELECT * FROM "$delivery" WHERE id = ?', [BigInt(id)])
      return row && decodeDelivery(row)
    },
    destinations: (now) => database.all(destinationsSql, [toInteger(now)]).map((row) => row['name'] as string),
    due: (destination, now, limit) =>
      database
        .all(`SELECT * FROM "$delivery" WHERE destination = ? AND due IS NOT NULL AND due <= ?${free} ORDER BY due, id LIMIT ? + 0`, [
          destination,
          toInteger(now),
          BigInt(limit),
        ])
        .map(decodeDelivery),
    next(now) {
      const due = database.get('SELECT min(due) AS due FROM "$delivery" WHERE due IS NOT NULL AND due > ?', [toInteger(now)])?.['due']
      return due === null || due === undefined ? undefined : Number(due)
    },
    nextExpiry() {
      const forget = database.get('SELECT min(forget) AS forget FROM "$delivery" WHERE forget IS NOT NULL', [])?.['forget']
      return forget === null || forget === undefined ? undefined : Number(forget)
    },
    list(after, limit, state) {
      const rows =
        state === undefined
          ? database.all('SELECT * FROM "$delivery" WHERE id > ? ORDER BY id LIMIT ? + 0', [BigInt(after), BigInt(limit)])
          : database.all('SELECT * FROM "$delivery" WHERE state = ? AND id > ? ORDER BY id LIMIT ? + 0', [
              state,
              BigInt(after),
              BigInt(limit),
            ])
      return rows.map(decodeDelivery)
    },
    count() {
      const counts = new Map(
        database.all('SELECT state, count(*) AS n FROM "$delivery" GROUP BY state', []).map((row) => [row['state'], Number(row['n'])]),
      )
      return { waiting: counts.get('waiting') ?? 0, delivered: counts.get('delivered') ?? 0, dead: counts.get('dead') ?? 0 }
    },
    cursor() {
      const text = database.get('SELECT value FROM "$ninefold" WHERE name = ?', ['deliveries'])?.['value']
      return typeof text === 'string' ? (parseText(text) as DeliveryCursor) : undefined
    },
    givenUp: (destination) => database.get('SELECT url FROM "$gone" WHERE destination = ?', [destination])?.['url'] as string | undefined,
  }
}

/** A number, or a SQL expression for one. */
export type SqlNumber = number | { readonly sql: string }

/**
 * `nextId` numbers deliveries in ascending order, also across restarts; `onAdded` is called for each new one. `locking`: the SQL that locks
 * the delivery ahead in a lane, if another transaction could end it meanwhile.
 */
export function makeDeliveryWriting(database: Database, nextId: () => SqlNumber, onAdded: () => void, locking = ''): DeliveryWriting {
  return {
    add(delivery) {
      const { via, name, message, destination, lane = null, content, made } = delivery
      onAdded()
      const id = nextId()
      const [idSql, values] = typeof id === 'number' ? ['?', [BigInt(id)]] : [id.sql, []]
      // Due at once, unless an earlier delivery of its lane waits.
      const due = `CASE WHEN EXISTS (SELECT 1 FROM "$delivery" WHERE lane = ? AND state = 'waiting'${locking}) THEN NULL ELSE CAST(? AS BIGINT) END`
      database.run(`INSERT INTO "$delivery" VALUES (${idSql}, ?, ?, ?, ?, ?, ?, ?, 'waiting', ${due}, NULL, NULL, 0, '[]', NULL)`, [
        ...values,
        via,
        name,
        message,
        destination,
        lane,
        printJson(content as Parameters<typeof printJson>[0]),
        toInteger(made),
        lane,
        toInteger(made),
      ])
    },
    set(delivery, now) {
      updateDelivery(database, delivery)
      const { lane, state } = delivery
      if (lane === undefined || state === 'waiting') return
      const anyDue = 'EXISTS (SELECT 1 FROM "$delivery" WHERE lane = ? AND due IS NOT NULL)'
      database.run(`UPDATE "$delivery" SET due = ? WHERE id = (${firstInLaneSql}) AND NOT ${anyDue}`, [toInteger(now), lane, lane])
    },
    setCursor(cursor) {
      if (cursor === undefined) return database.run('DELETE FROM "$ninefold" WHERE name = ?', ['deliveries'])
      database.run('INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [
        'deliveries',
        printCursor(cursor),
      ])
    },
    giveUp(destination, stop) {
      if (stop === undefined) database.run('DELETE FROM "$gone" WHERE destination = ?', [destination])
      else database.run('INSERT INTO "$gone" VALUES (?, ?) ON CONFLICT (destination) DO UPDATE SET url = excluded.url', [destination, stop])
    },
    deleteExpired: (now, limit) =>
      database.all(
        'DELETE FROM "$delivery" WHERE id IN (SELECT id FROM "$delivery" WHERE forget IS NOT NULL AND forget <= ? LIMIT ? + 0) RETURNING id',
        [toInteger(now), BigInt(limit)],
      ).length,
  }
}

const toInteger = (ms: number): bigint => (Number.isFinite(ms) ? BigInt(Math.floor(ms)) : 2n ** 63n - 1n)

/** Stores the outcome of an attempt; destination and lane stay. */
function updateDelivery(database: Database, { id, content, state, due, ended, forget, tries, attempts, reason }: Delivery): void {
  const bindOptional = (ms: number | undefined): SqlValue => (ms === undefined ? null : toInteger(ms))
  database.run(
    'UPDATE "$delivery" SET content = ?, state = ?, due = ?, ended = ?, forget = ?, tries = ?, attempts = ?, reason = ? WHERE id = ?',
    [
      printJson(content as Parameters<typeof printJson>[0]),
      state,
      bindOptional(due),
      bindOptional(ended),
      bindOptional(forget),
      BigInt(tries),
      JSON.stringify(attempts),
      reason ?? null,
      BigInt(id),
    ],
  )
}

function decodeDelivery(row: SqlRow): Delivery {
  const text = (name: string): string => row[name] as string
  const bindOptional = (name: string): { readonly [name: string]: number } => (row[name] === null ? {} : { [name]: Number(row[name]) })
  return {
    id: Number(row['id']),
    via: text('via'),
    name: text('name'),
    message: text('message'),
    destination: text('destination'),
    ...(row['lane'] === null ? {} : { lane: text('lane') }),
    content: decodeContent(text('content')),
    made: Number(row['made']),
    state: text('state') as Delivery['state'],
    ...bindOptional('due'),
    ...bindOptional('ended'),
    ...bindOptional('forget'),
    tries: Number(row['tries']),
    attempts: JSON.parse(text('attempts')) as readonly Attempt[],
    ...(row['reason'] === null ? {} : { reason: text('reason') }),
  }
}

/** Numbers of an event's data keep their digits. */
function decodeContent(text: string): DeliveryContent {
  return parseText(text) as DeliveryContent
}

function parseText(text: string): unknown {
  const parsed = parseJsonText(text, { depth: 1000 })
  if ('problem' in parsed) throw new DatabaseFailure('corrupt', `a delivery holds text that is not JSON: ${parsed.problem.message}`)
  return parsed.value
}

/** The stored text of a cursor, by which processes agree on it. */
export function printCursor(cursor: DeliveryCursor): string {
  return printJson(cursor as Parameters<typeof printJson>[0])
}
