// Answers to clients and reports to the operator while the database is stopped, crashed and restarted under the service.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { completed } from '../../meaning/transcript.ts'
import { served } from '../../serve/served.ts'
import { ownCluster } from './histories/cluster.ts'

const cluster = await ownCluster()
const skip = cluster === undefined ? "PostgreSQL's own commands (`initdb`, `pg_ctl`) are not there" : false

const parcels = completed(`
resources:
  Parcel: { key: id, properties: { id: { type: integer, generate: sequence }, label: { type: string, maxLength: 100 } } }
states:
  Parcel.status:
    initial: open
    states:
      open: { after: { PT2S: { target: closed } } }
      closed: { type: final }
events:
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  types: { made: { on: Parcel.created, data: { id: this.id } } }
endpoints:
  POST /parcels: { create: Parcel, body: [label], status: 201, output: Parcel(this) }
  GET /parcels/{id}: { read: Parcel, status: 200, output: Parcel(this) }
  GET /events: { stream: [made], status: 200 }
`)

test(
  'answers `unavailable` and fails readiness while the database is unreachable, and then continues by itself',
  { skip, timeout: 120_000 },
  async (context) => {
    context.after(() => cluster!.remove())
    const running = await served(context, parcels, { store: cluster!.address, admin: true, log: { level: 'error', sink: () => undefined } })
    const post = (): Promise<Response> =>
      fetch(`${running.url}/parcels`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"label":"a"}' })
    const get = (id: number): Promise<Response> => fetch(`${running.url}/parcels/${id}`)
    const readiness = async (): Promise<{ status: number; checks: { store: { status: string; output?: string } } }> => {
      const response = await fetch(`${running.admin}/health/ready`)
      return { ...((await response.json()) as { checks: { store: { status: string; output?: string } } }), status: response.status }
    }
    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      const end = performance.now() + 40_000
      while (!(await holds())) {
        assert.ok(performance.now() < end, 'it did not come to that')
        await setTimeout(50)
      }
    }
    const stream = await fetch(`${running.url}/events`)
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    void (async () => {
      for (;;) {
        const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }))
        if (done) return
        heard += value
      }
    })()
    const { id } = (await (await post()).json()) as { id: number }
    assert.equal((await readiness()).status, 200)

    const recovered = async (): Promise<void> => {
      await until(async () => (await readiness()).status === 200)
      await until(async () => {
        const response = await post()
        await response.body?.cancel()
        return response.status === 201
      })
      assert.equal((await get(id)).status, 200)
    }
    cluster!.stop()
    for (const response of [await post(), await get(id)]) {
      assert.equal(response.status, 503)
      assert.equal(response.headers.get('retry-after'), '1')
      await response.body?.cancel()
    }
    const failing = await readiness()
    assert.equal(failing.status, 503)
    assert.match(failing.checks.store.output!, /the database cannot be reached/)
    cluster!.start()
    await recovered()
    await cluster!.crash()
    await recovered()
    // Timers are fired without a request, and streams go on.
    const last = ((await (await post()).json()) as { id: number }).id
    await until(async () => (await cluster!.query(`SELECT status FROM "Parcel" WHERE id = ${last}`))[0]!['status'] === 'closed')
    await until(async () => heard.includes(`"id":${last}`))
    await reader.cancel()
  },
)
