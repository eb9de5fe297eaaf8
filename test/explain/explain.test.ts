// Explanations: one operation as text, all facts as JSON, and that the same meaning prints the same.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { printJson } from '../../src/base/json.ts'
import { expand } from '../../src/convention/expand.ts'
import { normalizeExpression } from '../../src/explain/expression-text.ts'
import { explainFacts } from '../../src/explain/facts.ts'
import { explainOperation } from '../../src/explain/operation.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { derive, factsOf } from '../fact/facts-of.ts'
import { golden } from '../golden.ts'

const library = readFileSync(new URL('library.md', import.meta.url), 'utf8')

function explained(facts: Facts, id: string, colour = false): string {
  const found = facts.operations.find(({ operation }) => operation.id === id)
  assert.ok(found)
  return explainOperation(facts, found.operation, { width: 80, colour })
}

const plain = (facts: Facts): string => printJson(explainFacts(facts, { origins: false }))

test('operations read as their golden text', () => {
  const { facts } = derive(library, 'library.md')
  for (const { operation } of facts.operations) {
    golden(new URL(`${operation.id}.golden.txt`, import.meta.url), explained(facts, operation.id))
  }
})

test('explains the destinations of events with the origin of each line', () => {
  const { facts } = derive(readFileSync(new URL('told.md', import.meta.url), 'utf8'), 'told.md')
  golden(new URL('tell.golden.txt', import.meta.url), explained(facts, 'tell').split('\n\n')[1]!)
})

test('explains the conditional answers of HTTP next to the tagged response', () => {
  const { facts } = derive(library.replace('operationId: listBooks', 'operationId: listBooks\n  conditional: optional'), 'library.md')
  assert.deepEqual(
    [...explained(facts, 'listBooks').matchAll(/ETag|\d+ where If-.*?(?= {2}|$)/gm)].map(([text]) => text),
    ['ETag', '412 where If-Match names another tag → HTTP alone', '304 where If-None-Match names this one → HTTP alone'],
  )
})

test('lists a header once if the document also declares its values', () => {
  const { facts } = derive(
    library.replace(
      /operationId: addBook/,
      'operationId: addBook\n  idempotency: { key: Idempotency-Key }\n  parameters: { header: { Idempotency-Key: { type: string, format: uuid } } }',
    ),
    'library.md',
  )
  assert.deepEqual(
    [...explained(facts, 'addBook').matchAll(/header Idempotency.*?(?= {2}|$)/gm)].map(([text]) => text),
    ['header Idempotency-Key: an idempotency key: string (uuid)'],
  )
})

test('explains members of an answer that may be absent, and a body that is not shown', () => {
  const answering = (output: string): string =>
    explained(
      derive(`ninefold: 1\nendpoints:\n  GET /sum: { operationId: sum, answer: {}, status: 200, output: ${output} }\n`, 'sum.yaml').facts,
      'sum',
    )
  assert.match(answering("{ ?sum: 'optional.of(1)' }"), /\{ \?sum: optional\.of\(1\) \}/)
  assert.match(answering('{ sum: not shown }'), /a body that is not shown/)
})

test('everything that a request may bring stands under Takes, and in the JSON: the header of idempotency, what pages, what else is sent', () => {
  const { facts } = derive(
    library
      .replace('operationId: listBooks', 'operationId: listBooks\n  conditional: optional')
      .replace(/page: .*/, 'page: { style: cursor, size: 25, max: 100 }')
      .replace('operationId: addBook', 'operationId: addBook\n  idempotency: { key: Idempotency-Key, scope: request.address }'),
    'library.md',
  )
  const list = explained(facts, 'listBooks')
  assert.match(list, /query size\?: integer 1 to 100, 25 if left out/)
  assert.match(list, /any other query parameter is ignored/)
  assert.match(list, /header If-None-Match\?: an entity tag/)
  assert.match(explained(facts, 'addBook'), /Takes +.*header Idempotency-Key: an idempotency key/s)
  const json = explainFacts(facts, { origins: false }) as unknown as {
    operations: {
      operationId: string
      said: { idempotency?: unknown }
      input: { carried?: { in: string; name: string; required: boolean }[] }
    }[]
  }
  const [listed, added] = ['listBooks', 'addBook'].map((id) => json.operations.find(({ operationId }) => operationId === id)!)
  assert.deepEqual(
    listed!.input.carried!.map((each) => `${each.in} ${each.name}`).filter((each) => !each.endsWith(' sort')),
    ['query size', 'query cursor', 'header If-None-Match'],
  )
  assert.deepEqual(
    added!.input.carried!.map(({ name, required }) => [name, required]),
    [['Idempotency-Key', true]],
  )
  assert.match(JSON.stringify(added!.said.idempotency), /Idempotency-Key/)
})

