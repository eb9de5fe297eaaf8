// Metrics of standbys, which read the primary's write-ahead log.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { key, notes, secrets } from '../../serve/observe/document.ts'
import { served } from '../../serve/served.ts'
import { until } from '../../until.ts'
import { ownCluster } from './histories/cluster.ts'

const cluster = await ownCluster()
const skip = cluster === undefined ? "PostgreSQL's own commands (`initdb`, `pg_ctl`) are not there" : false

test('shows how far a standby is behind', { skip }, async (context) => {
  context.after(() => cluster!.remove())
  const { url, admin } = await served(context, notes, { secrets, admin: true, store: cluster!.address })
  const lag = async (unit: 'bytes' | 'seconds'): Promise<number | undefined> => {
    const text = await (await fetch(`${admin}/metrics`)).text()
    const found = new RegExp(`^ninefold_store_replication_lag_${unit}\\{standby="replica"\\} (.+)$`, 'm').exec(text)?.[1]
    return found === undefined ? undefined : Number(found)
  }
  assert.equal(await lag('bytes'), undefined)
  const standby = new pg.Client(await cluster!.addStandby('replica'))
  await standby.connect()
  await until(async () => (await lag('bytes')) === 0)
  await standby.query('SELECT pg_wal_replay_pause()')
  const body = JSON.stringify({ text: 'a', parts: 1 })
  assert.equal(
    (await fetch(`${url}/notes`, { method: 'POST', headers: { 'X-Key': key, 'Content-Type': 'application/json' }, body })).status,
    201,
  )
  await until(async () => ((await lag('bytes')) ?? 0) > 0)
  assert.ok(((await lag('seconds')) ?? -1) >= 0)
  await standby.query('SELECT pg_wal_replay_resume()')
  await until(async () => (await lag('bytes')) === 0)
  await standby.end()
})
