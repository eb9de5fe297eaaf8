// Signatures, verified by the reference library of Standard Webhooks.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { InvalidSecret, makeStandardHeaders } from '../../../src/serve/delivery/signature.ts'

const secret = (): string => `whsec_${randomBytes(24).toString('base64')}`
/** The present time, because the library refuses signatures older than five minutes. */
const message = () => ({ id: 'msg_1', seconds: Math.floor(Date.now() / 1000), body: '{"type":"order.placed","data":{"name":"Zoë"}}' })

test('the reference library verifies our signatures', () => {
  const own = secret()
  const signed = message()
  assert.deepEqual(new Webhook(own).verify(signed.body, Object.fromEntries(makeStandardHeaders(signed, [own]))), JSON.parse(signed.body))
  assert.equal(
    Object.fromEntries(makeStandardHeaders(signed, [own]))['webhook-signature'],
    new Webhook(own).sign('msg_1', new Date(signed.seconds * 1000), signed.body),
  )
})

test('signs with the old and the new secret during a change', () => {
  const [old, fresh] = [secret(), secret()]
  const signed = message()
  const headers = Object.fromEntries(makeStandardHeaders(signed, [fresh, old]))
  for (const each of [old, fresh]) new Webhook(each).verify(signed.body, headers)
  assert.throws(() => new Webhook(secret()).verify(signed.body, headers))
  assert.throws(() => new Webhook(fresh).verify(`${signed.body} `, headers))
})

test('refuses a secret that is not base64, without showing it', () => {
  for (const bad of ['whsec_', 'whsec_not base64!', 'pässword', 'abcde']) {
    assert.throws(
      () => makeStandardHeaders(message(), [bad]),
      (error) => error instanceof InvalidSecret && (bad === 'whsec_' || !error.message.includes(bad)),
    )
  }
  assert.throws(() => makeStandardHeaders(message(), []), InvalidSecret)
})
