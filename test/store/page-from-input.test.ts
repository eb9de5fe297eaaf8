// A page that reads the request waits for the values it reads: their mistakes are reported, in any order of the points.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: pages }
resources:
  Shelf:
    key: id
    properties: { id: { type: string, maxLength: 9 }, page: { type: integer, minimum: 1, maximum: 9, default: 2 } }
  Note:
    key: id
    properties: { id: { type: string, maxLength: 9 }, text: { type: string, maxLength: 10 } }
    required: [text]
states: none
authentication: none
events: none
limits: none
versioning: none
errors: { catalogue: {} }
endpoints:
  POST /shelves: { create: Shelf, body: [id, page], output: Shelf(this) }
  POST /notes: { create: Note, body: [id, text], output: Note(this) }
  POST /sized: { list: Note, body: BODY, where: this.text == input.body.text, order: [id], page: { style: cursor, size: input.body.page }, output: { all: 'items.map(n, n.id)', next: page.next } }
  POST /placed: { list: Note, body: BODY, order: [id], page: { style: offset, size: 2, offset: input.body.page }, output: { all: 'items.map(n, n.id)' } }
  POST /followed: { list: Note, body: { type: object, properties: { after: { type: string, maxLength: 500 }, text: { type: string, maxLength: 3 } } }, order: [id], page: { style: cursor, size: 1, cursor: input.body.after }, output: { all: 'items.map(n, n.id)', next: page.next } }
  POST /named: { list: Note, body: BODY, let: { twice: input.body.page * 2 }, order: [id], page: { style: cursor, size: twice, max: 50 }, output: { all: 'items.map(n, n.id)' } }
  POST /looked-up: { with: { shelf: { find: Shelf, by: { id: input.body.text } } }, list: Note, body: BODY, order: [id], page: { style: cursor, size: shelf.page }, output: { all: 'items.map(n, n.id)' } }
  GET /headed: { list: Note, parameters: { header: { wanted: { type: integer, minimum: 1, maximum: 9, required: true } } }, order: [id], page: { style: cursor, size: input.headers.wanted }, output: { all: 'items.map(n, n.id)' } }
`.replaceAll(
  'BODY',
  '{ type: object, required: [text, page], properties: { text: { type: string, maxLength: 10 }, page: { type: integer, minimum: 1, maximum: 100 } } }',
)

/** Request and status, in order. */
const asked: readonly (readonly [method: string, target: string, body: string | undefined, status: number])[] = [
  ['POST', '/shelves', '{"id":"s"}', 201],
  ['POST', '/notes', '{"id":"1","text":"a"}', 201],
  ['POST', '/notes', '{"id":"2","text":"a"}', 201],
  ...['/sized', '/placed', '/named', '/looked-up'].flatMap(
    (path) =>
      [
        ['POST', path, '{}', 422],
        ['POST', path, '{"page":500}', 422],
        ['POST', path, '{"page":500,"text":"s"}', 422],
        ['POST', path, '{"page":5}', 422],
        ['POST', path, '{"page":0,"text":"s"}', 422],
        ['POST', path, '{"page":5,"text":7}', 422],
        ['POST', path, '{', 400],
        ['POST', path, undefined, 422],
        ['POST', path, '{"page":5,"text":"s"}', 200],
      ] as const,
  ),
  ['POST', '/looked-up', '{"page":5,"text":"none"}', 404],
  ['POST', '/named', '{"page":30,"text":"a"}', 422],
  ['POST', '/followed', '{}', 200],
  ['POST', '/followed', '{"after":7}', 422],
  ['POST', '/followed', '{"after":"x"}', 422],
  ['POST', '/followed', '{"text":"long"}', 422],
  ['GET', '/headed', undefined, 422],
]

for (const sealed of [true, false]) {
  test(`a page that reads the body, a header or a record refuses invalid values there${sealed ? '' : ', without plans'}`, async () => {
    const { facts, problems } = factsOf(document)
    assert.deepEqual(problems, [])
    const pair = await both(facts, 'pages', false, sealed)
    try {
      for (const [method, target, body, status] of asked) {
        const { memory, difference } = await pair.send({ method, target, ...(body === undefined ? {} : { body }) })
        assert.equal(difference, undefined, `${target} ${body}`)
        assert.equal(memory.status, status, `${target} ${body}: ${shown(memory)}`)
      }
    } finally {
      await pair.close()
    }
  })
}
