// `import` of OpenAPI: the content of a source becomes the language's own forms; open points become gaps or questions.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { format } from '../../src/document/format.ts'
import { golden } from '../golden.ts'
import { endpoint, importing, part } from './import.ts'

const shop = readFileSync(join(import.meta.dirname, 'shop.yaml'), 'utf8')

/** A source with these paths and schemas. */
function source(paths: object, schemas: object = {}, more: object = {}): string {
  return JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths, components: { schemas }, ...more })
}

const json = (schema: object): object => ({ description: 'ok', content: { 'application/json': { schema } } })
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const Pet = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
const readPet = { '/pets/{id}': { get: { parameters: [id], responses: { 200: json(ref('Pet')) } } } }

test('a whole source becomes nine parts, in the house style', () => {
  const { text } = importing(shop)
  golden(resolve(import.meta.dirname, 'shop.md'), text)
  assert.equal(format({ name: 'shop.md', text }), text)
})

test('a source in JSON and one in YAML become one document', () => {
  const yaml = 'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: { /a: { get: { responses: { 204: { description: done } } } } }\n'
  assert.equal(importing(yaml).text, importing(source({ '/a': { get: { responses: { 204: { description: 'done' } } } } })).text)
})

test('OpenAPI 2.0 reads as 3.0 does', () => {
  const old = {
    swagger: '2.0',
    info: { title: 'A', version: '1' },
    host: 'a.example',
    basePath: '/api',
    schemes: ['https'],
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: {
      basic: { type: 'basic' },
      app: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://a.example/a',
        tokenUrl: 'https://a.example/t',
        scopes: { read: 'Read' },
      },
    },
    security: [{ basic: [] }],
    paths: {
      '/pets': {
        post: {
          parameters: [{ in: 'body', name: 'pet', required: true, schema: { $ref: '#/definitions/Pet' } }],
          responses: { 201: { description: 'made', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
      '/pets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, type: 'string', format: 'uuid' }],
          responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
    },
    definitions: { Pet: { ...Pet, properties: { ...Pet.properties, tag: { type: 'string', 'x-nullable': true } } } },
  }
  const imported = importing(JSON.stringify(old))
  assert.match(endpoint(imported, 'POST /pets'), /create: Pet\n {2}body: \[id, name, tag\]\n/)
  assert.match(endpoint(imported, 'GET /pets/{id}'), /read: Pet\n.*format: uuid/)
  assert.match(part(imported, 1), /url: https:\/\/a.example\/api/)
  assert.match(part(imported, 2), /tag: \{ type: \[string, 'null'\] \}/)
  assert.match(part(imported, 5), /basic: \{ type: http, scheme: basic \}/)
  assert.match(
    part(imported, 5),
    /# from: #\/securityDefinitions\/app\n(?:.*\n)*.*authorizationCode:\n *authorizationUrl: https:\/\/a\.example\/a\n *tokenUrl: https:\/\/a\.example\/t\n *scopes: \{ read: Read \}/,
  )
})

test('a shared parameter of 2.0 has its type', () => {
  const old = {
    swagger: '2.0',
    info: { title: 'A', version: '1' },
    parameters: { tag: { name: 'tag', in: 'query', type: 'string', maxLength: 20, required: true } },
    definitions: { Pet },
    paths: {
      '/pets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, type: 'string', format: 'uuid' }, { $ref: '#/parameters/tag' }],
          responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' } } },
        },
      },
    },
  }
  assert.match(endpoint(importing(JSON.stringify(old)), 'GET /pets/{id}'), /tag: \{ type: string, maxLength: 20, required: true \}/)
})

test('3.1 and 3.0 say null, exclusive bounds and examples each in their way', () => {
  const paths = { '/pets/{id}': readPet['/pets/{id}'] }
  const three = importing(
    source(paths, {
      Pet: {
        ...Pet,
        properties: { ...Pet.properties, age: { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true, example: 3 } },
      },
    }),
  )
  const one = importing(
    source(
      paths,
      { Pet: { ...Pet, properties: { ...Pet.properties, age: { type: ['integer', 'null'], examples: [3], exclusiveMinimum: 0 } } } },
      { openapi: '3.1.0' },
    ),
  )
  assert.match(part(three, 2), /age: \{ type: \[integer, 'null'\], exclusiveMinimum: 0, examples: \[3\] \}/)
  assert.match(part(one, 2), /age: \{ type: \[integer, 'null'\], examples: \[3\], exclusiveMinimum: 0 \}/)
})

test('405 is a path without the method, and 403 also a token without the scope', () => {
  const security = [{ app: ['read'] }]
  const refused = { 403: { description: 'no' }, 405: { description: 'no' } }
  const imported = importing(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'A', version: '1' },
      components: {
        schemas: { Pet },
        securitySchemes: {
          app: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { read: 'Read' } } } },
        },
      },
      paths: {
        '/pets/{id}': {
          get: { parameters: [id], security, responses: { 200: json(ref('Pet')), ...refused } },
          delete: { parameters: [id], security: [{ app: [] }], responses: { 204: { description: 'gone' }, ...refused } },
        },
      },
    }),
  )
  assert.match(part(imported, 7), /forbidden-403:\s+\{? ?on: \[forbidden, insufficient-scope\]/)
  assert.match(part(imported, 7), /method-not-allowed-405:\s+\{? ?on: method-not-allowed/)
})

test('a key that a request may leave out is not asked of it', () => {
  const make = (required: readonly string[]): string =>
    endpoint(
      importing(
        source(
          {
            ...readPet,
            '/pets': { post: { requestBody: { ...json(ref('NewPet')), required: true }, responses: { 201: json(ref('Pet')) } } },
          },
          { Pet, NewPet: { ...Pet, required } },
        ),
      ),
      'POST /pets',
    )
  assert.match(make(['id', 'name']), /body: \[id, name\]/)
  assert.match(
    make(['name']),
    /what is `id` of a `Pet`\?[^]*body: \{ \$ref: NewPet \}\n {2}set: \{ name: input\.body\.name, id: not shown \}/,
  )
})

test('the key is the property that the path names, in any spelling', () => {
  const pets = (parameter: string, properties: object): string =>
    part(
      importing(
        source(
          {
            [`/pets/{${parameter}}`]: {
              get: { parameters: [{ ...id, name: parameter, schema: { type: 'string' } }], responses: { 200: json(ref('Pet')) } },
            },
          },
          { Pet: { type: 'object', properties } },
        ),
      ),
      2,
    )
  const string = { type: 'string' }
  assert.match(pets('petId', { id: string, name: string }), /key: id\n/)
  assert.match(pets('pet_name', { id: string, name: string }), /key: name\n/)
  assert.match(pets('slug', { id: string, slug: string }), /key: slug\n/)
  assert.match(pets('id', { petId: string, name: string }), /key: petId\n/)
  assert.match(
    pets('code', { name: string }),
    /key: code\n.*\n {4}# from the path alone: the schema does not show it\n {4}code: \{ type: string \}/,
  )
})

