// The input of requests: parameters, bodies of fields and schemas, merge patches, filters, sorting and pagination.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Type } from '../../src/cel/type.ts'
import { compileSchema } from '../../src/schema/validate.ts'
import { findInput } from '../../src/typing/input.ts'
import { resolveDomain } from '../../src/typing/resolve.ts'
import { modelOf } from './documents.ts'

const model = modelOf(`
resources:
  User:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      username: { type: string, maxLength: 20 }
      password: { type: string, minLength: 8, secret: argon2id }
      bio: { type: string }
      image: { type: [string, 'null'] }
      theme: { type: string, default: plain }
      address: { type: object, required: [city], properties: { city: { type: string }, zip: { type: string } } }
      country: { type: string, immutable: true }
      number: { type: integer, generate: sequence }
      score: { type: number, compute: '1.5' }
      boss: { $ref: User }
      tags: { type: array, items: { type: string } }
    required: [username, password, country]
    unique: [username]
  Post:
    key: [author, slug]
    properties:
      author: { $ref: User }
      slug: { type: string, pattern: '^[a-z]+$' }
      price: { type: number, multipleOf: 0.01, minimum: 1 }
      at: { type: string, format: date-time }
      lines: { type: array, items: { $ref: Line } }
    required: [at]
  $defs:
    Line: { type: object, required: [id, text], properties: { id: { type: string, generate: uuidv7 }, text: { type: string }, seen: { type: boolean, readOnly: true } } }
states:
  Post.status:
    initial: draft
    states:
      draft:
        on:
          publish: { target: live, input: { type: object, required: [at], properties: { at: { type: string, format: date-time } } } }
          hide: { target: live }
      live:
        on:
          publish: { input: { type: object, required: [at, why], properties: { at: { type: string, format: date-time }, why: { type: string } } } }
endpoints:
  POST /users: { create: User, body: { user: [username, password, bio, theme, number, boss, image, score, address] } }
  PATCH /users/{username}: { update: User, body: { user: [username, bio, theme, address, country, image] } }
  PUT /users/{id}: { replace: User, body: [username, bio, country] }
  POST /posts: { create: Post, body: { post: { $ref: Line }, note: { type: string } } }
  GET /users/{username}/posts/{slug}:
    read: Post
    by: { author: author, slug: input.path.slug }
    with: { author: { find: User, by: { username: input.path.username } } }
  GET /users/{name}/friends/{when}/{rest}:
    list: Post
    where: this.author.username == input.path.name && User.exists(u, u.number == input.path["when"])
  GET /posts:
    list: Post
    filter: [author, slug, price, at, status, lines, nothing]
    sort: [at, price]
    page: { style: cursor, size: 20, max: 100 }
    parameters:
      query:
        limit: { type: integer, default: 5 }
        needed: { type: string, required: true }
        after: { type: string, format: date-time }
      header:
        X-Trace: { type: string }
  GET /users:
    list: User
    filter: [tags, password, bio, theme]
    page: { style: offset, size: input.query.limit, max: 10 }
    parameters: { query: { limit: { type: integer } } }
  POST /posts/{slug}/publish: { transition: Post.publish }
  POST /posts/{slug}/hide: { transition: Post.hide }
`)
const domain = resolveDomain(model)
const input = (name: string) =>
  findInput(
    domain,
    model.endpoints.value.operations.find((each) => each.name === name)!,
  )

/** A type as one line: `{ name: string, note?: string | null }`. */
function line(type: Type): string {
  switch (type.kind) {
    case 'object':
      return `{ ${Array.from(type.members, ([name, member]) => `${name}${member.optional ? '?' : ''}: ${line(member.type)}`).join(', ')} }`
    case 'nullable':
      return `${line(type.of)} | null`
    case 'list':
      return `${line(type.element)}[]`
    case 'record':
      return type.resource
    case 'enum':
      return type.values.join('/')
    case 'decimal':
      return `decimal(${type.scale})`
    default:
      return type.kind
  }
}
const member = (type: Type, ...path: string[]): Type =>
  path.reduce((at, name) => (at.kind === 'object' ? at.members.get(name)!.type : at), type)

const decode = (name: string, value: unknown, options: { readonly readOnly?: 'refuse' } = {}) => {
  const decoded = compileSchema(input(name).body!.schema, {
    definitions: new Map([...domain.shapes.values()].map((each) => [each.name, each.schema])),
    ...options,
  }).decode(value as never)
  return decoded.failures?.map(({ pointer, keyword }) => `${pointer} ${keyword}`) ?? JSON.parse(JSON.stringify(decoded.value))
}

test('a create requires the members that nothing fills; listed generated members may be sent', () => {
  assert.equal(
    line(member(input('POST /users').type, 'body', 'user')),
    '{ username: string, password: string, bio?: string, theme: string, number?: int, boss?: User, image?: string | null, address?: { city: string, zip?: string } }',
  )
  assert.deepEqual(decode('POST /users', {}), ['/user required'])
  assert.deepEqual(decode('POST /users', { user: {} }), ['/user/username required', '/user/password required'])
  const user = { username: 'ann', password: 'longenough' }
  assert.deepEqual(decode('POST /users', { user: { ...user, number: 7, id: 'x', score: 3, other: 1 } }), {
    user: { ...user, theme: 'plain', number: 7 },
  })
  assert.deepEqual(decode('POST /users', { user: { ...user, id: 'x', score: 3 } }, { readOnly: 'refuse' }), [
    '/user/score readOnly',
    '/user/id readOnly',
  ])
  assert.deepEqual(input('POST /users').body!.writes[0], { property: 'username', path: ['user', 'username'] })
  assert.equal(input('POST /users').body!.required, true)
})

