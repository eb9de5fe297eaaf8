// The order of malformed requests: what tests the same code of most servers is sent once before it is repeated.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FormKinds, success } from '../../src/verify/explore/form-kinds.ts'
import { documentOf } from './by-hand.ts'

const operation = (id: string) => documentOf('orders').facts.operations.find((each) => each.operation.id === id)!.operation
const step = { method: 'POST', target: '/', headers: [] }

test('a form that the server answers before it chooses an operation is new once', () => {
  const kinds = new FormKinds()
  const form = { name: 'malformed', step, isOfService: true }
  assert.deepEqual(
    ['createOrder', 'placeOrder'].map((id) => kinds.isFirst(operation(id), form, ['malformed'])),
    [true, false],
  )
})

test('two mistakes are new if each would be refused alone, and no pair was refused for the same reasons', () => {
  const kinds = new FormKinds()
  const pair = (...outcomes: readonly string[]): boolean =>
    kinds.isFirst(operation('createOrder'), { name: `pair ${outcomes.join()}`, step, parts: [step, step] }, outcomes)
  assert.equal(pair('malformed', success, 'malformed'), false)
  assert.equal(pair('unauthenticated', 'unauthenticated', 'malformed'), true)
  assert.equal(pair('unauthenticated', 'malformed', 'unauthenticated'), false)
})
