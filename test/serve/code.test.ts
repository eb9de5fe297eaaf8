// Code of part 1, called over HTTP: before anything is written, and after the commit.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { charged, waiting } from './code/world.ts'
import { createJsonObject } from '../../src/base/json.ts'
import { makeBehaviourRunner } from '../../src/serve/code.ts'
import { printBehaviourTypes } from '../../src/export/typescript/behaviours.ts'
import type { BehaviourOutcome } from '../../src/meaning/code/behaviours.ts'
import { golden } from '../golden.ts'
import { factsOf } from '../meaning/running.ts'
import { type Served, served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const name = join(import.meta.dirname, 'code', 'orders.yaml')
const text = readFileSync(name, 'utf8')

async function asked(
  { url }: Served,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<readonly [number, unknown]> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const sent = await response.text()
  return [response.status, sent === '' ? undefined : JSON.parse(sent)]
}

/** Runs over each kind of store in turn. */
async function everywhere(context: TestContext, behaves: (service: Served) => Promise<void>): Promise<void> {
  for (const store of allKinds.map(storeOf)) {
    charged.splice(0)
    await behaves(await served(context, text, { name, store, virtual: true }))
  }
}

test('generates the types of the code from the document', () => {
  golden(join(import.meta.dirname, 'code', 'orders.types.ts'), printBehaviourTypes(factsOf(text, name).facts))
})

test('answers with the result of code, and refuses with its declared failures', (context) =>
  everywhere(context, async (service) => {
    const score = (customer: string): Promise<readonly [number, unknown]> => asked(service, 'POST', '/scores', { customer, total: 95 })
    assert.deepEqual(await score('ann'), [200, { score: 95 }])
    assert.deepEqual(await score('nobody'), [422, { error: 'unknown-customer', data: { customer: 'nobody' } }])
    assert.deepEqual((await score('slow'))[0], 504)
    for (const broken of ['strange', 'crash', 'odd']) assert.deepEqual(await score(broken), [500, undefined], broken)
    const reports = service.seen.flatMap(({ report }) => report?.split(' (at ')[0] ?? [])
    assert.deepEqual(reports, [
      '`score` failed with `never-heard-of`, which it does not declare',
      '`score` threw Error',
      '`score` returned a value that its output schema refuses (maximum)',
    ])
  }))

test('refuses input that does not fit the code as `invalid input`', async (context) => {
  const wider = text.replace(/(POST \/scores:\s+call: score\s+body: \{ customer: \{ type: string, maxLength: )50/, '$160')
  assert.notEqual(wider, text)
  const service = await served(context, wider, { name, store: 'memory', virtual: true })
  assert.deepEqual(await asked(service, 'POST', '/scores', { customer: 'a'.repeat(50), total: 5 }), [200, { score: 5 }])
  assert.deepEqual(await asked(service, 'POST', '/scores', { customer: 'a'.repeat(51), total: 5 }), [422, { error: 'not-valid' }])
  assert.equal(service.seen.at(-1)?.condition, 'invalid input')
})

test('accepts only JSON with valid text from code', async () => {
  const gave = (output: unknown): Promise<BehaviourOutcome> =>
    makeBehaviourRunner(new Map([['code', { behave: () => output }]]), new Map(), 1000).run('code', {})
  assert.deepEqual(await gave({ text: 'a\u{1F600}', at: new Date(0), none: undefined }), {
    kind: 'done',
    output: createJsonObject([
      ['text', 'a\u{1F600}'],
      ['at', '1970-01-01T00:00:00.000Z'],
    ]),
  })
  for (const output of [Number.NaN, () => 1, 'a\0b', '\ud800', ['\0'], { a: { b: '\udc00' } }, { 'a\0': 1 }]) {
    assert.deepEqual(await gave(output), { kind: 'broken', report: '`code` returned a value that JSON cannot represent' })
  }
})

test('code may have a longer time limit than a timer has', async () => {
  const runner = makeBehaviourRunner(
    new Map([['code', { behave: () => new Promise((resolve) => setImmediate(() => resolve(1))), timeout: 30 * 24 * 3_600_000 }]]),
    new Map(),
    1000,
  )
  assert.deepEqual(await runner.run('code', {}), { kind: 'done', output: 1 })
})

test('a step of do reads the result of code; other requests are answered meanwhile, and its key is busy', (context) =>
  everywhere(context, async (service) => {
    assert.deepEqual(await asked(service, 'POST', '/orders', { customer: 'ann', total: 7 }), [
      201,
      { id: 1, customer: 'ann', total: 7, score: 7, status: 'draft' },
    ])
    assert.deepEqual((await asked(service, 'POST', '/orders', { customer: 'nobody', total: 7 }))[0], 422)
    const key = { 'idempotency-key': 'k' }
    const first = asked(service, 'POST', '/orders', { customer: 'waits', total: 8 }, key)
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual((await asked(service, 'GET', '/orders/1'))[0], 200)
    assert.deepEqual((await asked(service, 'POST', '/orders', { customer: 'waits', total: 8 }, key))[0], 409)
    waiting.pop()!()
    const made = await first
    assert.deepEqual([made[0], (made[1] as { score: number }).score], [201, 8])
    assert.deepEqual(
      await asked(service, 'POST', '/orders', { customer: 'waits', total: 8 }, key),
      made,
      'the key gives the answer again, and no code is run',
    )
  }))

test('code after the commit runs once its call is committed, is retried, and ends in a transition', (context) =>
  everywhere(context, async (service) => {
    const place = async (total: number): Promise<string> => {
      const { id } = (await asked(service, 'POST', '/orders', { customer: 'ann', total }))[1] as { id: number }
      assert.deepEqual((await asked(service, 'POST', `/orders/${id}/place`))[0], 202)
      assert.deepEqual((await asked(service, 'POST', `/orders/${id}/place`))[0], 409)
      await service.advance(0)
      return `/orders/${id}`
    }
    const orderAt = async (path: string): Promise<unknown> => (await asked(service, 'GET', path))[1]
    assert.deepEqual(await orderAt(await place(5)), { id: 1, customer: 'ann', total: 5, score: 5, receipt: 'r-1', status: 'paid' })
    assert.deepEqual(await orderAt(await place(13)), {
      id: 2,
      customer: 'ann',
      total: 13,
      score: 13,
      why: 'fail charge declined',
      status: 'rejected',
    })
    const third = await place(99)
    assert.deepEqual(((await orderAt(third)) as { status: string }).status, 'placed', 'it has failed, and waits')
    await service.advance(1000)
    assert.deepEqual(((await orderAt(third)) as { status: string }).status, 'placed')
    await service.advance(2000)
    assert.deepEqual(((await orderAt(third)) as { status: string }).status, 'paid')
    assert.deepEqual(charged, [1, 2, 3, 3, 3])
  }))
