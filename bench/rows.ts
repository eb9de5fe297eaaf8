// Fills the file of a service with orders, the same for all, as fast as SQLite takes them.

import { DatabaseSync } from 'node:sqlite'

export type Rows = 'ninefold' | 'by-hand'

const tables = {
  'ninefold': { table: '"Order"', version: '"$version"', at: '"createdAt"' },
  'by-hand': { table: 'orders', version: 'version', at: 'created_at' },
} as const

/** The file has its tables already. Ids are those of `idOf`. */
export function fill(file: string, rows: Rows, count: number): void {
  const { table, version, at } = tables[rows]
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  const insert = database.prepare(`INSERT INTO ${table} (id, customer, lines, total, note, ${at}, status, ${version}) VALUES (?, ?, ?, ?, NULL, ?, ?, 1)`)
  for (let index = 0; index < count; index++) {
    insert.run(idOf(index), `Customer ${index % 1000}`, '[{"sku":"TEA-0001","quantity":2,"price":450}]', (index % 5000) + 1, new Date(began + index * 1000).toISOString(), index % 2 === 0 ? 'draft' : 'placed')
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

const began = Date.parse('2024-01-01T00:00:00Z')

/** A UUID of version 7 whose time is that of the order. */
export function idOf(index: number): string {
  const time = (began + index * 1000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, '0')}`
}
