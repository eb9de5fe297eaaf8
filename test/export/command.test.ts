// `ninefold export` as a command: what it writes where, what it refuses, and what it reports as left out.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const orders = resolve(import.meta.dirname, '../../examples/orders.md')

test('prints an export, and what it leaves out', async () => {
  const { status, out, error } = await ninefold('export', 'openapi', orders, '--format', 'json')
  assert.equal(status, 0)
  assert.equal(JSON.parse(out).info.title, 'Orders')
  assert.match(error, /^openapi cannot say:\n- /)
  assert.match(error, /- Invariants of `Product`: `not-free`\.\n/)
  assert.deepEqual(
    error
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.slice(2)),
    JSON.parse(out)['x-ninefold-left-out'],
  )
})

test('everything goes into one folder, with what each file is and cannot say; twice the same bytes', async () => {
  const folder = temporaryFolder()
  const { status, out } = await ninefold('export', '--all', join(folder, 'a'), orders)
  await ninefold('export', '--all', join(folder, 'b'), orders)
  const names = out
    .trim()
    .split('\n')
    .map((path) => basename(path))
  assert.equal(status, 0)
  assert.deepEqual(names, [
    'service.md',
    'openapi.yaml',
    'asyncapi.yaml',
    'json-schema.json',
    'client.ts',
    'diagrams.md',
    'diagrams.svg',
    'scenarios.hurl',
    'openapi.v1.yaml',
    'tables.sql',
    'README.md',
  ])
  for (const name of names) assert.equal(readFileSync(join(folder, 'a', name), 'utf8'), readFileSync(join(folder, 'b', name), 'utf8'))
  const readme = readFileSync(join(folder, 'a', 'README.md'), 'utf8')
  for (const name of names.slice(0, -1)) assert(readme.includes(`\`${name}\``), name)
  const database = new DatabaseSync(':memory:')
  database.exec(readFileSync(join(folder, 'a', 'tables.sql'), 'utf8'))
  database.close()
  assert.equal((await ninefold('check', join(folder, 'a', 'service.md'))).status, 0, 'the document is whole by itself')
  assert.equal((await ninefold('export', '--all', folder, 'openapi', orders)).status, 2)
})

test('targets that are not there are refused by name', async () => {
  assert.deepEqual(await ninefold('export', 'wsdl', orders), {
    status: 2,
    out: '',
    error: 'ninefold export: there is no target `wsdl`; there are openapi, asyncapi, json-schema, typescript, diagram, hurl, changelog\n',
  })
  assert.equal(
    (await ninefold('export', 'opanapi', orders)).error,
    'ninefold export: there is no target `opanapi`; did you mean `openapi`?\n',
  )
  assert.equal((await ninefold('export', 'diagram', orders, '--format', 'yaml')).status, 2)
  assert.equal((await ninefold('export', 'openapi')).status, 2)
})

test('a document with an error is not exported; a gap is not an error', async () => {
  const folder = temporaryFolder()
  const [wrong, blank, output] = [join(folder, 'wrong.yaml'), join(folder, 'blank.yaml'), join(folder, 'out.yaml')]
  writeFileSync(wrong, 'ninefold: 1\nresources:\n  Note: { key: id, propertys: {} }\n')
  writeFileSync(blank, 'ninefold: 1\n')
  const refused = await ninefold('export', 'openapi', wrong)
  assert.deepEqual([refused.status, refused.out], [1, ''])
  assert.match(refused.error, /document\/unknown-key/)
  assert.deepEqual((({ status, out }) => [status, out])(await ninefold('export', 'openapi', blank, '--output', output)), [0, ''])
  assert.match(readFileSync(output, 'utf8'), /^openapi: /)
})
