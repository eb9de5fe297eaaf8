// Creates a separate database for one measurement, and measures the CPU time of its backends (proc(5)).

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { usage } from './servers.ts'

const address = process.env['BENCH_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export type BenchDatabase = {
  readonly url: string
  query(sql: string): Promise<readonly Record<string, unknown>[]>
  /** Milliseconds of CPU time of the open connections, by process id. */
  cpu(): Promise<ReadonlyMap<number, number>>
}

/** Drops the database after the work. */
export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const admin = await connect(address)
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  const url = new URL(address)
  url.pathname = name
  const client = await connect(url.href)
  const query: BenchDatabase['query'] = async (sql) => (await client.query(sql)).rows as readonly Record<string, unknown>[]
  const cpu = async (): Promise<ReadonlyMap<number, number>> => {
    const rows = await query('SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()')
    return new Map(rows.map(({ pid }) => [Number(pid), usage(Number(pid)).cpu]))
  }
  try {
    return await work({ url: url.href, query, cpu })
  } finally {
    await client.end()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
}

/** The CPU time between two measurements. */
export function spent(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, cpu]) => sum + (before.has(pid) ? cpu - before.get(pid)! : cpu), 0)
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
