// The text that a help proposes is valid where it is pasted, and resolves the diagnostic.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { apply, searchFixes } from '../../src/fix/fix.ts'
import { conventions } from '../conventions.ts'

const orders = (precedence: string): string => `
ninefold: 1
use: [http@1]
service: { name: orders }
resources:
  Order:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, number: { type: integer, minimum: 1, maximum: 1000000 }, note: { type: string, maxLength: 50 } }
    required: [number, note]
    unique: [number]
states: none
endpoints:
  POST /orders: { operationId: createOrder, create: Order, body: [number, note], require: { open: now.getHours() > 8 } }
  POST /orders/{id}/rename: { operationId: renameOrder, update: Order, body: { order: [number] }, require: { open: now.getHours() > 8 }, status: 204 }
authentication: none
events: none
errors:
  media: application/json
  body: { title: error.title }
  ${precedence}
  catalogue:
    closed: { on: require, status: 403, title: Closed }
    taken: { on: duplicate, status: 409, title: Taken }
    bad: { on: invalid, status: 422, title: Bad }
    missing: { on: not-found, status: 404, title: Missing }
    malformed: { on: [malformed, unsupported-media], status: 400, title: Malformed }
limits: none
versioning: none
`

for (const written of [
  'precedence: [not-found]',
  'precedence: [caller, not-found, duplicate]',
  'precedence: [invalid path, form]',
  'precedence: [require open]',
]) {
  test(`pastes an order of stages over \`${written}\``, () => {
    const code = 'errors/undetermined-precedence'
    const files = [{ name: 'service.yaml', text: orders(written) }]
    const before = compile(files, conventions())
    const reported = before.diagnostics.find((each) => each.code === code)
    assert.ok(reported !== undefined, before.diagnostics.map((each) => each.code).join(', '))
    assert.match(reported.help ?? '', /precedence: \[/)
    const [proposed] = /precedence: \[.*\]/.exec(reported.help!)!
    const after = compile([{ name: 'service.yaml', text: orders(proposed) }], conventions())
    assert.deepEqual(
      after.diagnostics.filter(({ severity }) => severity !== 'warning').map(({ message }) => message),
      [],
    )
    const fixes = searchFixes(reported, before, files, conventions())
    assert.ok(fixes.length > 0)
    for (const fix of fixes) {
      const fixed = compile(apply(files, fix)!, conventions())
      assert.deepEqual(
        fixed.diagnostics.filter(({ severity }) => severity !== 'warning').map(({ message }) => message),
        [],
        fix.title,
      )
    }
  })
}

test('names the operation that can meet the condition whose entry reads too much', () => {
  const bookings = (entries: string): string => `
ninefold: 1
use: [http@1]
service: { name: classes }
resources:
  Booking:
    key: id
    properties: { id: { type: integer, generate: sequence }, member: { type: string, maxLength: 9 }, by: { enum: [app, desk], default: app } }
    required: [member]
states:
  Booking.state:
    initial: made
    states:
      made:
        on:
          place: { target: placed, guard: { banned: this.member != "eve" } }
          cancel: { target: made, guard: { late: this.by == "app" }, set: { by: '"desk"' } }
      placed: {}
endpoints:
  POST /bookings:
    operationId: book
    body: { type: object, required: [member], properties: { member: { type: string, maxLength: 9 } } }
    do: [{ create: Booking, set: { member: input.body.member }, as: made }, { transition: Booking.place, by: made }]
    status: 201
  POST /v1/bookings:
    operationId: bookByNumber
    body: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } }
    do: [{ create: Booking, set: { member: input.body.name }, as: made }, { transition: Booking.place, by: made }]
    status: 201
  POST /bookings/{id}/cancel:
    operationId: cancelBooking
    transition: Booking.cancel
    body: { type: object, required: [member], properties: { member: { type: string, maxLength: 9 } } }
    status: 204
authentication: none
events: none
errors:
  media: application/json
  body: { title: error.title }
  precedence: standard
  catalogue:
    ${entries}
    wrong: { on: [invalid, malformed, unsupported-media], status: 422, title: Wrong }
    state: { on: [guard, illegal-transition], status: 409, title: Not now }
    missing: { on: not-found, status: 404, title: Missing }
limits: none
versioning: none
`
  const entry = (at: string): string =>
    `banned: { on: guard Booking.place banned${at}, status: 409, title: '\${input.body.member} is banned' }`
  const { diagnostics } = compile([{ name: 'service.yaml', text: bookings(entry('')) }], conventions())
  const reported = diagnostics.filter(({ severity }) => severity !== 'warning')
  assert.deepEqual(
    reported.map(({ code, message }) => [code, message]),
    [['expressions/refused-member', '`member` is not always there: `POST /bookings` has it, and `POST /v1/bookings` has not']],
  )
  const [at] = / at [A-Za-z]+/.exec(reported[0]!.help!.replaceAll('\n', ' '))!
  assert.equal(at, ' at book')
  assert.deepEqual(
    compile([{ name: 'service.yaml', text: bookings(entry(at)) }], conventions()).diagnostics.map(({ message }) => message),
    [],
  )
})
