// No export requires members that read rules may hide; disclosed members are required.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exported, factsOfDocument } from './examples.ts'

const document = (discloses = ''): string => `
ninefold: 1
use: [http@1, problem-details@1, cloudevents@1]
service: { name: hid, url: 'https://example.com' }
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 40 }, boss: { type: boolean } }, required: [boss] }
  Doc:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      owner: { $ref: User, onDelete: cascade }
      title: { type: string, maxLength: 100 }
      pay: { type: integer, minimum: 0, maximum: 1000 }
      rich: { type: boolean, compute: this.pay > 500 }
    required: [owner, title, pay]
  Tag:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      doc: { $ref: Doc, onDelete: cascade }
    required: [doc]
  views:
    Short: { of: Doc, take: [id, pay, rich], properties: { half: this.pay / 2 }${discloses} }
states: none
endpoints:
  GET /tags/{id}: { read: Tag, output: { key: this.doc, id: this.doc.id, plain: this.doc.title, made: 'this.doc.title + "!"', test: '{"a": this.doc.title, "b": 1}', list: '[this.doc.title]', view: Short(this.doc) } }
  GET /tags/{id}/doc: { read: Tag, output: Short(this.doc) }
authentication:
  schemes: { jwt: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: JWT_SECRET }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string, maxLength: 40 } } } } }
  security: [ { jwt: [] } ]
  caller: { find: User, by: { id: claims.sub } }
  default: deny
  unreadable: not-found
  rules:
    Doc: { read: this.owner == caller, pay: { read: caller.boss } }
    Tag: { read: 'true' }
events: none
errors: { precedence: standard }
limits: none
versioning: none
`

type Schema = { required?: string[]; properties: { [name: string]: Schema }; anyOf?: Schema[] }

function openapi(text: string): { readonly answer: (path: string) => Schema; readonly view: Schema } {
  const json = JSON.parse(exported('openapi', factsOfDocument(text), 'json').text) as {
    paths: { [path: string]: { get: { responses: { 200: { content: { 'application/json': { schema: Schema } } } } } } }
    components: { schemas: { [name: string]: Schema } }
  }
  return {
    answer: (path) => json.paths[path]!.get.responses[200].content['application/json'].schema,
    view: json.components.schemas['Short']!,
  }
}

test('a member that may be hidden is not required, computed ones and those inside included', () => {
  const { answer, view } = openapi(document())
  const schema = answer('/tags/{id}')
  assert.deepEqual(schema.required, ['key', 'id', 'test', 'list'])
  assert.deepEqual(schema.properties['test']?.required, ['b'])
  assert.deepEqual(view.required, ['id'])
})

test('an answer that may be hidden whole may be null', () => {
  assert.deepEqual(openapi(document()).answer('/tags/{id}/doc').anyOf?.at(-1), { type: 'null' })
})

test('a member that is disclosed is required', () => {
  assert.deepEqual(openapi(document(', discloses: { Doc.pay: Everybody knows. }')).view.required, ['id', 'pay', 'half'])
})

test('the TypeScript client has members that may be hidden as optional', () => {
  const { text } = exported('typescript', factsOfDocument(document()), 'typescript')
  assert.match(text, /readonly made\?: string/)
  assert.match(text, /readonly key: string/)
})
