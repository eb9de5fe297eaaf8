// Streams of events over HTTP: they begin after a list, for callers who may read them, resume after an interruption, and contain only
// committed changes.

import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRandomSource } from '../../src/base/random-source.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import { temporaryFolder } from '../folder.ts'
import { completed } from '../meaning/transcript.ts'
import { type Heard, listen } from './listener.ts'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const document = completed(`
resources:
  Item:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      owner: { type: string, maxLength: 20 }
      n: { type: integer, minimum: 0, maximum: 1000000 }
      text: { type: string, maxLength: 100000 }
    required: [id, owner, n]
endpoints:
  POST /items: { create: Item, body: [id, owner, n, text], status: 201 }
  PATCH /items/{id}: { update: Item, body: [n], status: 204 }
  DELETE /items/{id}: { delete: Item, status: 204 }
  GET /items: { list: Item, order: [id], page: none, status: 200, output: { items: 'items.map(i, i.n)', position: page.position } }
  GET /events: { stream: [item.changed, item.gone], status: 200 }
  GET /events/{owner}:
    stream: item.changed
    where: event.data.owner == input.path.owner && event.data.n > 1
    status: 200
events:
  envelope: cloudevents
  source: /items
  types:
    item.changed: { on: [Item.created, Item.updated], partitionkey: this.id, data: Item(this) }
    item.gone: { on: Item.deleted, partitionkey: this.id, data: { id: this.id, n: this.n } }
  delivery:
    stream: { media: text/event-stream, retain: P7D, heartbeat: PT10S }
`)

