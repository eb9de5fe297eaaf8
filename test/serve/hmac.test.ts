// Signatures by an HMAC in any header: made as known services make them, and verified over the very bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HmacForm } from '../../src/model/signature.ts'
import { makeHmacHeaders, verifyHmac } from '../../src/serve/hmac.ts'
import { served } from './served.ts'

const form = (more: Partial<HmacForm> = {}): HmacForm => ({
  header: 'X-Signature',
  value: '{hex}',
  content: '{body}',
  timestamp: undefined,
  algorithm: 'hmac-sha256',
  ...more,
})

const reader =
  (headers: readonly (readonly [string, string])[]) =>
  (name: string): string | undefined =>
    headers.find(([each]) => each.toLowerCase() === name)?.[1]

const at = (now: number, tolerance = 300_000) => ({ now, tolerance })

test('signs like the example of GitHub', () => {
  const headers = makeHmacHeaders(form({ header: 'X-Hub-Signature-256', value: 'sha256={hex}' }), { seconds: 0, body: 'Hello, World!' }, [
    "It's a Secret to Everybody",
  ])
  assert.deepEqual(headers, [['X-Hub-Signature-256', 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17']])
})

test('signs the time if the content includes it, and sends it in a header or in the value', () => {
  const own = form({ value: 't={timestamp},v1={hex}', content: '{timestamp}.{body}' })
  const headers = makeHmacHeaders(own, { seconds: 1700000000, body: '{}' }, ['one secret', 'another'])
  assert.match(headers[0]![1], /^t=1700000000,v1=[0-9a-f]{64},t=1700000000,v1=[0-9a-f]{64}$/)
  const bytes = Buffer.from('{}')
  assert.equal(verifyHmac(own, reader(headers), bytes, ['another'], at(1700000000_000)), 'valid')
  assert.equal(verifyHmac(own, reader(headers), bytes, ['a third'], at(1700000000_000)), 'invalid')
  assert.equal(verifyHmac(own, reader(headers), bytes, ['another'], at(1700000301_000)), 'expired')
  assert.equal(verifyHmac(own, reader(headers), bytes, ['another'], at(1699999699_000)), 'expired')
  assert.equal(
    verifyHmac(
      own,
      reader(headers.map(([name, value]) => [name, value.replaceAll('1700000000', '1700000001')])),
      bytes,
      ['another'],
      at(1700000000_000),
    ),
    'invalid',
    'another time',
  )
  const slack = form({
    header: 'X-Slack-Signature',
    value: 'v0={hex}',
    content: 'v0:{timestamp}:{body}',
    timestamp: 'X-Slack-Request-Timestamp',
  })
  const sent = makeHmacHeaders(
    slack,
    {
      seconds: 1531420618,
      body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    },
    ['8f742231b10e8888abcd99yyyzzz85a5'],
  )
  assert.deepEqual(sent, [
    ['X-Slack-Request-Timestamp', '1531420618'],
    ['X-Slack-Signature', 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'],
  ])
})

test('verifies the bytes, not the decoded content', () => {
  for (const algorithm of ['hmac-sha256', 'hmac-sha512', 'hmac-sha1'] as const) {
    const own = form({ value: '{base64}', algorithm })
    const headers = makeHmacHeaders(own, { seconds: 0, body: '{"a": 1}' }, ['secret'])
    const verified = (body: string): string => verifyHmac(own, reader(headers), Buffer.from(body), ['secret'], at(0))
    assert.deepEqual(['{"a": 1}', '{"a":1}', ''].map(verified), ['valid', 'invalid', 'invalid'])
  }
  assert.equal(
    verifyHmac(form(), () => undefined, Buffer.from(''), ['secret'], at(0)),
    'missing',
  )
  for (const said of ['', 'zz', '00', `${'0'.repeat(64)}`, 'a'.repeat(100_000)])
    assert.equal(
      verifyHmac(form(), () => said, Buffer.from(''), ['secret'], at(0)),
      'invalid',
      said.slice(0, 10),
    )
})

const bank = form({ header: 'X-Signature', value: 'v1={hex}', content: '{timestamp}.{body}', timestamp: 'X-Time' })

const payments = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: payments }
resources:
  Payment:
    key: id
    properties: { id: { type: string, maxLength: 40 }, note: { type: string, maxLength: 100000 } }
states: none
endpoints:
  POST /payments: { create: Payment, body: [id, note], output: Payment(this) }
authentication:
  schemes:
    bank: { type: apiKey, in: header, name: X-Signature, signature: { value: 'v1={hex}', content: '{timestamp}.{body}', timestamp: X-Time }, tolerance: PT1M, secret: { env: SECRETS } }
    till: { type: apiKey, in: header, name: X-Signature, signature: { value: 'v1={hex}', content: '{timestamp}.{body}', timestamp: X-Time }, secret: { env: TILL } }
  security: [{ bank: [] }, { till: [] }]
  default: allow
events: none
limits: none
versioning: none
`

test('admits content signed with one of the secrets, over the bytes as sent', async (context) => {
  const [first, other, till] = ['the-first-of-the-secrets', 'the-other-one-of-them', 'the-secret-of-the-till'] as const
  const secrets = { variable: (name: string) => (name === 'TILL' ? till : `${first} ${other}`), file: () => undefined }
  const service = await served(context, payments, { virtual: true, secrets })
  const pay = async (body: string, secret: string, more: { readonly late?: number; readonly sent?: string } = {}): Promise<number> => {
    const signed = makeHmacHeaders(bank, { seconds: Math.floor(service.now() / 1000) - (more.late ?? 0), body }, [secret])
    return (
      await fetch(`${service.url}/payments`, {
        method: 'POST',
        headers: [['content-type', 'application/json'], ...signed.map((each): [string, string] => [...each])],
        body: more.sent ?? body,
      })
    ).status
  }
  assert.equal(await pay('{ "id": "a" }', first), 201)
  assert.equal(await pay('{"id":"b"}', other), 201)
  assert.equal(await pay('{"id":"c"}', till), 201, 'another scheme in the same header')
  assert.equal(
    await pay(JSON.stringify({ id: 'd', note: 'x'.repeat(60_000) }), first),
    201,
    'a body that is larger than what is checked by its head',
  )
  assert.equal(await pay('{"id":"e"}', 'a secret of somebody else'), 401)
  assert.equal(await pay('{"id":"f"}', first, { sent: '{"id": "f"}' }), 401, 'other bytes of the same meaning')
  assert.equal(await pay('{"id":"g"}', first, { late: 61 }), 401)
  assert.equal(await pay('{"id":"h"}', first, { late: 59 }), 201)
  assert.equal(
    (await fetch(`${service.url}/payments`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"i"}' }))
      .status,
    401,
  )
})
