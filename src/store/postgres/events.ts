// The outbox in PostgreSQL. An event's position is the number of its transaction, and its own number. Readers see an event only after every
// transaction with a lower number has ended. So a later commit never adds an event before one that a reader has seen.

import type { EventLog, EventRow } from '../../exchange/event.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Store } from '../../meaning/store.ts'
import type { SqlRow, SqlValue } from '../sql/database.ts'
import { type EventSql, decodeEvent, listEventValues, toPositionKey } from '../sql/events.ts'
import type { RecordedDatabase } from './recorded-database.ts'

/**
 * The highest 16 bits of the numbers of our advisory locks. They depend on the schema, so that another service in the same database
 * does not delay events of this service. Never 0, because other programs use small numbers.
 */
const lockClass = '((hashtext(current_schema()) & 16383) + 1)::bigint'

/**
 * Taken by a transaction before it writes its first event, while it has no number yet: the number that it gets is not lower than
 * the one in the lock.
 */
const announcement = `pg_advisory_xact_lock_shared((${lockClass} << 48) | pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`

/** Announces a writer of events, and then gives the transaction its number. */
export const announcedNumber = `SELECT CASE WHEN ${announcement} IS NOT NULL THEN pg_current_xact_id()::text END AS xid`

/** The lowest number that a transaction can have which may still write events; every one below has ended. */
const horizonSql = `WITH next AS MATERIALIZED (SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS xid)
SELECT next.xid, (SELECT min(((classid::bigint & 65535) << 32) | objid::bigint) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND (classid::bigint >> 16) = ${lockClass} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS writer FROM next`

export const eventTables = [
  'CREATE SEQUENCE IF NOT EXISTS "$event index"',
  `CREATE TABLE IF NOT EXISTS "$event" (
  "commit" bigint NOT NULL, "index" bigint NOT NULL, id text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, time bigint NOT NULL,
  resource text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, partitionkey text, subject text, dataschema text, data text, cause text NOT NULL, record text,
  PRIMARY KEY ("commit", "index"))`,
]

/** The name of the stored marker that events were deleted. */
export const forgotten = 'events deleted'

/** Marks work that stored events. */
export const emitted = 'emitted'

/** The work wrote an event in a transaction without an announcement, so it must run again with one. */
export class Unannounced extends StoreFailure {}

export function makeEventSql(database: RecordedDatabase): EventSql {
  return {
    eventWriter: () => (event) => {
      if (!database.recording.announcesEvents) throw new Unannounced('the transaction did not announce a writer of events')
      const places = Array.from({ length: 11 }, () => '?').join(', ')
      database.run(
        `INSERT INTO "$event" VALUES (pg_current_xact_id()::text::bigint, nextval('"$event index"'), ${places})`,
        listEventValues(event),
      )
    },
    log: () => createEventLog(database),
    rolledBack: () => undefined,
  }
}

/** The newest `count` events, in order. */
export function readNewestEvents(database: RecordedDatabase, count: number): readonly EventRow[] {
  return readBelowHorizon(database, 'SELECT * FROM "$event" WHERE "commit" < ? ORDER BY "commit" DESC, "index" DESC LIMIT ?', [
    BigInt(count),
  ]).toReversed()
}

function readBelowHorizon(database: RecordedDatabase, sql: string, values: readonly SqlValue[]): readonly EventRow[] {
  const { xid, writer } = database.getAlone(horizonSql, [])!
  const horizon = writer === null || (xid as bigint) < (writer as bigint) ? xid : writer
  return database.allAlone(sql, [horizon!, ...values]).map(decodeEvent)
}

/** Each query runs outside the open transaction: all processes see the same events below the horizon. */
export function createEventLog(database: RecordedDatabase): EventLog & Pick<Store, 'deleteExpiredEvents'> {
  const eventsBelow = (sql: string, values: readonly SqlValue[]): readonly EventRow[] => readBelowHorizon(database, sql, values)
  const readFirst = (rows: readonly SqlRow[]): EventRow | undefined => rows[0] && decodeEvent(rows[0])
  return {
    events(after, limit, types) {
      const wanted = types === undefined ? '' : ' AND type IN (SELECT json_array_elements_text(?::json))'
      return eventsBelow(
        `SELECT * FROM "$event" WHERE "commit" < ? AND ("commit", "index") > (?, ?)${wanted} ORDER BY "commit", "index" LIMIT ?`,
        [...toPositionKey(after), ...(types === undefined ? [] : [JSON.stringify([...types])]), BigInt(limit)],
      )
    },
    eventAt: (position) =>
      readFirst(database.allAlone('SELECT * FROM "$event" WHERE ("commit", "index") = (?, ?)', toPositionKey(position))),
    oldestEvent: () => eventsBelow('SELECT * FROM "$event" WHERE "commit" < ? ORDER BY "commit", "index" LIMIT 1', [])[0],
    lastEvents: (count) => readNewestEvents(database, count),
    isComplete: () => database.getAlone('SELECT 1 AS one FROM "$ninefold" WHERE name = ?', [forgotten]) === undefined,
    newestEvent: () => eventsBelow('SELECT * FROM "$event" WHERE "commit" < ? ORDER BY "commit" DESC, "index" DESC LIMIT 1', [])[0],
    deleteExpiredEvents(before, limit) {
      // An event is deleted only if the event after it is old enough.
      const old =
        'SELECT "commit", "index" FROM (SELECT "commit", "index", lead(time) OVER (ORDER BY "commit", "index") AS next FROM (SELECT "commit", "index", time FROM "$event" ORDER BY "commit", "index" LIMIT ?) AS first) AS each WHERE next <= ?'
      const { length } = database.all(`DELETE FROM "$event" WHERE ("commit", "index") IN (${old}) RETURNING 1 AS gone`, [
        BigInt(limit) + 1n,
        BigInt(Math.floor(before)),
      ])
      if (length > 0) database.run('INSERT INTO "$ninefold" (name, value) VALUES (?, \'\') ON CONFLICT (name) DO NOTHING', [forgotten])
      return length
    },
  }
}
