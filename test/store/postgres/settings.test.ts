// Warnings of `serve` about a server whose settings are too low.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connections } from '../../../src/store/postgres/connections.ts'
import { warnOfConnections, warnOfSettings } from '../../../src/store/postgres/server-settings.ts'

async function warned(settings: Readonly<Record<string, string>>, isSerializable: boolean): Promise<readonly string[]> {
  const words: string[] = []
  const server: Pick<Connections, 'send'> = {
    send: async (sql) =>
      Object.entries(settings)
        .filter(([name]) => sql.includes(`'${name}'`))
        .map(([name, setting]) => ({ name, setting })),
  }
  await warnOfSettings(server, isSerializable, (word) => words.push(word))
  return words.map((word) => word.split(':')[0]!)
}

test('warns of a server that may lose acknowledged writes', async () => {
  assert.deepEqual(await warned({ fsync: 'off', full_page_writes: 'on', synchronous_commit: 'off' }, false), [
    "PostgreSQL's `fsync` is off",
    "PostgreSQL's `synchronous_commit` is off",
  ])
  assert.deepEqual(await warned({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'local' }, false), [])
})

test('warns of few predicate locks if an operation runs SERIALIZABLE', async () => {
  const settings = { max_pred_locks_per_transaction: '64', max_pred_locks_per_page: '64' }
  assert.deepEqual(await warned(settings, true), ["PostgreSQL's `max_pred_locks_per_transaction` is 64"])
  assert.deepEqual(await warned(settings, false), [])
})

test('warns if all processes together open more connections than the server allows', async () => {
  const words: string[] = []
  const server = (processes: bigint): Pick<Connections, 'send'> => ({ send: async () => [{ most: 100n, reserved: 3n, processes }] })
  await warnOfConnections(server(4n), 21, (word) => words.push(word))
  assert.equal(words.length, 0)
  await warnOfConnections(server(5n), 21, (word) => words.push(word))
  assert.match(
    words.join(),
    /`max_connections` is 100, 3 of them reserved: the 5 processes that serve this database open up to 105.*raise it to 108 at least/,
  )
})
