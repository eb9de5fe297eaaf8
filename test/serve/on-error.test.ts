// `error` in `onError` of timers and jobs: the content that part 7 defines for the refusal, although no client waits.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { type Served, served } from './served.ts'

const text = `
ninefold: 1
use: [http@1]
service:
  name: t
  behaviours:
    charge:
      file: charge.ts
      when: after
      input: { type: object, required: [order, total], properties: { order: { type: integer }, total: { type: integer } } }
      output: { type: object, required: [receipt], properties: { receipt: { type: string, maxLength: 50 } } }
      failures: [declined]
      onError:
        - { create: Failure, set: { type: error.type, status: error.status, title: error.title, detail: error.detail, errors: size(error.errors), cause: 'error.?cause.orValue("none")' } }
resources:
  Stock:
    key: id
    properties: { id: { type: string, maxLength: 9 }, left: { type: integer, minimum: -9, maximum: 9 } }
    required: [left]
    invariant: { enough: this.left >= 0 }
  Failure:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      type: { type: string, maxLength: 200 }
      status: { type: integer }
      title: { type: [string, 'null'], maxLength: 200 }
      detail: { type: string, maxLength: 200 }
      errors: { type: integer }
      cause: { type: string, maxLength: 20 }
    required: [type, status, errors]
  Task:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      how: { enum: [taken, missing, late, broken], default: taken }
      type: { type: [string, 'null'], maxLength: 200, readOnly: true }
      status: { type: [integer, 'null'], readOnly: true }
      title: { type: [string, 'null'], maxLength: 200, readOnly: true }
      detail: { type: [string, 'null'], maxLength: 200, readOnly: true }
      errors: { type: [integer, 'null'], readOnly: true }
      cause: { type: [string, 'null'], maxLength: 20, readOnly: true }
      line: { type: integer, default: 0, readOnly: true }
  records: { Stock: [ { id: s, left: 1 } ] }
states:
  Task.state:
    initial: open
    states:
      open:
        on: { pay: { target: done, then: [ { call: charge, input: { order: this.id, total: '13' } } ] } }
        after:
          PT1M:
            target: done
            then:
              - { if: this.how == "taken", update: Stock, by: { id: '"s"' }, set: { left: '0 - 5' } }
              - { if: this.how == "missing", update: Stock, by: { id: '"none"' }, set: { left: '0' } }
              - { if: this.how == "late", update: Stock, by: { id: '"s"' }, set: { left: '0' }, require: { never: now < timestamp("2000-01-01T00:00:00Z") } }
              - { if: this.how == "broken", update: Stock, by: { id: '"s"' }, set: { left: 'this.how.split("-").size() == 1 ? int(this.how) : 1' } }
            onError:
              target: failed
              set: { type: error.type, status: error.status, title: error.title, detail: error.detail, errors: size(error.errors), cause: error.cause, line: 'error.?line.orValue(1)' }
      done: { type: final }
      failed: { type: final }
endpoints:
  POST /tasks: { create: Task, body: [how], output: Task(this) }
  GET /tasks/{id}: { read: Task, output: Task(this) }
  POST /tasks/{id}/pay: { transition: Task.pay, output: Task(this) }
  GET /failures/{id}: { read: Failure, output: Failure(this) }
  PUT /stock/{id}: { operationId: restock, update: Stock, body: [left], output: Stock(this) }
authentication: none
events: none
errors:
  media: application/problem+json
  body: { type: error.type, title: error.title }
  precedence: standard
  catalogue:
    bad: { on: [invalid, malformed], status: 422, title: Not valid }
    out-of-stock: { on: invariant Stock, status: 409, type: 'https://errors.test/\${error.condition}', title: Out of stock, detail: 'Nothing is left: \${error.condition}', cause: stock, line: 7 }
    at-restock: { on: invariant Stock at restock, status: 400, title: Somewhere else }
    lost: { on: not-found, status: 404, title: 'There is none at \${request.method}' }
    stated: { on: illegal-transition, status: 409, title: No }
    declined: { on: fail, status: 402, title: Declined, type: payment-declined, cause: bank }
limits: none
versioning: none
`

async function everywhere(context: TestContext, behaves: (service: Served) => Promise<void>): Promise<void> {
  const name = join(import.meta.dirname, 'code', 'on-error.yaml')
  for (const store of ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]) {
    await behaves(await served(context, text, { name, store, virtual: true }))
  }
}

async function json(service: Served, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`)
  return (await response.json()) as Record<string, unknown>
}

test('`onError` of a timer reads the error of part 7, and the record makes its transition', (context) =>
  everywhere(context, async (service) => {
    for (const how of ['taken', 'missing', 'late', 'broken']) await json(service, 'POST', '/tasks', { how })
    await service.advance(60_000)
    const ended = await Promise.all([1, 2, 3, 4].map((id) => json(service, 'GET', `/tasks/${id}`)))
    assert.deepEqual(ended, [
      {
        id: 1,
        how: 'taken',
        type: 'https://errors.test/invariant',
        status: 409,
        title: 'Out of stock',
        detail: 'Nothing is left: invariant',
        errors: 1,
        cause: 'stock',
        line: 7,
        state: 'failed',
      },
      {
        id: 2,
        how: 'missing',
        type: 'lost',
        status: 404,
        title: null,
        detail: 'not-found Stock',
        errors: 0,
        cause: null,
        line: 1,
        state: 'failed',
      },
      {
        id: 3,
        how: 'late',
        type: 'require',
        status: 500,
        title: null,
        detail: 'require never',
        errors: 1,
        cause: null,
        line: 1,
        state: 'failed',
      },
      {
        id: 4,
        how: 'broken',
        type: 'internal',
        status: 500,
        title: null,
        detail: 'internal',
        errors: 0,
        cause: null,
        line: 1,
        state: 'failed',
      },
    ])
  }))

test('`onError` of code reads the error of part 7, and the data of the failure', (context) =>
  everywhere(context, async (service) => {
    const { id } = await json(service, 'POST', '/tasks', {})
    await json(service, 'POST', `/tasks/${String(id)}/pay`)
    await service.advance(0)
    assert.deepEqual(await json(service, 'GET', '/failures/1'), {
      id: 1,
      type: 'payment-declined',
      status: 402,
      title: 'Declined',
      detail: 'fail charge declined',
      errors: 0,
      cause: 'bank',
    })
  }))
