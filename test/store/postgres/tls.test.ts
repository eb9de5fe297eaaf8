// TLS to the database, as the address names it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { connect } from '../../../src/store/postgres/connections.ts'
import { readAddress } from '../../../src/store/postgres/address.ts'
import { ownCluster } from './histories/cluster.ts'

const cluster = spawnSync('openssl', ['version']).status === 0 ? await ownCluster({ tls: true }) : undefined
const skip = cluster === undefined ? '`openssl`, or the commands of PostgreSQL (`initdb`, `pg_ctl`), are not there' : false

async function encrypted(search: string, host = 'localhost'): Promise<boolean> {
  const connections = connect({ address: `${cluster!.address.replace('127.0.0.1', host)}?${search}`, size: 1 })
  try {
    const connection = await connections.acquire()
    const [row] = await connection.send('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', [])
    connection.release()
    return (row as { ssl: bigint }).ssl === 1n
  } finally {
    await connections.end()
  }
}

test('encrypts a connection and verifies the server as sslmode declares', { skip }, async (context) => {
  context.after(() => cluster!.remove())
  const root = `sslrootcert=${encodeURIComponent(`${cluster!.folder}/server.crt`)}`
  assert.equal(await encrypted(''), false)
  assert.equal(await encrypted('sslmode=disable'), false)
  assert.equal(await encrypted('sslmode=require'), true)
  assert.equal(await encrypted(`sslmode=verify-full&${root}`), true)
  assert.equal(await encrypted(`sslmode=verify-ca&${root}`, '127.0.0.1'), true)
  // The certificate is of `localhost`, and signed by itself.
  await assert.rejects(encrypted(`sslmode=verify-full&${root}`, '127.0.0.1'), /127\.0\.0\.1 is not in the cert's list/)
  await assert.rejects(encrypted('sslmode=verify-full'), /self-signed certificate/)
  await assert.rejects(encrypted('sslmode=verify-ca'), /self-signed certificate/)
})

test('refuses an address that leaves encryption to the server, or names a missing file', async () => {
  for (const mode of ['prefer', 'allow', 'full'])
    assert.throws(
      () => readAddress(`postgres://a@localhost/b?sslmode=${mode}`),
      new RegExp(`sslmode takes disable, require, verify-ca or verify-full, not ${mode}`),
    )
  assert.throws(() => readAddress('postgres://a@localhost/b?sslmode=require&sslrootcert=/none'), /sslrootcert: ENOENT/)
  assert.throws(() => readAddress('postgres://a@localhost/b?sslcert=/none'), /sslcert and sslkey go together/)
  await assert.rejects(connect({ address: 'postgres://a@localhost/b?sslmode=prefer', size: 1 }).acquire(), /sslmode takes/)
})
