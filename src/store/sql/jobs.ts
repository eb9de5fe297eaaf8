// Queued code as rows.

import { printJson } from '../../base/json.ts'
import type { Job, Store, Transaction } from '../../meaning/store.ts'
import { qualifyName } from '../../meaning/caller/name-in-tenant.ts'
import { parseStoredJson } from './codec.ts'
import type { Database, SqlRow } from './database.ts'

/** `free`: an additional condition for jobs that this process may run. */
export function makeJobReading(database: Database, free = ''): Pick<Store, 'dueJobs' | 'nextJob' | 'deadJobs'> {
  return {
    nextJob() {
      const first = database.get('SELECT min(due) AS due FROM "$job" WHERE dead IS NULL', [])?.['due']
      return first === null || first === undefined ? undefined : Number(first)
    },
    dueJobs(now) {
      const bound = Number.isFinite(now) ? BigInt(Math.floor(now)) : 2n ** 63n - 1n
      return database.all(`SELECT * FROM "$job" WHERE dead IS NULL AND due <= ?${free} ORDER BY due, id LIMIT 100`, [bound]).map(decodeJob)
    },
    deadJobs: () => database.all('SELECT * FROM "$job" WHERE dead IS NOT NULL ORDER BY id', []).map(decodeJob),
  }
}

export function insertJob(database: Database, { id, behaviour, tenants = {}, input, due, attempts, dead }: Job): void {
  // The tenant precedes the name, as with the keys of timers.
  const place = qualifyName(Object.keys(tenants).length === 0 ? '' : printJson(tenants), behaviour)
  database.run('INSERT INTO "$job" VALUES (?, ?, ?, ?, ?, ?)', [
    BigInt(id),
    place,
    printJson(input),
    BigInt(Math.floor(due)),
    BigInt(attempts),
    dead ?? null,
  ])
}

/** Stores the outcome of an attempt; nothing else of a job changes. */
export function updateJob(database: Database, { id, due, attempts, dead }: Job): void {
  database.run('UPDATE "$job" SET due = ?, attempts = ?, dead = ? WHERE id = ?', [
    BigInt(Math.floor(due)),
    BigInt(attempts),
    dead ?? null,
    BigInt(id),
  ])
}

export function removeJob(database: Database, id: Parameters<Transaction['removeJob']>[0]): void {
  database.run('DELETE FROM "$job" WHERE id = ?', [BigInt(id)])
}

function decodeJob({ id, behaviour, input, due, attempts, dead }: SqlRow): Job {
  const [name = '', tenants] = (behaviour as string).split('\n', 2).toReversed()
  return {
    id: Number(id),
    behaviour: name,
    ...(tenants === undefined ? {} : { tenants: parseStoredJson(tenants) as NonNullable<Job['tenants']> }),
    input: parseStoredJson(input as string),
    due: Number(due),
    attempts: Number(attempts),
    ...(dead === null || dead === undefined ? {} : { dead: dead as string }),
  }
}