test('no line is wider than asked, and colour changes no character', () => {
  const { facts } = derive(library, 'library.md')
  for (const { operation } of facts.operations) {
    const text = explained(facts, operation.id)
    assert.ok(
      text.split('\n').every((line) => line.length <= 80),
      operation.id,
    )
    assert.equal(stripVTControlCharacters(explained(facts, operation.id, true)), text)
  }
})

test('all facts read as their golden JSON', () => {
  const json = printJson(explainFacts(factsOf(small), { origins: true }))
  golden(new URL('small.golden.json', import.meta.url), JSON.stringify(JSON.parse(json), null, 2))
})

test('the same meaning prints the same: spaces, quotes, comments, order of parts, container', () => {
  const yaml = `${small}\n`
  const [parts, rest] = [yaml.indexOf('endpoints:'), yaml.length]
  const turned = yaml.slice(parts, rest) + yaml.slice(0, parts)
  const markdown = `# Notes\n\n## 2. Resources\n\nProse.\n\n\`\`\`yaml\n${part(yaml, 'resources')}\n\`\`\`\n\n## 4. Endpoints\n\n\`\`\`yaml\n${part(yaml, 'endpoints')}\n\`\`\`\n\n## 5. Authentication\n\nnone\n\n## 7. Errors\n\n\`\`\`yaml\n${part(yaml, 'errors')}\n\`\`\`\n`
  const spaced = yaml
    .replace('size(this.text) > 0', '"size( this.text )>0 // not empty"')
    .replace('{ type: string, maxLength: 99 }', '{ \'type\': "string",   maxLength: 99 }')
  assert.notEqual(spaced, yaml)
  for (const other of [turned, spaced]) assert.equal(plain(factsOf(other)), plain(factsOf(yaml)))
  assert.equal(plain(factsOf(markdown, 'notes.md')), plain(factsOf(yaml)))
})

test('another meaning prints otherwise: a bound, a word, a name, a condition', () => {
  const base = plain(factsOf(small))
  for (const [from, to] of [
    ['99', '98'],
    ['> 0', '> 1'],
    ['status: 404', 'status: 410'],
    ['body: [text]', 'body: [text, at]'],
    ['generate: now', 'generate: now-on-update'],
  ] as const) {
    assert.notEqual(plain(factsOf(small.replace(from, to))), base, from)
  }
})

test('an expanded document has the same facts', () => {
  const folder = new URL('../../examples/', import.meta.url)
  const own = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const layered = library
    .replace('http@1', 'http@1, problem-details@1')
    .replace('bad: { on: [malformed, invalid]', 'bad: { on: invalid')
    .replace('  none: { on: not-found, status: 404, title: There is no such thing }\n', '')
  for (const text of [...own, library, layered]) {
    const { facts } = derive(text, 'own.md')
    assert.equal(plain(derive(expand(facts), 'own.md').facts), plain(facts))
  }
})

test('locates each origin by JSON pointer', () => {
  const { origins } = JSON.parse(printJson(explainFacts(factsOf(small), { origins: true })))
  assert.equal(origins['/resources/Note/said/properties/text/maxLength'], 'service.yaml:6')
  assert.equal(origins['/errors/entries/none/status'], 'service.yaml:17')
})

test('an expression has one form', () => {
  const forms: readonly [string, string][] = [
    ['a  .b&&!c', 'a.b && !c'],
    ['f( x,y )[ 0 ]', 'f(x, y)[0]'],
    ["{'a':1}", '{"a": 1}'],
    ['-x - -1', '-x - -1'],
    ['old==null?201:200', 'old == null ? 201 : 200'],
    ['this.?note.orValue("")', 'this.?note.orValue("")'],
    ['x in [1,2] // why', 'x in [1, 2]'],
    ["has(this.x) ?\n  'y' : r'\\d'", 'has(this.x) ? "y" : "\\\\d"'],
  ]
  for (const [text, normal] of forms) {
    assert.equal(normalizeExpression(text), normal)
    assert.equal(normalizeExpression(normal), normal)
  }
})

function part(yaml: string, name: string): string {
  const lines = yaml.split('\n')
  const start = lines.indexOf(`${name}:`)
  const end = lines.findIndex((line, index) => index > start && /^\S/.test(line))
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .map((line) => line.slice(2))
    .join('\n')
}

const small = `resources:
  Note:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      text: { type: string, maxLength: 99 }
      at: { type: string, format: date-time, generate: now }
    required: [text]
    invariant:
      said: size(this.text) > 0
endpoints:
  POST /notes: { operationId: write, create: Note, body: [text], status: 201, output: Note(this) }
  GET /notes/{id}: { operationId: read, read: Note, status: 200, output: Note(this) }
errors:
  catalogue:
    bad: { on: [invalid, malformed, invariant], status: 422 }
    none: { on: not-found, status: 404 }
authentication: none
`

test("keeps the document's text out of the facts", () => {
  const { facts } = derive(library, 'library.md')
  assert.ok(!plain(facts).includes('This document is for tests'))
})
