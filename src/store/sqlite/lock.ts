// One process writes a file: a transaction on a lock file beside it stays open as long as the process lives, and the system ends it with the
// process, however that ends. The lock file says who holds it; everybody can read that meanwhile.

import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { Database, DatabaseFailure } from './database.ts'
import { identityOf, makePrivate } from './file.ts'

export type Holder = {
  readonly pid: number
  readonly host: string
  /** In milliseconds since 1970. */
  readonly since: number
  /** Where it answers, if that was known when it took the lock. */
  readonly address?: string
}

export type Lock = {
  /** The lock file as it was taken, to notice when it is another one. */
  readonly path: string
  release(): void
}

/** `heldBy` is undefined where the holder has not yet said who it is. */
export type Taken = Lock | { readonly heldBy: Holder | undefined }

/** Between the commit of who holds it and the transaction that stays open, another process may step in: then all begin again. */
const mostTries = 20

/** `file` is the file itself: a name without symbolic links. */
export function takeLock(file: string, since: number, address: string | undefined): Taken {
  const path = `${file}-lock`
  const holder: Holder = { pid: process.pid, host: hostname(), since, ...(address === undefined ? {} : { address }) }
  for (let tries = 0; tries < mostTries; tries++) {
    makePrivate(path)
    const before = identityOf(path)
    const taken = tryLock(path, JSON.stringify(holder))
    if (taken === 'held') return { heldBy: holderOf(file) }
    // No lock file is this one: it is not kept by a program of ours.
    if (taken === 'damaged') rmSync(path, { force: true })
    else if (taken !== 'lost') {
      if (before !== undefined && before === identityOf(path)) return { path, release: () => taken.close() }
      taken.close()
    }
  }
  return { heldBy: holderOf(file) }
}

/** Gives the connection whose open transaction is the lock. */
function tryLock(path: string, holder: string): Database | 'held' | 'lost' | 'damaged' {
  const database = new Database(path, { readOnly: false, patience: 100 })
  try {
    // What it says is worth nothing once the system has stopped, so nothing waits for the disk.
    database.execute('PRAGMA synchronous = OFF; BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (said TEXT NOT NULL) STRICT; DELETE FROM holder')
    database.run('INSERT INTO holder VALUES (?)', [holder])
    database.execute('COMMIT; BEGIN IMMEDIATE')
    if (database.get('SELECT said FROM holder', [])?.['said'] === holder) return database
    database.close()
    return 'lost'
  } catch (error) {
    database.close()
    if (!(error instanceof DatabaseFailure)) throw error
    if (error.kind === 'locked') return 'held'
    if (error.kind === 'corrupt' || error.kind === 'not-a-database') return 'damaged'
    throw error
  }
}

/** Who holds the lock of a file, as it says itself; undefined where that cannot be read. */
function holderOf(file: string): Holder | undefined {
  try {
    const database = new Database(`${file}-lock`, { readOnly: true, patience: 100 })
    try {
      const text = database.get('SELECT said FROM holder', [])?.['said']
      return typeof text === 'string' ? (JSON.parse(text) as Holder) : undefined
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof DatabaseFailure) return undefined
    throw error
  }
}

/** `process 4711, which has served it since … at http://…`. */
export function holderText(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process'
  const { pid, host, since, address } = holder
  return `process ${pid}${host === hostname() ? '' : ` on ${host}`}, since ${new Date(since).toISOString()}${address === undefined ? '' : `, at ${address}`}`
}
