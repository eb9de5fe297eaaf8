// A commit whose answer is lost in a crash: PostgreSQL gives the number of a transaction that left no trace to a later one, whose outcome is another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreFailure } from '../../../src/exchange/store-failure.ts'
import { type Connections, CommitUnknown, connect } from '../../../src/store/postgres/connections.ts'
import { RecordedDatabase } from '../../../src/store/postgres/recorded-database.ts'
import { performWork } from '../../../src/store/postgres/work.ts'
import { type Cluster, ownCluster } from './histories/cluster.ts'

const cluster = await ownCluster()
const skip = cluster === undefined ? "PostgreSQL's own commands (`initdb`, `pg_ctl`) are not there" : false

const opening = ['BEGIN', 'SELECT pg_current_xact_id()::text AS xid']

/** Connections whose next commit does not arrive: `instead` happens, and the connection is lost. */
function losing(connections: Connections, instead: (xid: string) => Promise<void>): Connections {
  let xid = ''
  return {
    ...connections,
    async acquire() {
      const taken = await connections.acquire()
      return {
        ...taken,
        async sendAll(statements) {
          if (statements.some(({ sql }) => sql === 'COMMIT')) {
            await instead(xid)
            return { rows: [], failure: new CommitUnknown('the connection is lost') }
          }
          const sent = await taken.sendAll(statements)
          if (statements[1]?.sql === opening[1]) xid = String((sent.rows[1]![0] as Record<string, unknown>)['xid'])
          return sent
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

async function during(over: Cluster, instead: (connections: Connections, xid: string) => Promise<void>): Promise<void> {
  const connections = connect({ address: over.address, size: 2 })
  try {
    await over.query('DROP TABLE IF EXISTS kept, other; CREATE TABLE kept (id int); CREATE TABLE other (id int); CHECKPOINT')
    await inserted(
      losing(connections, (xid) => instead(connections, xid)),
      new RecordedDatabase(),
    )
  } finally {
    await connections.end().catch(() => undefined)
  }
}

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
