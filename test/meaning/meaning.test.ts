// The interpreter's door: where each part of an answer comes from, what exists at the start, what waits.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseService } from '../../src/exchange/refuse.ts'
import type { Origin } from '../../src/model/slot.ts'
import { findPosition } from '../../src/base/text.ts'
import { type Sent, factsOf, running } from './running.ts'

const document = `
resources:
  Note:
    key: id
    properties: { id: { type: integer, generate: sequence }, text: { type: string } }
    required: [text]
  records: { Note: [ { id: 1, text: first } ] }
  fixtures: { Note: [ { id: 2, text: second } ] }
states:
  Note.state:
    initial: new
    states: { new: { after: { PT1M: { target: old } } }, old: {} }
endpoints:
  POST /notes:
    create: Note
    body: [text]
    status: 201
    headers: { Location: '/notes/\${this.id}' }
    output: Note(this)
  GET /notes/{id}: { read: Note, conditional: optional, status: 200, output: Note(this) }
errors:
  precedence: standard
  media: application/problem+json
  body: { title: error.title, errors: error.errors }
  catalogue:
    none:
      on: not-found
      status: 404
      title: 'There is none \${request.method}'
      headers: { X-Why: '\${error.title}' }
    wrong: { on: [invalid, malformed], status: 400, title: Wrong }
    no-path: { on: no-such-path, status: 404, title: 'Nothing at \${service.url}' }
service: none
authentication: none
events: none
limits: none
versioning: none
`

const get = (target: string, headers: readonly (readonly [string, string])[] = []): Sent => ({
  method: 'GET',
  target,
  headers: new Map(headers),
})

function compiled(): ReturnType<typeof factsOf>['facts'] {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  return facts
}

/** The line of the document, or the standard. */
function said(origin: Origin): string {
  if (origin.kind === 'standard') return origin.reference
  if (origin.kind === 'operator') return origin.setting
  const { line } = findPosition(origin.span.source, origin.span.start)
  return document.split('\n')[line - 1]!.trim()
}

void test('traces each part of an answer to its line', () => {
  const service = running(compiled())
  const { trace } = service.send({ method: 'POST', target: '/notes', headers: new Map(), body: '{"text":"x"}' })
  assert.deepEqual(
    trace.origins.map(([part, origin]) => [part, said(origin)]),
    [
      ['status', 'status: 201'],
      ['body', 'output: Note(this)'],
      ['Location', "headers: { Location: '/notes/${this.id}' }"],
      ['Content-Type', 'RFC 9110, section 8.3'],
    ],
  )
})

void test('traces a refusal to the condition, the entry, and the lines of both', () => {
  const { trace, status } = running(compiled()).send(get('/notes/9'))
  assert.equal(status, 404)
  assert.equal(trace.condition, 'not-found Note')
  assert.equal(trace.entry, 'none')
  assert.deepEqual(
    trace.origins.map(([part, origin]) => [part, said(origin)]),
    [
      ['status', 'status: 404'],
      ['body', 'body: { title: error.title, errors: error.errors }'],
      ['X-Why', "headers: { X-Why: '${error.title}' }"],
      ['Content-Type', 'media: application/problem+json'],
    ],
  )
})

void test('answers 304 by the standard, without content', () => {
  const service = running(compiled())
  const tag = service.send(get('/notes/1')).headers.find(([name]) => name === 'ETag')![1]
  const answer = service.send(get('/notes/1', [['if-none-match', tag]]))
  assert.equal(answer.status, 304)
  assert.equal(answer.body, undefined)
  assert.deepEqual(
    answer.trace.origins.map(([part, origin]) => [part, said(origin)]),
    [
      ['status', 'RFC 9110, section 15.4.5'],
      ['ETag', 'GET /notes/{id}: { read: Note, conditional: optional, status: 200, output: Note(this) }'],
    ],
  )
})

void test('inserts initial records at the start, fixtures on demand, and continues sequences after both', () => {
  const facts = compiled()
  assert.equal(running(facts).send(get('/notes/1')).status, 200)
  assert.equal(running(facts).send(get('/notes/2')).status, 404)
  const service = running(facts, { fixtures: true })
  assert.equal(service.send(get('/notes/2')).status, 200)
  assert.match(String(service.send({ method: 'POST', target: '/notes', headers: new Map(), body: '{"text":"x"}' }).body), /"id":3/)
})

void test('reports when the next timer is due, and fires due timers before it answers', () => {
  const service = running(compiled())
  const due = service.meaning.nextDue()!
  assert.equal(due, service.clock.now() + 60_000)
  service.clock.advance(60_000)
  assert.match(String(service.send(get('/notes/1')).body), /"state":"old"/)
  assert.equal(service.meaning.nextDue(), undefined)
  assert.deepEqual(service.meaning.timers.deadTimers(), [])
})

void test('two services of one document share no data', () => {
  const facts = compiled()
  const [first, second] = [running(facts), running(facts)]
  first.send({ method: 'POST', target: '/notes', headers: new Map(), body: '{"text":"x"}' })
  assert.equal(first.send(get('/notes/2')).status, 200)
  assert.equal(second.send(get('/notes/2')).status, 404)
})

void test('answers unknown paths by the catalogue, or by HTTP alone', () => {
  const facts = compiled()
  const request = {
    id: 'r',
    method: 'PUT',
    path: '/x',
    address: '::1',
    headers: new Map([['host', 'there.example']]),
    allowed: ['GET', 'HEAD'],
  }
  const around = { now: 0, settings: new Map() }
  const nothing = refuseService(facts, 'no-such-path', request, around)
  assert.equal(nothing.status, 404)
  assert.equal(nothing.body, '{"title":"Nothing at http://there.example","errors":[]}')
  const method = refuseService(facts, 'method-not-allowed', request, around)
  assert.deepEqual([method.status, method.body, method.headers], [405, undefined, [['Allow', 'GET, HEAD']]])
})
