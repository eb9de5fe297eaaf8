// Listening to a database that does not answer: one connection is tried after the other, however long it takes.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { connect } from '../../../src/store/postgres/connections.ts'

test('a listener opens one connection at a time while the database is unreachable', async () => {
  let [open, most, tried] = [0, 0, 0]
  const enough = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    most = Math.max(most, ++open)
    socket.on('error', () => undefined).on('close', () => open--)
    setTimeout(() => socket.destroy(), 20)
    if (++tried === 4) enough.resolve()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connections = connect({ address: `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/none`, size: 1 })
  try {
    connections.listen('ninefold', () => undefined)
    await enough.promise
    assert.equal(most, 1)
  } finally {
    await connections.end()
    server.close()
  }
})