test("asks for the key of a list's records if nothing identifies them", () => {
  const imported = importing(
    source({
      '/pets': {
        get: { responses: { 200: json({ type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }) } },
      },
    }),
  )
  assert.match(part(imported, 2), /# import: what identifies a Pet\? No path says it; it has `name`\.\n {2}key: not shown/)
})

test('an address with several parameters is a key of several', () => {
  const owned = {
    '/owners/{owner}/pets/{id}': { get: { parameters: [{ ...id, name: 'owner' }, id], responses: { 200: json(ref('Pet')) } } },
    '/owners/{owner}/pets': {
      get: { parameters: [{ ...id, name: 'owner' }], responses: { 200: json({ type: 'array', items: ref('Pet') }) } },
    },
  }
  const imported = importing(source(owned, { Pet }))
  assert.match(part(imported, 2), /key: \[owner, id\]\n/)
  assert.match(endpoint(imported, 'GET /owners/{owner}/pets'), /where: this\.owner == input\.path\.owner\n/)
})

test('a list has its pages, filters and order by the parameters that say so', () => {
  const listing = (...parameters: object[]) =>
    importing(
      source(
        {
          '/pets': {
            get: {
              parameters: parameters.map((each) => ({ in: 'query', ...each })),
              responses: { 200: json({ type: 'array', items: ref('Pet') }) },
            },
          },
          ...readPet,
        },
        { Pet: { ...Pet, properties: { ...Pet.properties, sold: { type: 'boolean' } } } },
      ),
    )
  const query = (...parameters: object[]): string => endpoint(listing(...parameters), 'GET /pets')
  const limit = { name: 'limit', schema: { type: 'integer', default: 20 } }
  assert.match(
    query(limit, { name: 'offset', schema: { type: 'integer' } }),
    /page: \{ style: offset, size: input\.query\.limit, offset: 'input\.query\.\?offset\.orValue\(0\)' \}/,
  )
  assert.match(
    query(limit, { name: 'page', schema: { type: 'integer', minimum: 1 } }),
    /offset: \(input\.query\.\?page\.orValue\(1\) - 1\) \* input\.query\.limit\n/,
  )
  const byNumber = listing(limit, { name: 'page', schema: { type: 'integer' } })
  assert.match(
    part(byNumber, 1),
    /settings:\n {2}# import: is the first `page` 0 or 1\? A `default` here answers it for `GET \/pets`\.\n {2}first_page: \{ type: integer, enum: \[0, 1\] \}/,
  )
  assert.match(
    endpoint(byNumber, 'GET /pets'),
    /offset: \(input\.query\.\?page\.orValue\(settings\.first_page\) - settings\.first_page\) \* input\.query\.limit\n/,
  )
  const byCursor = listing({ name: 'limit', schema: { type: 'integer' } }, { name: 'cursor', schema: { type: 'string' } })
  assert.match(
    part(byCursor, 1),
    /# import: how many does a page hold where `limit` is not sent\?[^\n]*\n {2}default_limit: \{ type: integer, minimum: 1 \}/,
  )
  assert.match(
    endpoint(byCursor, 'GET /pets'),
    /page:\n {4}style: cursor\n {4}size: input\.query\.\?limit\.orValue\(settings\.default_limit\)\n {4}cursor: input\.query\.cursor\n/,
  )
  assert.match(
    query({ name: 'sold', schema: { type: 'boolean' } }),
    /where: \(input\.query\.sold == null \|\| this\.sold == input\.query\.sold\)/,
  )
  assert.match(
    query({ name: 'name', schema: { type: 'string' } }),
    /# import: which records are listed, by `name`\? If a text is compared as a whole: \(input\.query\.name == null \|\| this\.name == input\.query\.name\)\n(?:.*\n)*.*where: not shown/,
  )
  assert.match(
    query({
      name: 'sold',
      style: 'deepObject',
      schema: { type: 'object', properties: { eq: { type: 'boolean' }, ne: { type: 'boolean' } } },
    }),
    /filter: \[sold\]/,
  )
})

test('reads whether a list in the query has commas', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const parameters = [
    { name: 'ids', in: 'query', schema: list, explode: false },
    { name: 'tags', in: 'query', schema: list },
    { name: 'X-Words', in: 'header', schema: list, explode: false },
  ]
  const text = endpoint(
    importing(source({ '/pets': { get: { parameters, responses: { 200: json({ type: 'array', items: ref('Pet') }) } } } }, { Pet })),
    'GET /pets',
  )
  assert.match(text, /ids: \{ type: array, items: \{ type: string \}, several: commas \}/)
  assert.match(text, /tags: \{ type: array, items: \{ type: string \} \}/)
  assert.match(text, /X-Words: \{ type: array, items: \{ type: string \} \}/)
})

test('reads an object of which there is one, where its path also writes it', () => {
  const Settings = { type: 'object', required: ['theme'], properties: { theme: { type: 'string' }, size: { type: 'integer' } } }
  const body = { required: true, content: { 'application/json': { schema: ref('Settings') } } }
  const paths = (write: object): object => ({ '/settings': { get: { responses: { 200: json(ref('Settings')) } }, ...write } })
  const imported = importing(
    source(
      paths({
        put: { requestBody: body, responses: { 200: json(ref('Settings')) } },
        patch: { requestBody: body, responses: { 204: { description: 'done' } } },
      }),
      { Settings },
    ),
  )
  const of = 'by: \\{ id: \'"settings"\' \\}'
  for (const [name, action] of [
    ['GET', 'read'],
    ['PUT', 'put'],
    ['PATCH', 'update'],
  ] as const)
    assert.match(endpoint(imported, `${name} /settings`), new RegExp(`${action}: Settings\\n {2}${of}\\n`))
  assert.match(
    part(imported, 2),
    /which values does it have from the start\?[^]*Settings:\n {2}key: id\n[^]* id: \{ type: string, const: settings \}/,
  )
  assert.doesNotMatch(endpoint(importing(source(paths({}), { Settings })), 'GET /settings'), /read:/)
  // Who is meant by such a path, nothing says.
  const own = {
    ...paths({ put: { requestBody: body, responses: { 204: { description: 'done' } } } }),
    '/users/{id}': { get: { parameters: [id], responses: { 200: json(ref('Settings')) } } },
  }
  assert.doesNotMatch(endpoint(importing(source(own, { Settings })), 'PUT /settings'), /put:|replace:/)
})

test('reads and writes a property of a record by its own path', () => {
  const Address = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }
  const User = {
    type: 'object',
    required: ['id', 'address'],
    properties: { id: { type: 'string', format: 'uuid' }, address: ref('Address'), home: ref('Address') },
  }
  const body = { required: true, content: { 'application/json': { schema: ref('Address') } } }
  const member = {
    get: { parameters: [id], responses: { 200: json(ref('Address')) } },
    put: { parameters: [id], requestBody: body, responses: { 200: json(ref('Address')) } },
  }
  const imported = importing(
    source(
      {
        '/users/{id}': { get: { parameters: [id], responses: { 200: json(ref('User')) } } },
        '/users/{id}/address': member,
        '/users/{id}/home': member,
      },
      { Address, User },
    ),
  )
  assert.match(endpoint(imported, 'GET /users/{id}/address'), /read: User\n(?:.*\n)* {2}output: this\.address$/)
  assert.match(
    endpoint(imported, 'PUT /users/{id}/address'),
    /update: User\n {2}body: \{ \$ref: Address\w* \}\n {2}set: \{ address: input\.body \}\n(?:.*\n)* {2}output: this\.address$/,
  )
  // A home may be missing, and nothing says what is shown then.
  assert.doesNotMatch(endpoint(imported, 'GET /users/{id}/home'), /read: User/)
})

