// Times that only expressions show, and timers that begin anew.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile, type Compiled } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const passes = (ends: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: passes }
resources:
  Pass:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv4, readOnly: true }
      holder: { type: string, maxLength: 20 }
      endsAt: { type: [string, 'null'], format: date-time, readOnly: true }
    required: [holder]
states: none
endpoints:
  POST /passes: { create: Pass, body: [holder], set: { endsAt: '${ends}' }, output: { id: this.id } }
  GET /passes/{id}: { read: Pass, output: Pass(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('learns the time of a request from a time that is computed from it', async () => {
  const earlier = compileText(passes('now + days(7) - duration("0.25s")'))
  const report = await verifyServed(compileText(passes('now + days(7)')), { seed: 'a', budget: 120, effort: 150, served: earlier })
  assert.deepEqual([report.findings.length, report.notes.filter((note) => note.includes('once'))], [0, []], verifyText(report))
})

test('finds a computed time that no time of the request explains', async () => {
  const later = compileText(passes('now + days(8)'))
  const report = await verifyServed(compileText(passes('now + days(7)')), { seed: 'a', budget: 120, effort: 150, most: 1, served: later })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert.match(report.findings[0]!.clauses.map(({ text }) => text).join('\n'), /endsAt/)
})

const tickets = (timer: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tickets }
resources:
  Ticket:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv4, readOnly: true }
      title: { type: string, maxLength: 20 }
      openedAt: { type: string, format: date-time, generate: now, readOnly: true }
    required: [title, openedAt]
states:
  Ticket.status:
    initial: open
    states:
      open: { on: { hold: { target: held } }, ${timer} }
      held: { on: { release: { target: open } } }
      closed: { type: final }
endpoints:
  POST /tickets: { create: Ticket, body: [title], output: Ticket(this) }
  GET /tickets/{id}: { read: Ticket, output: Ticket(this) }
  POST /tickets/{id}/hold: { transition: Ticket.hold, output: Ticket(this) }
  POST /tickets/{id}/release: { transition: Ticket.release, output: Ticket(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('finds a timer that goes on from before its state was left', async () => {
  const [anew, goingOn] = [
    tickets('after: { P3D: { target: closed } }'),
    tickets('at: { end: { time: this.openedAt + days(3), target: closed } }'),
  ]
  const report = await verifyServed(compileText(anew), { seed: 'a', budget: 500, effort: 300, most: 1, served: compileText(goingOn) })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert.match(report.findings[0]!.clauses.map(({ text }) => text).join('\n'), /P3D/)
})

/** An initial record without a timer: only a round that gets a time of closing shows whether a pause ends its timer. */
const rounds = (paused: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: rounds }
resources:
  Round:
    key: code
    properties:
      code: { type: string, maxLength: 9 }
      closesAt: { type: [string, 'null'], format: date-time }
    required: [code]
  records:
    Round: [{ code: first }]
states:
  Round.phase:
    initial: open
    states:
      open:
        on: { pause: { target: paused } }
        at: { closing: { time: this.closesAt, target: closed } }
      paused: ${paused}
      closed: { type: final }
endpoints:
  POST /rounds: { create: Round, body: [code, closesAt], output: Round(this) }
  GET /rounds/{code}: { read: Round, output: Round(this) }
  POST /rounds/{code}/pause: { transition: Round.pause, output: Round(this) }
  POST /rounds/{code}/resume: { transition: Round.resume, output: Round(this) }
authentication: none
events: none
errors: { catalogue: { wrong: { on: illegal-transition, status: 409 }, taken: { on: duplicate Round.code, status: 409 } } }
limits: none
versioning: none
`

test('finds a timer that goes on although its state was left', async () => {
  const [declared, served] = [
    '{ on: { resume: { target: open } } }',
    '{ on: { resume: { target: open } }, at: { closing: { time: this.closesAt, target: closed } } }',
  ].map((paused) => compileText(rounds(paused)))
  const report = await verifyServed(declared!, { seed: 'a', budget: 400, effort: 400, most: 1, served: served! })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /closing: /)
})
