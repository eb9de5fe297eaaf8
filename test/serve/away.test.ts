// A store that fails for a while: readiness, figures and streams report it and recover.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreFailure } from '../../src/exchange/store-failure.ts'
import type { Access } from '../../src/meaning/access.ts'
import { completed } from '../meaning/transcript.ts'
import { listen } from './listener.ts'
import { served } from './served.ts'

const document = completed(`
resources:
  Item: { key: id, properties: { id: { type: string, maxLength: 20 } } }
endpoints:
  POST /items: { create: Item, body: [id], status: 201 }
  GET /events: { stream: item.made, status: 200 }
events:
  types: { item.made: { on: Item.created, data: { id: this.id } } }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
`)

class Away extends StoreFailure {
  override readonly isOutage = true
}

/** Access whose reads fail while `from.answers` is false. */
function reading(own: Access, from: { answers: boolean }): Access {
  return {
    async read(work) {
      if (!from.answers) throw new Away('away')
      return own.read(work)
    },
    write: (work) => own.write(work),
  }
}

test('reports an unreachable store in readiness and metrics; a stream then continues with the missed events', async (context) => {
  const from = { answers: true }
  const service = await served(context, document, {
    admin: true,
    virtual: true,
    access: (own) => reading(own, from),
    log: { level: 'silent', sink: () => undefined },
  })
  const { url, admin } = service
  const post = async (id: string): Promise<number> =>
    (await fetch(`${url}/items`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id }) })).status
  const ready = async (): Promise<unknown> =>
    ((await (await fetch(`${admin}/health/ready`)).json()) as { checks: { store: unknown } }).checks.store
  const kept = async (): Promise<boolean> => (await (await fetch(`${admin}/metrics`)).text()).includes('ninefold_timers{')
  const listener = await listen(`${url}/events`)
  await listener.placed()
  assert.equal(await post('a'), 201)
  await listener.until(({ length }) => length >= 1)
  assert.deepEqual([await ready(), await kept()], [{ status: 'pass' }, true])
  from.answers = false
  assert.equal(await post('b'), 201)
  assert.deepEqual([await ready(), await kept()], [{ status: 'fail', output: 'the store does not answer' }, false])
  from.answers = true
  await service.advance(1)
  await listener.until(({ length }) => length >= 2)
  assert.deepEqual(
    listener.heard.map(({ data }) => data),
    ['{"id":"a"}', '{"id":"b"}'],
  )
  assert.deepEqual([await ready(), await kept()], [{ status: 'pass' }, true])
  listener.close()
})
