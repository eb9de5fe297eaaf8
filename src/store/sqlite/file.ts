// The files of a store on the disk: their canonical name, their identity, and their permissions.

import { closeSync, existsSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseFailure } from '../sql/database.ts'

const kinds: { readonly [code: string]: DatabaseFailure['kind'] } = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'failing',
  ENOENT: 'no-folder',
  ENOTDIR: 'no-folder',
  EACCES: 'denied',
  EPERM: 'denied',
}

/** Creates a missing file with permissions for its owner only. SQLite's files beside it get the same permissions. */
export function makePrivate(path: string): void {
  if (existsSync(path)) return
  try {
    // Appending follows a symbolic link to a missing file.
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new DatabaseFailure(kinds[code] ?? 'cannot-open', message)
  }
}

/** Resolves the file's real path, so that processes that use a symbolic link meet the same lock. */
export function resolveFile(path: string): string {
  makePrivate(path)
  const file = realpathSync(path)
  const stats = statSync(file)
  if (stats.isDirectory()) throw new DatabaseFailure('directory', file)
  // SQLite derives the log's name from the file's name, so hard links would lose writes.
  if (stats.nlink > 1) throw new DatabaseFailure('linked', `${stats.nlink} hard links`)
  return file
}

/** Differs for two files, even after a replacement under one name; undefined if the file does not exist. */
export function identifyFile(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}

/** Warnings for the operator about permissions of a store's files that are too wide. */
export function listPermissionWarnings(file: string): readonly string[] {
  // On that platform, mode bits have another meaning.
  if (process.platform === 'win32') return []
  const readMode = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
  // SQLite's files beside it follow the main file.
  const sidecars = ['-wal', '-shm'].map((ending) => `${file}${ending}`).filter((path) => readMode(path) !== readMode(file))
  const wide = [file, ...sidecars, `${file}-lock`, ...listBackups(file)].flatMap((path) => {
    const mode = readMode(path)
    return (mode & 0o077) === 0 ? [] : [`${path} is open to others (its mode is ${mode.toString(8)}); \`chmod 600\` leaves it to its owner`]
  })
  const { mode } = statSync(dirname(file))
  // In a sticky folder others cannot remove it.
  const replaceable = (mode & 0o002) !== 0 && (mode & 0o1000) === 0
  return [...wide, ...(replaceable ? [`${dirname(file)} can be written by everybody, who can so replace the store`] : [])]
}

function listBackups(file: string): readonly string[] {
  const folder = dirname(file)
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.backup'))
    .map((name) => join(folder, name))
}
