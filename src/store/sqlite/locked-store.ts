// Opens a file that this process alone serves: acquires its lock, opens the store, and releases both at the end.

import type { Handover, RefusedStore, RuntimeOptions } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { DatabaseFailure } from '../sql/database.ts'
import type { SqliteDatabase } from './database.ts'
import { resolveFile, listPermissionWarnings } from './file.ts'
import { type LockHolder, type Lock, printHolder, takeLock } from './lock.ts'
import { migrate, printMigrationProblem } from './migrate.ts'
import { explainFailure, openDatabases } from './open.ts'

export type LockedStore = {
  /** The file's canonical path. */
  readonly file: string
  readonly writer: SqliteDatabase
  readonly reader: SqliteDatabase
  /** True if the file was created now. */
  readonly isNew: boolean
  readonly lock: () => Lock
  /** Takes the lock again if its file was deleted; false if another process has it. */
  relock(): boolean
  close(): void
}

/** Milliseconds between two attempts to acquire the lock of another process. */
const pause = 50

/** Opens the store; refused if it belongs to another document, or if another process serves it. */
export async function openLocked(path: string, layout: Layout, options: RuntimeOptions): Promise<LockedStore | RefusedStore> {
  let lock: Lock | undefined
  try {
    const file = resolveFile(path)
    const acquired = await awaitLock(file, options)
    if ('heldBy' in acquired) return { problem: printLocked(path, acquired.heldBy) }
    lock = acquired
    const opened = openMigrated(path, file, layout, options)
    if ('problem' in opened) {
      lock.release()
      return opened
    }
    for (const words of listPermissionWarnings(file)) options.onWarning?.(words)
    const { writer, reader, isNew } = opened
    return {
      file,
      writer,
      reader,
      isNew,
      lock: () => lock!,
      relock() {
        const retaken = takeLock(file, options.clock.now(), options.address)
        if ('heldBy' in retaken) return false
        lock?.release()
        lock = retaken
        options.onWarning?.(`${retaken.path} was removed and is made again; it needs no cleaning up`)
        return true
      },
      close() {
        reader.close()
        writer.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  }
}

/** Prevents other processes from opening the file until it is released. */
export function lockFile(path: string, now: number): { readonly file: string; release(): void } | RefusedStore {
  try {
    const file = resolveFile(path)
    const lock = takeLock(file, now, undefined)
    return 'heldBy' in lock ? { problem: printLocked(path, lock.heldBy) } : { file, release: () => lock.release() }
  } catch (error) {
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  }
}

/** Runs `work` while no other process has the file. */
export function runLocked<T>(path: string, now: number, work: (file: string) => T): T | RefusedStore {
  const lock = lockFile(path, now)
  if ('problem' in lock) return lock
  try {
    return work(lock.file)
  } catch (error) {
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    throw error
  } finally {
    lock.release()
  }
}

function printLocked(path: string, holder: LockHolder | undefined): string {
  return `${path} is in use by ${printHolder(holder)}; one process at a time can serve or migrate it, so stop that one first, or have \`serve --handover PT30S\` wait until it has ended`
}

/** Takes the lock as soon as its holder releases it, within the operator's time limit. */
async function awaitLock(file: string, { clock, address, handover }: RuntimeOptions): Promise<ReturnType<typeof takeLock>> {
  const until = performance.now() + (handover?.patience ?? 0)
  for (let isFirst = true; ; isFirst = false) {
    const lock = takeLock(file, clock.now(), address)
    if (!('heldBy' in lock) || performance.now() >= until) return lock
    if (isFirst) notifyWaiting(handover, lock.heldBy)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function notifyWaiting(handover: Handover | undefined, holder: LockHolder | undefined): void {
  handover?.onWaiting?.(printHolder(holder))
}

type Opened = Exclude<ReturnType<typeof openDatabases>, { readonly differs: true } | { readonly problem: string }>

/** Opens the store and applies migrations that lose no data. `path` is the file's name in messages. */
function openMigrated(
  path: string,
  file: string,
  layout: Layout,
  { clock, randomness, onStatement, onMigrated, spans }: RuntimeOptions,
): Opened | RefusedStore {
  const opened = openDatabases(file, layout, { onStatement, spans }, path)
  if (!('differs' in opened)) return opened
  const migrated = migrate(file, layout, { allow: 'safe', now: clock.now(), randomness, onStatement })
  if (migrated.kind === 'problem') return { problem: printMigrationProblem(path, migrated) }
  if (migrated.kind === 'stopped')
    return { problem: `${path} was made by another document, and what would be done to it is not yet approved`, plan: migrated.plan }
  if (migrated.kind === 'done') onMigrated?.(migrated.plan)
  const again = openDatabases(file, layout, { onStatement, spans }, path)
  return 'differs' in again ? { problem: `${path} was migrated by another process in the meantime` } : again
}
