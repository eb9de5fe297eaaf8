// One mistake, one diagnostic, whose help is what to write.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const head = `ninefold: 1
use: [http@1]
service: { name: notes }
resources:
  Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, text: { type: string, maxLength: 10 } }, required: [text] }
states: none
authentication: none
events: none
errors: { catalogue: { missing: { on: not-found, status: 404 }, bad: { on: invalid, status: 422 } } }
limits: none
versioning: none
endpoints:
`

/** The codes and helps of what is told of an endpoint. */
function told(endpoint: string, from = head): (readonly [string, string | undefined])[] {
  return compile([{ name: 'service.yaml', text: `${from}  ${endpoint}\n` }], conventions()).diagnostics.map(({ code, help }) => [code, help])
}

test('an anchor that nothing refers to is taken away from what stands in quotes', () => {
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: &x 'Note(this)' }`), [['document/expression-cut', `Take the anchor away:\n\noutput: 'Note(this)'`]])
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: 'Note(this)' }`), [])
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: &x Note(this) }`).map(([code]) => code), ['document/expression-cut'])
})

test('keys of a map without their quotes are one mistake', () => {
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: '{n: this.text, m: 2}' }`), [['expressions/unknown-name', 'The keys of a map stand in quotes: {"n": this.text, "m": 2}']])
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: '[{text: this.text}]' }`), [['expressions/unknown-name', 'The keys of a map stand in quotes: [{"text": this.text}]'.replace('[{', '{').replace('}]', '}')]])
})

test('a name of the language is answered with another that is free', () => {
  const [[code, help] = []] = told(`POST /notes: { do: [{ create: Note, set: { text: '"a"' }, as: event }], output: '1' }`)
  assert.deepEqual([code, help], ['endpoints/duplicate-binding', 'Give it another name, such as `theEvent`.'])
})

test('a list of precedence may name `standard` for the stages that it does not name', () => {
  const list = head.replace('errors: {', 'errors: { precedence: [form, standard],').replace('on: invalid', 'on: [malformed, invalid]')
  assert.deepEqual(told('PUT /notes/{id}: { replace: Note, body: [text], output: Note(this) }', list), [])
})
