// A generated value may read others that are generated too, in every place: in a record, through a computed property or a view, and in a
// shape.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const document = completed(`
resources:
  Page:
    key: id
    properties:
      id: { type: string, maxLength: 40, generate: 'this.slug + "-" + string(this.letters)' }
      slug: { type: string, maxLength: 30, generate: 'this.plain.replace(" ", "-")' }
      plain: { type: string, maxLength: 30, generate: 'this.title.lowerAscii() + string(this.twice)' }
      twice: { type: integer, compute: this.letters * 2 }
      letters: { type: integer, generate: 'size(this.title)' }
      title: { type: string, maxLength: 9 }
      shown: { type: string, maxLength: 80, generate: 'Ending(this).text + "?"' }
      end: { type: string, maxLength: 80, generate: 'this.title + "!"' }
    required: [title]
  Note:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      last: { type: string, maxLength: 30, generate: this.next + "3" }
      next: { type: string, maxLength: 20, generate: this.first + "2" }
      first: { type: string, maxLength: 9 }
    required: [first]
  Box: { key: id, properties: { id: { type: integer, generate: sequence }, size: { $ref: Size } }, required: [size] }
  $defs: { Size: { type: object, required: [side], properties: { both: { type: integer, generate: this.area * 2 }, area: { type: integer, generate: this.side * this.side }, side: { type: integer, minimum: 0, maximum: 99 } } } }
  views: { Ending: { of: Page, properties: { text: this.end + "" } } }
endpoints:
  POST /pages: { create: Page, body: [title], status: 201, output: Page(this) }
  POST /notes: { create: Note, body: [first], status: 201, output: Note(this) }
  POST /boxes: { create: Box, body: [size], status: 201, output: Box(this) }
authentication: none
errors: { body: { met: error.condition }, media: application/json, precedence: standard, catalogue: { wrong: { on: [invalid, malformed, duplicate, unsupported-media], status: 422 } } }
`)

for (const sealed of [true, false]) {
  test(`generates values after the values that they read${sealed ? '' : ', property by property'}`, async (context) => {
    const { facts, problems } = factsOf(document)
    assert.deepEqual(problems, [])
    const pair = await both(facts, 'order', false, sealed)
    context.after(() => pair.close())
    const post = async (target: string, body: object): Promise<unknown> => {
      const { memory, difference } = await pair.send({ method: 'POST', target, body: JSON.stringify(body) })
      assert.equal(difference, undefined)
      assert.equal(memory.status, 201, String(memory.body))
      return JSON.parse(String(memory.body))
    }
    assert.deepEqual(await post('/pages', { title: 'A B' }), {
      id: 'a-b6-3',
      slug: 'a-b6',
      plain: 'a b6',
      twice: 6,
      letters: 3,
      title: 'A B',
      shown: 'A B!?',
      end: 'A B!',
    })
    assert.deepEqual(await post('/notes', { first: '1' }), { id: 1, last: '123', next: '12', first: '1' })
    assert.deepEqual(await post('/boxes', { size: { side: 3 } }), { id: 1, size: { both: 18, area: 9, side: 3 } })
  })
}