test('a merge patch requires its envelope and no member in it; null removes an optional member', () => {
  assert.equal(
    line(member(input('PATCH /users/{username}').type, 'body', 'user')),
    '{ username?: string, bio?: string | null, theme?: string, address?: { city?: string, zip?: string | null } | null, image?: string | null }',
  )
  assert.deepEqual(decode('PATCH /users/{username}', {}), ['/user required'])
  const patch = { user: { bio: null, address: { zip: null }, image: null } }
  assert.deepEqual(decode('PATCH /users/{username}', { user: { ...patch.user, country: 'NO' } }), patch)
  assert.deepEqual(decode('PATCH /users/{username}', { user: { username: null, theme: null, address: { city: null } } }), [
    '/user/username type',
    '/user/theme type',
    '/user/address/city type',
  ])
  const { patch: isPatch, writes } = input('PATCH /users/{username}').body!
  assert.deepEqual([isPatch, writes.map(({ property }) => property)], [true, ['username', 'bio', 'theme', 'address', 'image']])
})

test('a replacement requires the required members, except immutable ones', () => {
  assert.deepEqual(decode('PUT /users/{id}', { country: 'SE' }), ['/username required'])
  assert.deepEqual(
    input('PUT /users/{id}').body!.writes.map(({ property }) => property),
    ['username', 'bio'],
  )
})

test('body schemas have envelopes; members that the service writes are not required', () => {
  assert.equal(line(member(input('POST /posts').type, 'body')), '{ post: { id: string, text: string, seen?: bool }, note: string }')
  assert.deepEqual(decode('POST /posts', { post: { text: 'a', seen: true }, note: 'b' }), { post: { text: 'a' }, note: 'b' })
})

test('the type of a path parameter follows from its name or its comparison', () => {
  const path = (name: string) =>
    Object.fromEntries(Array.from(input(name).path.values(), ({ name, schema, type }) => [name, [schema, line(type)]]))
  assert.deepEqual(path('GET /users/{username}/posts/{slug}'), {
    username: [{ type: 'string', maxLength: 20 }, 'string'],
    slug: [{ type: 'string', pattern: '^[a-z]+$', minLength: 1 }, 'string'],
  })
  assert.deepEqual(path('GET /users/{name}/friends/{when}/{rest}'), {
    name: [{ type: 'string', maxLength: 20 }, 'string'],
    when: [{ type: 'integer' }, 'int'],
    rest: [{ type: 'string' }, 'string'],
  })
  assert.deepEqual(path('PATCH /users/{username}')['username'], [{ type: 'string', maxLength: 20 }, 'string'])
})

test('types parameters as present if they are required or have a default', () => {
  assert.equal(line(member(input('GET /posts').type, 'query')), '{ limit: int, needed: string, after?: timestamp }')
  assert.equal(line(member(input('GET /posts').type, 'headers')), '{ x-trace?: string }')
})

test('filters have the operators of their types, and values without bounds', () => {
  const filters = (name: string) =>
    Object.fromEntries(
      Array.from(input(name).filters.values(), ({ property, plain, operators }) => [property, [plain, ...operators.keys()].join(' ')]),
    )
  assert.deepEqual(filters('GET /posts'), {
    author: 'eq eq ne in',
    slug: 'eq eq ne in gt gte lt lte',
    price: 'eq eq ne in gt gte lt lte exists',
    at: 'eq eq ne in gt gte lt lte',
    status: 'eq eq ne in',
  })
  assert.deepEqual(filters('GET /users'), {
    tags: 'contains contains any exists',
    bio: 'eq eq ne in gt gte lt lte exists',
    theme: 'eq eq ne in gt gte lt lte',
  })
  const { filters: of } = input('GET /posts')
  assert.deepEqual(
    ['price', 'slug', 'author', 'status'].map((name) => of.get(name)!.operators.get('eq')),
    [
      { type: 'number', format: 'decimal' },
      { type: 'string' },
      { type: 'string', format: 'uuid' },
      { type: 'string', enum: ['draft', 'live'] },
    ],
  )
  assert.deepEqual(of.get('slug')!.operators.get('in'), { type: 'array', items: { type: 'string' }, minItems: 1 })
})

test('sorting and pagination add parameters, unless an expression reads them from the request', () => {
  assert.deepEqual(input('GET /posts').sort!.parameter.schema, {
    type: 'array',
    minItems: 1,
    maxItems: 2,
    items: { type: 'string', enum: ['at', '-at', 'price', '-price'] },
  })
  assert.deepEqual(input('GET /posts').page!.size!.schema, { type: 'integer', minimum: 1, maximum: 100, default: 20 })
  assert.deepEqual(Object.keys(input('GET /posts').page!), ['size', 'cursor'])
  assert.deepEqual(Object.keys(input('GET /users').page!), ['offset'])
  assert.equal(input('POST /users').page, undefined)
})

test('the body of a transition is the input that its candidates declare, or any of them', () => {
  const body = input('POST /posts/{slug}/publish').body!
  assert.equal(line(body.type), '{ at: timestamp, why?: string }')
  assert.equal(typeof body.schema === 'object' && body.schema.anyOf?.length, 2)
  assert.equal(input('POST /posts/{slug}/hide').body, undefined)
})
