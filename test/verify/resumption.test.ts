// Streams that are opened again after a position: they continue while the events after it are kept, and say `reset` later.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

/** A ticket opens, is taken, and closes two hours after that. */
const tickets = (retain: string): Compiled =>
  compile(
    [
      {
        name: 'service.yaml',
        text: `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tickets }
resources:
  Ticket:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, title: { type: string, maxLength: 20 } }
    required: [title]
states:
  Ticket.status:
    initial: open
    states:
      open: { on: { take: { target: taken } } }
      taken: { after: { PT2H: { target: closed } } }
      closed: { type: final }
endpoints:
  POST /tickets: { create: Ticket, body: [title], output: Ticket(this) }
  GET /tickets/{id}: { read: Ticket, output: Ticket(this) }
  POST /tickets/{id}/take: { transition: Ticket.take, output: Ticket(this) }
  GET /events: { stream: ticket.changed }
authentication: none
events:
  types:
    ticket.changed: { on: [Ticket.created, Ticket.take, entry Ticket.closed], data: { status: this.status } }
  delivery:
    stream: { media: text/event-stream, retain: ${retain}, heartbeat: PT15S }
errors: { catalogue: { taken: { on: illegal-transition, status: 409 } } }
limits: none
versioning: none
`,
      },
    ],
    conventions(),
  )

test('accepts a reset after a position whose events are no longer kept', async () => {
  const report = await verifyServed(tickets('PT1H'), { seed: 'a', budget: 200, effort: 300 })
  assert.deepEqual([report.findings.length, report.notes.filter((note) => note.includes('once'))], [0, []], verifyText(report))
})

test('finds a stream that continues at such a position', async () => {
  const report = await verifyServed(tickets('PT1H'), { seed: 'a', budget: 200, effort: 300, most: 1, served: tickets('P1D') })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /retain: PT1H/)
})
