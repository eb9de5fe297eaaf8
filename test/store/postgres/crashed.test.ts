// A commit whose answer is lost in a crash: PostgreSQL gives the number of a transaction that left no trace to a later one, whose outcome is another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreFailure } from '../../../src/exchange/store-failure.ts'
import { type Connections, connect } from '../../../src/store/postgres/connections.ts'
import { CommitUnknown } from '../../../src/store/postgres/failures.ts'
import { RecordedDatabase } from '../../../src/store/postgres/recorded-database.ts'
import { performWork } from '../../../src/store/postgres/work.ts'
import { type Cluster, ownCluster } from './histories/cluster.ts'

const cluster = await ownCluster()
const skip = cluster === undefined ? "PostgreSQL's own commands (`initdb`, `pg_ctl`) are not there" : false

const opening = ['BEGIN', 'SELECT pg_current_xact_id()::text AS xid']

/** Connections whose next commit does not arrive: `instead` happens, and the connection is lost, before or after the number arrived. */
function losing(connections: Connections, instead: (xid: string) => Promise<void>, isNumbered = true): Connections {
  return {
    ...connections,
    async acquire() {
      const taken = await connections.acquire()
      return {
        ...taken,
        async sendAll(statements) {
          const end = statements.findIndex(({ sql }) => sql === 'COMMIT')
          if (end < 0) return taken.sendAll(statements)
          const { rows } = await taken.sendAll(statements.slice(0, end))
          await instead(String((rows[1]![0] as Record<string, unknown>)['xid']))
          return { rows: isNumbered ? rows : [], failure: new CommitUnknown('the connection is lost') }
        },
      }
    },
  }
}

async function inserted(connections: Connections, database: RecordedDatabase): Promise<void> {
  await performWork(
    connections,
    database,
    () => {
      database.recording.begin()
      database.run('INSERT INTO kept VALUES (1)', [])
      database.recording.end('COMMIT')
    },
    { opening, random: () => 0 },
  )
}

async function during(over: Cluster, instead: (connections: Connections, xid: string) => Promise<void>, isNumbered = true): Promise<void> {
  const connections = connect({ address: over.address, size: 2 })
  try {
    await over.query('DROP TABLE IF EXISTS kept, other; CREATE TABLE kept (id int); CREATE TABLE other (id int); CHECKPOINT')
    await inserted(
      losing(connections, (xid) => instead(connections, xid), isNumbered),
      new RecordedDatabase(),
    )
  } finally {
    await connections.end().catch(() => undefined)
  }
}

test('a commit that is lost before its number arrives is an outage', { skip }, async () => {
  await assert.rejects(
    during(cluster!, async () => undefined, false),
    (error) => error instanceof StoreFailure && error.isOutage,
  )
})

test('does not mistake a later transaction for a lost commit with the same number', { skip }, async (context) => {
  context.after(() => cluster!.remove())
  // A crash forgets a number only if nothing that followed it was flushed: PostgreSQL flushes by itself too.
  let isForgotten = false
  for (let attempt = 0; attempt < 10 && !isForgotten; attempt++) {
    await assert.rejects(
      during(cluster!, async (_, xid) => {
        await cluster!.crash()
        // The next to write is given the number again, and commits.
        for (let tries = 0; ; tries++) {
          assert.ok(tries < 1000, `no later transaction was given the number ${xid}`)
          const [row] = await cluster!.query('INSERT INTO other VALUES (1) RETURNING pg_current_xact_id()::text AS xid')
          if (BigInt(String(row!['xid'])) >= BigInt(xid)) break
        }
        const [row] = await cluster!.query(`SELECT pg_xact_status('${xid}'::xid8) AS status`)
        isForgotten = row!['status'] === 'committed'
      }),
      (error) => error instanceof StoreFailure && error.isOutage,
    )
  }
  assert.ok(isForgotten)
  assert.deepEqual(await cluster!.query('SELECT count(*)::int AS n FROM kept'), [{ n: 0 }])
})
