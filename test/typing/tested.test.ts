// Earlier tests and possible callers: where they exclude null, and where null returns.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typeModel } from '../../src/typing/type.ts'
import { modelOf } from './documents.ts'

const problems = (yaml: string): string[] => typeModel(modelOf(yaml)).problems.map(({ slot, kind }) => `${kind}: ${slot.text}`)

const resources = `
resources:
  User: { key: id, properties: { id: { type: string }, name: { type: string } }, required: [name] }
  Note:
    key: id
    properties:
      id: { type: string }
      text: { type: string }
      title: { type: string }
      author: { $ref: User }
    required: [author]
`
const schemes = `
authentication:
  schemes: { Token: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [{ Token: [] }]
  caller: { find: User, by: { id: claims.sub } }
`
const update = (body: string) => `${resources}
states: none
authentication: none
endpoints:
  PATCH /notes/{id}:
    update: Note
    body: [${body}]
    require: { written: this.text != null }
    set: { title: this.text + "!" }
    status: 200
    output: { size: this.text.size() }
`

test('a test in `require` narrows `set`, and the response unless it was written since', () => {
  assert.deepEqual(problems(update('title')), [])
  assert.deepEqual(problems(update('text')), ['nullable: this.text.size()'])
})

const machine = (set: string, then: string) => `${resources}
authentication: none
states:
  Note.state:
    initial: open
    states:
      open:
        on:
          close:
            target: closed
            guard: { written: this.text != null }
            set: { ${set} }
            then: [${then}]
      closed: {}
endpoints:
  POST /notes/{id}/close: { transition: Note.close, status: 200, output: { size: this.text.size() } }
`

test('a test in a guard narrows `set` and `then`, and the response of the only transition', () => {
  assert.deepEqual(problems(machine('title: this.text + "!"', '{ update: User, by: this.author, set: { name: this.text } }')), [])
})

test('an effect uses the values of `set` and of the effects before it', () => {
  const user = '{ update: User, by: this.author, set: { name: this.text } }'
  assert.deepEqual(problems(machine('text: this.title', user)), ['nullable: this.text', 'nullable: this.text.size()'])
  assert.deepEqual(problems(machine('', `${user}, { update: Note, by: this, set: { text: this.title } }, ${user}`)), [
    'nullable: this.text',
    'nullable: this.text.size()',
  ])
})

const guarded = (timer: string, security = '') => `${resources}${schemes}
states:
  Note.state:
    initial: open
    states:
      open:
        on: { close: { target: closed, guard: { mine: caller.name == this.author.name } } }
        ${timer}
      closed: {}
endpoints:
  POST /notes/{id}/close: { transition: Note.close, status: 204 ${security} }
`

test('a transition has a caller, unless an anonymous operation or a timer starts it', () => {
  assert.deepEqual(problems(guarded('')), [])
  assert.deepEqual(problems(guarded('', ', security: [{}, { Token: [] }]')), ['nullable: caller.name == this.author.name'])
  assert.deepEqual(problems(guarded('after: { PT1H: { target: closed } }')), [])
  const byTimer = 'after: { PT1H: { target: closed, then: [{ transition: Note.close, by: this }] } }'
  assert.deepEqual(problems(guarded(byTimer)), ['nullable: caller.name == this.author.name'])
})

test('reports a guard once although an alias repeats it', () => {
  const twice = guarded('')
    .replace('on: { close: {', 'on: { close: &x {')
    .replace('caller.name ==', 'caller.nam ==')
    .replace('closed: {}', 'closed: { on: { close: *x } }')
  assert.deepEqual(problems(twice), ['unknown-member: caller.nam == this.author.name'])
})

test('rules select members of a null caller, and other places do not', () => {
  const open = `${resources}${schemes}  rules: { Note: { read: this.author.name == caller.name } }
states: none
endpoints:
  GET /notes: { list: Note, security: [{}, { Token: [] }], where: this.author.name == caller.name, page: none, status: 200, output: { n: items.size() } }
`
  assert.deepEqual(problems(open), ['nullable: this.author.name == caller.name'])
})

test('permits members that all kinds of callers have, and others after a test of the scheme', () => {
  const both = (output: string) => `
resources:
  User: { key: id, properties: { id: { type: string }, name: { type: string } }, required: [name] }
  Robot: { key: id, properties: { id: { type: string }, hash: { type: string }, model: { type: string } }, required: [hash], unique: [hash] }
authentication:
  schemes:
    Token: { type: http, scheme: bearer, bearerFormat: JWT }
    key: { type: apiKey, in: header, name: X-Key, find: { find: Robot, by: { hash: digest(credential) } } }
  security: [{ Token: [] }, { key: [] }]
  caller: { Token: { find: User, by: { id: claims.sub } }, key: caller }
endpoints:
  GET /me: { answer: {}, status: 200, output: { a: '${output}' } }
  GET /us: { answer: {}, security: [{ key: [] }], status: 200, output: { a: caller.hash } }
`
  assert.deepEqual(problems(both('caller.id + caller.scheme')), [])
  assert.deepEqual(problems(both('caller.name.size()')), ['nullable: caller.name.size()'])
  assert.deepEqual(problems(both('caller.scheme == "cookie"')), ['unknown-enum-value: caller.scheme == "cookie"'])
})
