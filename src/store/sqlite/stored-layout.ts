// The layout of a file, stored in it as JSON, for comparison with the next document's.

import { type Layout } from '../layout.ts'
import { type Outline, describeLayout } from '../migration/outline.ts'
import type { SqliteDatabase } from './database.ts'
import { listIndexes } from '../sql/indexes.ts'

export function describeSqliteLayout(layout: Layout): Outline {
  return describeLayout(layout, listIndexes)
}

/** The stored outline; undefined if the file has no readable one. */
export function readStoredOutline(database: SqliteDatabase): Outline | undefined {
  const text = database.get('SELECT value FROM "$ninefold" WHERE name = ?', ['layout'])?.['value']
  try {
    const outline = JSON.parse(String(text)) as Partial<Outline>
    return Array.isArray(outline.tables) ? (outline as Outline) : undefined
  } catch {
    return undefined
  }
}

export function keepOutline(database: SqliteDatabase, outline: Outline): void {
  database.run('INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [
    'layout',
    JSON.stringify(outline),
  ])
}

export function isSameOutline(a: Outline | undefined, b: Outline): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
