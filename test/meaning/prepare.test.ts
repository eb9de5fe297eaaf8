// Slow work runs outside of any transaction: other requests are answered meanwhile, and its inputs are read again afterwards.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { Backend, Exchange } from '../../src/exchange/exchange.ts'
import { type InterpreterOptions, type Secrets, createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf, route } from './running.ts'

const { facts, problems } = factsOf(`
service: none
resources:
  User:
    key: name
    properties: { name: { type: string, maxLength: 20 }, password: { type: string, secret: argon2id, maxLength: 50 } }
    required: [name, password]
states: none
endpoints:
  POST /users: { create: User, body: [name, password], status: 201, output: this.name }
  PUT /users/{name}: { update: User, by: { name: input.path.name }, body: [password], status: 200, output: this.name }
  POST /sign-in:
    answer: {}
    body: { name: { type: string }, password: { type: string } }
    with: { user: { find: User, by: { name: input.body.name } } }
    require: { password: 'verify(input.body.password, user.password)' }
    status: 200
    output: user.name
  GET /users: { list: User, order: [name], page: none, status: 200, output: 'items.map(u, u.name)' }
authentication: none
events: none
errors:
  precedence: standard
  media: application/json
  catalogue:
    bad: { on: [malformed, invalid], status: 422 }
    taken: { on: duplicate, status: 409 }
    nobody: { on: not-found, status: 404 }
    wrong: { on: require, status: 401 }
limits: none
versioning: none
`)

type Slow = Secrets & { readonly begun: string[]; end(...works: readonly string[]): Promise<void> }

/** Hashes that end when the test decides, and never synchronously. */
function slow(): Slow {
  const waiting = new Map<string, () => void>()
  const later = <T>(what: string, result: T): Promise<T> => {
    begun.push(what)
    return new Promise((resolve) => waiting.set(what, () => resolve(result)))
  }
  const never = (): never => assert.fail('nothing slow may be done inside a transaction')
  const begun: string[] = []
  return {
    begun,
    hash: never,
    verify: never,
    hashAsync: (plain) => later(`hash ${plain}`, `hashed ${plain}`),
    verifyAsync: (plain, hash) => later(`verify ${plain} ${hash}`, hash === `hashed ${plain}`),
    /** Lets running work reach the place where it waits. */
    async end(...works) {
      for (const work of works) {
        for (let turns = 0; !waiting.has(work); turns++) {
          assert.ok(turns < 1000, `${work} was never begun; ${begun.join(', ')}`)
          await new Promise((resolve) => setImmediate(resolve))
        }
        waiting.get(work)!()
        waiting.delete(work)
      }
    },
  }
}

function sent(method: string, path: string, body?: object): Exchange {
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body))
  const headers = new Map(
    body === undefined ? [] : [['content-type', method === 'PUT' ? 'application/merge-patch+json' : 'application/json']],
  )
  return { ...route(facts, method, path)!, method, query: [], headers, body: bytes, hasBody: body !== undefined, address: '', id: '1' }
}

async function behaves(backend: Backend, secrets: Slow): Promise<void> {
  const answer = async (...request: Parameters<typeof sent>): Promise<readonly [number, unknown]> => {
    const { status, body } = await backend.answer(sent(...request))
    return [status, body === undefined ? undefined : JSON.parse(String(body))]
  }
  const first = answer('POST', '/users', { name: 'ann', password: 'one' })
  const other = answer('POST', '/users', { name: 'bob', password: 'two' })
  assert.deepEqual(await answer('GET', '/users'), [200, []], 'others are answered while a hash is made')
  await secrets.end('hash one', 'hash two')
  assert.deepEqual(
    [await first, await other],
    [
      [201, 'ann'],
      [201, 'bob'],
    ],
  )
  assert.deepEqual(secrets.begun.splice(0), ['hash one', 'hash two'], 'each was made once')

  const [right, wrong, nobody] = [
    ['ann', 'one'],
    ['ann', 'two'],
    ['eve', 'one'],
  ].map(([name, password]) => answer('POST', '/sign-in', { name, password }))
  const works = ['verify one hashed one', 'verify two hashed one', 'verify  undefined']
  await secrets.end(...works)
  assert.deepEqual([await right, (await wrong)![0], (await nobody)![0]], [[200, 'ann'], 401, 404])
  assert.deepEqual(secrets.begun.splice(0), works, 'an unknown name costs the same')

  const late = answer('POST', '/sign-in', { name: 'bob', password: 'two' })
  const change = answer('PUT', '/users/bob', { password: 'three' })
  await secrets.end('hash three')
  assert.equal((await change)[0], 200)
  await secrets.end('verify two hashed two', 'verify two hashed three')
  assert.equal((await late)[0], 401, 'what changed in the meantime is looked at anew')
  await backend.close()
}

const lent = (secrets: Secrets): InterpreterOptions => ({
  clock: new VirtualClock(0),
  randomness: new SeededRandomness('prepare'),
  secrets,
  settings: new Map(),
  fixtures: false,
  depth: 8,
})

test('answers other requests during slow hashes, in memory', async () => {
  assert.deepEqual(problems, [])
  const secrets = slow()
  await behaves(createMemoryRuntime(facts, lent(secrets)), secrets)
})

test('answers other requests during slow hashes, in a file', async () => {
  const folder = temporaryFolder()
  const secrets = slow()
  const backend = await createSqliteBackend(facts, join(folder, 'store.db'), lent(secrets))
  if ('problem' in backend) throw new Error(backend.problem)
  await behaves(backend, secrets)
})
