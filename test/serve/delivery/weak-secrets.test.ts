// Settings that sign deliveries: secrets that are easy to guess, or unusable, are reported at the start without their values.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { served } from '../served.ts'

const document = `ninefold: 1
use: [http@1, standard-webhooks@1]
service: { name: hooks, settings: { hookSecret: { type: string, maxLength: 100, sensitive: true } } }
resources: { Note: { key: id, properties: { id: { type: string, maxLength: 9 } } } }
states: none
endpoints: { POST /notes: { create: Note, body: [id], output: { id: this.id } } }
authentication: none
events:
  source: /hooks
  types: { note.made: { on: Note.created, data: { id: this.id } } }
  delivery: { webhooks: { url: https://hooks.example/in, secret: settings.hookSecret, deadLetter: P1D } }
errors: { precedence: standard, catalogue: { bad: { on: [malformed, invalid, duplicate, unsupported-media, not-acceptable], status: 400 } } }
limits: none
versioning: none
`

async function told(context: TestContext, secret: string): Promise<readonly string[]> {
  const lines: string[] = []
  await served(context, document, { settings: new Map([['hookSecret', secret]]), log: { level: 'warn', sink: (line) => lines.push(line) } })
  assert.ok(!lines.join('').includes(secret))
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
}

test('reports short or invalid webhook secrets at the start', async (context) => {
  assert.deepEqual(await told(context, `whsec_${Buffer.alloc(23, 7).toString('base64')}`), [
    'the secret of webhooks has 23 bytes, which are soon guessed: Standard Webhooks has 24 at least',
  ])
  assert.deepEqual(await told(context, 'not base64!'), [
    'webhooks: the secret is not base64, as Standard Webhooks has it (`whsec_` and base64)',
  ])
  assert.deepEqual(await told(context, `whsec_${Buffer.alloc(24, 7).toString('base64')}`), [])
})

const subscribed = document
  .replace('settings: { hookSecret: { type: string, maxLength: 100, sensitive: true } }', '')
  .replace('hooks,  }', 'hooks }')
  .replace(
    'resources: {',
    'resources: { Hook: { key: id, properties: { id: { type: string, maxLength: 9 }, url: { type: string, format: uri, maxLength: 99 }, secret: { type: string, maxLength: 99, sensitive: true } }, required: [url, secret] },',
  )
  .replace('endpoints: {', 'endpoints: { POST /hooks: { create: Hook, body: [id, url, secret], output: { id: this.id } },')
  .replace('url: https://hooks.example/in, secret: settings.hookSecret,', 'to: Hook, url: "${to.url}", secret: to.secret,')

test('reports a short secret of a record once when it signs, without the secret or the record', async (context) => {
  const lines: string[] = []
  const weak = `whsec_${Buffer.alloc(6, 7).toString('base64')}`
  const strong = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const running = await served(context, subscribed, {
    virtual: true,
    admin: true,
    deliveries: { send: () => Promise.resolve({ status: 204 }) },
    log: { level: 'warn', sink: (line) => lines.push(line) },
  })
  const post = async (path: string, body: object): Promise<number> =>
    (await fetch(running.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))
      .status
  assert.equal(await post('/hooks', { id: 'whose', url: 'https://one.example/in', secret: weak }), 201)
  assert.equal(await post('/hooks', { id: 'other', url: 'https://two.example/in', secret: strong }), 201)
  for (const id of ['a', 'b']) {
    assert.equal(await post('/notes', { id }), 201)
    await running.advance(1000)
  }
  const told = lines.map((line) => JSON.parse(line) as { msg: string; name: string; bytes: number })
  assert.deepEqual(
    told.map(({ msg, name, bytes }) => [msg, name, bytes]),
    [['a delivery is signed with a secret that is soon guessed: Standard Webhooks has 24 bytes at least', 'note.made', 6]],
  )
  assert.doesNotMatch(lines.join(''), /whose|whsec|one\.example/)
})
