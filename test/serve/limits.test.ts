// Limits as a client meets them: under many requests at once, and in what answers say of them.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { makePressure } from '../../src/serve/overload.ts'
import { served } from './served.ts'

const limited = `
ninefold: 1
service: { name: limited }
resources: none
states: none
endpoints:
  GET /: { answer: {}, status: 204 }
authentication: none
events: none
errors:
  precedence: standard
  media: application/json
  catalogue:
    slower: { on: rate-limited, status: 429, body: { policy: error.policy, limit: error.limit, window: error.window, wait: error.retryAfter } }
limits:
  rates: { all: { quota: 600, window: PT1M, burst: 100 } }
  headers: true
versioning: none
`

test('a rate admits exactly its number of simultaneous requests', async (context) => {
  const service = await served(context, limited, { virtual: true })
  const many = async (count: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, () => fetch(service.url)))
    for (const answer of answers) await answer.text()
    return answers.filter(({ status }) => status === 204).length
  }
  assert.equal(await many(400), 100, 'the burst')
  await service.advance(5000)
  assert.equal(await many(200), 50, 'ten a second')
  await service.advance(3_600_000)
  assert.equal(await many(200), 100, 'never more than the burst')
})

test('an answer has the remaining requests, and a refusal the time to retry', async (context) => {
  const service = await served(context, limited.replace('burst: 100', 'burst: 1'), { virtual: true })
  const first = await fetch(service.url)
  assert.deepEqual(
    [first.status, first.headers.get('ratelimit-policy'), first.headers.get('ratelimit'), first.headers.get('retry-after')],
    [204, '"all";q=600;w=60', '"all";r=0;t=1', null],
  )
  const second = await fetch(service.url)
  assert.deepEqual([second.status, second.headers.get('retry-after')], [429, '1'])
  assert.deepEqual(await second.json(), { policy: 'all', limit: 600, window: 'PT1M', wait: 1 })
  await service.advance(1000)
  assert.equal((await fetch(service.url)).status, 204)
})

const narrow = (limits: string): string => `
ninefold: 1
service: { name: narrow }
resources:
  Note: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 10 } }, required: [text] }
states: none
endpoints:
  POST /notes: { create: Note, body: [text], status: 201, output: this.id }
authentication: none
events: none
errors:
  precedence: standard
  media: application/json
  catalogue:
    bad: { on: [malformed, invalid], status: 422 }
    busy: { on: overloaded, status: 503, body: { wait: error.retryAfter } }
limits: ${limits}
versioning: none
`

/** A connection whose request is under way: its content is still to come. */
async function begun(url: string, context: TestContext): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  context.after(() => socket.destroy())
  socket.setEncoding('utf8')
  socket.write('POST /notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n\r\n')
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 100 /)
  return socket
}

test('answers a body with more levels than the operator limit by HTTP alone', async (context) => {
  const deep = (levels: number): string => `{"text":"x","other":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const post = async (url: string, body: string): Promise<string> => {
    const response = await fetch(`${url}/notes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return `${response.status} ${await response.text()}`
  }
  const { url } = await served(context, narrow('none'))
  assert.equal(await post(url, deep(64)), '201 1')
  assert.equal(await post(url, deep(65)), '413 ')
  assert.equal(await post(url, `${deep(65)}}`), '413 ')
  assert.equal(await post(url, deep(5000)), '413 ')
  const covered = narrow('{ sizes: { depth: 100 } }').replace(
    'busy:',
    'large: { on: too-large, status: 422, body: { limit: error.limit } }\n    busy:',
  )
  assert.equal(await post((await served(context, covered)).url, deep(65)), '413 ', 'a limit above the ceiling is never reached')
  assert.equal(
    await post((await served(context, covered.replace('100', '3'))).url, deep(65)),
    '422 {"limit":3}',
    'below it the document says',
  )
})

test('sheds requests beyond the concurrency limit with Retry-After', async (context) => {
  const { url } = await served(context, narrow('{ concurrency: 1 }'))
  const post = (): Promise<Response> =>
    fetch(`${url}/notes`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"x"}' })
  const socket = await begun(url, context)
  const refused = await post()
  assert.deepEqual([refused.status, refused.headers.get('retry-after'), await refused.json()], [503, '1', { wait: 1 }])
  socket.write('{"text":"x"}')
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 201 /, 'what was under way ends')
  assert.equal((await post()).status, 201)
})

test('closes connections beyond the maximum', async (context) => {
  const { url } = await served(context, narrow('{ connections: 1 }'))
  const socket = await begun(url, context)
  await assert.rejects(fetch(url))
  socket.write('{"text":"x"}')
  assert.match(String((await once(socket, 'data'))[0]), /^HTTP\/1\.1 201 /)
})

test('the service is overloaded if most turns are late, or if too many writes wait', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const turns = { count: 0, late: 0, median: () => turns.late, reset: () => void (turns.count = 0), end: () => undefined }
  let waiting = 0
  const pressure = makePressure({ delay: 500, queue: 10 }, () => waiting, turns)
  const after = (count: number, late: number): boolean => {
    Object.assign(turns, { count: turns.count + count, late })
    context.mock.timers.tick(250)
    return pressure.isBehind()
  }
  assert.equal(after(12, 20), false)
  assert.equal(after(1, 3000), false, 'one long turn says nothing')
  assert.equal(after(4, 700), true)
  assert.equal(after(2, 20), true, 'until there is more to judge by')
  assert.equal(after(5, 20), false)
  waiting = 11
  assert.equal(pressure.isBehind(), true)
  pressure.stop()
})