test('reads how a request spells the order of a list', () => {
  const Toy = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      createdAt: { type: 'string' },
      size: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  }
  const parameter = (name: string, words: readonly string[], more: object = {}): object => ({
    name,
    in: 'query',
    schema: { type: 'string', enum: words, ...more },
  })
  const toys = (...parameters: readonly object[]): string =>
    endpoint(
      importing(
        source(
          {
            '/toys': { get: { parameters, responses: { 200: json({ type: 'array', items: ref('Toy') }) } } },
            '/toys/{id}': { get: { parameters: [id], responses: { 200: json(ref('Toy')) } } },
          },
          { Toy },
        ),
      ),
      'GET /toys',
    )
  const sortOf = (...parameters: readonly object[]): string => /^ {2}sort:.*(?:\n {4}.*)*/m.exec(toys(...parameters))?.[0] ?? ''
  assert.equal(sortOf(parameter('sort', ['size', '-size'])), '  sort: [size]')
  assert.equal(sortOf(parameter('order_by', ['size', '-size'])), '  sort: { properties: [size], parameter: order_by }')
  assert.equal(sortOf(parameter('sort', ['+size', '-size'])), "  sort: { properties: [size], words: { ascending: '+', descending: '-' } }")
  assert.equal(
    sortOf(parameter('sort', ['size', 'size:ASC', 'size:DESC', 'created_at:ASC', 'created_at:DESC'])),
    "  sort:\n    properties: [size, createdAt]\n    spelling: '{name}:{direction}'\n    words: { ascending: ASC, descending: DESC }\n    names: { createdAt: created_at }",
  )
  const directed = [parameter('sortBy', ['size', 'createdAt'], { default: 'createdAt' }), parameter('sortOrder', ['asc', 'desc'])]
  assert.equal(sortOf(...directed), '  sort: { properties: [size, createdAt], parameter: sortBy, direction: sortOrder }')
  assert.match(toys(...directed), /\n {2}order: \[createdAt, id\]\n/)
  assert.match(toys(parameter('sort', ['size', '-size'], { default: '-size' })), /\n {2}order: \['-size', id\]\n/)
  // The order without the parameter, and what a name alone means, would be wrong.
  for (const open of [
    [parameter('sort', ['size', 'createdAt'])],
    [parameter('sort', ['size', '-size', 'popularity', '-popularity'])],
    [parameter('sort', ['size', '-size', 'createdAt'])],
    [parameter('sort', ['tags', '-tags'])],
    [parameter('sort', ['size']), parameter('order', ['asc', 'desc'], { default: 'desc' })],
  ]) {
    assert.equal(sortOf(...open), '')
    assert.match(toys(...open), /what does `\w+`.* change in the answer\?|`sort`/)
  }
})

test('reads the records of a list in an envelope inside an envelope', () => {
  const page = {
    type: 'object',
    required: ['items'],
    properties: { total: { type: 'integer' }, items: { type: 'array', items: ref('Pet') }, colour: { type: 'string' } },
  }
  const envelope = { type: 'object', required: ['data'], properties: { data: page, requestId: { type: 'string' } } }
  const said = endpoint(importing(source({ '/pets': { get: { responses: { 200: json(envelope) } } }, ...readPet }, { Pet })), 'GET /pets')
  assert.match(said, /list: Pet\n/)
  assert.match(said, /what does the answer say as `data\.colour`, `requestId`\?/)
  assert.match(
    said,
    /data: \{ total: page\.total, items: 'items\.map\(each, Pet\(each\)\)', \?colour: not shown \}\n {4}\?requestId: not shown/,
  )
})

const inEnvelope = (schema: object, isRequired = true): object => ({
  required: true,
  content: {
    'application/json': { schema: { type: 'object', properties: { pet: schema }, ...(isRequired ? { required: ['pet'] } : {}) } },
  },
})

test('takes the record from the envelope of a request', () => {
  const properties = { name: { type: 'string' } }
  const imported = importing(
    source(
      {
        '/pets': {
          post: {
            requestBody: inEnvelope({ type: 'object', required: ['name'], properties }),
            responses: { 200: json({ type: 'object', properties: { pet: ref('Pet') } }) },
          },
        },
        '/pets/{id}': {
          get: { parameters: [id], responses: { 200: json(ref('Pet')) } },
          patch: { parameters: [id], requestBody: inEnvelope({ type: 'object', properties }), responses: { 204: { description: 'done' } } },
          put: {
            parameters: [id],
            requestBody: inEnvelope(
              { type: 'object', required: ['name'], properties: { ...properties, colour: { type: 'string' } } },
              false,
            ),
            responses: { 204: { description: 'done' } },
          },
        },
      },
      { Pet },
    ),
  )
  assert.match(endpoint(imported, 'POST /pets'), /create: Pet\n(?:.*\n)* {2}body: \{ pet: \[name\] \}\n/)
  assert.match(endpoint(imported, 'PATCH /pets/{id}'), /update: Pet\n(?:.*\n)* {2}body: \{ pet: \[name\] \}\n/)
  const replacing = endpoint(imported, 'PUT /pets/{id}')
  assert.match(replacing, /# import: may a request leave out `pet`\?/)
  assert.match(replacing, /# import: what becomes of `colour` of its body\?/)
  assert.match(replacing, /body:\n? *\{? ?\n? *pet:(?:.*\n)* {2}set: \{ name: input\.body\.pet\.name \}/)
})

test('reads the records, totals and constants of an envelope, and asks for the rest', () => {
  const envelope = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['pets'] },
      data: { type: 'array', items: ref('Pet') },
      total: { type: 'integer' },
      links: { type: 'object' },
    },
  }
  const said = endpoint(importing(source({ '/pets': { get: { responses: { 200: json(envelope) } } }, ...readPet }, { Pet })), 'GET /pets')
  assert.match(said, /# import: what does the answer say as `links`\?/)
  assert.match(
    said,
    /output:\n {4}kind: \{ const: pets \}\n {4}data: items\.map\(each, Pet\(each\)\)\n {4}total: page\.total\n {4}\?links: not shown/,
  )
})

test('a schema that shows less of a record is a view', () => {
  const Summary = { type: 'object', properties: { id: Pet.properties.id, colour: { type: 'string' } } }
  const imported = importing(
    source({ '/pets': { get: { responses: { 200: json({ type: 'array', items: ref('Summary') }) } } }, ...readPet }, { Pet, Summary }),
  )
  assert.match(endpoint(imported, 'GET /pets'), /items\.map\(each, Summary\(each\)\)/)
  assert.match(
    part(imported, 2),
    /Summary:\n {4}of: Pet\n {4}take: \[id\]\n {4}properties:\n.*\n.*what of a Pet is `colour`\?\n {6}colour: not shown/,
  )
})

test('asks for required properties that no request sends', () => {
  const made = {
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, gift: { type: 'boolean' } } },
          },
        },
      },
      responses: { 201: json(ref('Pet')) },
    },
  }
  const said = endpoint(importing(source({ '/pets': made, ...readPet }, { Pet })), 'POST /pets')
  assert.match(said, /# import: what becomes of `gift` of its body\?/)
  assert.match(said, /# import: what is `id` of a `Pet`\?/)
  assert.match(said, /set: \{ name: input\.body\.name, id: not shown \}/)
})

test('asks for the action of an operation that the source leaves open', () => {
  const said = endpoint(
    importing(
      source({ '/pets/{id}/feed': { post: { parameters: [id], responses: { 204: { description: 'fed' } } } }, ...readPet }, { Pet }),
    ),
    'POST /pets/{id}/feed',
  )
  assert.equal(
    said,
    `# from: #/paths/~1pets~1{id}~1feed/post
# import: what does it do, and to which records?
POST /pets/{id}/feed:
  parameters: { path: { id: { type: string, format: uuid } } }
  status: 204`,
  )
})

