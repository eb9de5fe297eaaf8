// One mistake, one diagnostic, whose help is what to write.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { toWorkflowCommands } from '../../src/diagnostic/github.ts'
import { render } from '../../src/diagnostic/render.ts'
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

/** The codes and helps of the diagnostics about an endpoint. */
function told(endpoint: string, from = head): (readonly [string, string | undefined])[] {
  return compile([{ name: 'service.yaml', text: `${from}  ${endpoint}\n` }], conventions()).diagnostics.map(({ code, help }) => [
    code,
    help,
  ])
}

test('removes an unused anchor before a quoted value', () => {
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: &x 'Note(this)' }`), [
    ['document/expression-cut', `Take the anchor away:\n\noutput: 'Note(this)'`],
  ])
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: 'Note(this)' }`), [])
  assert.deepEqual(
    told(`GET /notes/{id}: { read: Note, output: &x Note(this) }`).map(([code]) => code),
    ['document/expression-cut'],
  )
})

test('reports unquoted keys of a map as one mistake', () => {
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: '{n: this.text, m: 2}' }`), [
    ['expressions/unknown-name', `Put the keys of a map in quotes:\n\noutput: '{"n": this.text, "m": 2}'`],
  ])
  assert.deepEqual(told(`GET /notes/{id}: { read: Note, output: '[{text: this.text}]' }`), [
    ['expressions/unknown-name', `Put the keys of a map in quotes:\n\noutput: '[{"text": this.text}]'`],
  ])
})

test('reports a name that a convention uses too in the document', () => {
  const text = `${head.replace('id: { type: string, format: uuid, generate: uuidv7 }, ', '')}  POST /notes: { create: Note, body: [text], output: Note(this) }\n`
  const [{ code, primary } = assert.fail('nothing is reported'), ...more] = compile([{ name: 'service.yaml', text }], conventions()).errors
  assert.deepEqual(
    [code, primary.span.source.name, text.slice(primary.span.start, primary.span.end), more.length],
    ['resources/unknown-property', 'service.yaml', 'id', 0],
  )
})

test('reports a mistake once that several steps make in the same words, with all its places', () => {
  const steps = Array.from({ length: 6 }, () => `{ delete: Note }`).join(', ')
  const text = `${head}  POST /clean-up: { do: [${steps}], status: 204 }\n`
  const [mistake = assert.fail('nothing is reported'), ...more] = compile([{ name: 'service.yaml', text }], conventions()).errors
  assert.deepEqual([mistake.code, more.length, mistake.also?.length], ['states/missing-record', 0, 5])
  assert.deepEqual(
    toWorkflowCommands(mistake).map((line) => /,col=(\d+)/.exec(line)?.[1]),
    Array.from(
      text
        .split('\n')
        .at(-2)!
        .matchAll(/(?<=delete: )Note/g),
      ({ index }) => String(index + 1),
    ),
  )
  const printed = render(mistake, { colour: false, width: 200 })
  assert.equal(printed.match(/and here/g)?.length, 3)
  assert.match(printed, /It is in 2 more places\./)
})

test('suggests a free name instead of a reserved one', () => {
  const [[code, help] = []] = told(`POST /notes: { do: [{ create: Note, set: { text: '"a"' }, as: event }], output: '1' }`)
  assert.deepEqual([code, help], ['endpoints/duplicate-binding', 'Give it another name, such as `theEvent`.'])
})

test('accepts `standard` in a list of precedence', () => {
  const list = head.replace('errors: {', 'errors: { precedence: [form, standard],').replace('on: invalid', 'on: [malformed, invalid]')
  assert.deepEqual(told('PUT /notes/{id}: { replace: Note, body: [text], output: Note(this) }', list), [])
})

test('gives help about null and optionals that passes when pasted', () => {
  const reference = head.replace(
    'text: { type: string, maxLength: 10 } }',
    'text: { type: string, maxLength: 10 }, twin: { $ref: Note, onDelete: set-null } }',
  )
  const post = (set: string): string =>
    `POST /notes: { create: Note, parameters: { query: { q: { type: string, maxLength: 9 } } }, body: { type: object, properties: { t: { type: string, maxLength: 9 } } }, set: { ${set} }, output: Note(this) }`
  const cases = [
    [`text: '"a"', twin: 'Note.find({ id: "x" })'`, `twin: 'Note.find({ id: "x" }).orValue(null)'`],
    [`text: input.query.q`, `text: 'input.query.q == null ? "" : input.query.q'`],
    [`text: input.body.t + "x"`, `text: 'input.body.t == null ? "" : input.body.t + "x"'`],
    [`text: 'Note.find({ id: "x" }).text'`, `text: 'Note.find({ id: "x" }).text.orValue("")'`],
    [`text: '[input.query.q, "a"].map(x, x.trim())[0]'`, `text: '[input.query.q, "a"].map(x, (x == null ? "" : x).trim())[0]'`],
  ] as const
  for (const [set, instead] of cases) {
    const pasted = told(post(set), reference)
      .find(([code]) => code.startsWith('expressions/'))?.[1]
      ?.split('\n\n')[1]
    assert.equal(pasted, instead, set)
    const [key] = instead.split(':') as [string]
    assert.deepEqual(
      told(post(set.replace(new RegExp(`${key}: .*$`), () => instead)), reference).filter(([code]) => code.startsWith('expressions/')),
      [],
      instead,
    )
  }
})