async function send(
  { url }: { readonly url: string },
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: any }> {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

const item = (id: string, n: number, owner = 'ann'): object => ({ id, owner, n })
const data = ({ data: text }: Heard): any => JSON.parse(text).data
const numbers = (heard: readonly Heard[]): number[] => heard.map((each) => data(each).n as number)

const file = (): string => storeOf('sqlite')

for (const name of allKinds) {
  const store = (): string => storeOf(name)
  test(`a listener receives events after its start, and after the position of a list (${name})`, async (context) => {
    const service = await served(context, document, { store: store() })
    await send(service, 'POST', '/items', item('a', 1))
    const {
      json: { position },
    } = await send(service, 'GET', '/items')
    await send(service, 'PATCH', '/items/a', { n: 2 })
    const late = await listen(`${service.url}/events`)
    const after = await listen(`${service.url}/events`, { last: position })
    assert.equal(late.headers['content-type'], 'text/event-stream')
    assert.equal((await send(service, 'POST', '/items', item('a', 9))).status, 409)
    await send(service, 'PATCH', '/items/a', { n: 3 })
    await send(service, 'DELETE', '/items/a')
    await Promise.all([late.until(({ length }) => length >= 2), after.until(({ length }) => length >= 3)])
    assert.deepEqual(numbers(late.heard), [3, 3])
    assert.deepEqual(numbers(after.heard), [2, 3, 3])
    assert.deepEqual(
      after.heard.map(({ type }) => type),
      ['item.changed', 'item.changed', 'item.gone'],
    )
    assert.deepEqual(
      after.heard.slice(1).map(({ id }) => id),
      late.heard.map(({ id }) => id),
      'an event has one position',
    )
    for (const each of [late, after]) each.close()
  })

  test(`a filter admits matching events, and the position advances over others (${name})`, async (context) => {
    const service = await served(context, document, { store: store(), virtual: true })
    const anns = await listen(`${service.url}/events/ann`)
    await send(service, 'POST', '/items', item('a', 1))
    await send(service, 'POST', '/items', item('b', 5, 'bob'))
    await send(service, 'PATCH', '/items/a', { n: 2 })
    await anns.until(({ length }) => length >= 1)
    await send(service, 'PATCH', '/items/b', { n: 6 })
    const {
      json: { position },
    } = await send(service, 'GET', '/items')
    await service.advance(10_000)
    await service.advance(10_000)
    await anns.reached(position)
    const resumed = await listen(`${service.url}/events/ann`, { last: anns.last() })
    await send(service, 'PATCH', '/items/a', { n: 7 })
    await Promise.all([anns.until(({ length }) => length >= 2), resumed.until(({ length }) => length >= 1)])
    assert.deepEqual(numbers(anns.heard), [2, 7])
    assert.deepEqual(numbers(resumed.heard), [7])
    for (const each of [anns, resumed]) each.close()
  })

  test(`a listener that is disconnected a hundred times receives every event once, in commit order (${name})`, async (context) => {
    const service = await served(context, document, { store: store() })
    const dice = createRandomSource(new SeededRandomness(`cut ${name}`))
    const total = 300
    const {
      json: { position },
    } = await send(service, 'GET', '/items')
    const writing = (async () => {
      for (let n = 0; n < total; n++) await send(service, 'POST', '/items', item(`i${n}`, n))
    })()
    const heard = new Map<string, Heard>()
    let last: string = position
    let cuts = 0
    while (heard.size < total) {
      const listener = await listen(`${service.url}/events`, { last })
      const most = cuts < 100 ? dice.between(1, 3) : total
      await listener.until(({ length }) => length >= Math.min(most, total - heard.size))
      listener.close()
      // The data before the cut; the id is that of the last dispatched event, or of a later position.
      for (const each of listener.heard) heard.set(each.id, each)
      last = listener.last()
      // Now and then the end of what was heard is lost, as where the client dies before it has kept its place.
      const [first] = listener.heard
      if (dice.once(4) && first !== undefined) last = first.id
      cuts++
    }
    await writing
    assert.ok(cuts >= 100, `${cuts}`)
    assert.deepEqual(
      numbers([...heard.values()]),
      Array.from({ length: total }, (_, n) => n),
    )
    assert.equal(new Set([...heard.values()].map(({ data: text }) => JSON.parse(text).id as string)).size, total)
  })

  test(`reports a position that cannot be resumed, and continues from a new one (${name})`, async (context) => {
    const service = await served(context, document, { store: store(), virtual: true })
    const first = await listen(`${service.url}/events`)
    await first.placed()
    const empty = first.last()
    await send(service, 'POST', '/items', item('a', 1))
    await first.until(({ length }) => length >= 1)
    const old = first.last()
    const changed = `${old.slice(0, -3)}${old.at(-3) === 'A' ? 'B' : 'A'}${old.slice(-2)}`
    const elsewhere = await served(context, document)
    const other = await listen(`${elsewhere.url}/events`)
    await other.placed()
    for (const last of [changed, other.last(), 'nonsense', '7']) {
      const reset = await listen(`${service.url}/events`, { last })
      await reset.until(({ length }) => length >= 1)
      assert.deepEqual(
        reset.heard.map(({ type, data: text }) => [type, text]),
        [['reset', '{"reason":"foreign"}']],
      )
      assert.equal(reset.last(), old, 'what follows is complete from there')
      reset.close()
    }
    await service.advance(6 * 86_400_000)
    await send(service, 'PATCH', '/items/a', { n: 2 })
    await service.advance(86_400_000)
    const expired = await listen(`${service.url}/events`, { last: empty })
    const within = await listen(`${service.url}/events`, { last: old })
    await send(service, 'PATCH', '/items/a', { n: 3 })
    await Promise.all([expired.until(({ length }) => length >= 2), within.until(({ length }) => length >= 2)])
    assert.deepEqual(
      expired.heard.map(({ type }) => type),
      ['reset', 'item.changed'],
    )
    assert.equal(expired.heard[0]!.data, '{"reason":"expired"}')
    assert.deepEqual(numbers(within.heard), [2, 3])
    for (const each of [first, other, expired, within]) each.close()
  })

  test(`a slow listener loses nothing, and one that reads nothing is disconnected with its position (${name})`, async (context) => {
    const service = await served(context, document, { store: store(), virtual: true })
    const slow = await listen(`${service.url}/events`)
    await slow.placed()
    const from = slow.last()
    slow.pause()
    const text = 'x'.repeat(90_000)
    const total = 100
    for (let n = 0; n < total; n++) await send(service, 'POST', '/items', { ...item(`i${n}`, n), text })
    slow.resume()
    await slow.until(({ length }) => length >= total)
    assert.deepEqual(
      numbers(slow.heard),
      Array.from({ length: total }, (_, n) => n),
    )
    slow.close()
    const deaf = await listen(`${service.url}/events`, { last: from })
    deaf.pause()
    for (let n = 0; n < total; n++) await send(service, 'PATCH', `/items/i${n}`, { n: total + n })
    await service.advance(1)
    await service.advance(30_000)
    deaf.resume()
    await deaf.ended
    assert.match(deaf.text(), /too far behind; resume with Last-Event-ID\nid: \S+\n\n$/)
    assert.ok(deaf.heard.length < 2 * total)
    const again = await listen(`${service.url}/events`, { last: deaf.last() })
    await again.until(({ length }) => length >= 2 * total - deaf.heard.length)
    assert.deepEqual(
      numbers([...deaf.heard, ...again.heard]),
      Array.from({ length: 2 * total }, (_, n) => n),
    )
    again.close()
  })
}

test('emits no event for refused or rolled-back work; answers HEAD; accepts only event streams', async (context) => {
  const service = await served(context, document)
  const head = await fetch(`${service.url}/events`, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-type'), 'text/event-stream')
  assert.equal((await fetch(`${service.url}/events`, { headers: { accept: 'application/json' } })).status, 406)
})

test('a stop ends streams with their position, and a restarted service continues there', async (context) => {
  const store = file()
  const first = await served(context, document, { store })
  const listener = await listen(`${first.url}/events`)
  await send(first, 'POST', '/items', item('a', 1))
  await first.stop()
  await listener.ended
  assert.deepEqual(numbers(listener.heard), [1])
  const second = await served(context, document, { store })
  await send(second, 'PATCH', '/items/a', { n: 2 })
  const again = await listen(`${second.url}/events`, { last: listener.last() })
  await again.until(({ length }) => length >= 1)
  assert.deepEqual(numbers(again.heard), [2])
  again.close()
})

test('renders an event once for many equal streams, and not for closed connections', async (context) => {
  const service = await served(context, document)
  const all = await Promise.all(Array.from({ length: 200 }, () => listen(`${service.url}/events`)))
  await send(service, 'POST', '/items', item('a', 1))
  await Promise.all(all.map((each) => each.until(({ length }) => length >= 1)))
  for (const each of all.slice(1)) each.close()
  await send(service, 'PATCH', '/items/a', { n: 2 })
  await all[0]!.until(({ length }) => length >= 2)
  all[0]!.close()
})

test('a stream does not count as a running request', async (context) => {
  const { url } = await served(context, document)
  // A raw connection that asks and never reads.
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => socket.once('readable', resolve))
  assert.equal((await send({ url }, 'GET', '/items')).status, 200)
  socket.destroy()
})

test('a restored file continues only from positions that both histories have', async (context) => {
  const folder = temporaryFolder()
  const store = (name: string): string => join(folder, name)
  const first = await served(context, document, { store: `sqlite:${store('one.db')}` })
  await send(first, 'POST', '/items', item('a', 1))
  const {
    json: { position: common },
  } = await send(first, 'GET', '/items')
  await first.stop()
  copyFileSync(store('one.db'), store('two.db'))
  const lost = await served(context, document, { store: `sqlite:${store('one.db')}` })
  await send(lost, 'PATCH', '/items/a', { n: 2 })
  const {
    json: { position: gone },
  } = await send(lost, 'GET', '/items')
  const restored = await served(context, document, { store: `sqlite:${store('two.db')}` })
  const early = await listen(`${restored.url}/events`, { last: gone })
  await early.until(({ length }) => length >= 1)
  await send(restored, 'PATCH', '/items/a', { n: 3 })
  // Another event now has this position.
  const late = await listen(`${restored.url}/events`, { last: gone })
  const both = await listen(`${restored.url}/events`, { last: common })
  await Promise.all([
    early.until(({ length }) => length >= 2),
    late.until(({ length }) => length >= 1),
    both.until(({ length }) => length >= 1),
  ])
  assert.deepEqual(
    early.heard.map(({ type }) => type),
    ['reset', 'item.changed'],
  )
  assert.deepEqual(
    late.heard.map(({ type, data: text }) => [type, text]),
    [['reset', '{"reason":"foreign"}']],
  )
  assert.deepEqual(numbers(both.heard), [3])
  for (const each of [early, late, both]) each.close()
})