test('a status is an error of the conditions that HTTP means by it, where the source describes it', () => {
  const refusing = { ...readPet['/pets/{id}'].get.responses, 404: json(ref('Problem')), 418: { description: 'tea' } }
  const imported = importing(
    source(
      {
        '/pets/{id}': {
          get: { operationId: 'getPet', parameters: [id], responses: refusing },
          delete: { parameters: [id], responses: { 204: { description: 'gone' } } },
        },
      },
      {
        Pet,
        Problem: {
          type: 'object',
          properties: { type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' }, code: { type: 'string' } },
        },
      },
    ),
  )
  const errors = part(imported, 7)
  assert.match(errors, /not-found-404:\n {4}on: not-found at getPet\n {4}status: 404/, 'deleting has no 404 in the source, so it has a gap')
  assert.match(errors, /body: \{ type: error\.type, title: error\.title, status: error\.status, code: not shown \}/)
  assert.match(errors, /status-418: \{ on: require status-418, status: 418, description: tea \}/)
  assert.match(
    endpoint(imported, 'GET /pets/{id}'),
    /require:\n {4}# import: what must hold, so that it does not answer 418\? The source says: "tea"\. If nothing more, this line goes, and `require status-418` in part 7\.\n {4}status-418: not shown/,
  )
})

test('an operation has a condition of its own where the source does not give the reason of a status', () => {
  const answers = (...statuses: readonly number[]): object =>
    Object.fromEntries(statuses.map((status) => [status, { description: status < 300 ? 'done' : 'Conflict' }]))
  const made = { requestBody: { ...json(ref('Pet')), required: true } }
  const imported = (create: object, more: object = {}): ReturnType<typeof importing> =>
    importing(
      source(
        { '/pets': { post: create }, '/pets/{id}': { ...readPet['/pets/{id}'], ...more } },
        { Pet, New: { ...Pet, required: ['name'], properties: { name: Pet.properties.name } } },
      ),
    )
  const named = imported({ ...made, responses: { 201: json(ref('Pet')), ...answers(409) } })
  assert.match(part(named, 7), /conflict-409: \{ on: duplicate, status: 409/, 'a client names the pet')
  const sent = { requestBody: { ...json(ref('New')), required: true } }
  const numbered = imported({ ...sent, responses: { 201: json(ref('Pet')), ...answers(409) } })
  assert.match(part(numbered, 7), /conflict-409: \{ on: \[duplicate, require conflict\], status: 409/)
  assert.match(
    endpoint(numbered, 'POST /pets'),
    /answer 409\? If part 2 says it, by `unique` or a reference, this line goes, and `require conflict` in part 7\.\n {4}conflict: not shown/,
  )
  const free = imported({ ...made, responses: answers(201) }, { delete: { parameters: [id], responses: answers(204, 402, 409, 410) } })
  assert.match(
    part(free, 7),
    /payment-required-402: \{ on: require payment-required, [^]*on: \[in-use, require conflict\], [^]*, require gone\]/,
  )
  const query = (schema: object): object => ({
    get: {
      ...readPet['/pets/{id}'].get,
      parameters: [id, { name: 'q', in: 'query', schema }],
      responses: { 200: json(ref('Pet')), ...answers(400) },
    },
  })
  const withKey = (schema: object): string => part(importing(source({ '/pets/{id}': query(schema) }, { Pet })), 7)
  assert.match(withKey({ type: 'string' }), /bad-request-400: \{ on: invalid, status: 400/, 'the key is a UUID')
})

test('part 2 asks how the service makes a key that no request may give', () => {
  const Numbered = { ...Pet, properties: { ...Pet.properties, id: { ...Pet.properties.id, readOnly: true } } }
  const create = { requestBody: { ...json(ref('Pet')), required: true }, responses: { 201: json(ref('Pet')) } }
  const imported = importing(source({ ...readPet, '/pets': { post: create } }, { Pet: Numbered }))
  assert.match(
    part(imported, 2),
    /how does the service make it: `uuidv7`, `uuidv4`, `sequence`, or by an expression\?\n {4}id: \{ type: string, format: uuid, readOnly: true, generate: not shown \}/,
  )
  assert.doesNotMatch(endpoint(imported, 'POST /pets'), /set:/)
  assert.doesNotMatch(part(importing(source(readPet, { Pet: Numbered })), 2), /generate/, 'nothing makes one')
  const bodyOf = (properties: object): object => ({
    post: { requestBody: { ...json({ type: 'object', properties }), required: true }, responses: { 201: json(ref('Pet')) } },
  })
  const name = { type: 'string' }
  assert.match(part(importing(source({ ...readPet, '/pets': bodyOf({ name }) }, { Pet: Numbered })), 2), /generate: not shown/)
  const given = bodyOf({ name, id: Pet.properties.id })
  assert.doesNotMatch(part(importing(source({ ...readPet, '/pets': given }, { Pet: Numbered })), 2), /generate/, 'a request gives it')
})

test('412 is a failed precondition only where a request can have one', () => {
  const match = { name: 'If-Match', in: 'header', schema: { type: 'string' } }
  const remove = (...more: readonly object[]): object => ({
    '/pets/{id}': {
      get: readPet['/pets/{id}'].get,
      delete: { parameters: [id, ...more], responses: { 204: { description: 'gone' }, 412: { description: 'changed' } } },
    },
  })
  assert.match(part(importing(source(remove(match), { Pet })), 7), /precondition-failed-412: \{ on: precondition-failed, status: 412/)
  assert.match(part(importing(source(remove(), { Pet })), 7), /on: require precondition-failed, status: 412/)
})

test('conventions that say what errors look like are left to say so', () => {
  const imported = importing(
    source(
      {
        '/pets/{id}': {
          get: {
            parameters: [id],
            responses: { 200: json(ref('Pet')), 404: json({ type: 'object', properties: { oops: { type: 'string' } } }) },
          },
        },
      },
      { Pet },
    ),
    'http@1',
    'problem-details@1',
  )
  assert.match(imported.text, /^use: \[http@1, problem-details@1\]$/m)
  assert.doesNotMatch(part(imported, 7), /body:/)
})

test('webhooks become events, callbacks stay what they are', () => {
  const Order = {
    type: 'object',
    required: ['id', 'callbackUrl'],
    properties: { id: { type: 'string' }, callbackUrl: { type: 'string', format: 'uri' } },
  }
  const imported = importing(
    source(
      {
        '/orders': {
          post: {
            requestBody: { content: { 'application/json': { schema: ref('Order') } } },
            responses: { 201: json(ref('Order')) },
            callbacks: {
              done: {
                '{$request.body#/callbackUrl}': {
                  post: { requestBody: { content: { 'application/json': { schema: ref('Order') } } }, responses: {} },
                },
              },
            },
          },
        },
        '/orders/{id}': { get: { parameters: [{ ...id, schema: { type: 'string' } }], responses: { 200: json(ref('Order')) } } },
      },
      { Order },
      {
        openapi: '3.1.0',
        webhooks: {
          'order.sent': {
            post: { description: 'It is on its way.', requestBody: { content: { 'application/json': { schema: ref('Order') } } } },
          },
        },
      },
    ),
  )
  const events = part(imported, 6)
  assert.match(events, /order\.sent: \{ description: It is on its way\., on: not shown, data: not shown \}/)
  assert.match(events, /done: \{ on: not shown, url: '\$\{this\.callbackUrl\}', body: not shown \}/)
})

test('asks about or lists schema keywords that the dialect lacks', () => {
  const imported = importing(
    source(readPet, {
      Pet: {
        ...Pet,
        properties: {
          ...Pet.properties,
          code: { type: 'string', pattern: '(?=a)b', format: 'hex' },
          other: { $ref: 'other.yaml#/Thing' },
          'x y': { type: 'any', xml: {} },
        },
      },
    }),
  )
  assert.match(
    part(imported, 2),
    /# import: the pattern at `#\/components\/schemas\/Pet\/properties\/code\/pattern` does not run in linear time[^\n]*\n {4}code: \{ type: string, pattern: not shown \}/,
  )
  assert.match(part(imported, 2), /# import: `other\.yaml#\/Thing` is in another file: what does it say\?\n {4}other: not shown/)
  const left = imported.text.split('## Left out')[1]!
  for (const words of [
    'The format `hex` of string (`#/components/schemas/Pet/properties/code`)',
    'The type `any`',
    'The keyword `xml` of schemas',
  ])
    assert.ok(left.includes(words), left)
})

test('asks about content that the language refuses, with its text', () => {
  const imported = importing(
    source(readPet, {
      Pet: {
        ...Pet,
        properties: {
          ...Pet.properties,
          size: { type: 'string', enum: ['s', 'l'], default: 'xl' },
          code: { type: 'string', maxLength: 1, default: 'xl' },
        },
      },
    }),
  )
  assert.match(
    part(imported, 2),
    /# import: the source says `default: "xl"`, which the schema around it excludes: what is meant\? from: #\/components\/schemas\/Pet\/properties\/size\/default\n {4}size: \{ type: string, enum: \[s, l\] \}\n {4}# import: the source says `default: xl`, which does not hold here: [^\n]*\(resources\/invalid-value\)\. What is meant\?\n {4}code: \{ type: string, maxLength: 1 \}/,
  )
})

test('asks about addresses that the language cannot express', () => {
  const imported = importing(
    source({
      '/files/{name}-old': { get: { responses: { 204: { description: 'ok' } } } },
      '/a/{x}': { get: { responses: { 204: { description: 'ok' } } } },
      '/a/{y}': { get: { responses: { 204: { description: 'ok' } } } },
      '/b': { trace: { responses: {} } },
    }),
  )
  const endpoints = part(imported, 4)
  assert.match(
    endpoints,
    /# GET \/files\/\{name\}-old, from: #\/paths\/~1files~1\{name\}-old\/get\n# import: a parameter is a whole segment here/,
  )
  assert.match(endpoints, /# import: a request to it is one to `GET \/a\/\{x\}` too: which of the two answers\?/)
  assert.match(endpoints, /# import: there is no method `TRACE` here/)
  assert.match(endpoints, /^GET \/a\/\{x\}:/m)
})

test('the fields of a form are members of a body, which is sent as a form', () => {
  const form = {
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
        },
      },
    },
  }
  const imported = importing(
    source({ ...readPet, '/pets': { post: { requestBody: form, responses: { 201: json(ref('Pet')) } } } }, { Pet }),
  )
  assert.match(
    endpoint(imported, 'POST /pets'),
    /create: Pet\n {2}body: \[id, name\]\n(?:.*\n)*? {2}accepts: application\/x-www-form-urlencoded/,
  )
})

test('a parameter that every operation takes, or that a scheme reads, chooses no records', () => {
  const named = (...names: readonly string[]): object[] => names.map((name) => ({ in: 'query', name, schema: { type: 'string' } }))
  const paths = {
    '/pets/{id}': {
      get: { parameters: [id, ...named('alt', 'key')], responses: { 200: json(ref('Pet')) } },
      delete: { parameters: [id, ...named('alt')], responses: { 204: { description: 'gone' } } },
    },
    '/pets': { get: { parameters: named('alt', 'key', 'near'), responses: { 200: json({ type: 'array', items: ref('Pet') }) } } },
  }
  const imported = importing(
    source(paths, { Pet }, { components: { schemas: { Pet }, securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } } }),
  )
  assert.match(endpoint(imported, 'GET /pets'), /# import: which records are listed, by `near`\?/)
})

test('a record that is created below another belongs to it, as the list of the same path says', () => {
  const Visit = {
    type: 'object',
    required: ['id', 'petId', 'note'],
    properties: { id: { type: 'string', format: 'uuid' }, petId: { type: 'string', format: 'uuid' }, note: { type: 'string' } },
  }
  const New = { type: 'object', required: ['note'], properties: { note: { type: 'string' } } }
  const petId = { ...id, name: 'petId' }
  const visits = {
    get: { parameters: [petId], responses: { 200: json({ type: 'array', items: ref('Visit') }) } },
    post: {
      parameters: [petId],
      requestBody: { required: true, content: { 'application/json': { schema: ref('New') } } },
      responses: { 201: json(ref('Visit')) },
    },
  }
  const imported = importing(source({ ...readPet, '/pets/{petId}/visits': visits }, { Pet, Visit, New }))
  assert.match(endpoint(imported, 'GET /pets/{petId}/visits'), /where: this\.petId == input\.path\.petId\n/)
  assert.match(endpoint(imported, 'POST /pets/{petId}/visits'), /set: \{ petId: input\.path\.petId, id: not shown \}\n/)
})

test('the key of an earlier record in the path is never that of the listed record', () => {
  const Visit = { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, pet_id: { type: 'string', format: 'uuid' } } }
  const Note = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }
  const listed = (schema: string): object => ({
    get: { parameters: [id], responses: { 200: json({ type: 'array', items: ref(schema) }) } },
  })
  const imported = importing(
    source({ ...readPet, '/pets/{id}/visits': listed('Visit'), '/pets/{id}/notes': listed('Note') }, { Pet, Visit, Note }),
  )
  assert.match(endpoint(imported, 'GET /pets/{id}/visits'), /where: this\.pet_id == input\.path\.id\n/)
  assert.match(endpoint(imported, 'GET /pets/{id}/notes'), /which records are listed, by the path\?[^]*where: not shown\n/)
})

test('a value in the path has the type that the path says, and is converted to that of the key', () => {
  const parameter = (schema: object): object => ({ ...id, schema })
  const visits = (schema: object): object => ({
    get: { parameters: [parameter(schema)], responses: { 200: json({ type: 'array', items: ref('Visit') }), 404: { description: 'no' } } },
    post: { parameters: [parameter(schema)], requestBody: json(ref('Visit')), responses: { 201: json(ref('Visit')) } },
  })
  const read = (key: object, path: object): ReturnType<typeof importing> =>
    importing(
      source(
        {
          '/pets/{id}': { get: { parameters: [parameter(path)], responses: { 200: json(ref('Pet')) } } },
          '/pets/{id}/visits': visits(path),
        },
        {
          Pet: { ...Pet, properties: { ...Pet.properties, id: key } },
          Visit: { type: 'object', required: ['petId'], properties: { id: { type: 'string', format: 'uuid' }, petId: key } },
        },
      ),
    )
  const asText = read({ type: 'integer', format: 'int32' }, { type: 'string' })
  const number = 'int\\(input\\.path\\.id\\)'
  assert.match(
    endpoint(asText, 'GET /pets/{id}'),
    new RegExp(`which is right\\?[^]*by: \\{ id: ${number} \\}[^]*path: \\{ id: \\{ type: string \\} \\}`),
  )
  assert.match(
    endpoint(asText, 'GET /pets/{id}/visits'),
    new RegExp(`find: Pet, by: \\{ id: ${number} \\}[^]*where: this\\.petId == ${number}`),
  )
  const asNumber = read({ type: 'string' }, { type: 'integer' })
  assert.match(endpoint(asNumber, 'GET /pets/{id}'), /by: \{ id: string\(input\.path\.id\) \}[^]*path: \{ id: \{ type: integer \} \}/)
  const wider = endpoint(read({ type: 'integer', format: 'int32' }, { type: 'integer' }), 'GET /pets/{id}')
  assert.match(wider, /which is right\?[^]*path: \{ id: \{ type: integer \} \}/)
  assert.doesNotMatch(wider, /\n {2}by:/)
})

test('a value in the path that nothing converts has the type of the key, with a question', () => {
  const Sized = { type: 'object', properties: { size: { type: 'string', enum: ['small', 'large'] } } }
  const size = { name: 'size', in: 'path', required: true, schema: { type: 'string' } }
  const text = endpoint(
    importing(source({ '/sizes/{size}': { get: { parameters: [size], responses: { 200: json(ref('Size')) } } } }, { Size: Sized })),
    'GET /sizes/{size}',
  )
  assert.match(text, /`size` of the path is of another type than `size`, which it finds records by: which is right\?/)
  assert.doesNotMatch(text, /parameters:/)
})

test('asks who may call where the source asks nobody for credentials and refuses some', () => {
  const securitySchemes = { basic: { type: 'http', scheme: 'basic' } }
  const answering = (more: object): ReturnType<typeof importing> =>
    importing(
      source(
        { '/pets/{id}': { get: { parameters: [id], responses: { 200: json(ref('Pet')), ...more } } } },
        {},
        { components: { schemas: { Pet }, securitySchemes }, security: [] },
      ),
    )
  assert.match(
    part(answering({ 401: { description: 'no' } }), 5),
    /# import: the source asks nobody for credentials, and `GET \/pets\/\{id\}` answers 401: which [^]*security: not shown\n/,
  )
  assert.match(part(answering({}), 5), /security: \[\{\}\]/)
})

test('a key in the body of a PATCH is asked about', () => {
  const patch = { parameters: [id], requestBody: json(ref('Pet')), responses: { 200: json(ref('Pet')) } }
  const text = endpoint(importing(source({ '/pets/{id}': { get: readPet['/pets/{id}'].get, patch } }, { Pet })), 'PATCH /pets/{id}')
  assert.match(text, /may a request change `id`, by which a record is found\?[^]*body: \[name\]/)
})

test('numbers of records and pages beside a list are those of the page, also in an object of their own', () => {
  const integer = { type: 'integer' }
  const meta = {
    type: 'object',
    properties: { page: integer, pageSize: integer, total: integer, totalPages: integer, hasMore: { type: 'boolean' }, tookMs: integer },
  }
  const query = (name: string, first: number): object => ({ name, in: 'query', schema: { type: 'integer', minimum: 1, default: first } })
  const list = {
    get: {
      parameters: [query('page', 1), query('pageSize', 20)],
      responses: { 200: json({ type: 'object', properties: { data: { type: 'array', items: ref('Pet') }, meta } }) },
    },
  }
  const imported = importing(source({ ...readPet, '/pets': list }, { Pet }))
  const text = endpoint(imported, 'GET /pets')
  assert.match(text, /what does the answer say as `meta\.tookMs`\?/)
  for (const line of [
    'page: input.query.page',
    'pageSize: page.size',
    'total: page.total',
    'totalPages: (page.total + page.size - 1) / page.size',
    'hasMore: page.next != null',
    'tookMs: not shown',
  ])
    assert.ok(text.includes(line), `${line} in\n${text}`)
})

test('the cursor of the next page is null or left out on the last page, as the source says', () => {
  const listing = (next: object, ...required: readonly string[]): string => {
    const schema = { type: 'object', required, properties: { data: { type: 'array', items: ref('Pet') }, next } }
    const get = { parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }], responses: { 200: json(schema) } }
    return endpoint(importing(source({ ...readPet, '/pets': { get } }, { Pet })), 'GET /pets')
  }
  assert.match(listing({ type: 'string', nullable: true }, 'next'), / next: page\.next /)
  assert.match(listing({ type: 'string' }), / \?next: 'page\.\?next' /)
  assert.match(listing({ type: 'string' }, 'next'), /what does the answer say as `next`\?[^]* next: not shown /)
})

test('headers of limits keep their names if these say what they hold; the unit of a reset is a question', () => {
  const header = { schema: { type: 'integer' } }
  const headers = { 'X-RateLimit-Limit': header, 'x-ratelimit-remaining': header, 'X-RateLimit-Reset': header, 'Retry-After': header }
  const get = { parameters: [id], responses: { 200: { ...json(ref('Pet')), headers } } }
  const text = part(importing(source({ '/pets/{id}': { get } }, { Pet })), 8)
  assert.match(text, /headers:\n {2}Retry-After: standard\n {2}X-RateLimit-Limit: limit\n {2}x-ratelimit-remaining: remaining\n/)
  assert.match(text, /# import: what do the headers `X-RateLimit-Reset` say/)
})

test('a list below a record that answers 404 needs that record', () => {
  const Visit = { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, petId: { type: 'string', format: 'uuid' } } }
  const list = (more: object): object => ({
    get: { operationId: 'listVisits', parameters: [id], responses: { 200: json({ type: 'array', items: ref('Visit') }), ...more } },
  })
  const imported = importing(source({ ...readPet, '/pets/{id}/visits': list({ 404: { description: 'no pet' } }) }, { Pet, Visit }))
  assert.match(endpoint(imported, 'GET /pets/{id}/visits'), /with: \{ parent: \{ find: Pet, by: \{ id: input\.path\.id \} \} \}\n/)
  assert.match(part(imported, 7), /on: not-found parent/)
  assert.doesNotMatch(
    endpoint(importing(source({ ...readPet, '/pets/{id}/visits': list({}) }, { Pet, Visit })), 'GET /pets/{id}/visits'),
    /with:/,
  )
})

test('a member that one schema of `allOf` requires and another lists is required', () => {
  const Page = { type: 'object', required: ['total', 'items'], properties: { total: { type: 'integer' } } }
  const Pets = { allOf: [ref('Page'), { type: 'object', properties: { items: { type: 'array', items: ref('Pet') } } }] }
  const Shelter = { type: 'object', properties: { id: { type: 'string' }, pets: ref('Pets') } }
  const path = { '/shelters/{id}': { get: { parameters: [id], responses: { 200: json(ref('Shelter')) } } } }
  const resources = part(importing(source(path, { Page, Pets, Pet, Shelter })), 2)
  assert.match(resources, /Pets:\n[^]*required: \[items\]/)
  assert.match(resources, /Page:[^]*required: \[total\]/)
})

test('a default of the request alone stays with the request', () => {
  const New = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, legs: { type: 'integer', default: 4 } } }
  const Dog = { ...Pet, properties: { ...Pet.properties, legs: { type: 'integer' } } }
  const post = { requestBody: { required: true, content: { 'application/json': { schema: New } } }, responses: { 201: json(ref('Pet')) } }
  const text = endpoint(importing(source({ ...readPet, '/pets': { post } }, { Pet: Dog })), 'POST /pets')
  assert.match(text, /legs: \{ type: integer, default: 4 \}/)
  assert.match(text, /legs: input\.body\.legs/)
})

