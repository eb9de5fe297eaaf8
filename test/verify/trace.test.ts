// What others sent is judged: recordings, and what passes through a proxy.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { openProxy } from '../../src/verify/drive/proxy.ts'
import type { TracedExchange } from '../../src/verify/trace.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { type Said, writeRecording } from './recording.ts'

const notes = resolve(import.meta.dirname, '../../examples/notes.md')
const id = '01890a5d-ac96-774b-bcce-b302099a8057'
const at = '2026-03-01T10:00:00.000Z'

const judged = (file: string): ReturnType<typeof ninefold> =>
  ninefold('verify', notes, '--url', 'http://127.0.0.1:8080', '--trace', file, '--format', 'json')

const created: Said = {
  method: 'POST',
  path: '/notes',
  body: { text: 'Milk' },
  status: 201,
  answer: { id, text: 'Milk', createdAt: at, status: 'draft' },
  headers: [['Location', `/notes/${id}`]],
}

test('finds nothing in a recording that is as the document says', async () => {
  const { status, out } = await judged(
    writeRecording(created, {
      method: 'GET',
      path: `/notes/${id}`,
      status: 200,
      answer: { id, text: 'Milk', createdAt: at, status: 'draft' },
    }),
  )
  assert.equal(status, 0, out)
  assert.deepEqual(JSON.parse(out).notes, [])
})

test('names the line of a recorded answer that is otherwise', async () => {
  const { status, out } = await judged(
    writeRecording(created, {
      method: 'POST',
      path: `/notes/${id}/publish`,
      status: 200,
      answer: { id, text: 'Milk', createdAt: at, status: 'draft' },
    }),
  )
  assert.equal(status, 1)
  const [finding] = JSON.parse(out).findings
  assert.match(finding.message, /^POST \/notes\/\{id\}\/publish answers with `\/status` that differs from the document/)
  assert.match(finding.hurl, /POST \{\{url\}\}\/notes\/[0-9a-f-]+\/publish\nHTTP 200\n/)
})

test('does not judge what is about records from before the recording, and says how much that was', async () => {
  const { status, out } = await judged(
    writeRecording({ method: 'GET', path: `/notes/${id}`, status: 200, answer: { id, text: 'Old', createdAt: at, status: 'draft' } }),
  )
  assert.equal(status, 0)
  assert.deepEqual(JSON.parse(out).notes, [
    '1 of 1 answers were not judged: they are about records from before the trace, or a rate that other clients use too',
  ])
})

test('refuses a file that is no recording, in one line', async () => {
  const file = join(temporaryFolder(), 'x.har')
  writeFileSync(file, '{}')
  const { status, error } = await judged(file)
  assert.equal(status, 2)
  assert.match(error, /cannot be judged: it is no HTTP Archive: `log\.entries` is missing\n$/)
})

test('a proxy passes requests and answers on as they are, and reports each exchange', async () => {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () =>
        response.writeHead(201, { 'X-Own': 'yes', 'Content-Type': 'application/json' }).end(`{"asked":"${request.method} ${request.url}"}`),
      )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const taken: TracedExchange[] = []
  const proxy = await openProxy(`http://127.0.0.1:${port}/api`, 0, (exchange) => taken.push(exchange))
  try {
    const answer = await fetch(`${proxy.url}/notes?x=1`, {
      method: 'POST',
      body: '{"text":"é"}',
      headers: { 'Content-Type': 'application/json' },
    })
    assert.deepEqual([answer.status, answer.headers.get('x-own'), await answer.json()], [201, 'yes', { asked: 'POST /api/notes?x=1' }])
    const [{ request, observed }] = taken as [TracedExchange]
    assert.deepEqual([request.method, request.target, request.body, observed.status], ['POST', '/notes?x=1', '{"text":"é"}', 201])
  } finally {
    await proxy.close()
    server.close()
  }
})
