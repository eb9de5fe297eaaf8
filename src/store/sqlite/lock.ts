// Ensures that one process writes a file: an open transaction on a lock file beside it, which the operating system ends with the process.
// The lock file names its holder, and other processes can read that. It stays after the end: if the holder removed it, a process that has
// opened it already could hold the lock beside one that creates it anew.

import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { DatabaseFailure } from '../sql/database.ts'
import { SqliteDatabase } from './database.ts'
import { identifyFile, makePrivate } from './file.ts'

export type LockHolder = {
  readonly pid: number
  readonly host: string
  /** In milliseconds since 1970. */
  readonly since: number
  /** Its address, if known when it took the lock. */
  readonly address?: string
}

export type Lock = {
  /** The identity of the lock file, to notice when it was replaced. */
  readonly path: string
  release(): void
}

/** `heldBy` is undefined if the holder has not yet written its name. */
export type LockAttempt = Lock | { readonly heldBy: LockHolder | undefined }

/** Another process may take the lock between the commit that names the holder and the transaction that stays open; then all retry. */
const maxAttempts = 20

/** `file` is the file itself: a name without symbolic links. */
export function takeLock(file: string, since: number, address: string | undefined): LockAttempt {
  const path = `${file}-lock`
  const holder: LockHolder = { pid: process.pid, host: hostname(), since, ...(address === undefined ? {} : { address }) }
  for (let tries = 0; tries < maxAttempts; tries++) {
    makePrivate(path)
    const before = identifyFile(path)
    const locked = tryLock(path, JSON.stringify(holder))
    if (locked === 'held') return { heldBy: readHolder(file) }
    // A file that is not a lock file does not belong to this program.
    if (locked === 'damaged') rmSync(path, { force: true })
    else if (locked !== 'lost') {
      if (before !== undefined && before === identifyFile(path)) return { path, release: () => locked.close() }
      locked.close()
    }
  }
  return { heldBy: readHolder(file) }
}

/** Gives the connection whose open transaction is the lock. */
function tryLock(path: string, holder: string): SqliteDatabase | 'held' | 'lost' | 'damaged' {
  const database = new SqliteDatabase(path, { readOnly: false, patience: 100 })
  try {
    // The lock's content is worthless after a system crash, so it is not synced to disk.
    database.execute(
      'PRAGMA synchronous = OFF; BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (said TEXT NOT NULL) STRICT; DELETE FROM holder',
    )
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

/** The holder that a lock file names; undefined if that is unreadable. */
function readHolder(file: string): LockHolder | undefined {
  try {
    const database = new SqliteDatabase(`${file}-lock`, { readOnly: true, patience: 100 })
    try {
      const text = database.get('SELECT said FROM holder', [])?.['said']
      return typeof text === 'string' ? (JSON.parse(text) as LockHolder) : undefined
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof DatabaseFailure) return undefined
    throw error
  }
}

/** `process 4711, which has served it since … at http://…`. */
export function printHolder(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'another process'
  const { pid, host, since, address } = holder
  return `process ${pid}${host === hostname() ? '' : ` on ${host}`}, since ${new Date(since).toISOString()}${address === undefined ? '' : `, at ${address}`}`
}