test('a record that its path does not find stays an operation with a question', () => {
  const Report = { type: 'object', properties: { lines: { type: 'integer' } } }
  const owner = { name: 'owner', in: 'path', required: true, schema: { type: 'string' } }
  const read = (parameter: object): object => ({
    get: { parameters: [parameter], responses: { 200: json(ref('Report')), 404: { description: 'no' } } },
  })
  const imported = importing(source({ '/pets/{id}/report': read(id), '/owners/{owner}/report': read(owner) }, { Report }))
  assert.match(endpoint(imported, 'GET /owners/{owner}/report'), /which Report does it find by its path\?[^]*by: not shown\n/)
})

test('reads a quoted text whose lines begin at the column of its key', () => {
  const { text } = importing(`openapi: 3.0.3
info:
  title: 'Pets
  and their ''owners'''
  version: "1"
paths:
  /pets:
    get:
      summary: "All pets,
      with their \\"names\\""
      responses:
        '204': { description: ok }
`)
  assert.match(text, /title: Pets and their 'owners'/)
  assert.match(text, /summary: All pets, with their "names"/)
})

test('reads values in brackets whose lines begin left of their key', () => {
  const { text } = importing(`openapi: 3.0.3
info:
  title: Pets
  version: "1"
paths:
  /pets:
    get:
      operationId: pets
      tags: [
        "a ] in quotes",
        it's
      ]
      responses:
        "200":
          description: ok
          content:
            application/json:
              schema: {
            "type": "object",
            "properties": { "name": { "type": "string" } } # all
            }
`)
  assert.match(text, /name: not shown|\?name/)
})

