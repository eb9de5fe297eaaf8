// Connections that come at once are taken before requests are answered, but not without end.

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { operatorLimits } from '../../src/serve/operator-limits.ts'
import { listen } from '../../src/serve/server.ts'

/** Connects so many times, writes a request to each connection, reports that they wait, and ends when all are answered. */
const client = `
  const { connect } = require('node:net')
  const { workerData: { port, count, waiting } } = require('node:worker_threads')
  let ready = 0
  let answered = 0
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n', () => {
      if (++ready < count) return
      Atomics.store(waiting, 0, 1)
      Atomics.notify(waiting, 0)
    }))
    socket.resume().once('end', () => { if (++answered === count) process.exit(0) })
  }`

/** How many connections had been taken when each request was answered, and how many requests were answered at once. */
async function taken(count: number): Promise<{ readonly found: readonly number[]; readonly atOnce: number }> {
  const found: number[] = []
  let [open, atOnce] = [0, 0]
  let connections = 0
  const came = (): void => void connections++
  const listening = await listen(
    { port: 0, host: '127.0.0.1', operatorLimits },
    (_request, response) => {
      found.push(connections)
      atOnce = Math.max(atOnce, ++open)
      response.once('finish', () => open--).end()
    },
    (error) => assert.fail(String(error)),
  )
  subscribe('net.server.socket', came)
  const waiting = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(client, { eval: true, workerData: { port: Number(new URL(listening.url).port), count, waiting } })
  await new Promise((resolve) => worker.once('online', resolve))
  // Nothing is taken meanwhile: this thread does nothing else.
  assert.notEqual(Atomics.wait(waiting, 0, 0, 20_000), 'timed-out')
  await new Promise((resolve) => worker.once('exit', resolve))
  unsubscribe('net.server.socket', came)
  await listening.stop()
  return { found, atOnce }
}

test('accepts all waiting connections before it answers the first request', async () => {
  const { found, atOnce } = await taken(100)
  assert.deepEqual(
    found,
    Array.from({ length: 100 }, () => 100),
  )
  assert.equal(atOnce, 1, 'those that waited are not more at once than they would have been')
})

test('answers requests while very many connections arrive', async () => {
  const { found } = await taken(400)
  assert.equal(found.length, 400)
  assert.ok(found[0]! >= 200 && found[0]! < 400, String(found[0]))
})
