// `normalize` has an effect wherever a schema is used: of a property, a member, an item and a shape, in bodies and in records, in each store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const lower = 'normalize: value.lowerAscii()'

const document = `
use: [http@1, problem-details@1]
resources:
  Note:
    key: id
    properties:
      id: { type: string, maxLength: 5 }
      own: { type: string, maxLength: 5, ${lower} }
      group: { type: object, properties: { word: { type: string, maxLength: 5, ${lower} } } }
      words: { type: array, maxItems: 3, items: { type: string, maxLength: 5, ${lower} } }
      shaped: { $ref: Word }
      sorted: { $ref: Words }
  $defs:
    Word: { type: string, maxLength: 5, ${lower} }
    Words: { type: array, maxItems: 3, items: { type: string, maxLength: 5 }, normalize: 'value.sort()' }
endpoints:
  POST /notes: { create: Note, body: [id, own, group, words, shaped, sorted], output: Note(this) }
  GET /notes/{id}: { read: Note, output: Note(this) }
  PATCH /notes/{id}: { update: Note, body: [own, group, words, shaped, sorted], output: Note(this) }
  POST /free: { body: { type: object, required: [word, words], properties: { word: { $ref: Word }, words: { $ref: Words } } }, answer: {}, output: { word: input.body.word, words: input.body.words } }
`

const sent = '"own":"Aa","group":{"word":"Bb"},"words":["Cc"],"shaped":"Dd","sorted":["b","a"]}'
const kept = '"own":"aa","group":{"word":"bb"},"words":["cc"],"shaped":"dd","sorted":["a","b"]}'

test('changes values before they are validated, of members, items and shapes too', async () => {
  assert.deepEqual(
    await answers(document, [
      `POST /notes {"id":"n",${sent}`,
      'GET /notes/n',
      'POST /notes {"id":"e"}',
      `PATCH /notes/e {${sent}`,
      'GET /notes/e',
      'POST /free {"word":"Aa","words":["b","a"]}',
    ]),
    [
      `201 {"id":"n",${kept}`,
      `200 {"id":"n",${kept}`,
      '201 {"id":"e"}',
      `200 {"id":"e",${kept}`,
      `200 {"id":"e",${kept}`,
      '200 {"word":"aa","words":["a","b"]}',
    ],
  )
})