test('asks about statuses that only a range gives, and lists answers and links that nothing here says', () => {
  const { text } = importing(
    source(
      {
        '/pets/{id}': {
          get: {
            parameters: [id],
            responses: {
              200: { ...json(ref('Pet')), links: { owner: { operationId: 'owner' } } },
              301: { description: 'moved' },
              304: { description: 'same' },
              '4XX': { description: 'refused' },
            },
          },
        },
      },
      { Pet },
    ),
  )
  assert.match(text, /import: where the source describes only a range \(`4XX`\), which conditions are meant/)
  assert.match(text, /- The answer `301` of operations that also succeed/)
  assert.match(text, /- The link `owner` of an answer/)
  assert.doesNotMatch(text, /304/)
})

test('a patch reads the members of a merge patch, and takes a JSON Patch too if the source does', () => {
  const patch = {
    patch: {
      parameters: [id],
      requestBody: {
        content: {
          'application/json-patch+json': { schema: { type: 'array', items: {} } },
          'application/merge-patch+json': { schema: ref('Pet') },
        },
      },
      responses: { 200: json(ref('Pet')) },
    },
  }
  const paths = { '/pets/{id}': { ...readPet['/pets/{id}'], ...patch } }
  const declared = endpoint(importing(source(paths, { Pet })), 'PATCH /pets/{id}')
  assert.match(declared, /body: \[name\]/)
  assert.match(declared, /accepts: \[application\/merge-patch\+json, application\/json-patch\+json\]/)
})

