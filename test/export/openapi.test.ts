// OpenAPI exports: an independent reader accepts them, both forms have the same content, and they contain every response of the facts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { explainOperation } from '../../src/explain/operation.ts'
import { openapi } from '../../src/export/openapi/openapi.ts'
import { exampleFacts, examples, exported, factsOfDocument } from './examples.ts'

type Response = {
  description: string
  headers?: object
  content?: { [media: string]: { schema: object } }
  links?: { [name: string]: object }
}
type Operation = {
  operationId: string
  security: object[]
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema: object; style?: string; explode?: boolean }[]
  requestBody?: {
    required?: boolean
    content: { [media: string]: { schema: { properties: { [name: string]: object }; required?: string[] } } }
  }
  responses: { [status: string]: Response }
}
type Document = {
  info: { title: string; description?: string; version: string }
  paths: { [path: string]: { [method: string]: Operation } }
  components: { schemas: { [name: string]: object }; securitySchemes?: object }
  'x-ninefold-left-out': string[]
}

/** Numbers are read as in JavaScript: the compared ones have no digits to lose. */
function documentOf(facts: ReturnType<typeof exampleFacts>): Document {
  return JSON.parse(exported('openapi', facts, 'json').text) as Document
}

async function problems(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source, absoluteRef: 'openapi.yaml', config })
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`)
}

for (const example of examples) {
  test(`Redocly reads the OpenAPI of ${example} without an error`, async () => {
    assert.deepEqual(await problems(exported('openapi', exampleFacts(example), 'yaml').text), [])
  })

  test(`YAML and JSON of ${example} say the same`, () => {
    const facts = exampleFacts(example)
    assert.deepEqual(parse(exported('openapi', facts, 'yaml').text), JSON.parse(exported('openapi', facts, 'json').text))
  })

  test(`the OpenAPI of ${example} has every operation with every status that the facts list`, () => {
    const facts = exampleFacts(example)
    const { paths } = documentOf(facts)
    for (const { operation, points } of facts.operations.filter((each) => each.operation.until === undefined)) {
      const found = Object.entries(paths).find(([path]) => path === operation.path)?.[1][operation.method.toLowerCase()]
      assert(found, operation.name)
      const text = Object.values(found.responses)
        .map(({ description }) => description)
        .join('\n')
      for (const { condition, answer } of points) {
        assert.match(text, new RegExp(`\`${condition}[ \`]`))
        if (answer.kind === 'http') assert(found.responses[answer.status], `${operation.name} ${answer.status}`)
        if (answer.kind === 'entry') assert(text.includes(`\`${answer.entry.name}\``), `${operation.name} ${answer.entry.name}`)
      }
    }
  })
}

test('an older version has its own addresses, names and errors, and no reader finds a mistake in it', async () => {
  const facts = exampleFacts('bookshop')
  for (const version of facts.versions) assert.deepEqual(await problems(openapi.run(facts, 'yaml', version).text), [], version.name)
  const first = JSON.parse(
    openapi.run(
      facts,
      'json',
      facts.versions.find(({ name }) => name === 'v1'),
    ).text,
  )
  assert.deepEqual(
    Object.keys(first.paths).filter((path) => path.includes('order')),
    ['/orders', '/order/{id}', '/orders/{id}/send'],
  )
  const { requestBody, responses } = first.paths['/orders'].post
  assert.deepEqual(Object.keys(requestBody.content['application/json'].schema.properties), ['buyer', 'lines'])
  assert.deepEqual(first.components.schemas.Item.required, ['isbn', 'count'])
  assert.deepEqual(
    [first.components.schemas.Book.properties.price, first.components.schemas.Order.properties.status.enum],
    [{ type: 'string' }, ['open', 'sent']],
  )
  assert.deepEqual(Object.keys(responses['201'].headers), ['Location', 'Deprecation', 'Sunset'])
  assert.equal(
    first.paths['/books'].post.responses['409'].content['application/problem+json'].schema.properties.type.const,
    'already-there',
  )
})

