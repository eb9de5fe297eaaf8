// Timers as rows: the next due timers, the dead timers, and their numbers.

import type { Store, Timer } from '../../meaning/store.ts'
import type { TimedKind } from '../../model/timed.ts'
import type { Database, SqlRow } from './database.ts'

export function makeTimerReading(database: Database): Pick<Store, 'nextTimer' | 'deadTimers' | 'waitingTimers' | 'countTimers'> {
  return {
    nextTimer(now) {
      const row = database.get('SELECT * FROM "$timer" WHERE dead IS NULL AND due <= ? ORDER BY due, id LIMIT 1', [bindTime(now)])
      return row && decodeTimer(row)
    },
    deadTimers: () => database.all('SELECT * FROM "$timer" WHERE dead IS NOT NULL ORDER BY id', []).map(decodeTimer),
    waitingTimers: (limit) =>
      database.all('SELECT * FROM "$timer" WHERE dead IS NULL ORDER BY due, id LIMIT ? + 0', [BigInt(limit)]).map(decodeTimer),
    countTimers(now) {
      const sql =
        'SELECT count(*) FILTER (WHERE dead IS NULL) AS waiting, count(*) FILTER (WHERE dead IS NULL AND due <= ?) AS due, count(dead) AS dead FROM "$timer"'
      const row = database.get(sql, [bindTime(now)])!
      return { waiting: Number(row['waiting']), due: Number(row['due']), dead: Number(row['dead']) }
    },
  }
}

/** A time that may lie beyond all times. */
function bindTime(now: number): bigint {
  return Number.isFinite(now) ? BigInt(Math.floor(now)) : 2n ** 63n - 1n
}

/** The column contains `PT24H` under `after`, and `every PT1H` or `at reminder` otherwise. */
function parseTimerName(text: string): Pick<Timer, 'kind' | 'name'> {
  const [kind, name] = text.split(' ', 2) as [string, string?]
  return name === undefined ? { kind: 'after', name: kind } : { kind: kind as TimedKind, name }
}

function printTimerName({ kind, name }: Pick<Timer, 'kind' | 'name'>): string {
  return kind === 'after' ? name : `${kind} ${name}`
}

export function insertTimer(database: Database, timer: Timer): void {
  const { id, resource, key, field, state, due, attempts, dead } = timer
  database.run('INSERT INTO "$timer" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    BigInt(id),
    resource,
    key,
    field,
    state,
    printTimerName(timer),
    BigInt(due),
    BigInt(attempts),
    dead ?? null,
  ])
}

/** Stores the outcome of an attempt; nothing else of a timer changes. */
export function updateTimer(database: Database, { id, due, attempts, dead }: Timer): void {
  database.run('UPDATE "$timer" SET due = ?, attempts = ?, dead = ? WHERE id = ?', [
    BigInt(due),
    BigInt(attempts),
    dead ?? null,
    BigInt(id),
  ])
}

export function decodeTimer(row: SqlRow): Timer {
  const { id, resource, key, field, state, duration, due, attempts, dead } = row
  return {
    id: Number(id),
    resource: resource as string,
    key: key as string,
    field: field as string,
    state: state as string,
    ...parseTimerName(duration as string),
    due: Number(due),
    attempts: Number(attempts),
    ...(dead === null || dead === undefined ? {} : { dead: dead as string }),
  }
}
