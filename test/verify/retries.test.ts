// Waits between the attempts of a delivery: they count from the failed attempt, whose exact time nobody sees.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const hooks = (waits: string, attempts = ''): Compiled =>
  compile(
    [
      {
        name: 'service.yaml',
        text: `ninefold: 1
use: [http@1, problem-details@1]
service: { name: hooks }
resources:
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, total: { type: integer, minimum: 0, maximum: 100000 } }
    required: [total]
  Subscription:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, url: { type: string, format: uri, maxLength: 500 } }
    required: [url]
states: none
endpoints:
  POST /orders: { create: Order, body: [total], output: Order(this) }
  POST /subscriptions: { create: Subscription, body: [url], output: Subscription(this) }
authentication: none
events:
  types:
    order.placed: { on: Order.created, data: { total: this.total } }
  delivery:
    webhooks: { to: 'Subscription.filter(s, s.url != "")', url: '\${to.url}', backoff: ${waits}${attempts}, timeout: PT10S, deadLetter: P7D }
errors: {}
limits: none
versioning: none
`,
      },
    ],
    conventions(),
  )

test('accepts a second repetition that comes soon after a long first wait', async () => {
  const report = await verifyServed(hooks('[PT1000S, PT100S]'), { seed: 'a', budget: 120, effort: 150 })
  assert.deepEqual([report.findings.length, report.notes.filter((note) => note.includes('once'))], [0, []], verifyText(report))
})

test('finds a second repetition that comes too early', async () => {
  const served = hooks('[PT10S, PT100S]')
  const report = await verifyServed(hooks('[PT10S, PT1000S]'), { seed: 'a', budget: 120, effort: 150, most: 1, served })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /backoff/)
})

test('finds a delivery that is tried once less than the document says', async () => {
  const [declared, served] = [4, 3].map((attempts) => hooks('fixed', `, attempts: ${attempts}`))
  const report = await verifyServed(declared!, { seed: 'a', budget: 120, effort: 150, most: 1, served: served! })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /attempts/)
})
