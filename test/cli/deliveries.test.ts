// Deliveries as an operator sees them: reported when they die, listed with their attempts, and sent again, also while the service runs.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { orders } from '../serve/delivery/documents.ts'
import { type Receiver, receiver } from '../serve/delivery/receiver.ts'
import { type Served, served } from '../serve/served.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const text = orders().replace('attempts: 12', 'attempts: 2')

function files(): { document: string; store: string } {
  const folder = temporaryFolder()
  const document = join(folder, 'service.yaml')
  writeFileSync(document, text)
  return { document, store: `sqlite:${join(folder, 'store.db')}` }
}

/** Places one order, and notifies one receiver. */
async function told(service: Served, to: Receiver): Promise<void> {
  const post = (path: string, body?: unknown): Promise<Response> =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  await post('/subscriptions', { url: `${to.url.replace('//', '//user:pass@')}/hooks`, types: ['order.placed'], secret })
  await post('/orders', {})
  await post('/orders/1/place')
  await service.waitUntilDelivered()
}

test('lists a dead delivery with its attempts, and resends it while the service runs', async (context) => {
  const { document, store } = files()
  const line = Promise.withResolvers<string>()
  const one = await receiver(context, () => 503)
  const service = await served(context, text, {
    virtual: true,
    admin: true,
    store,
    deliveries: { allowPrivate: true },
    log: { level: 'warn', sink: (each) => line.resolve(each) },
  })
  await told(service, one)
  const waiting = JSON.parse((await ninefold('deliveries', document, '--store', store, '--format', 'json')).out)
  assert.deepEqual([waiting.waiting, waiting.dead, waiting.next[0].name, waiting.next[0].attempts[0].status], [1, 0, 'order.placed', 503])

  await service.advance(10_000)
  assert.match(await line.promise, /a delivery is dead; `ninefold deliveries` shows the reason, and can resend it/)
  const listed = await ninefold('deliveries', document, '--store', store, '--dead')
  assert.equal(listed.status, 1)
  const url = `${one.url}/hooks`
  const attempt = `\n {4}\\S+Z {2}${url}  503, \\d+ ms`
  assert.match(
    listed.out,
    new RegExp(
      `^0 wait, 0 were delivered, 1 is dead\n {2}\\d+ {2}order\\.placed to webhooks Subscription \\[1\\]: dead${attempt}${attempt}\n {4}dead: the answer was 503, at the last of 2 tries\n`,
    ),
  )
  const admin = (await (await fetch(`${service.admin}/deliveries`)).json()) as { dead: number; gone: { id: number; reason: string }[] }
  assert.deepEqual([admin.dead, admin.gone[0]!.reason], [1, 'the answer was 503, at the last of 2 tries'])

  one.answers = () => 204
  const again = await ninefold('deliveries', document, '--store', store, '--redeliver', String(admin.gone[0]!.id))
  assert.deepEqual([again.status, again.out], [0, 'It is due now.\n'])
  await service.waitUntilDelivered()
  assert.equal(one.came.length, 3)
  assert.equal(new Set(one.came.map(({ headers }) => headers['webhook-id'])).size, 1)
  const after = JSON.parse((await ninefold('deliveries', document, '--store', store, '--format', 'json')).out)
  assert.deepEqual([after.waiting, after.delivered, after.dead, after.done[0].attempts.length], [0, 1, 0, 3])
})

test('no secret and nothing of what is carried is listed or logged', async (context) => {
  const { document, store } = files()
  const lines: string[] = []
  const one = await receiver(context, () => 410)
  const service = await served(context, text, {
    virtual: true,
    admin: true,
    store,
    deliveries: { allowPrivate: true },
    log: { level: 'debug', sink: (line) => lines.push(line) },
  })
  await told(service, one)
  const seen = [
    (await ninefold('deliveries', document, '--store', store)).out,
    (await ninefold('deliveries', document, '--store', store, '--format', 'json')).out,
    await (await fetch(`${service.admin}/deliveries`)).text(),
    await (await fetch(`${service.admin}/metrics`)).text(),
    ...lines,
  ].join('\n')
  assert.ok(seen.includes('the receiver answered 410'))
  for (const hidden of [secret, secret.slice(6), 'user:pass', '"shop"']) assert.ok(!seen.includes(hidden), hidden)
  assert.match(seen, /ninefold_deliveries\{state="dead"\} 1\n/)
})

test("the operator's listener sends again too, and wrong use is told in a line", async (context) => {
  const { document, store } = files()
  const one = await receiver(context, () => 410)
  const service = await served(context, text, {
    virtual: true,
    admin: true,
    store,
    deliveries: { allowPrivate: true },
    log: { level: 'silent', sink: () => undefined },
  })
  await told(service, one)
  one.answers = () => 204
  const { gone } = (await (await fetch(`${service.admin}/deliveries`)).json()) as { gone: { id: number }[] }
  const redeliver = (query: string): Promise<Response> => fetch(`${service.admin}/deliveries${query}`, { method: 'POST' })
  assert.deepEqual(
    [(await redeliver('')).status, (await redeliver('?redeliver=999999999')).status, (await redeliver(`?redeliver=${gone[0]!.id}`)).status],
    [400, 404, 200],
  )
  await service.waitUntilDelivered()
  assert.equal(one.came.length, 2)
  for (const wrong of [
    ['--redeliver', 'x'],
    ['--redeliver', '77'],
    ['--format', 'xml'],
  ]) {
    const { status, error } = await ninefold('deliveries', document, '--store', store, ...wrong)
    assert.deepEqual([status, error.split('\n').length <= 3], [2, true], wrong.join(' '))
  }
  assert.equal((await ninefold('deliveries', document)).status, 2)
})
