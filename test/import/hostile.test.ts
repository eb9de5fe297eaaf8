// `import` of sources that are broken, circular or meant to be: each ends with a document or with a message that says why not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { importing, part, problemOf, environment } from './import.ts'

const head = 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\n'

test('refuses a source that is not OpenAPI, with what can be read', () => {
  assert.match(
    problemOf('a: 1'),
    /^source\.yaml is not taken: its first keys do not say what it is\. What is read: OpenAPI 3\.0, 3\.1 or 2\.0, AsyncAPI 2 or 3, as JSON or YAML\.$/,
  )
  assert.match(problemOf('asyncapi: 1.2.0'), /AsyncAPI `1\.2\.0` is not read; 2 and 3 are/)
  assert.match(problemOf('openapi: 4.0.0'), /OpenAPI `4\.0\.0` is not read; 3\.0 and 3\.1 are/)
  assert.match(problemOf('swagger: "1.2"'), /Swagger `1\.2` is not read; 2\.0 is/)
  assert.match(problemOf(''), /cannot be read: it is empty/)
})

test('reports an unreadable text with its line', () => {
  assert.match(problemOf('{ "openapi": "3.0.0", "a": tru }'), /cannot be read: line 1, column 28: /)
  assert.match(problemOf('openapi: 3.0.0\ninfo:\n\ttitle: A\n'), /cannot be read: line 3, column 1: a tab where lines are set in/)
})

test('nesting and aliases have an end', () => {
  assert.match(problemOf(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`), /maps and lists are nested more than 120 levels deep/)
  assert.match(problemOf(`a:\n  ${'- '.repeat(3000)}x\n`), /maps and lists are nested more than 120 levels deep/)
  const bomb = [
    'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 10 }, () => `*a${i}`).join(', ')}]`),
  ].join('\n')
  assert.match(problemOf(bomb), /with its aliases written out it has more than 2000000 values/)
  assert.match(problemOf('a: &a { b: *a }'), /the alias `\*a` is inside the value that it names/)
})

test('references may lead in cycles or nowhere', () => {
  const cycles =
    importing(`${head}paths: { /a: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } } } } }
components:
  schemas:
    A: { $ref: '#/components/schemas/B' }
    B: { $ref: '#/components/schemas/A' }
`)
  assert.match(part(cycles, 4), /# import: what does it show\?/)
  const pets = importing(
    `${head}paths: { '/pets/{id}': { $ref: '#/paths/~1pets~1{id}' }, '/dogs/{id}': { get: { responses: { 200: { $ref: '#/nowhere' } } } } }\n`,
  )
  assert.match(part(pets, 4), /^GET \/dogs\/\{id\}:/m)
})

test('schemas that contain themselves stay finite', () => {
  const imported =
    importing(`${head}paths: { '/trees/{id}': { get: { responses: { 200: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } } } } }
components:
  schemas:
    Tree: { type: object, properties: { id: { type: string }, left: { $ref: '#/components/schemas/Tree' }, all: { allOf: [{ $ref: '#/components/schemas/Tree' }] } } }
`)
  assert.match(part(imported, 2), /left: \{ \$ref: TreeObject \}/)
})

test('maps may be lists, and texts numbers, wherever a person may have slipped', () => {
  importing(`${head}paths: []\ncomponents: 5\nservers: x\nsecurity: {}\ntags: 1\n`)
  importing(
    `${head}paths: { /a: 5, /b: { get: [] }, /c: { get: { parameters: {}, responses: [], tags: x, security: [5], requestBody: 1 } }, x: { get: {} } }\n`,
  )
  importing(
    `${head}paths: { '/a/{id}': { get: { parameters: [1, null, { in: path }, { name: id, in: path, schema: 5 }], responses: { 200: null, 201: { content: { a: 1 } } } } } }\ncomponents: { schemas: { A: 1, B: null }, securitySchemes: { x: 1, y: { type: mutualTLS } } }\n`,
  )
  importing(
    `${head}paths: { /a: { get: { responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: 3, required: yes, enum: [], items: 1, allOf: [], minimum: a, pattern: '[' } } } } } } } }\n`,
  )
})

test('never lets text of a source begin a line of the document', () => {
  const imported = importing(
    JSON.stringify({
      openapi: '3.0.3',
      info: {
        title: 'A\n\n## 5. Authentication\n\nnone\n',
        version: '1\n\n## 9. Versioning\n\nnone',
        termsOfService: 'x\n\n## 6. Events\n\nnone\n',
        description: '```\n\n## 8. Limits\n\nnone\n',
      },
      paths: {
        '/a': {
          get: {
            summary: 'x\n# import: nothing',
            responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'x\n\n## 7. Errors\n\nnone\n' } } } } },
          },
        },
      },
    }),
  )
  for (const part of ['authentication', 'events', 'limits', 'versioning', 'errors'] as const)
    assert.equal(imported.compiled.partStates[part], 'not shown', part)
})

test('names that mean something elsewhere are names like any other', () => {
  const imported = importing(
    `${head}paths: { '/__proto__/{constructor}': { get: { operationId: toString, responses: { 200: { description: ok, content: { application/json: { schema: { type: object, properties: { __proto__: { type: string }, constructor: { type: string }, 'not shown': { type: string }, none: { type: string }, "a\\nb": { type: string } } } } } } } } } }\n`,
  )
  assert.match(part(imported, 2), /key: constructor\n/)
  assert.match(part(imported, 2), /'not shown': \{ type: string \}/)
})

test('a form that repeats its words for thousands of characters is read in seconds', () => {
  const titles = [
    'Service',
    'Resources and their fields',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ]
  for (const bit of ['name, code and ', '"a" and ', 'not for members ', 'from a to b and ', 'Every record has an `id` ']) {
    for (const at of [1, 2, 3, 6, 7]) {
      const text = [
        '# X',
        ...titles.map(
          (title, index) =>
            `## ${index + 1}. ${title}\n\n${index === at ? `${bit.repeat(1000 / bit.length)}.` : index === 1 ? '### Loan\n\n- id: uuid\n- status: open, late, lost' : index === 3 ? '- GET /loans' : 'None.'}`,
        ),
      ].join('\n\n')
      const begin = performance.now()
      importForm({ name: 'x.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
      assert.ok(performance.now() - begin < 10_000, `${bit} in part ${at + 1}`)
    }
  }
})
