// `ninefold verify` as its users call it.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const notes = resolve(import.meta.dirname, '../../examples/notes.md')
const orders = resolve(import.meta.dirname, '../../examples/orders.md')

test('prints what it would send, and sends nothing', async () => {
  const { status, out } = await ninefold('verify', notes, '--plan', '--seed', 'a', '--effort', '300')
  assert.equal(status, 0)
  assert.match(out, /^\d+\. POST \/notes: ok 201\n {3}POST \/notes \{/m)
  assert.match(out, /^\d+\. GET \/notes\/\{id\}: not-found Note$/m)
  assert.equal(
    (await ninefold('verify', notes, '--plan', '--seed', 'a', '--effort', '300')).out.replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, ''),
    out.replaceAll(/\d{4}-\d\d-\d\dT[^"]+/g, ''),
    'a seed repeats it',
  )
})

test('refuses a server of another machine unless its user says that it may be tested', async () => {
  const { status, error } = await ninefold('verify', notes, '--url', 'https://example.org')
  assert.deepEqual(
    [status, error],
    [
      2,
      'ninefold verify: https://example.org is not of this machine: verify creates, changes and deletes records there; with --i-may-test-this it does\n',
    ],
  )
})

test('tells wrong use in a line', async () => {
  const file = join(temporaryFolder(), 'callers.json')
  writeFileSync(file, '{ "zoe": "token" }')
  assert.equal(
    (await ninefold('verify', orders, '--url', 'http://127.0.0.1:1', '--credentials', file)).error,
    'ninefold verify: the document has no caller `zoe`; it has bea, carl, forger\n',
  )
  assert.equal((await ninefold('verify', orders)).error, 'ninefold verify: say where the server answers: `--url http://127.0.0.1:8080`\n')
  assert.equal(
    (await ninefold('verify', orders, '--url', 'ftp://localhost')).error,
    'ninefold verify: --url takes an address of HTTP, not ftp://localhost\n',
  )
  writeFileSync(file, '{ "bea": 7 }')
  assert.match((await ninefold('verify', orders, '--url', 'http://127.0.0.1:1', '--credentials', file)).error, /has no credential for bea/)
  assert.match((await ninefold('verify', notes, '--url', 'http://127.0.0.1:1', '--replay', file)).error, /is not a report/)
})

test('a server that does not answer is not a server that conforms', async () => {
  const { status, out } = await ninefold('verify', notes, '--url', 'http://127.0.0.1:1', '--effort', '100')
  assert.equal(status, 2)
  assert.match(out, /is not answered/)
})
