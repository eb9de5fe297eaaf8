// `import --use stub@1`: operations whose behaviour the source does not describe answer with the described responses, and are served.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, importing } from './import.ts'

const source = (responses: object, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: { '/convert': { post: { ...more, responses } } },
    components: {
      schemas: {
        Money: {
          type: 'object',
          required: ['amount', 'currency'],
          properties: {
            amount: { type: 'integer', minimum: 1 },
            currency: { type: 'string', enum: ['EUR', 'USD'] },
            on: { type: 'string', format: 'date' },
            rates: { type: 'array', items: { type: 'number', example: 1.25 } },
          },
        },
      },
    },
  })
const content = (more: object): object => ({
  description: 'ok',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Money' }, ...more } },
})
const use = ['http@1', 'stub@1'] as const

test('answers with the example of the source', () => {
  const imported = importing(source({ 200: content({ example: { amount: 7, currency: 'USD' } }) }), ...use)
  assert.match(
    endpoint(imported, 'POST /convert'),
    /# import: what does it do, and to which records\?\n(?:# .*\n)*POST \/convert:\n {2}status: 200\n {2}output: \{ const: \{ amount: 7, currency: USD \} \}/,
  )
})

test('answers with the value of an example that is JSON in a text', () => {
  const example = '{\n  "amount": 7,\n  "currency": "USD"\n}'
  for (const schema of [{ $ref: '#/components/schemas/Money' }, undefined]) {
    const imported = importing(source({ 200: { description: 'ok', content: { 'application/json': { schema, example } } } }), ...use)
    assert.match(endpoint(imported, 'POST /convert'), /const: \{ amount: 7, currency: USD \}/)
  }
  const text = importing(
    source({ 200: { description: 'ok', content: { 'application/json': { schema: { type: 'string' }, example } } } }),
    ...use,
  )
  assert.match(endpoint(text, 'POST /convert'), /const: \||const: "\{/)
})

test('answers with a value that the schema describes, where the source has no example', () => {
  const imported = importing(source({ 201: content({}), 200: content({}) }), ...use)
  const said = endpoint(imported, 'POST /convert')
  assert.match(said, /status: 200\n/)
  assert.match(said, /const: \{ amount: 1, currency: EUR, on: 2026-01-01, rates: \[1\.25\] \}/)
  assert.match(said, /# import: when does it answer with `200`, and when with `201`\?/)
})

test('runs with a body that is no JSON, and answers texts of other media', () => {
  const imported = importing(
    source(
      { 200: { description: 'ok', content: { 'text/csv': { example: 'a,b' } } } },
      { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } } },
    ),
    ...use,
  )
  const said = endpoint(imported, 'POST /convert')
  assert.match(said, /media: text\/csv/)
  assert.match(said, /const: 'a,b'/)
  assert.doesNotMatch(said, /not shown/)
})

test('leaves all open without the convention', () => {
  assert.match(
    endpoint(importing(source({ 200: content({}) }), 'http@1'), 'POST /convert'),
    /output: \{ amount: not shown, currency: not shown, \?on: not shown, \?rates: not shown \}/,
  )
})

test('answers with an example where a value of the operation is open, and keeps its questions', () => {
  const thing = { type: 'object', required: ['id', 'size'], properties: { id: { type: 'string' }, size: { type: 'integer', example: 3 } } }
  const schema = { $ref: '#/components/schemas/Thing' }
  const answer = (of: object): object => ({ description: 'ok', content: { 'application/json': { schema: of } } })
  const text = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: {
      '/things': {
        get: {
          parameters: [{ name: 'near', in: 'query', schema: { type: 'string' } }],
          responses: { 200: answer({ type: 'array', items: schema }) },
        },
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { note: { type: 'string' } } } } } },
          responses: { 201: answer(schema) },
        },
      },
      '/things/{id}': {
        get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }], responses: { 200: answer(schema) } },
      },
    },
    components: { schemas: { Thing: thing } },
  })
  const imported = importing(text, ...use)
  const listed = endpoint(imported, 'GET /things')
  assert.match(listed, /# import: which records are listed, by `near`\?/)
  assert.match(listed, /# import: what is open here keeps it from `list: Thing`: it answers an example until then\./)
  assert.match(listed, /output: \{ const: \[\{ id: text, size: 3 \}\] \}/)
  assert.match(endpoint(imported, 'POST /things'), /create: Thing\n(?:.*\n)*? {2}set: \{ size: '3' \}\n/)
  assert.match(imported.text, /id: \{ type: string, generate: uuidv4 \}/)
  assert.match(endpoint(imported, 'GET /things/{id}'), /read: Thing\n/)
})

test('answers with an example where the view of its answer is open, or a pattern does not run', () => {
  const answer = (schema: object): object => ({ description: 'ok', content: { 'application/json': { schema } } })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '(?i)^[a-z]+$' } }]
  const things = { id: { type: 'string' }, size: { type: 'integer' } }
  const text = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: {
      '/things/{id}': { get: { parameters, responses: { 200: answer({ $ref: '#/components/schemas/Thing' }) } } },
      '/v2/things/{id}': {
        get: {
          parameters,
          responses: { 200: answer({ type: 'object', properties: { ...things, weight: { type: 'integer', example: 4 } } }) },
        },
      },
      '/things': { get: { responses: { 200: answer({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }) } } },
      '/v2/things': {
        get: {
          responses: {
            200: answer({
              type: 'array',
              items: { allOf: [{ $ref: '#/components/schemas/Thing' }], properties: { weight: { type: 'integer', example: 4 } } },
            }),
          },
        },
      },
    },
    components: { schemas: { Thing: { type: 'object', properties: things } } },
  })
  const imported = importing(text, ...use)
  const gaps = imported.compiled.operations.filter(({ gaps }) =>
    gaps.some((code) => code.startsWith('resources/') || code === 'endpoints/gap'),
  )
  assert.deepEqual(
    gaps.map(({ operation }) => operation.name),
    [],
  )
  assert.match(endpoint(imported, 'GET /things/{id}'), /# import: the pattern at .* does not run in linear time/)
})
