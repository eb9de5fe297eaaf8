// `ninefold import --check DOC`: prose that nothing that binds says, and prose that says something else.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ninefold } from '../ninefold.ts'

const document = join(import.meta.dirname, 'form/said-twice.md')

test('reports prose that contradicts what binds, and prose without a counterpart', async () => {
  const { status, out, error } = await ninefold('import', '--check', document)
  assert.equal(status, 1)
  for (const line of [
    /said-twice\.md:11: "title: text, max 80, required" \(resources › Note › title › maxLength: 80, and what binds says 100\)/,
    /said-twice\.md:13: .* \(resources › Note › required: kind, and what binds says title\)/,
    /said-twice\.md:40: .* \(endpoints › GET \/notes › status: 200, and what binds says 206\)/,
    /said-twice\.md:51: .* \(errors › not_found › status: 404, and what binds says 410\)/,
    /said-twice\.md:12: .* \(resources › Note › colour\)/,
    /said-twice\.md:30: .* \(states › Note\.status: closed -> open\)/,
    /said-twice\.md:52: .* \(errors › closed_already\)/,
    /said-twice\.md:60: .* \(limits › rates: 60 per PT1M\)/,
    /not understood, so compare it yourself:\n\n- .*said-twice\.md:60: "Nobody must ever see more than their own notes\." \(limits\)/,
  ])
    assert.match(out, line)
  assert.doesNotMatch(out, /reopen` → 200.*POST \/notes\/\{id\}\/close|POST \/notes\/\{id\}\/close` → 200/)
  assert.match(error, /^12 statements of prose: 4 different, 6 missing, 1 not understood\n$/)
})

test('a document whose prose and bindings agree passes, and findings are data', async () => {
  const { status, out } = await ninefold('import', '--check', join(import.meta.dirname, '../../examples/orders.md'))
  assert.equal(status, 0, out)
  const { out: json } = await ninefold('import', '--check', document, '--format', 'json')
  const said = JSON.parse(json) as { statements: number; findings: { kind: string; line: number }[] }
  assert.equal(said.statements, 12)
  assert.deepEqual(
    said.findings.filter(({ kind }) => kind === 'different').map(({ line }) => line),
    [11, 13, 40, 51],
  )
})

test('a check writes nothing, and is of a document in Markdown', async () => {
  assert.match((await ninefold('import', '--check', document, '--output', 'x.md')).error, /--check writes no document/)
  assert.match((await ninefold('import', '--check', 'openapi.yaml')).error, /--check is for a document in Markdown/)
})

test('a key says that a field is unique and there, and the pages of a list say its sizes', async () => {
  const { status, out } = await ninefold('import', '--check', join(import.meta.dirname, 'form/said-by-key.md'))
  assert.equal(status, 0, out)
})

test('a rule in prose has a counterpart in any condition on the same fields', async () => {
  const { status, out } = await ninefold('import', '--check', join(import.meta.dirname, 'form/said-rules.md'))
  assert.equal(status, 1, out)
  assert.match(out, /said-rules\.md:26: .* \(resources › Stay › invariant: this\.paid <= this\.nights\)/)
  assert.doesNotMatch(out, /this\.departure/)
})