for (const example of examples) {
  test(`what the OpenAPI of ${example} shows as examples is what its schemas say`, () => {
    const facts = exampleFacts(example)
    const versions = facts.versions.length === 0 ? [undefined] : facts.versions
    let count = 0
    for (const version of versions) {
      const document = JSON.parse(openapi.run(facts, 'json', version).text)
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      ajv.addSchema(document, 'api')
      for (const [path, item] of Object.entries<any>(document.paths))
        for (const [method, operation] of Object.entries<any>(item)) {
          const places = [
            ['requestBody', operation.requestBody],
            ...Object.entries<any>(operation.responses).map(([status, response]) => [`responses/${status}`, response]),
          ]
          for (const [place, { content = {} } = {}] of places)
            for (const [media, { examples: all = {} }] of Object.entries<any>(content))
              for (const { value } of Object.values<any>(all)) {
                const pointer = ['paths', path, method, ...place.split('/'), 'content', media, 'schema']
                  .map((word) => encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1')))
                  .join('/')
                const validate = ajv.getSchema(`api#/${pointer}`)!
                assert(validate(value), `${method} ${path} ${place}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`)
                count++
              }
        }
    }
    assert(count > 0 || example === 'notes')
  })
}

test('the reader would tell a mistake', async () => {
  const text = exported('openapi', exampleFacts('notes'), 'yaml').text.replaceAll('operationId: ', 'operationName: ')
  assert.notDeepEqual(await problems(text), [])
})

test('an answer has the schema of what it shows', () => {
  const { paths, components } = documentOf(exampleFacts('orders'))
  const list = paths['/orders']!['get']!.responses['200']!.content!['application/json']!.schema
  assert.deepEqual(list, {
    type: 'object',
    properties: {
      orders: { type: 'array', items: { $ref: '#/components/schemas/OrderSummary' } },
      next: { type: ['string', 'null'] },
      position: { type: 'string' },
    },
    required: ['orders', 'next', 'position'],
  })
  assert.deepEqual((components.schemas['OrderSummary'] as { properties: object }).properties, {
    id: { type: 'string', format: 'uuid' },
    number: { type: 'integer' },
    status: { type: 'string', enum: ['draft', 'placed', 'paid', 'shipped', 'cancelled', 'expired'] },
    total: { type: ['number', 'null'], format: 'decimal', multipleOf: 0.01 },
    createdAt: { type: 'string', format: 'date-time' },
    customer: { type: 'string', minLength: 1, maxLength: 100 },
  })
})

test('an error says which entry it is', () => {
  const { paths } = documentOf(exampleFacts('orders'))
  const schema = paths['/orders/{id}']!['get']!.responses['404']!.content!['application/problem+json']!.schema
  assert.deepEqual(schema, { $ref: '#/components/schemas/Error', properties: { type: { const: 'no-order' }, status: { const: 404 } } })
})

test('exports filters, keys and entity tags as parameters', () => {
  const { paths } = documentOf(exampleFacts('orders'))
  const names = (of: Operation): string[] =>
    (of.parameters ?? []).map((each) => `${each.in} ${each.name}${each.required === true ? '' : '?'}`)
  assert.deepEqual(names(paths['/orders']!['get']!), [
    'query status?',
    'query customer?',
    'query createdAt?',
    'query sort?',
    'query size?',
    'query cursor?',
  ])
  assert.deepEqual(names(paths['/orders']!['post']!), ['header Idempotency-Key?'])
  assert.deepEqual(names(paths['/orders/{id}']!['patch']!), ['path id', 'header If-Match'])
})

test('a created record is linked to who reads it', () => {
  const { paths } = documentOf(exampleFacts('orders'))
  assert.deepEqual(paths['/orders']!['post']!.responses['201']!.links, {
    getOrder: { operationId: 'getOrder', parameters: { id: '$response.body#/id' } },
  })
})

const parts = `
ninefold: 1
use: [http@1]
service: { name: things, description: 'Things: all of them' }
resources:
  Thing:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      name: { type: string, maxLength: 9, description: What it is called }
      size: { type: number, multipleOf: 0.10, minimum: 0.1, maximum: 12345678901234567.5 }
      kind: { type: string, pattern: '^[a-z]+$' }
      inside: { $ref: Box }
      code: { type: string, generate: uuidv4, readOnly: true }
    required: [name]
  $defs:
    Box: { type: object, required: [height], properties: { height: { type: integer }, color: { type: string }, inner: { $ref: Box } } }
states: none
endpoints:
  PATCH /things/{id}: { update: Thing, body: [name, size, kind, inside, code], output: Thing(this) }
  GET /things/{id}: { read: Thing, output: { thing: Thing(this), name: this.name, size: this.size } }
  GET /things/{thing}/name: { read: Thing, by: { id: input.path.thing }, output: this.name }
  DELETE /things/{thing}: { delete: Thing, by: { id: input.path.thing }, output: 'this.name == "a" ? {"a": 1} : {"b": 2}' }
  POST /things: { create: Thing, body: [name], output: Thing(this) }
authentication: none
events: none
errors:
  media: application/json
  precedence: standard
  catalogue:
    bad: { on: [malformed, invalid], status: 400, body: { why: error.title } }
    gone: { on: not-found, status: 404, body: none }
limits: none
versioning: none
`

test('exports a header once if the document also declares its values', () => {
  const { paths } = documentOf(
    factsOfDocument(
      parts
        .replace(
          'create: Thing, body: [name]',
          'create: Thing, idempotency: { key: Key, scope: request.address }, parameters: { header: { Key: { type: string, format: uuid } } }, body: [name]',
        )
        .replace('on: [malformed, invalid]', 'on: [malformed, invalid, idempotency-required, idempotency-mismatch, idempotency-busy]'),
    ),
  )
  assert.deepEqual(
    paths['/things']!['post']!.parameters?.map(({ name, required, schema }) => ({ name, required, schema })),
    [{ name: 'Key', required: true, schema: { type: 'string', format: 'uuid' } }],
  )
})

test('a merge patch asks for nothing, and null removes what may be absent', () => {
  const { paths } = documentOf(factsOfDocument(parts))
  const { content } = paths['/things/{id}']!['patch']!.requestBody!
  assert.deepEqual(Object.keys(content), ['application/merge-patch+json', 'application/json'])
  const { properties, required } = content['application/merge-patch+json']!.schema
  assert.equal(required, undefined)
  assert.deepEqual(Object.keys(properties), ['name', 'size', 'kind', 'inside'], 'what is read-only cannot be written')
  assert.equal((properties['name'] as { type: string }).type, 'string')
  assert.deepEqual((properties['size'] as { type: string[] }).type, ['number', 'null'])
  const [box] = (properties['inside'] as { anyOf?: [{ properties: object; required?: string[] }] }).anyOf ?? [
    properties['inside'] as { properties: object; required?: string[] },
  ]
  assert.deepEqual(box.properties, {
    height: { type: 'integer' },
    color: { type: ['string', 'null'] },
    inner: { type: ['object', 'null'] },
  })
  assert.equal(box.required, undefined)
})

test('numbers keep their digits', () => {
  assert.match(exported('openapi', factsOfDocument(parts), 'json').text, /"maximum": 12345678901234567\.5/)
  assert.match(exported('openapi', factsOfDocument(parts), 'yaml').text, /maximum: 12345678901234567\.5\n/)
})

test('paths of one shape are one path, and an operation without a name is given one', async () => {
  const facts = factsOfDocument(parts)
  const { paths } = documentOf(facts)
  assert.deepEqual(Object.keys(paths), ['/things/{id}', '/things/{thing}/name', '/things'])
  const removal = paths['/things/{id}']!['delete']!
  assert.deepEqual(
    removal.parameters?.map(({ name }) => name),
    ['id'],
  )
  assert.equal(removal.operationId, 'deleteThingsThing')
  assert.deepEqual(await problems(exported('openapi', facts, 'yaml').text), [])
})

test('does not require members that may be absent', () => {
  const { paths } = documentOf(factsOfDocument(parts))
  const { schema } = paths['/things/{id}']!['get']!.responses['200']!.content!['application/json']!
  assert.deepEqual((schema as { required: string[] }).required, ['thing', 'name'])
})

test('an entry without body has none, and its own body is its own', () => {
  const { responses } = documentOf(factsOfDocument(parts)).paths['/things/{id}']!['get']!
  assert.equal(responses['404']!.content, undefined)
  assert.deepEqual(responses['400']!.content, {
    'application/json': { schema: { type: 'object', properties: { why: { type: 'string' } } } },
  })
})

test('an incomplete operation is not listed but named', () => {
  const facts = factsOfDocument(parts.replace('    gone: { on: not-found, status: 404, body: none }\n', ''))
  const { paths, 'x-ninefold-left-out': leftOut } = documentOf(facts)
  assert.equal(paths['/things/{id}']?.['get'], undefined)
  assert.match(leftOut.join('\n'), /`GET \/things\/\{id\}`, which is incomplete: `errors\/uncovered-outcome`/)
})

test('exports security in the words of part 5, and the challenge of a 401', () => {
  const { paths, components } = documentOf(exampleFacts('realworld'))
  assert.deepEqual(components.securitySchemes, { Token: { type: 'http', scheme: 'Token' } })
  const security = (path: string, method: string): object[] => paths[path]![method]!.security
  assert.deepEqual(
    [security('/api/users', 'post'), security('/api/articles', 'get'), security('/api/articles', 'post')],
    [[], [{}, { Token: [] }], [{ Token: [] }]],
  )
  assert.deepEqual(Object.keys(paths['/api/user']!['get']!.responses['401']!.headers ?? {}), ['WWW-Authenticate'])
})

test('rates are seen in headers where part 8 sends them', () => {
  const limited = (headers: string): Operation =>
    documentOf(
      factsOfDocument(
        parts
          .replace('limits: none', `limits: { rates: { calls: { quota: 9, window: PT1M, operations: [create] } }, headers: ${headers} }`)
          .replace('    bad:', '    slow: { on: rate-limited, status: 429, body: none }\n    bad:'),
      ),
    ).paths['/things']!['post']!
  const names = (of: Operation, status: string): string[] => Object.keys(of.responses[status]!.headers ?? {})
  assert.deepEqual(names(limited('true'), '429'), ['Retry-After', 'RateLimit-Policy', 'RateLimit'])
  assert.deepEqual(names(limited('true'), '400'), ['RateLimit-Policy', 'RateLimit'])
  assert.deepEqual(names(limited('[Retry-After]'), '429'), ['Retry-After'])
  assert.deepEqual(names(limited('[Retry-After]'), '400'), [])
})

test('lists in the query are parameters in the style that requests send', () => {
  const facts = factsOfDocument(
    parts.replace(
      'endpoints:',
      `endpoints:
  GET /echo: { answer: {}, parameters: { query: { a: &list { type: array, maxItems: 3, items: { type: integer } }, b: { <<: *list, several: commas }, c: { <<: *list, several: repeated } } }, status: 200, output: { all: input.query } }`,
    ),
  )
  const parameters = documentOf(facts).paths['/echo']!['get']!.parameters!
  assert.deepEqual(
    parameters.map(({ name, style, explode }) => [name, style, explode]),
    [
      ['a', undefined, undefined],
      ['b', 'form', false],
      ['c', undefined, undefined],
    ],
  )
})

test('orders that a document spells are parameters under the words that requests send', () => {
  const facts = factsOfDocument(`
ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources:
  Note: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 9 } } }
states: none
endpoints:
  each:
    - { of: operation as o, fill: { order: [id], page: { style: offset, size: 5 }, output: { notes: 'items.map(n, Note(n))' } } }
  GET /notes: { list: Note, sort: { properties: [text], spelling: '{name},{direction}' } }
  GET /other: { list: Note, sort: { properties: [text], parameter: sortBy, direction: sortOrder } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`)
  const parametersOf = (path: string): unknown =>
    documentOf(facts)
      .paths[path]!['get']!.parameters?.filter(({ name }) => name.startsWith('sort'))
      .map(({ name, schema, explode }) => [name, explode, schema])
  const words = { type: 'array', minItems: 1, maxItems: 1 }
  assert.deepEqual(parametersOf('/notes'), [
    ['sort', true, { ...words, items: { type: 'string', enum: ['text,asc', 'text,desc', 'text'] } }],
  ])
  assert.deepEqual(parametersOf('/other'), [
    ['sortBy', false, { ...words, items: { type: 'string', enum: ['text'] } }],
    ['sortOrder', undefined, { type: 'string', enum: ['asc', 'desc'], default: 'asc' }],
  ])
  const explained = facts.operations.map(({ operation }) => explainOperation(facts, operation, { width: 200, colour: false })).join('\n')
  assert.match(explained, /query sort\?: repeated, each one of text,asc \| text,desc \| text/)
  assert.match(explained, /query sortOrder\?: asc \| desc, "asc" if left out/)
})

test('filters that a document spells are parameters under the names that requests send', () => {
  const facts = factsOfDocument(`
ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources:
  Note:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      kind: { enum: [note, task] }
      place: { type: object, properties: { city: { type: string, maxLength: 40 } } }
    required: [kind]
states: none
endpoints:
  GET /notes: { operationId: listNotes, list: Note, filter: { properties: [kind, place.city], plain: 'filter[{name}]', spelling: 'filter[{name}][{operator}]', operators: { gte: from }, several: commas }, order: [id], page: { style: offset, size: 5 }, output: { notes: 'items.map(n, Note(n))' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`)
  const { parameters } = documentOf(facts).paths['/notes']!['get']!
  assert.deepEqual(
    parameters?.filter(({ name }) => name.startsWith('filter')).map(({ name, schema, ...rest }) => [name, rest.style, schema]),
    [
      ['filter[kind]', 'form', { type: 'array', items: { type: 'string', enum: ['note', 'task'] }, minItems: 1 }],
      ['filter[place.city]', 'form', { type: 'array', items: { type: 'string' }, minItems: 1 }],
      ['filter[place.city][from]', undefined, { type: 'string' }],
    ],
  )
  assert.match(exported('typescript', facts, 'typescript').text, /readonly "filter\[place\.city\]\[from\]"\?: string/)
  const { operation } = facts.operations[0]!
  assert.match(
    explainOperation(facts, operation, { width: 200, colour: false }),
    /filter by place\.city: filter\[place\.city\] \(in, separated by commas\), filter\[place\.city\]\[from\] \(gte\)/,
  )
})
