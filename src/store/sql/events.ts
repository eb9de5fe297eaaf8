// The outbox: events as rows of the transaction that caused them, in the order of commits.

import { type Json, parseJsonText, printJson } from '../../base/json.ts'
import { type EventLog, type EventRow, type EventPosition, type TraceContext, beginsWith } from '../../exchange/event.ts'
import type { Store } from '../../meaning/store.ts'
import { type Database, DatabaseFailure, type SqlRow, type SqlValue } from './database.ts'

const positionColumns = '("commit", "index")'
const newest = 'SELECT * FROM "$event" ORDER BY "commit" DESC, "index" DESC LIMIT 1'

/** How the events of a transaction are written and read. */
export type EventSql = {
  /** Writes the events of one transaction. */
  eventWriter(database: Database): (event: Omit<EventRow, 'position'>) => void
  log(database: Database): EventLog
  /** Called after events were rolled back. */
  rolledBack(): void
}

/** The number of the newest commit with events, if known; reset when events may have been rolled back. */
export type Numbering = { last: number | undefined }

/** Writes the events of one transaction: the first event gets the next commit number. */
export function makeEventWriter(database: Database, numbering: Numbering): (event: Omit<EventRow, 'position'>) => void {
  let commit: number | undefined
  let index = 0
  return (event) => {
    if (commit === undefined) {
      numbering.last ??= Number(database.get(newest, [])?.['commit'] ?? 0)
      commit = ++numbering.last
    }
    const values = listEventValues(event)
    values.unshift(BigInt(commit), BigInt(index++))
    database.run('INSERT INTO "$event" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', values)
  }
}

/** The values of an event's columns, except for its position. */
export function listEventValues(event: Omit<EventRow, 'position'>): SqlValue[] {
  const { id, type, time, resource, key, partitionkey, subject, dataschema, data, cause } = event
  return [
    id,
    type,
    BigInt(Math.floor(time)),
    resource,
    key,
    partitionkey ?? null,
    subject ?? null,
    dataschema ?? null,
    data === undefined ? null : printJson(data),
    cause,
    printRemembered(event),
  ]
}

/** Events with numbers from the only writing process. */
export function makeNumberedEvents(): EventSql {
  const numbering: Numbering = { last: undefined }
  return {
    eventWriter: (database) => makeEventWriter(database, numbering),
    log: makeEventReading,
    rolledBack: () => void (numbering.last = undefined),
  }
}

export function readNewestEvent(database: Database): EventRow | undefined {
  const row = database.get(newest, [])
  return row && decodeEvent(row)
}

/** The newest `count` events, oldest first. */
export function readLastEvents(database: Database, count: number): readonly EventRow[] {
  return database
    .all('SELECT * FROM "$event" ORDER BY "commit" DESC, "index" DESC LIMIT ? + 0', [BigInt(count)])
    .map(decodeEvent)
    .toReversed()
}

export function makeEventReading(
  database: Database,
): Pick<Store, 'events' | 'eventAt' | 'oldestEvent' | 'newestEvent' | 'lastEvents' | 'isComplete' | 'deleteExpiredEvents'> {
  const readOne = (sql: string, values: readonly SqlValue[] = []): EventRow | undefined => {
    const row = database.get(sql, values)
    return row && decodeEvent(row)
  }
  const oldestEvent = (): EventRow | undefined => readOne('SELECT * FROM "$event" ORDER BY "commit", "index" LIMIT 1')
  return {
    events(after, limit, types) {
      const typeCondition = types === undefined ? '' : ' AND type IN (SELECT value FROM json_each(?))'
      const values = [...toPositionKey(after), ...(types === undefined ? [] : [JSON.stringify([...types])]), BigInt(limit)]
      return database
        .all(`SELECT * FROM "$event" WHERE ${positionColumns} > (?, ?)${typeCondition} ORDER BY "commit", "index" LIMIT ? + 0`, values)
        .map(decodeEvent)
    },
    eventAt: (position) => readOne(`SELECT * FROM "$event" WHERE ${positionColumns} = (?, ?)`, toPositionKey(position)),
    oldestEvent,
    lastEvents: (count) => readLastEvents(database, count),
    isComplete: () => beginsWith(oldestEvent()),
    newestEvent: () => readNewestEvent(database),
    deleteExpiredEvents(before, limit) {
      // Reads one more than `limit`: an event is deleted only if the next one is old enough.
      const first = database.all('SELECT "commit", "index", time FROM "$event" ORDER BY "commit", "index" LIMIT ? + 0', [
        BigInt(limit) + 1n,
      ])
      const young = first.findIndex((row, index) => index > 0 && Number(row['time']) > before)
      const count = (young < 0 ? first.length : young) - 1
      if (count <= 0) return 0
      const last = first[count - 1]!
      database.run(`DELETE FROM "$event" WHERE ${positionColumns} <= (?, ?)`, [last['commit']!, last['index']!])
      return count
    },
  }
}

export function toPositionKey({ commit, index }: EventPosition): SqlValue[] {
  return [BigInt(commit), BigInt(index)]
}

export function decodeEvent(row: SqlRow): EventRow {
  const text = (name: 'partitionkey' | 'subject' | 'dataschema') => {
    const value = row[name]
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const { commit, index, id, type, time, resource, key, data, cause, record } = row
  return {
    position: { commit: Number(commit), index: Number(index) },
    id: id as string,
    type: type as string,
    time: Number(time),
    resource: resource as string,
    key: key as string,
    cause: cause as string,
    ...text('partitionkey'),
    ...text('subject'),
    ...text('dataschema'),
    ...(typeof data === 'string' ? { data: parseStoredJson(data) } : {}),
    ...(typeof record === 'string' ? parseRemembered(parseStoredJson(record) as Remembered) : {}),
  }
}

type Remembered = NonNullable<EventRow['record']>

/** Keys that no property has. `alone`: the text contains no values of the record. */
const before = '$old'
const traced = '$trace'
const valueKey = '$alone'

/** The values of the record, its former values and the trace, as one text. */
function printRemembered({ record, old, trace }: Pick<EventRow, 'record' | 'old' | 'trace'>): string | null {
  if (old === undefined && trace === undefined) return record === undefined ? null : printJson(record)
  return printJson({
    ...record,
    ...(old === undefined ? {} : { [before]: old }),
    ...(trace === undefined ? {} : { [traced]: trace as Json, ...(record === undefined ? { [valueKey]: true } : {}) }),
  })
}

function parseRemembered({
  [before]: old,
  [traced]: trace,
  [valueKey]: isAlone,
  ...record
}: Remembered): Pick<EventRow, 'record' | 'old' | 'trace'> {
  return {
    ...(isAlone === true ? {} : { record }),
    ...(old === undefined ? {} : { old: old as Remembered }),
    ...(trace === undefined ? {} : { trace: trace as TraceContext }),
  }
}

/** Parses JSON that this program wrote, keeping the digits of its numbers. */
function parseStoredJson(text: string): NonNullable<EventRow['data']> {
  const parsed = parseJsonText(text, { depth: 1000, keepsZeros: true })
  if ('problem' in parsed) throw new DatabaseFailure('corrupt', `an event holds text that is not JSON: ${parsed.problem.message}`)
  return parsed.value as NonNullable<EventRow['data']>
}
