// Slow clients get all data; connections of clients that read nothing are closed.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Socket, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { answerStatus } from '../../src/serve/answer-status.ts'
import { operatorLimits } from '../../src/serve/operator-limits.ts'
import { ResponseBatch } from '../../src/serve/response-batch.ts'
import { sendAnswer } from '../../src/serve/send.ts'
import { type Handler, listen } from '../../src/serve/server.ts'

const large = 'x'.repeat(20_000_000)

/** `little` is soon over; `much` is more than a slow machine takes for one piece of a response. */
const [little, much] = [400, 60_000]

/** Answers everything with more than a connection takes at once, and waits `patience` milliseconds for a client that reads nothing. */
async function served(context: TestContext, patience: number): Promise<{ readonly port: number; readonly closed: Promise<void> }> {
  const listening: { over: () => void } = { over: () => undefined }
  const closed = new Promise<void>((resolve) => (listening.over = resolve))
  const handler: Handler = (request, response, ended) => {
    request.socket.on('close', listening.over)
    response.on('close', () => ended())
    void sendAnswer({ request, response, batch: new ResponseBatch(), patience }, { ...answerStatus(200, 'a test'), body: large }, [])
  }
  const listened = await listen({ port: 0, host: '127.0.0.1', operatorLimits: { ...operatorLimits, drain: 100 } }, handler, (error) =>
    assert.fail(String(error)),
  )
  context.after(() => listened.stop())
  return { port: Number(new URL(listened.url).port), closed }
}

const asking = (port: number): Socket =>
  connect(port, '127.0.0.1', function (this: Socket) {
    this.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  })

test('disconnects a client that reads nothing of a response', async (context) => {
  const { port, closed } = await served(context, little)
  const client = asking(port)
    .pause()
    .on('error', () => undefined)
  await closed
  client.destroy()
})

test('sends a whole response to a slow client', async (context) => {
  const { port } = await served(context, much)
  const client = asking(port)
  let size = 0
  const whole = new Promise<void>((resolve) => {
    client.on('data', (piece) => {
      size += piece.length
      if (size >= large.length) resolve()
      client.pause()
      setTimeout(() => client.resume(), 1)
    })
  })
  const gone = once(client, 'close').then(() => assert.fail(`let go after ${size} bytes`))
  await Promise.race([whole, gone])
  gone.catch(() => undefined)
  client.destroy()
})

test('a client that disconnects before its response is sent harms no other', async (context) => {
  const batch = new ResponseBatch()
  const answered = (request: IncomingMessage, response: ServerResponse): void =>
    void sendAnswer({ request, response, batch, patience: much }, { ...answerStatus(200, 'a test'), body: request.url! }, [])
  const listened = await listen(
    { port: 0, host: '127.0.0.1', operatorLimits },
    (request, response, ended) => {
      response.on('close', () => ended())
      batch.isArrival = true
      answered(request, response)
      batch.isArrival = false
      if (request.url === '/gone') response.destroy()
    },
    (error) => assert.fail(String(error)),
  )
  context.after(() => listened.stop())
  const [gone, other] = await Promise.allSettled(['/gone', '/other'].map((path) => fetch(new URL(path, listened.url))))
  assert.equal(gone?.status, 'rejected')
  assert(other?.status === 'fulfilled')
  assert.equal(await other.value.text(), '/other')
})
