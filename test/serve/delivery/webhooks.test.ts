// Webhooks as their receivers meet them: real receivers, real connections, the service's own clock.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type Served, served } from '../served.ts'
import { orders } from './documents.ts'
import { type Receiver, receiver } from './receiver.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { allKinds, storeOf } from '../stores.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const json = { 'Content-Type': 'application/json' }
const hour = 3_600_000

/** Each test, over each store. */
function each(name: string, run: (context: TestContext, store: string) => Promise<void>): void {
  for (const kind of allKinds) test(`${name} (${kind})`, (context) => run(context, storeOf(kind)))
}

const start = (context: Pick<TestContext, 'after'>, store: string, document = orders()): Promise<Served> =>
  served(context, document, { virtual: true, store, deliveries: { allowPrivate: true }, log: { level: 'silent', sink: () => undefined } })

async function post(service: Served, path: string, body?: unknown, method = 'POST'): Promise<{ id: number }> {
  const answer = await fetch(service.url + path, { method, headers: json, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  assert.ok(answer.ok, `${method} ${path} is answered ${answer.status}`)
  return (answer.status === 204 ? {} : await answer.json()) as { id: number }
}

const subscribe = (service: Served, to: Receiver, more: object = {}): Promise<{ id: number }> =>
  post(service, '/subscriptions', { url: `${to.url}/hooks`, types: ['order.placed', 'order.changed', 'order.expired'], secret, ...more })

async function place(service: Served, order: object = {}): Promise<number> {
  const { id } = await post(service, '/orders', order)
  await post(service, `/orders/${id}/place`)
  return id
}

each('an event reaches those who asked for its type, signed, with its own id', async (context, store) => {
  const service = await start(context, store)
  const [all, some] = [await receiver(context), await receiver(context)]
  await subscribe(service, all)
  await subscribe(service, some, { types: ['order.expired'] })
  const id = await place(service, { shop: 'Zoë' })
  await service.waitUntilDelivered()
  assert.equal(some.came.length, 0)
  const [came, ...more] = all.came
  assert.equal(more.length, 0)
  assert.equal(`${came!.method} ${came!.url} ${came!.headers['content-type']}`, 'POST /hooks application/json')
  assert.deepEqual(JSON.parse(came!.body), { id, shop: 'Zoë' })
  assert.match(String(came!.headers['webhook-id']), /^[0-9a-f-]{36}$/)
  new Webhook(secret).verify(came!.body, came!.headers as Record<string, string>)
  await post(service, '/orders', {})
  await service.advance(hour)
  assert.deepEqual([all.came.length, some.came.length], [2, 1], 'what time does is told too')
})

each('while a secret changes, both sign', async (context, store) => {
  const service = await start(context, store)
  const one = await receiver(context)
  const fresh = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const { id } = await subscribe(service, one)
  await post(service, `/subscriptions/${id}`, { secret: fresh, previous: secret }, 'PATCH')
  await place(service)
  await service.waitUntilDelivered()
  for (const each of [secret, fresh]) new Webhook(each).verify(one.came[0]!.body, one.came[0]!.headers as Record<string, string>)
})

each('listed waits come in their order, and their number defines the attempts of a delivery', async (context, store) => {
  const document = orders().replace('      attempts: 12\n', '').replace('backoff: exponential', 'backoff: [PT10S, PT1M, PT1H]')
  const service = await start(context, store, document)
  const never = await receiver(context, () => 500)
  await subscribe(service, never)
  await place(service)
  await service.waitUntilDelivered()
  const counts = [never.came.length]
  // A wait may be longer by a fifth.
  for (const seconds of [9, 3, 57, 15, 3585, 735, 86_400]) {
    await service.advance(seconds * 1000)
    await service.waitUntilDelivered()
    counts.push(never.came.length)
  }
  assert.deepEqual(counts, [1, 1, 2, 2, 3, 3, 4, 4])
})

each('a try that fails is made again later, with the same id, until one succeeds', async (context, store) => {
  const service = await start(context, store)
  const flaky = await receiver(context, (_, count) => (count < 3 ? 500 : 204))
  await subscribe(service, flaky)
  await place(service)
  await service.waitUntilDelivered()
  assert.equal(flaky.came.length, 1)
  await service.advance(4999)
  assert.equal(flaky.came.length, 1, 'not before five seconds')
  await service.advance(1001)
  assert.equal(flaky.came.length, 2)
  await service.advance(18_000)
  await service.advance(30 * 24 * hour)
  assert.equal(flaky.came.length, 3, 'and never again')
  assert.equal(new Set(flaky.came.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(flaky.came.map(({ headers }) => headers['webhook-timestamp'])).size, 3)
})

each('a redirect is not a success and is not followed; Retry-After is waited for', async (context, store) => {
  const service = await start(context, store)
  const elsewhere = await receiver(context)
  const moved = await receiver(context, (_, count) =>
    count === 1 ? { status: 308, headers: { Location: elsewhere.url, 'Retry-After': '3600' } } : 204,
  )
  await subscribe(service, moved)
  await place(service)
  await service.waitUntilDelivered()
  await service.advance(hour - 1000)
  assert.equal(moved.came.length, 1)
  await service.advance(1000)
  assert.deepEqual([moved.came.length, elsewhere.came.length], [2, 0])
})

each('410 ends what is sent to an address, until the address is another', async (context, store) => {
  const service = await start(context, store)
  const [gone, next] = [await receiver(context, () => 410), await receiver(context)]
  const { id } = await subscribe(service, gone)
  await place(service)
  await service.waitUntilDelivered()
  await place(service)
  await service.advance(30 * 24 * hour)
  assert.equal(gone.came.length, 1)
  await post(service, `/subscriptions/${id}`, { url: `${next.url}/new` }, 'PATCH')
  await place(service)
  await service.waitUntilDelivered()
  assert.deepEqual([gone.came.length, next.came.length], [1, 1])
})

each('410 ends deliveries until the record of the destination changes', async (context, store) => {
  const service = await start(context, store)
  let isGone = true
  const back = await receiver(context, () => (isGone ? 410 : 204))
  const { id } = await subscribe(service, back)
  await place(service)
  await service.waitUntilDelivered()
  isGone = false
  await place(service)
  await service.advance(hour)
  assert.equal(back.came.length, 1)
  await post(service, `/subscriptions/${id}`, { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, 'PATCH')
  await place(service)
  await service.waitUntilDelivered()
  assert.equal(back.came.length, 2)
})

each('delivers everything to a receiver that was down for a day, in order per key', async (context, store) => {
  const service = await start(context, store)
  let isDown = true
  const [down, up] = [await receiver(context, () => (isDown ? 503 : 204)), await receiver(context)]
  await subscribe(service, down)
  await subscribe(service, up)
  const placed = await place(service)
  for (let count = 0; count < 24; count++) {
    await post(service, `/orders/${placed}/change`)
    await place(service)
    await service.advance(hour)
  }
  assert.equal(up.came.length, 49)
  const before = down.came.length
  isDown = false
  for (let day = 0; day < 5; day++) await service.advance(24 * hour)
  const delivered = down.came.slice(before)
  const ids = (came: typeof delivered): string[] => came.map(({ headers }) => String(headers['webhook-id']))
  assert.deepEqual(new Set(ids(delivered)), new Set(ids(up.came)))
  assert.equal(delivered.length, 49, 'each once')
  const counts = delivered.flatMap(({ body }) => (JSON.parse(body) as { count?: number }).count ?? [])
  assert.deepEqual(
    counts,
    Array.from({ length: 24 }, (_, index) => index + 1),
  )
})

each('does not delay other receivers behind one that does not answer', async (context, store) => {
  const service = await start(context, store)
  const gate = Promise.withResolvers<number>()
  const [silent, sound] = [await receiver(context, () => gate.promise), await receiver(context)]
  await subscribe(service, silent)
  await subscribe(service, sound)
  for (let count = 0; count < 5; count++) await place(service)
  while (sound.came.length < 5) await new Promise(setImmediate)
  assert.equal(silent.came.length, 1, 'one at once')
  gate.resolve(204)
})

each('delivers nothing to a deleted subscriber', async (context, store) => {
  const service = await start(context, store)
  const one = await receiver(context, () => 500)
  const { id } = await subscribe(service, one)
  await place(service)
  await service.waitUntilDelivered()
  await post(service, `/subscriptions/${id}`, undefined, 'DELETE')
  await service.advance(30 * 24 * hour)
  assert.equal(one.came.length, 1)
})

each('without leave of the operator nothing goes to this machine', async (context, store) => {
  const service = await served(context, orders(), { virtual: true, store, log: { level: 'silent', sink: () => undefined } })
  const one = await receiver(context)
  await subscribe(service, one)
  await place(service)
  await service.advance(24 * hour)
  assert.equal(one.came.length, 0)
})

each('ordered deliveries to one destination wait for each other', async (context, store) => {
  const service = await start(context, store, orders('ordered: true\n      concurrency: 4'))
  const one = await receiver(context, (_, count) => (count === 1 ? 500 : 204))
  await subscribe(service, one)
  const placed = [await place(service), await place(service), await place(service)]
  await service.waitUntilDelivered()
  assert.equal(one.came.length, 1)
  await service.advance(10_000)
  assert.deepEqual(one.all('id'), [placed[0], ...placed])
})

each('a callback goes where its data or its request says, with the change, and only where it holds', async (context, store) => {
  const service = await start(
    context,
    store,
    orders(
      '',
      `  callbacks:
    placed:
      on: [Order.place, entry Order.expired]
      when: this.hook != null
      url: '\${this.hook}'
      method: PUT
      headers: { X-Order: '\${this.id}' }
      body: { id: this.id, status: this.status }
      attempts: 2
      timeout: PT30S
      deadLetter: P1D
    asked:
      on: Order.place
      when: request != null && "x-callback-url" in request.headers
      url: '\${request.headers["x-callback-url"]}'
      body: { placed: this.id }
      attempts: 1
      timeout: PT30S
      deadLetter: P1D`,
    ),
  )
  const one = await receiver(context)
  const { id } = await post(service, '/orders', { hook: `${one.url}/by-data` })
  await fetch(`${service.url}/orders/${id}/place`, { method: 'POST', headers: { 'X-Callback-URL': `${one.url}/by-request` } })
  await place(service)
  await post(service, '/orders', { hook: `${one.url}/by-time` })
  await service.advance(hour)
  const seen = one.came.map(({ method, url, headers, body }) => [method, url, headers['x-order'], body])
  assert.deepEqual(
    seen.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    [
      ['POST', '/by-request', undefined, `{"placed":${id}}`],
      ['PUT', '/by-data', String(id), `{"id":${id},"status":"placed"}`],
      ['PUT', '/by-time', String(id + 2), `{"id":${id + 2},"status":"expired"}`],
    ],
  )
})

for (const kind of allKinds.filter((each) => each.startsWith('sqlite')))
  test(`what waits when the service stops is sent when it starts again (${kind})`, async (context) => {
    const store = storeOf(kind)
    const one = await receiver(context, () => 500)
    const first = await start({ after: () => undefined }, store)
    await subscribe(first, one)
    await place(first)
    await first.waitUntilDelivered()
    await first.stop()
    one.answers = () => 204
    const second = await start(context, store)
    await second.advance(24 * hour)
    assert.equal(one.came.length, 2)
    assert.equal(new Set(one.came.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

for (const kind of allKinds.filter((each) => each.startsWith('sqlite')))
  test(`a stop waits for what is under way, which is not sent again (${kind})`, async (context) => {
    const store = storeOf(kind)
    const gate = Promise.withResolvers<number>()
    const slow = await receiver(context, () => gate.promise)
    const first = await start({ after: () => undefined }, store)
    await subscribe(first, slow)
    await place(first)
    while (slow.came.length === 0) await new Promise(setImmediate)
    const stopped = first.stop()
    gate.resolve(204)
    await stopped
    const second = await start(context, store)
    await second.advance(24 * hour)
    assert.equal(slow.came.length, 1)
  })

each('fans out many events to many destinations in pieces, once each', async (context, store) => {
  const service = await start(context, store)
  const one = await receiver(context)
  for (let count = 0; count < 20; count++) await subscribe(service, one, { url: `${one.url}/${count}`, types: ['order.changed'] })
  const id = await place(service)
  await Promise.all(Array.from({ length: 30 }, () => post(service, `/orders/${id}/change`)))
  await service.waitUntilDelivered()
  assert.equal(one.came.length, 600)
  assert.equal(new Set(one.came.map(({ url, headers }) => `${url} ${String(headers['webhook-id'])}`)).size, 600)
})

each('delivers only event types without gaps', async (context, store) => {
  const service = await start(
    context,
    store,
    orders(
      '',
      `  callbacks:
    told: { on: Order.place, when: this.hook != null, url: '\${this.hook}', attempts: 1, timeout: PT30S, deadLetter: P1D }`,
    ).replace('      attempts: 12\n', ''),
  )
  const one = await receiver(context)
  await subscribe(service, one)
  await place(service, { hook: `${one.url}/callback` })
  await service.waitUntilDelivered()
  assert.deepEqual(
    one.came.map(({ url }) => url),
    ['/callback'],
  )
})

const reacting = orders(`onDone: [{ if: to.state == "failing", transition: Subscription.recover, by: to }]
      onError: [{ if: to.state != "disabled", transition: Subscription.fail, by: to, input: { text: '(result.status == null ? "none" : string(result.status)) + " " + string(result.attempts) + (result.last ? " last" : "")' } }]`)
  .replace(
    '      previous: {',
    "      failingSince: { type: [string, 'null'], format: date-time, readOnly: true }\n      last: { type: [string, 'null'], maxLength: 300, readOnly: true }\n      previous: {",
  )
  .replace('event.type in s.types', 'event.type in s.types && s.state != "disabled"')
  .replace(
    'states:\n',
    `states:
  Subscription.state:
    initial: active
    states:
      active: { on: { fail: { target: failing, input: { $ref: Failed }, guard: { answered: '!input.text.startsWith("none")' }, set: { failingSince: now, last: input.text } } } }
      failing:
        on: { fail: { input: { $ref: Failed }, set: { last: input.text } }, recover: { target: active, set: { failingSince: 'null', last: 'null' } } }
        after: { P3D: { target: disabled } }
      disabled: {}
`,
  )
  .replace(
    'resources:\n',
    'resources:\n  $defs: { Failed: { type: object, required: [text], properties: { text: { type: string, maxLength: 200 } } } }\n',
  )
  .replace(
    '  POST /subscriptions:',
    '  GET /subscriptions/{id}: { read: Subscription, status: 200, output: { state: this.state, since: this.failingSince, last: this.last } }\n  POST /subscriptions:',
  )

type Reacting = { readonly state: string; readonly since: string | null; readonly last: string | null }

const subscriptionOf = async ({ url }: Served, id: number): Promise<Reacting> =>
  (await (await fetch(`${url}/subscriptions/${id}`)).json()) as Reacting

async function reacts(context: Pick<TestContext, 'after'>, store: string): Promise<void> {
  const service = await start(context, store, reacting)
  const flaky = await receiver(context, (_, count) => (count < 3 ? 503 : 204))
  const { id } = await subscribe(service, flaky)
  await place(service)
  await service.waitUntilDelivered()
  const first = await subscriptionOf(service, id)
  assert.deepEqual([first.state, first.last], ['failing', '503 1'])
  await service.advance(10_000)
  await service.waitUntilDelivered()
  assert.deepEqual(await subscriptionOf(service, id), { ...first, last: '503 2' }, 'since when stays')
  await service.advance(hour)
  await service.waitUntilDelivered()
  assert.deepEqual(await subscriptionOf(service, id), { state: 'active', since: null, last: null })
}

each('the outcome of each attempt is what a subscription reacts to', reacts)

test('a subscription reacts to the outcome of each attempt (postgres)', { skip: noPostgres ?? false }, async () => {
  const schema = await freshSchema()
  const ends: (() => unknown)[] = []
  try {
    await reacts({ after: (end) => void ends.push(end as () => unknown) }, schema.url)
  } finally {
    for (const end of ends.toReversed()) await end()
    await schema.drop()
  }
})

each('a reaction that is refused leaves the outcome of the delivery as it is', async (context, store) => {
  const service = await start(context, store, reacting)
  const { id } = await post(service, '/subscriptions', { url: 'http://127.0.0.1:9/hooks', types: ['order.placed'], secret })
  await place(service)
  await service.waitUntilDelivered()
  assert.equal((await subscriptionOf(service, id)).state, 'active')
  const another = await receiver(context)
  await post(service, `/subscriptions/${id}`, { url: another.url }, 'PATCH')
  await service.advance(10_000)
  await service.waitUntilDelivered()
  assert.equal(another.came.length, 1, 'it was tried again')
})

each('a subscription that fails for three days is disabled, and nothing is sent to it any more', async (context, store) => {
  const service = await start(context, store, reacting)
  const never = await receiver(context, () => 500)
  const { id } = await subscribe(service, never)
  await place(service)
  await service.waitUntilDelivered()
  await service.advance(80 * hour)
  await service.waitUntilDelivered()
  assert.equal((await subscriptionOf(service, id)).state, 'disabled')
  const { length } = never.came
  await place(service)
  await service.waitUntilDelivered()
  assert.equal(never.came.length, length)
})
