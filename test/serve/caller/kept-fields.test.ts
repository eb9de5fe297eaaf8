// A PUT without a field removes its value: a caller who may not write or read the field is refused as if the field were sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, hiding, stores } from './hiding.ts'

const account = `
  Account:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      name: { type: string, maxLength: 40 }
      suspended: { type: boolean, default: false }
      note: { type: string, maxLength: 40 }
      rank: { type: integer, minimum: 0, maximum: 9, default: 0 }
    required: [name, suspended]`

const rules = `    Account: { read: true, create: true, update: true, suspended: { update: caller.boss }, note: { read: caller.boss } }`

const records = `
    Account:
      - { id: free, name: Free }
      - { id: held, name: Held, suspended: true, note: watched }`

for (const store of stores) {
  test(`${store}: refuses a PUT that would remove a field that its caller may not write or read`, async (context) => {
    const endpoints = `
  GET /accounts/{id}: { read: Account, output: Account(this) }
  PUT /accounts/{id}: { replace: Account, body: [name, suspended, note], output: Account(this) }
  PUT /kept/{id}: { put: Account, body: [name], set: { note: this.note }, output: Account(this) }
  PUT /noted/{id}: { put: Account, body: [name], output: Account(this) }`
    const ask = await asking(
      context,
      hiding({ endpoints: endpoints.replace('set: { note: this.note }', 'set: { note: \'"set"\' }'), resources: account, rules, records }),
      store,
    )
    const held = (await ask('ann', 'GET /accounts/held')).body
    for (const [path, body] of [
      ['/accounts/held', { name: 'Ben' }],
      ['/accounts/held', { name: 'Ben', suspended: false, note: 'x' }],
      ['/accounts/held', { name: 'Ben', note: 'x' }],
      ['/kept/held', { name: 'Ben' }],
      ['/noted/held', { name: 'Ben' }],
      // He may not read the note, so the answer does not reveal that it is empty.
      ['/noted/free', { name: 'Ben' }],
      ['/accounts/free', { name: 'Ben' }],
    ] as const)
      assert.equal((await ask('ben', `PUT ${path}`, body)).status, 403, `${path} ${JSON.stringify(body)}`)
    assert.deepEqual((await ask('ann', 'GET /accounts/held')).body, held)
    // No permission is needed for unchanged fields, for those that `set` writes, or for generated ones.
    assert.equal((await ask('ben', 'PUT /kept/free', { name: 'Ben' })).status, 200)
    assert.equal((await ask('ben', 'PUT /accounts/free', { name: 'Ben', note: 'mine' })).status, 200)
    assert.deepEqual((await ask('ben', 'PUT /noted/new', { name: 'Ben' })).body, { id: 'new', name: 'Ben', suspended: false, rank: 0 })
    assert.deepEqual((await ask('ann', 'PUT /accounts/held', { name: 'Ann' })).body, { id: 'held', name: 'Ann', suspended: false, rank: 0 })
  })
}
