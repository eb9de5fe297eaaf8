// Random codes for people: characters of an alphabet.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: vouchers }
resources:
  Voucher:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      code: { type: string, pattern: '^[A-C7é]{40}$', generate: 'randomCode(40, "ABC7é")' }
      letters: { type: string, maxLength: 9 }
states: none
endpoints:
  POST /vouchers: { create: Voucher, output: Voucher(this) }
  POST /codes: { answer: {}, body: { type: object, required: [letters], properties: { letters: { type: string, maxLength: 9 } } }, output: { code: 'randomCode(4, input.body.letters)' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('a random code has characters of its alphabet, and each is used', async (context) => {
  for (const store of ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]) {
    const { url } = await served(context, document, { store })
    const codes: string[] = []
    for (let count = 0; count < 8; count++) {
      const answer = await fetch(`${url}/vouchers`, { method: 'POST' })
      assert.equal(answer.status, 201)
      codes.push(((await answer.json()) as { code: string }).code)
    }
    assert.equal(new Set(codes).size, 8)
    assert.deepEqual([...new Set(codes.join(''))].sort(), ['7', 'A', 'B', 'C', 'é'])
  }
})

test('an alphabet with a character twice, or with one character, makes no code', async (context) => {
  const { url } = await served(context, document)
  const statusFor = async (letters: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/codes`, { method: 'POST', headers, body: JSON.stringify({ letters }) })).status
  }
  assert.deepEqual(await Promise.all(['AB', 'AA', 'A', ''].map(statusFor)), [200, 409, 409, 409])
})
