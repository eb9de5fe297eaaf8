// Members written with `?`, as in CEL, in every template: present if the optional has a value, and otherwise left out.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, happenedIn, running } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { answers } from './same-answers.ts'

const document = `
resources:
  T:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      note: { type: string, maxLength: 20 }
      box: { $ref: In }
  $defs:
    In: { type: object, required: [a], properties: { a: { type: string, maxLength: 9 }, b: { type: string, maxLength: 20 } } }
  views:
    V: { of: T, take: [id], properties: { ?"seen": this.?note, inner: { ?deep: this.?note } } }
    W: { allOf: [V], properties: { again: V(this).seen } }
states:
  T.state:
    initial: open
    states: { open: { on: { fill: { input: { $ref: In }, set: { box: input } } } } }
endpoints:
  POST /flow: { create: T, body: [note], status: 201, output: { id: this.id, ?"note": this.?note, ?other: this.?note } }
  POST /block:
    create: T
    body: [note]
    set: { box: { a: '"a"', ?b: input.body.?note } }
    status: 201
    output:
      ?"note": this.?note
      ?'one': this.?note
      ?two: this.?note
      "?three": this.id
      box: this.box
  POST /view: { create: T, body: [note], status: 201, output: { v: V(this), w: W(this) } }
  POST /fill/{id}: { transition: T.fill, body: { type: object, properties: { text: { type: string, maxLength: 9 } } }, input: { a: '"a"', ?b: input.body.?text }, status: 200, output: { box: this.box } }
  GET /t/{id}: { read: T, status: 200, output: { ?note: this.?note } }
events:
  types: { made: { on: T.created, data: { id: this.id, ?note: this.?note } } }
  envelope: { kind: event.type, ?about: event.data.?note }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
errors:
  media: application/json
  body: { code: error.type, ?"more": error.?more }
  precedence: standard
  catalogue:
    bad: { on: invalid, status: 422, more: x }
    worse: { on: [malformed, illegal-transition], status: 400 }
    lost: { on: not-found, status: 404, body: { ?"more": error.?name, told: '"lost"' } }
`

test('leaves out a member with `?` if its optional has no value', async () => {
  assert.deepEqual(
    await answers(document, [
      'POST /flow {}',
      'POST /flow {"note":"n"}',
      'POST /block {}',
      'POST /block {"note":"n"}',
      'POST /view {}',
      'POST /view {"note":"n"}',
      'POST /fill/1 {}',
      'POST /fill/1 {"text":"t"}',
      'GET /t/1',
      'GET /t/2',
      'POST /flow {"note":1}',
      'POST /flow x',
      'GET /t/99',
    ]),
    [
      '201 {"id":1}',
      '201 {"id":2,"note":"n","other":"n"}',
      '201 {"?three":3,"box":{"a":"a"}}',
      '201 {"note":"n","one":"n","two":"n","?three":4,"box":{"a":"a","b":"n"}}',
      '201 {"v":{"id":5,"inner":{}},"w":{"id":5,"inner":{},"again":null}}',
      '201 {"v":{"id":6,"seen":"n","inner":{"deep":"n"}},"w":{"id":6,"seen":"n","inner":{"deep":"n"},"again":"n"}}',
      '200 {"box":{"a":"a"}}',
      '200 {"box":{"a":"a","b":"t"}}',
      '200 {}',
      '200 {"note":"n"}',
      '422 {"code":"bad","more":"x"}',
      '400 {"code":"worse"}',
      '404 {"told":"lost"}',
    ],
  )
})

test('leaves out optional members of event data', () => {
  const service = running(factsOf(completed(document)).facts)
  for (const body of ['{}', '{"note":"n"}'])
    service.send({ method: 'POST', target: '/flow', headers: new Map([['content-type', 'application/json']]), body })
  assert.deepEqual(
    happenedIn(service.meaning, service.seen.position, 9).map(({ data }) => JSON.stringify(data)),
    ['{"id":1}', '{"id":2,"note":"n"}'],
  )
})

/** Without the diagnostics of a check for the same mistake. */
function problemsOf(text: string): readonly string[] {
  return [...new Set(factsOf(completed(text)).problems.map((problem) => problem.replace(/^.*?: /, '')))]
}

test('demands an optional value for an optional member, named once', () => {
  const problems = (output: string): readonly string[] => problemsOf(document.replace('output: { ?note: this.?note }', `output: ${output}`))
  const wanted = 'a value after `?` must be optional, such as `this.?name` or `optional.of(x)`'
  assert.deepEqual(problems('{ ?id: this.id }'), [`${wanted}, and \`id\` is int`])
  assert.deepEqual(problems('{ ?box: { a: this.id } }'), [`${wanted}, and \`box\` is object`])
  assert.deepEqual(problems('{ note: this.note, ?note: this.?note }'), ['`?note` occurs twice in one map'])
  assert.deepEqual(problemsOf(document.replace(`{ a: '"a"', ?b: input.body.?note }`, '{ ?a: input.body.?note }')), [
    '`a` must be there, and `?` leaves it out',
  ])
})
