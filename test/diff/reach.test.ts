// Changes whose effect depends on what other places of the document do: who sends a value, which requirements apply, what is tried next.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diff } from '../../src/diff/diff.ts'
import { affectsClients, severityOf } from '../../src/diff/law.ts'
import { compiled } from './edits.ts'

const base = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: desk }
resources:
  $defs:
    By: { type: object, properties: { user: { type: string, maxLength: 40 } } }
  Ticket:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      text: { type: string, maxLength: 100 }
      rank: { type: integer, minimum: 0, maximum: 9, default: 0 }
      origin: { type: string, maxLength: 20 }
      user: { type: string, maxLength: 40 }
      code: { type: string, maxLength: 40, generate: 'random(16)' }
    required: [text, rank]
    unique: { by-text: [text, rank] }
states:
  Ticket.status:
    initial: open
    states:
      open:
        on:
          take:
            - { target: urgent, guard: { high: this.rank > 5 }, input: { $ref: By }, set: { user: input.user } }
            - { target: taken, guard: { some: this.rank > 0 }, input: { $ref: By }, set: { user: input.user } }
      urgent: {}
      taken:
        always: { target: urgent, guard: { high: this.rank > 8 } }
endpoints:
  POST /tickets: { operationId: open, create: Ticket, body: [text, rank], output: Ticket(this) }
  GET /tickets: { list: Ticket, filter: [rank], sort: [rank], order: [-rank, id], page: none, output: 'items.map(t, Ticket(t))' }
  GET /tickets/{id}: { operationId: show, read: Ticket, output: { id: this.id, text: this.text } }
  POST /tickets/{id}/take: { transition: Ticket.take, output: Ticket(this) }
authentication:
  schemes: { own: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }
  security: [{ own: [] }]
  rules: { Ticket: { read: 'true', create: 'true', take: 'true' } }
events: none
errors:
  catalogue:
    known: { on: duplicate, status: 409 }
    missing: { on: not-found, status: 404 }
    no: { on: [unauthenticated, insufficient-scope, forbidden], status: 403 }
    wrong: { on: [illegal-transition, guard], status: 409 }
limits: none
versioning: { scheme: path, current: v1 }
`

/** The verdict for clients of each change that is not safe. */
function verdicts(...edits: readonly (readonly [from: string | RegExp, to: string])[]): readonly string[] {
  const text = edits.reduce((all, [from, to]) => all.replaceAll(from, to), base)
  assert.notEqual(text, base)
  const [old, now] = [base, text].map((each) => compiled(each, 'desk.yaml'))
  assert.deepEqual(
    [...old!.errors, ...now!.errors].map(({ message }) => message),
    [],
  )
  return diff(old!, now!, '2026-01-01').flatMap(({ path, motions }) => {
    const told = motions.filter((motion) => affectsClients(motion) && severityOf(motion) !== 'safe')
    return told.length === 0 ? [] : [`${path.join(' › ')}: ${told.map(({ side, way }) => `${side} ${way}`).join(', ')}`]
  })
}

test('a guard of `always` chooses a state, so in either direction it is another outcome', () => {
  for (const bound of ['7', '9'])
    assert.deepEqual(verdicts(['high: this.rank > 8', `high: this.rank >= ${bound}`]), [
      'Ticket.status › states › taken › always › guard › high: senders other, readers other',
    ])
})

test('a wider guard permits more only if no other candidate is tried after it', () => {
  assert.deepEqual(verdicts(['some: this.rank > 0', 'some: this.rank >= 0']), [])
  assert.deepEqual(verdicts(['high: this.rank > 5', 'high: this.rank > 4']), [
    'Ticket.status › states › open › on › take › 1 › guard › high: senders other, readers other',
  ])
})

test('an operation without requirements of its own has those of the service', () => {
  const withRequirements = (security: string) => ['operationId: show,', `operationId: show, security: ${security},`] as const
  assert.deepEqual(verdicts(withRequirements('[{ own: [read] }]')), ['GET /tickets/{id} › security: senders narrower'])
  assert.deepEqual(verdicts(withRequirements('[{ own: [] }]')), [])
  assert.deepEqual(verdicts(withRequirements('[]')), [])
})

test('a property that neither a body nor a `set` names is not sent', () => {
  assert.deepEqual(verdicts(['origin: { type: string, maxLength: 20 }', 'origin: { type: string, maxLength: 10 }']), [])
  assert.deepEqual(verdicts(['origin: { type: string, maxLength: 20 }', 'origin: { type: string, maxLength: 20, default: web }']), [
    'Ticket › properties › origin › default: senders other, readers other',
  ])
})

test('a shape that a transition takes is sent by the operations that make it', () => {
  assert.deepEqual(verdicts(['user: { type: string, maxLength: 40 } } }', 'user: { type: string, maxLength: 30 } } }']), [
    '$defs › By › properties › user › maxLength: senders narrower',
  ])
})

test('a property without a rule is permitted even if resources without rules are not', () => {
  const rule = (text: string) => ["take: 'true' }", `take: 'true', ${text} }`] as const
  assert.deepEqual(verdicts(rule("text: { read: 'false' }")), ['rules › Ticket › text › read: senders narrower, readers other'])
  assert.deepEqual(verdicts(rule("rank: { create: 'false' }")), ['rules › Ticket › rank › create: senders narrower'])
})

test('a rule that restricts nothing that an operation does has no effect', () => {
  const rule = (text: string) => ["take: 'true' }", `take: 'true', ${text} }`] as const
  assert.deepEqual(verdicts(rule("rank: { update: 'false' }")), [])
  assert.deepEqual(verdicts(rule("origin: { create: 'false' }")), [])
  assert.deepEqual(verdicts(rule("delete: 'true'")), [])
})

test('a renamed property stays in filters, orders and uniques', () => {
  const renamed = verdicts([/\brank\b/g, 'level'], ['default: 0 }', 'default: 0, $renamedFrom: rank }'])
  assert.deepEqual(renamed, ['Ticket › properties › level: senders other, readers other'])
})

test('a value that the same expression generates stays as it is, whatever its schema says', () => {
  assert.deepEqual(verdicts(['code: { type: string, maxLength: 40,', 'code: { type: string, maxLength: 50,']), [])
  assert.deepEqual(verdicts(["maxLength: 40, generate: 'random(16)'", "maxLength: 40, generate: 'random(12)'"]), [
    'Ticket › properties › code › generate: readers unknown',
  ])
})
