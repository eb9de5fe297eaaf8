// Counts of quotas in the file: written in the commit before the response, so that they survive a restart.

import { type StoredDebt, type Limiter, MemoryLimiter } from '../../meaning/limits/limiter.ts'
import type { SqliteDatabase } from './database.ts'

/** `write` runs in the transaction of the group whose answers were counted. */
export function openLimitCounts(database: SqliteDatabase, now: number): { readonly limiter: Limiter; write(): void } {
  const changed = new Map<string, StoredDebt>()
  const rows = database.all('SELECT * FROM "$limit" WHERE "full" > ?', [BigInt(Math.floor(now))])
  const debts = rows.map((row): StoredDebt => ({
    key: row['name'] as string,
    debt: { at: Number(row['at']), amount: Number(row['debt']) },
    clearedAt: Number(row['full']),
  }))
  return {
    limiter: new MemoryLimiter({ debts, onChange: (each) => void changed.set(each.key, each) }),
    write() {
      if (changed.size === 0) return
      for (const each of changed.values()) storeCount(database, each)
      changed.clear()
    },
  }
}

function storeCount(database: SqliteDatabase, { key, debt, clearedAt }: StoredDebt): void {
  const sql =
    'INSERT INTO "$limit" (name, at, debt, "full") VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at, debt = excluded.debt, "full" = excluded."full"'
  database.run(sql, [key, BigInt(debt.at), debt.amount, BigInt(clearedAt)])
}
