// Values that a request does not need are not computed: a caller without a tenant can sign in although a computed property reads a tenant's
// records.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { served } from '../served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1, { session-cookies@1: { resources: Staff } }]
service: { name: clinics }
resources:
  Clinic: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Staff:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      clinic: { $ref: Clinic, onDelete: restrict }
      name: { type: string, maxLength: 9 }
      password: { type: string, maxLength: 50, secret: argon2id, writeOnly: true }
      open: { type: integer, compute: this.tasks.size() }
      busy: { type: boolean, compute: this.open > 0 }
      label: { type: string, compute: 'this.name + "!"' }
      tasks: { inverse: Task.staff }
    required: [clinic, name, password]
    unique: [name]
  Task:
    key: id
    tenant: { clinic: caller.clinic }
    properties: { id: { type: string, maxLength: 9 }, clinic: { $ref: Clinic, onDelete: restrict }, staff: { $ref: Staff, onDelete: restrict } }
    required: [clinic, staff]
  views:
    Face: { of: Staff, take: [id, label] }
    Load: { of: Staff, properties: { load: 'this.busy ? "busy" : "free"' } }
  records:
    Clinic: [{ id: c }, { id: d }]
    Staff: [{ id: s, clinic: c, name: ada, password: secret-word }, { id: t, clinic: d, name: bob, password: secret-word }]
    Task: [{ id: t1, clinic: c, staff: s }]
states: none
endpoints:
  GET /me: { answer: {}, output: Staff(caller) }
  GET /faces: { list: Staff, security: [{ session: [] }, {}], order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(s, Face(s))' } }
  GET /loads: { list: Staff, security: [{ session: [] }, {}], order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(s, Load(s))' } }
  GET /busy: { list: Staff, security: [{ session: [] }, {}], where: this.busy, order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(s, s.id)' } }
  GET /sorted: { list: Staff, security: [{ session: [] }, {}], filter: [open], order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(s, s.id)' } }
authentication:
  security: [{ session: [] }]
  rules: { Staff: { read: 'true' }, Task: { read: 'true' } }
  unreadable: not-found
events: none
limits: none
versioning: none
`

test('signs a caller in without a tenant, and computes only what the operation needs', async (context) => {
  for (const store of ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]) {
    const { url } = await served(context, document, { store })
    const ask = async (path: string, headers: { readonly [name: string]: string } = {}): Promise<readonly [number, unknown]> => {
      const answer = await fetch(url + path, { headers })
      return [answer.status, await answer.json()]
    }
    const entered = await fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"ada","password":"secret-word"}',
    })
    assert.equal(entered.status, 201, await entered.text())
    const cookie = { cookie: entered.headers.get('set-cookie')!.split(';')[0]! }
    assert.deepEqual(await ask('/me', cookie), [200, { id: 's', clinic: 'c', name: 'ada', open: 1, busy: true, label: 'ada!' }])
    assert.deepEqual(await ask('/loads', cookie), [200, { items: [{ load: 'busy' }, { load: 'free' }] }])
    assert.deepEqual(await ask('/busy', cookie), [200, { items: ['s'] }])
    assert.deepEqual(await ask('/sorted?open=1', cookie), [200, { items: ['s'] }])
    assert.deepEqual(await ask('/faces'), [
      200,
      {
        items: [
          { id: 's', label: 'ada!' },
          { id: 't', label: 'bob!' },
        ],
      },
    ])
    for (const path of ['/loads', '/busy', '/sorted'])
      assert.deepEqual([path, store.slice(0, 6), (await ask(path))[0]], [path, store.slice(0, 6), 403])
  }
})
