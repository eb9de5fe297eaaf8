// PostgreSQL for tests: each service has a separate schema in a database of the tests.

import pg from 'pg'
import { randomBytes } from 'node:crypto'

/** Where PostgreSQL listens for tests. */
const address = process.env['TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const databaseName = 'ninefold_tests'

let base: Promise<string | undefined> | undefined

/** Why tests over PostgreSQL are skipped; undefined if it answers. */
export const noPostgres =
  (await baseAddress()) === undefined ? `no PostgreSQL answers at ${new URL(address).host}; TEST_POSTGRES names another` : undefined

export type Schema = { readonly url: string; drop(): Promise<void>; query(sql: string): Promise<readonly Record<string, unknown>[]> }

/** An empty schema, as the address of a store. */
export async function freshSchema(): Promise<Schema> {
  const url = new URL((await baseAddress())!)
  const name = `test_${randomBytes(6).toString('hex')}`
  const query = async (sql: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url.href.split('?')[0]!, options: `-c search_path=${name}` })
    await client.connect()
    try {
      return (await client.query(sql)).rows as readonly Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  await query(`CREATE SCHEMA ${name}`)
  url.searchParams.set('options', `-c search_path=${name}`)
  return { url: url.href, query, drop: async () => void (await query(`DROP SCHEMA ${name} CASCADE`)) }
}

function baseAddress(): Promise<string | undefined> {
  return (base ??= openBase())
}

async function openBase(): Promise<string | undefined> {
  // A busy machine takes seconds to connect, and tests that are skipped prove nothing.
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 30_000 })
  try {
    await client.connect()
  } catch {
    return undefined
  }
  // Another process may have created it at the same time.
  await client.query(`CREATE DATABASE ${databaseName} TEMPLATE template0 ENCODING 'UTF8'`).catch(() => undefined)
  await client.end()
  const url = new URL(address)
  url.pathname = databaseName
  return url.href
}
