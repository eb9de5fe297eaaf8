// Refusals reveal neither the state of a hidden record, nor whether a sent value equals a hidden one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asking, hiding, stores } from './hiding.ts'

const job = `
  Job:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      cost: { type: integer, minimum: 0, maximum: 1000, default: 0 }
    required: [cost]`
const states = `states:
  Job.state:
    initial: idle
    states:
      idle: { on: { start: { target: running, guard: { cheap: this.cost < 10 } } } }
      running: { on: { stop: { target: idle } } }
`
const catalogue = `errors:
  precedence: standard
  catalogue:
    not-now: { on: [illegal-transition, guard], status: 409, title: Not now, detail: 'It is \${error.state}', headers: { X-Allowed: '\${error.allowed[0]}', X-State: '\${has(error.state)}' } }`

const jobs = hiding({
  endpoints: `
  POST /jobs/{id}/start: { transition: Job.start, output: { id: this.id } }
  PATCH /jobs/{id}: { update: Job, body: [cost], in: [running], output: { id: this.id } }`,
  resources: job,
  rules: '    Job: { read: true, update: true, start: true, state: { read: caller.boss } }',
  records: `
    Job:
      - { id: dear, cost: 50 }`,
})
  .replace('states: none\n', states)
  .replace('errors: { precedence: standard }', catalogue)

for (const store of stores) {
  test(`${store}: an error shows the state of a record only to callers who may read it`, async (context) => {
    const ask = await asking(context, jobs, store)
    for (const [request, body] of [['POST /jobs/dear/start'], ['PATCH /jobs/dear', { cost: 1 }]] as const) {
      const [ann, ben] = [await ask('ann', request, body), await ask('ben', request, body)]
      const told = ({ body: said, headers }: typeof ann): unknown => [
        (said as { detail?: string }).detail,
        headers.get('x-allowed'),
        headers.get('x-state'),
      ]
      assert.deepEqual([ann.status, ben.status], [409, 409])
      assert.deepEqual(told(ann), ['It is idle', 'start', 'true'])
      assert.deepEqual(told(ben), [undefined, null, 'false'])
    }
  })

  test(`${store}: a natural repetition is \`duplicate\` for any value of an unreadable field`, async (context) => {
    const endpoints = `
  POST /docs: { create: Doc, body: [id, title, pay], set: { owner: caller }, idempotency: natural, output: { id: this.id } }`
    const ask = await asking(
      context,
      hiding({ endpoints }).replace('pay: { read: caller.boss }', 'pay: { read: caller.boss, create: true }'),
      store,
    )
    const status = async (who: string, pay: number): Promise<number> => (await ask(who, 'POST /docs', { id: 'd', title: 'x', pay })).status
    assert.deepEqual([await status('ben', 4), await status('ben', 4), await status('ben', 5)], [201, 409, 409])
    const own = async (pay: number): Promise<number> => (await ask('ann', 'POST /docs', { id: 'e', title: 'x', pay })).status
    assert.deepEqual([await own(4), await own(4), await own(5)], [201, 200, 409])
  })

  test(`${store}: a \`let\` that follows a dangling reference refuses like the answer`, async (context) => {
    const endpoints = `
  POST /seen: { answer: {}, body: { type: object, required: [doc], properties: { doc: { $ref: Doc } } }, let: { title: input.body.doc.title }, output: { title: title } }`
    const ask = await asking(context, hiding({ endpoints }), store)
    const absent = await ask('ben', 'POST /seen', { doc: 'none' })
    const hidden = await ask('ben', 'POST /seen', { doc: 'd1' })
    assert.deepEqual([absent.status, hidden.status, (await ask('ben', 'POST /seen', { doc: 'd2' })).body], [422, 422, { title: 'Bens' }])
    const told = ({ body }: typeof absent): unknown => JSON.parse(JSON.stringify(body).replace(/none|d1/g, 'ID'))
    assert.deepEqual(told(absent), told(hidden))
  })
}
