// Code that waits to be run, as rows.

import { printJson } from '../../base/json.ts'
import type { Job, Store, Transaction } from '../../meaning/store.ts'
import { keptJson } from './codec.ts'
import type { Database, SqlRow } from './database.ts'

export function jobsIn(database: Database): Pick<Store, 'dueJobs' | 'nextJob' | 'deadJobs'> {
  return {
    nextJob() {
      const first = database.get('SELECT min(due) AS due FROM "$job" WHERE dead IS NULL', [])?.['due']
      return first === null || first === undefined ? undefined : Number(first)
    },
    dueJobs(now) {
      const bound = Number.isFinite(now) ? BigInt(Math.floor(now)) : 2n ** 63n - 1n
      return database.all('SELECT * FROM "$job" WHERE dead IS NULL AND due <= ? ORDER BY due, id LIMIT 100', [bound]).map(jobOf)
    },
    deadJobs: () => database.all('SELECT * FROM "$job" WHERE dead IS NOT NULL ORDER BY id', []).map(jobOf),
  }
}

export function setJob(database: Database, { id, behaviour, input, due, attempts, dead }: Job): void {
  database.run('INSERT OR REPLACE INTO "$job" VALUES (?, ?, ?, ?, ?, ?)', [BigInt(id), behaviour, printJson(input), BigInt(Math.floor(due)), BigInt(attempts), dead ?? null])
}

export function removeJob(database: Database, id: Parameters<Transaction['removeJob']>[0]): void {
  database.run('DELETE FROM "$job" WHERE id = ?', [BigInt(id)])
}

function jobOf({ id, behaviour, input, due, attempts, dead }: SqlRow): Job {
  return {
    id: Number(id), behaviour: behaviour as string, input: keptJson(input as string), due: Number(due), attempts: Number(attempts),
    ...(dead === null || dead === undefined ? {} : { dead: dead as string }),
  }
}