test('a source that asks nobody for credentials leaves one question', () => {
  const { text } = importing(source(readPet, { Pet }, { security: [{}] }))
  assert.match(text, /<!-- import: the source asks nobody for credentials: may anybody do everything \(`none`\)\? -->\n\nnot shown/)
})

test('a record whose key is asked about can be created', () => {
  const paths = {
    ...readPet,
    '/pets': {
      post: { requestBody: { content: { 'application/json': { schema: ref('NewPet') } } }, responses: { 201: json(ref('Pet')) } },
    },
  }
  const schemas = {
    Pet: { ...Pet, properties: { ...Pet.properties, id: { type: 'string', readOnly: true } } },
    NewPet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  }
  assert.match(endpoint(importing(source(paths, schemas)), 'POST /pets'), /create: Pet/)
})

test('asks what parameters change that choose no records', () => {
  const paths = {
    '/pets': {
      get: {
        parameters: ['sort', 'lang'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        responses: { 200: json({ type: 'array', items: ref('Pet') }) },
      },
    },
  }
  const { text } = importing(source({ ...readPet, ...paths }, { Pet }))
  for (const name of ['sort', 'lang']) assert.match(text, new RegExp(`# import: what does \`${name}\` change in the answer\\?`))
})

test('an object beside what tells of the answer itself is the record, whatever its name is', () => {
  const envelope = { type: 'object', required: ['success'], properties: { status: { type: 'integer' }, success: ref('Pet') } }
  const declared = endpoint(
    importing(source({ '/animals/{id}': { get: { parameters: [id], responses: { 200: json(envelope) } } } }, { Pet })),
    'GET /animals/{id}',
  )
  assert.match(declared, /read: Pet/)
  assert.match(declared, /success: Pet\(this\)/)
  assert.match(declared, /`status`\? A member with `\?` may be missing: write `optional\.of\(…\)` there, or delete the `\?`\./)
})

test('a value that the service makes is a constant, or a time by its name', () => {
  const time = { type: 'string', format: 'date-time' }
  const Made = {
    type: 'object',
    required: ['id', 'object', 'createdAt', 'text'],
    properties: {
      id: { type: 'string' },
      object: { type: 'string', enum: ['note'] },
      text: { type: 'string' },
      createdAt: time,
      last_modified: time,
      updated: { type: 'string' },
    },
  }
  const create = {
    requestBody: { ...json({ type: 'object', required: ['text'], properties: { text: { type: 'string' } } }), required: true },
    responses: { 201: json(ref('Made')) },
  }
  const imported = importing(source({ '/notes': { post: create } }, { Made }))
  assert.match(
    part(imported, 2),
    /# import: is it the time at which the record was created\? .*\n {4}createdAt: \{ type: string, format: date-time, generate: now \}/,
  )
  assert.match(part(imported, 2), /last_modified: \{ type: string, format: date-time, generate: now-on-update \}/)
  assert.match(part(imported, 2), /updated: \{ type: string \}/)
  assert.match(endpoint(imported, 'POST /notes'), /set: \{ id: not shown, object: '"note"' \}/)
})

test('a record stores what only the path says of the list in which it is created', () => {
  const below = {
    get: { parameters: [{ ...id, name: 'shop' }], responses: { 200: json({ type: 'array', items: ref('Pet') }) } },
    post: {
      parameters: [{ ...id, name: 'shop' }],
      requestBody: { required: true, ...json(ref('Pet')) },
      responses: { 201: json(ref('Pet')) },
    },
  }
  const imported = importing(source({ ...readPet, '/shops/{shop}/pets': below }, { Pet }))
  assert.match(part(imported, 2), /# from the path alone: the schema does not show it\n {4}shop: \{ type: string, format: uuid \}/)
  assert.match(part(imported, 2), /PetShown: \{ of: Pet, take: \[id, name\] \}/)
  assert.match(endpoint(imported, 'GET /shops/{shop}/pets'), /where: this\.shop == input\.path\.shop\n/)
  assert.match(endpoint(imported, 'POST /shops/{shop}/pets'), /set: \{ shop: input\.path\.shop \}\n/)
  const { post: _, ...onlyListed } = below
  assert.match(
    endpoint(importing(source({ ...readPet, '/shops/{shop}/pets': onlyListed }, { Pet })), 'GET /shops/{shop}/pets'),
    /import: which records are listed, by `shop`\?/,
  )
})

test('a parameter compares the property whose name it has, in any spelling, as a list, or with a bound', () => {
  const Parcel = {
    type: 'object',
    required: ['id', 'weight'],
    properties: {
      id: { type: 'string' },
      weight: { type: 'number' },
      sent_at: { type: 'string', format: 'date-time' },
      state: { type: 'string', enum: ['new', 'sent'] },
      customer_id: { type: 'string' },
    },
  }
  const chosen = (name: string, schema: object): string =>
    /where: (.*)/.exec(
      endpoint(
        importing(
          source(
            {
              '/parcels': {
                get: {
                  parameters: [{ name, in: 'query', required: true, schema }],
                  responses: { 200: json({ type: 'array', items: ref('Parcel') }) },
                },
              },
            },
            { Parcel },
          ),
        ),
        'GET /parcels',
      ),
    )![1]!
  const time = { type: 'string', format: 'date-time' }
  assert.equal(chosen('customerId', { type: 'string' }), 'this.customer_id == input.query.customerId')
  assert.equal(
    chosen('states', { type: 'array', items: Parcel.properties.state }),
    '(this.state != null && this.state in input.query.states)',
  )
  assert.equal(chosen('weight[lte]', { type: 'number' }), `this.weight <= input.query["weight[lte]"]`)
  assert.equal(chosen('minWeight', { type: 'number' }), 'this.weight >= input.query.minWeight')
  assert.equal(chosen('sent_at__gt', time), '(this.sent_at != null && this.sent_at > input.query.sent_at__gt)')
  assert.equal(chosen('sent_after', time), 'not shown')
  assert.equal(chosen('weight_gte', { type: 'string' }), 'not shown')
})

test('a member inside a value is shown, even if the source calls it writeOnly', () => {
  const Secret = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, login: ref('Login'), pin: { type: 'string', writeOnly: true } },
  }
  const Login = { type: 'object', properties: { name: { type: 'string' }, word: { type: 'string', writeOnly: true } } }
  const imported = importing(
    source({ '/secrets/{id}': { get: { parameters: [id], responses: { 200: json(ref('Secret')) } } } }, { Secret, Login }),
  )
  assert.match(part(imported, 2), /word: \{ type: string \}/)
  assert.match(part(imported, 2), /pin: \{ type: string, writeOnly: true \}/)
  assert.match(imported.text, /`writeOnly` of a member inside a value/)
})

