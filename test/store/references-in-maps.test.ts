// References in the entries of a map: checked when they are written, and handled when the referenced record is deleted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const document = `
resources:
  Doc:
    key: id
    properties: { id: { type: string, maxLength: 9 }, title: { type: string, maxLength: 20 } }
    required: [title]
  Team:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      roles: { type: object, maxProperties: 5, propertyNames: { maxLength: 9 }, additionalProperties: { $ref: Doc, onDelete: set-null } }
      deep: { type: object, maxProperties: 5, propertyNames: { maxLength: 9 }, additionalProperties: { type: object, properties: { doc: { $ref: Doc, onDelete: set-null }, note: { type: string, maxLength: 9 } } } }
  Strict:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      docs: { type: object, maxProperties: 5, propertyNames: { maxLength: 9 }, additionalProperties: { type: array, maxItems: 3, items: { $ref: Doc, onDelete: restrict } } }
  Follower:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      docs: { type: object, maxProperties: 5, propertyNames: { maxLength: 9 }, additionalProperties: { $ref: Doc, onDelete: cascade } }
  fixtures:
    Doc: [{ id: a, title: First }, { id: b, title: Second }]
endpoints:
  POST /teams: { create: Team, body: [id, roles, deep], status: 201 }
  POST /led: { create: Team, body: { id: { type: string, maxLength: 9 }, doc: { $ref: Doc } }, set: { id: input.body.id, roles: { lead: input.body.doc } }, status: 201 }
  POST /stricts: { create: Strict, body: [id, docs], status: 201 }
  POST /followers: { create: Follower, body: [id, docs], status: 201 }
  GET /teams: { list: Team, order: [id], page: none, status: 200, output: 'items.map(t, {"id": t.id, "titles": t.?roles.orValue({}).transformMap(k, d, d.title), "deep": t.?deep.orValue({}).transformMap(k, d, has(d.doc))})' }
  GET /followers: { list: Follower, order: [id], page: none, status: 200, output: 'items.map(f, f.id)' }
  DELETE /docs/{id}: { delete: Doc, status: 204 }
  DELETE /stricts/{id}: { delete: Strict, status: 204 }
`

test('a dangling reference in a map is `dangling` of the property', async () => {
  assert.deepEqual(
    await answers(document, [
      'POST /teams {"id":"t","roles":{"lead":"none"}}',
      'POST /teams {"id":"t","deep":{"x":{"doc":"none"}}}',
      'POST /led {"id":"t","doc":"none"}',
      'POST /led {"id":"t","doc":"a"}',
    ]),
    [
      '422 {"met":"dangling Team.roles","errors":[{"property":"lead","pointer":"/roles/lead","keyword":"reference","value":"none"}]}',
      '422 {"met":"dangling Team.deep.doc","errors":[{"property":"doc","pointer":"/deep/x/doc","keyword":"reference","value":"none"}]}',
      '422 {"met":"dangling Team.roles","errors":[{"property":"lead","keyword":"reference","value":"none"}]}',
      '201',
    ],
  )
})

test('`onDelete` applies to the entries of a map', async () => {
  assert.deepEqual(
    await answers(document, [
      'POST /teams {"id":"t","roles":{"lead":"a","other":"b","doc":"a"},"deep":{"doc":{"doc":"a","note":"x"},"y":{"doc":"b"}}}',
      'POST /stricts {"id":"s","docs":{"all":["b","a"]}}',
      'POST /followers {"id":"f","docs":{"one":"a"}}',
      'DELETE /docs/a',
      'DELETE /stricts/s',
      'DELETE /docs/a',
      'GET /teams',
      'GET /followers',
      'DELETE /docs/b',
      'GET /teams',
    ]),
    [
      '201',
      '201',
      '201',
      '409 {"met":"in-use Doc Strict.docs","errors":[]}',
      '204',
      '204',
      '200 [{"id":"t","titles":{"other":"Second"},"deep":{"doc":false,"y":true}}]',
      '200 []',
      '204',
      '200 [{"id":"t","titles":{},"deep":{"doc":false,"y":false}}]',
    ],
  )
})
