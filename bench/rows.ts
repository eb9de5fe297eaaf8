// Fills the file of each server with the same orders.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mostInJson } from './peers.ts'
import { type Server, entry, start } from './servers.ts'

export type Rows = 'ninefold' | 'by-hand' | 'feathers' | 'json' | 'openapi'

const tables: { readonly [rows in Rows]?: { readonly table: string; readonly version: string; readonly at: string } } = {
  ninefold: { table: '"Order"', version: '"$version"', at: '"createdAt"' },
  'by-hand': { table: 'orders', version: 'version', at: 'created_at' },
  feathers: { table: 'orders', version: 'version', at: '"createdAt"' },
}

/** Starts the server once, so that it creates its tables, and fills them. */
export async function prepare(server: Server, file: string, count: number): Promise<void> {
  if (server.rows === undefined) return
  if (server.rows === 'openapi')
    return writeFileSync(
      file,
      execFileSync(process.execPath, [entry, 'export', 'openapi', join(import.meta.dirname, 'orders.md'), '--format', 'json'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
  if (server.rows === 'json')
    return writeFileSync(
      file,
      JSON.stringify({ orders: Array.from({ length: Math.min(count, mostInJson) }, (_, index) => orderAt(index)) }),
    )
  await (await start(server, file)).stop()
  fill(file, server.rows, count)
}

const began = Date.parse('2024-01-01T00:00:00Z')

function orderAt(index: number): { readonly [name: string]: unknown } {
  return {
    id: idOf(index),
    customer: `Customer ${index % 1000}`,
    lines: [{ sku: 'TEA-0001', quantity: 2, price: 450 }],
    total: (index % 5000) + 1,
    note: null,
    createdAt: new Date(began + index * 1000).toISOString(),
    status: index % 2 === 0 ? 'draft' : 'placed',
  }
}

/** Inserts all orders by one statement. Indexes are dropped and created again, which is much faster than updating them. */
export function fill(file: string, rows: Rows, count: number): void {
  const { table, version, at } = tables[rows]!
  const database = new DatabaseSync(file)
  const indexes = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?")
    .all(table.replaceAll('"', ''))
  database.exec(
    `PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA temp_store = FILE; PRAGMA threads = 2; BEGIN; ${indexes.map(({ name }) => `DROP INDEX "${String(name)}"`).join('; ')}`,
  )
  database.exec(`
    WITH RECURSIVE each (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM each WHERE n + 1 < ${count}),
    timed AS (SELECT n, format('%012x', ${began} + n * 1000) AS time FROM each)
    INSERT INTO ${table} (id, customer, lines, total, note, ${at}, status, ${version})
    SELECT substr(time, 1, 8) || '-' || substr(time, 9) || '-7000-8000-' || format('%012x', n), 'Customer ' || (n % 1000),
      '[{"sku":"TEA-0001","quantity":2,"price":450}]', n % 5000 + 1, NULL,
      strftime('%Y-%m-%dT%H:%M:%S', ${began / 1000} + n, 'unixepoch') || '.000Z', iif(n % 2 = 0, 'draft', 'placed'), 1 FROM timed`)
  database.exec(`${indexes.map(({ sql }) => String(sql)).join('; ')}; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

/** A UUID of version 7 whose time is that of the order. */
export function idOf(index: number): string {
  const time = (began + index * 1000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, '0')}`
}