test('the status of a range, or of a `default` alone, is left to conventions, with a question', () => {
  const get = (responses: object): object => ({ '/pets/{id}': { get: { parameters: [id], responses } } })
  for (const status of ['2XX', 'default']) {
    const imported = importing(source(get({ [status]: json(ref('Pet')) }), { Pet }), 'http@1')
    const said = endpoint(imported, 'GET /pets/{id}')
    assert.match(said, new RegExp(`# import: which status of \`${status}\` does it answer with\\?`))
    assert.match(said, /read: Pet\n/)
    assert.doesNotMatch(said, /status:/)
    assert.doesNotMatch(part(imported, 7), /default/)
  }
  assert.match(
    part(importing(source(get({ 200: json(ref('Pet')), default: { description: 'else' } }), { Pet })), 7),
    /where no status is described \(`default`\)/,
  )
})

test('lists examples of bodies, words about tags, and keywords of whole records', () => {
  const Checked = {
    ...Pet,
    if: { properties: { name: { const: 'Rex' } } },
    then: { required: ['id'] },
    minProperties: 1,
    example: { id: 'a' },
  }
  const paths = {
    '/pets/{id}': {
      description: 'One pet.',
      'x-owner': 'team',
      get: { parameters: [{ ...id, example: 'a' }], responses: { 200: json(ref('Pet')) } },
      put: {
        externalDocs: { url: 'https://example.com' },
        parameters: [id],
        requestBody: { description: 'The pet.', content: { 'application/json': { schema: ref('Pet'), example: { name: 'Rex' } } } },
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('Pet'), examples: { a: { value: {} } } } } } },
      },
    },
  }
  const text = source(paths, { Pet: Checked }).replace('"paths"', '"tags":[{"name":"pets","description":"All pets."}],"paths"')
  const [, left] = importing(text).text.split('## Left out')
  for (const sentence of [
    'The description of the tag `pets`',
    'The description of a path',
    'The extension `x-owner`',
    'The further documentation of an operation',
    'An example of a parameter',
    'An example of a request',
    'The description of a request body',
    'An example of an answer',
    'The keyword `if` of a record',
    'The keyword `minProperties` of a record',
    'An example of a record',
  ])
    assert.ok(left!.includes(`- ${sentence} (`), sentence)
})

test('an answer of a write that is no record shows none', () => {
  const done = { type: 'object', required: ['success'], properties: { success: { type: 'boolean' }, data: { type: 'object' } } }
  const imported = importing(
    source(
      {
        '/pets/{id}': {
          ...readPet['/pets/{id}'],
          put: {
            parameters: [id],
            requestBody: { content: { 'application/json': { schema: ref('Pet') } } },
            responses: { 200: json(done) },
          },
          delete: { parameters: [id], responses: { 200: json(ref('Pet')) } },
        },
      },
      { Pet },
    ),
  )
  assert.match(
    endpoint(imported, 'PUT /pets/{id}'),
    /# import: what does it show\? Its answer is described at[^\n]*\n(?:.*\n)* {2}output: \{ success: not shown, \?data: not shown \}/,
  )
  assert.match(endpoint(imported, 'DELETE /pets/{id}'), /output: Pet\(this\)/)
  assert.doesNotMatch(part(imported, 2), /views:/)
})

test('a question that several operations have alike is asked once, and one line answers it', () => {
  const conflict = { 409: { description: 'Somebody else is at it' } }
  const parameters = [id, { name: 'lang', in: 'query', schema: { type: 'string' } }]
  const listing = (schema: string): object => ({
    get: {
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'offset', in: 'query', schema: { type: 'integer' } },
      ],
      responses: { 200: { ...json({ type: 'array', items: ref(schema) }), headers: { 'X-Trace': { schema: { type: 'string' } } } } },
    },
  })
  const item = (schema: string): object => ({
    get: { parameters, responses: { 200: { ...json(ref(schema)), headers: { 'X-Trace': { schema: { type: 'string' } } } }, ...conflict } },
    delete: { parameters: [id], responses: { 204: { description: 'gone' }, 404: { description: 'no' } } },
  })
  const imported = importing(
    source({ '/pets': listing('Pet'), '/pets/{id}': item('Pet'), '/toys': listing('Toy'), '/toys/{id}': item('Toy') }, { Pet, Toy: Pet }),
  )
  const operations = part(imported, 4)
  assert.match(
    operations,
    /^```yaml\neach:\n(?:.*\n)* {2}- of: operation as o\n {4}where: o\.name in \["GET \/pets\/\{id\}", "GET \/toys\/\{id\}"\]\n {4}fill:\n {6}require:\n {8}# import: what must hold, so that it does not answer 409\? The source says: "Somebody else is at it"\.[^\n]*\n {8}conflict: not shown\n/,
  )
  assert.equal(operations.match(/does not answer 409/g)?.length, 1)
  assert.equal(operations.match(/what does the header `X-Trace` say/g)?.length, 1)
  assert.match(part(imported, 1), /default_limit: \{ type: integer, minimum: 1 \}/)
  assert.equal(imported.text.match(/how many does a page hold/g)?.length, 1)
  const waiting = imported.compiled.facts.missing.filter(({ about }) => about['of'] === 'conflict')
  assert.deepEqual(
    waiting.map(({ operations: waitingFor }) => waitingFor !== 'all' && waitingFor.map(({ name }) => name)),
    [['GET /pets/{id}', 'GET /toys/{id}']],
  )
  assert.equal(format({ name: 'imported.md', text: imported.text }), imported.text)
})

test('a format at the end of a path is no part of the parameter', () => {
  const Toy = {
    type: 'object',
    required: ['id', 'pet_id'],
    properties: { id: { type: 'integer' }, pet_id: { type: 'string', format: 'uuid' } },
  }
  const imported = importing(
    source(
      {
        '/pets.json': {
          get: { responses: { 200: json({ type: 'object', properties: { pets: { type: 'array', items: ref('Pet') } } }) } },
          post: { requestBody: { content: { 'application/json': { schema: ref('Pet') } } }, responses: { 201: json(ref('Pet')) } },
        },
        '/pets/{id}.json': {
          get: { parameters: [id], responses: { 200: json(ref('Pet')) } },
          delete: { parameters: [id], responses: { 204: { description: 'gone' } } },
        },
        '/pets/{id}/toys.json': {
          get: { parameters: [id], responses: { 200: json({ type: 'array', items: ref('Toy') }), 404: { description: 'no' } } },
        },
      },
      { Pet, Toy },
    ),
  )
  assert.match(endpoint(imported, 'GET /pets.json'), /list: Pet\n(?:.*\n)* {2}output: \{ pets: 'items\.map\(each, Pet\(each\)\)' \}/)
  assert.match(endpoint(imported, 'POST /pets.json'), /create: Pet\n/)
  assert.match(endpoint(imported, 'GET /pets/{id}.json'), /read: Pet\n/)
  assert.match(endpoint(imported, 'DELETE /pets/{id}.json'), /delete: Pet\n/)
  assert.match(
    endpoint(imported, 'GET /pets/{id}/toys.json'),
    /list: Toy\n {2}with: \{ parent: \{ find: Pet, by: \{ id: input\.path\.id \} \} \}\n {2}where: this\.pet_id == input\.path\.id\n/,
  )
})
