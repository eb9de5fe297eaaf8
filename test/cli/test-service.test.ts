// The services of scenarios answer as the document says, whatever the speed and load of the machine.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listReachableFacts } from '../../src/cli/test.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'
import { ninefold } from '../ninefold.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: costs }
resources: none
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /cost: { answer: {}, body: { type: object, required: [a], properties: { a: { type: array, maxItems: 10000, items: { type: integer } } } }, output: { x: 'input.body.a.map(i, input.body.a.filter(j, j == i).size()).sum()' } }
`

test("work beyond the operator's usual turn is answered, as on a slow machine", async () => {
  const service = await makeServiceOpener(compile([{ name: 'costs.yaml', text: document }], conventions()))(() => undefined)
  try {
    const a = Array.from({ length: 2000 }, (_, i) => i)
    const answer = await fetch(`${service.url}/cost`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ a }),
    })
    assert.deepEqual([answer.status, await answer.json()], [200, { x: 2000 }])
  } finally {
    await service.close()
  }
})

test('a process whose service cannot be opened ends', async () => {
  const program = `
    import { makeServiceOpener } from './src/cli/test-service.ts'
    import { compile } from './src/compile/compile.ts'
    import { conventions } from './test/conventions.ts'
    const compiled = compile([{ name: 'costs.yaml', text: ${JSON.stringify(document)} }], conventions())
    await makeServiceOpener(compiled, () => ({ store: 'sqlite:/no such folder/costs.db' }))(() => undefined).catch(() => console.log('refused'))`
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: root, timeout: 60_000 })
  assert.equal(stdout, 'refused\n')
})

test('a repeated request begins at the moment that `# at:` names, and only once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  try {
    writeFileSync(join(folder, 'costs.yaml'), document)
    writeFileSync(
      join(folder, 'costs.hurl'),
      `# at: 2126-03-30T09:00:00Z
POST {{url}}/cost
[Options]
repeat: 3
{ "a": [1, 2] }
HTTP 200
`,
    )
    const { status, out, error } = await ninefold('test', join(folder, 'costs.yaml'), join(folder, 'costs.hurl'))
    assert.equal(status, 0, out + error)
    assert.match(out, /3 requests/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const gifts = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: gifts }
resources:
  Gift:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, callback: { type: string, format: uri, maxLength: 200 } }
    required: [callback]
states:
  Gift.status:
    initial: taken
    states:
      taken: { after: { PT0S: { target: wrapped, onError: { target: lost } } } }
      wrapped: { type: final }
      lost: { type: final }
authentication: none
events:
  types: {}
  callbacks: { wrapped: { on: entry Gift.wrapped, url: '\${this.callback}', attempts: 1, timeout: PT1S, deadLetter: P1D } }
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /gifts: { create: Gift, body: [callback] }
`

test('what a timer of zero delivers is received after the request that started it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  try {
    writeFileSync(join(folder, 'gifts.yaml'), gifts)
    writeFileSync(
      join(folder, 'gifts.hurl'),
      `POST {{url}}/gifts
{ "callback": "{{receiver}}/wrapped" }
HTTP 201
# receive: wrapped
`,
    )
    const { status, out, error } = await ninefold('test', join(folder, 'gifts.yaml'), join(folder, 'gifts.hurl'))
    assert.equal(status, 0, out + error)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const parcels = document
  .replace('name: costs', 'name: parcels')
  .replace(
    'resources: none',
    'resources:\n  Parcel: { key: id, properties: { id: { type: integer, generate: sequence }, at: { type: string, format: date-time } } }',
  )
  .replace(
    'states: none',
    'states:\n  Parcel.state: { initial: waiting, states: { waiting: { after: { PT1H: [{ guard: { open: this.at == null }, target: lost }] }, every: { PT9H: { target: waiting } } }, lost: {} } }',
  )
  .replace(/ {2}POST \/cost: .*/, '  POST /parcels: { create: Parcel, body: [at], output: Parcel(this) }')

test('the timed transitions that a scenario makes are reached; those whose guard is false are not', async () => {
  const compiled = compile([{ name: 'parcels.yaml', text: parcels }], conventions())
  assert.deepEqual(compiled.errors, [])
  const reachedWith = async (body: object): Promise<readonly string[]> => {
    const timers: string[] = []
    const service = await makeServiceOpener(compiled)(
      () => undefined,
      undefined,
      ({ timer }) => timers.push(timer ?? ''),
    )
    try {
      const headers = { 'Content-Type': 'application/json' }
      assert.equal((await fetch(`${service.url}/parcels`, { method: 'POST', headers, body: JSON.stringify(body) })).status, 201)
      await service.advance(2 * 3_600_000)
      return timers
    } finally {
      await service.close()
    }
  }
  assert.deepEqual(await reachedWith({}), ['Parcel.state waiting after PT1H'])
  assert.deepEqual(await reachedWith({ at: '2026-01-01T00:00:00Z' }), [])
  const names = listReachableFacts(compiled).timers
  assert.deepEqual(names, ['Parcel.state waiting after PT1H', 'Parcel.state waiting every PT9H'])
})

const told = parcels
  .replace(
    /states:\n.*/,
    'states:\n  Parcel.state: { initial: waiting, states: { waiting: { on: { arrive: { target: seen } } }, seen: {} } }',
  )
  .replace(
    'events: none',
    `events:
  envelope: none
  types: { parcel.made: { on: Parcel.created, data: { id: this.id } } }
  delivery:
    webhooks: { to: Parcel, url: 'https://example.org', method: POST, attempts: 1, backoff: { initial: PT1S, factor: 1, max: PT1S }, timeout: PT5S, deadLetter: P1D, ordered: false, onDone: [{ transition: Parcel.arrive, by: to }], onError: [] }`,
  )

test('the transitions that a reaction to a delivery makes are reached', async () => {
  const compiled = compile([{ name: 'parcels.yaml', text: told }], conventions())
  assert.deepEqual(
    compiled.diagnostics.filter(({ severity }) => severity !== 'warning').map(({ message }) => message),
    [],
  )
  const transitions: string[] = []
  const service = await makeServiceOpener(compiled)(
    () => undefined,
    undefined,
    (work) => transitions.push(...work.transitions),
  )
  try {
    await fetch(`${service.url}/parcels`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
    assert.equal((await service.deliveries()).length, 1)
    assert.deepEqual(transitions, ['Parcel.arrive'])
  } finally {
    await service.close()
  }
})
