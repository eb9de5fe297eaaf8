// Timers as rows of the file: what is due first, what is dead, how many there are.

import type { Store, Timer } from '../../meaning/store.ts'
import type { Database, SqlRow } from './database.ts'

export function timersIn(database: Database): Pick<Store, 'nextTimer' | 'deadTimers' | 'waitingTimers' | 'countTimers'> {
  return {
    nextTimer(now) {
      const row = database.get('SELECT * FROM "$timer" WHERE dead IS NULL AND due <= ? ORDER BY due, id LIMIT 1', [bound(now)])
      return row && timerOf(row)
    },
    deadTimers: () => database.all('SELECT * FROM "$timer" WHERE dead IS NOT NULL ORDER BY id', []).map(timerOf),
    waitingTimers: (limit) => database.all('SELECT * FROM "$timer" WHERE dead IS NULL ORDER BY due, id LIMIT ?', [BigInt(limit)]).map(timerOf),
    countTimers(now) {
      const sql = 'SELECT count(*) FILTER (WHERE dead IS NULL) AS waiting, count(*) FILTER (WHERE dead IS NULL AND due <= ?) AS due, count(dead) AS dead FROM "$timer"'
      const row = database.get(sql, [bound(now)])!
      return { waiting: Number(row['waiting']), due: Number(row['due']), dead: Number(row['dead']) }
    },
  }
}

/** A time that may lie beyond all times. */
function bound(now: number): bigint {
  return Number.isFinite(now) ? BigInt(Math.floor(now)) : 2n ** 63n - 1n
}

/** Of a schedule the column says `every PT1H`. */
function lengthOf(text: string): Pick<Timer, 'duration' | 'every'> {
  return text.startsWith('every ') ? { duration: text.slice(6), every: true } : { duration: text }
}

export function timerDurationText({ duration, every }: Pick<Timer, 'duration' | 'every'>): string {
  return every === true ? `every ${duration}` : duration
}

export function timerOf(row: SqlRow): Timer {
  const { id, resource, key, field, state, duration, due, attempts, dead } = row
  return {
    id: Number(id), resource: resource as string, key: key as string, field: field as string, state: state as string,
    ...lengthOf(duration as string), due: Number(due), attempts: Number(attempts), ...(dead === null || dead === undefined ? {} : { dead: dead as string }),
  }
}
