// The store's own persistent values: versions, the cursor key, and the document's records.

import type { Randomness } from '../../base/clock.ts'
import type { CursorSecret } from '../../exchange/cursor.ts'
import { printJson } from '../../base/json.ts'
import type { FormerRows } from '../../meaning/start/document-records.ts'
import { parseStoredJson } from './codec.ts'
import type { Database } from './database.ts'

function readStoreValue(database: Database, name: string): string | undefined {
  return database.get('SELECT value FROM "$ninefold" WHERE name = ?', [name])?.['value'] as string | undefined
}

function storeValue(database: Database, name: string, text: string): void {
  database.run('INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [name, text])
}

/** Reserves versions in blocks, each in its own commit, so that no version is used twice, even after a crash. */
const block = 2 ** 20

export function makeVersions(database: Database): { next(): number; reserve(): void } {
  let last = Number(readStoreValue(database, 'versions') ?? 0)
  let end = last
  return {
    next: () => ++last,
    reserve() {
      if (end - last > block / 2) return
      end = last + 2 * block
      storeValue(database, 'versions', String(end))
    },
  }
}

/** A cursor lives as long as the store does. */
export function makeCursorSecret(database: Database, randomness: Randomness): CursorSecret {
  const stored = readStoreValue(database, 'cursors')
  const text = stored ?? JSON.stringify({ key: randomness.bytes(32).toHex(), epoch: randomness.bytes(8).toHex() })
  if (stored === undefined) storeValue(database, 'cursors', text)
  const { key, epoch } = JSON.parse(text) as { key: string; epoch: string }
  return { key: Uint8Array.fromHex(key), epoch }
}

/** The secret of cursors under a new epoch: earlier cursors are recognised and refused. */
export function withNewEpoch(cursors: string, randomness: Randomness): string {
  return JSON.stringify({ ...(JSON.parse(cursors) as object), epoch: randomness.bytes(8).toHex() })
}

/** Begins a new epoch: the store's history differs from that of earlier cursors, positions and entity tags. */
export function beginEpoch(database: Database, randomness: Randomness): void {
  const stored = readStoreValue(database, 'cursors')
  if (stored !== undefined) storeValue(database, 'cursors', withNewEpoch(stored, randomness))
}

/** Writes a probe value of at least so many characters to test that the store works. */
export function keepTry(database: Database, now: number, size: number): void {
  storeValue(database, 'tried', String(now).padEnd(size))
}

/** Takes one version without reserving a block. */
export function takeVersion(database: Database): number {
  const next = Number(readStoreValue(database, 'versions') ?? 0) + 1
  storeValue(database, 'versions', String(next))
  return next
}

/** The records as the document inserted them; absent in a file of an earlier edition. */
export function makeFormerRows(database: Database): FormerRows {
  return parseStoredJson(readStoreValue(database, 'records') ?? '{}') as FormerRows
}

export function hasRows(database: Database): boolean {
  return readStoreValue(database, 'records') !== undefined
}

export function keepRows(database: Database, rows: FormerRows): void {
  const text = printJson(rows)
  if (text !== (readStoreValue(database, 'records') ?? '{}')) storeValue(database, 'records', text)
}
