// A `never` that proves false is `internal` and reported, whichever other refusals apply.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked } from './both.ts'
import { answers } from './same-answers.ts'

const document = `
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  T:
    key: id
    properties: { id: { type: integer }, n: { type: integer, minimum: 0, maximum: 9, default: 0 }, owner: { type: string, maxLength: 9, default: ben } }
    softDelete: true
  fixtures: { T: [ { id: 1 }, { id: 2, owner: ann } ], User: [ { id: u } ] }
states:
  T.state: { initial: open, states: { open: { on: { end: { target: closed } } }, closed: { type: final } } }
authentication:
  schemes:
    sign-on: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: S }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string, maxLength: 20 } } } }
  security: [ { sign-on: [] } ]
  default: allow
  rules: { T: { update: this.owner == caller.sub } }
endpoints:
  GET /t/{id}: { read: T, status: 200, output: T(this), never: { not-found T: They are never deleted., gone T: Nor this. } }
  PATCH /required/{id}: { update: T, body: [n], conditional: required, status: 200, output: T(this), never: { not-found T: They are never deleted., gone: Nor this. } }
  PATCH /optional/{id}: { update: T, body: [n], conditional: optional, status: 200, output: T(this), never: { not-found: They are never deleted. } }
  PATCH /rule/{id}: { update: T, body: [n], status: 200, output: T(this), never: { forbidden T: Everybody owns it. } }
  PATCH /require/{id}: { update: T, body: [n], require: { small: this.n < 1 }, status: 200, output: T(this), never: { require small: It is always small. } }
  PATCH /in/{id}: { update: T, in: open, body: [n], status: 200, output: T(this), never: { illegal-transition: It is always open. } }
  POST /with/{id}: { create: User, with: { t: { find: T, by: { id: 'int(input.path.id)' } } }, set: { id: '"x"' }, status: 201, never: { not-found t: It is there. } }
  POST /t/{id}/end: { transition: T.end, status: 200 }
  DELETE /t/{id}: { delete: T, status: 204 }
  GET /path/{n}: { answer: {}, parameters: { path: { n: { type: integer } } }, status: 200, never: { invalid path: It is a number. } }
errors:
  media: application/json
  body: { met: '[error.condition, error.?subject.orValue(""), error.?name.orValue("")].filter(word, word != "").join(" ")' }
  precedence: standard
  catalogue:
    refused: { on: [unauthenticated, forbidden, malformed, invalid, duplicate, not-found, gone, illegal-transition, require, precondition-failed], status: 400 }
    asked: { on: precondition-required, status: 428 }
`

const asked = (method: string, target: string, body?: string, headers: Record<string, string> = {}): Asked => ({
  method,
  target,
  headers: new Map(Object.entries(headers)),
  ...(body === undefined ? {} : { body }),
  credentials: new Map([['sign-on', { kind: 'valid', claims: { sub: 'ben' }, scopes: [] }]]),
})

test('answers 500 for a false `never` and reports its reason, before any later check', async () => {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  const reported = (condition: string, reason: string): string =>
    `500 (\`${condition}\` was met, although the document says that it never happens: ${reason})`
  assert.deepEqual(
    await answers(facts, [
      asked('GET', '/t/9'),
      asked('PATCH', '/required/9', '{"n":1}'),
      asked('PATCH', '/required/9', '{"n":1}', { 'if-match': '"x"' }),
      asked('PATCH', '/optional/9', '{"n":1}', { 'if-match': '"x"' }),
      asked('PATCH', '/required/1', '{"n":1}'),
      asked('PATCH', '/rule/2', '{"n":1}'),
      asked('PATCH', '/rule/1', '{"n":1}'),
      asked('PATCH', '/require/1', '{"n":2}'),
      asked('POST', '/with/9'),
      asked('POST', '/t/1/end'),
      asked('PATCH', '/in/1', '{"n":2}'),
      asked('DELETE', '/t/2'),
      asked('GET', '/t/2'),
      asked('PATCH', '/required/2', '{}'),
      asked('GET', '/path/x'),
      asked('GET', '/path/1'),
    ]),
    [
      reported('not-found T', 'They are never deleted.'),
      reported('not-found T', 'They are never deleted.'),
      reported('not-found T', 'They are never deleted.'),
      reported('not-found T', 'They are never deleted.'),
      '428 {"met":"precondition-required T"}',
      reported('forbidden T update', 'Everybody owns it.'),
      '200 {"id":1,"n":1,"owner":"ben","state":"open"}',
      reported('require small', 'It is always small.'),
      reported('not-found T t', 'It is there.'),
      '200',
      reported('illegal-transition T in', 'It is always open.'),
      '204',
      reported('gone T', 'Nor this.'),
      reported('gone T', 'Nor this.'),
      reported('invalid path', 'It is a number.'),
      '200',
    ],
  )
})
