// Roles in conditions of operations and transitions.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { compile } from '../../../src/compile/compile.ts'
import { conventions } from '../../conventions.ts'
import { served } from '../served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: library }
resources:
  Desk: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Loan:
    key: id
    properties: { id: { type: string, maxLength: 9 }, desk: { $ref: Desk, onDelete: restrict }, secret: { type: boolean, default: false } }
    required: [desk, secret]
  records:
    Desk: [{ id: clerk }]
    Loan: [{ id: a, desk: clerk }, { id: b, desk: clerk, secret: true }]
states:
  Loan.status:
    initial: open
    states:
      open: { on: { close: { target: closed, guard: { staff: clerk } } } }
      closed: { type: final }
endpoints:
  GET /loans: { list: Loan, where: clerk || !this.secret, order: [id], page: { style: cursor, size: 9 }, output: { ids: 'items.map(l, l.id)' } }
  GET /desks: { list: Desk, require: { staff: clerk }, order: [id], page: { style: cursor, size: 9 }, output: { ids: 'items.map(d, d.id)' } }
  POST /loans/{id}/close: { transition: Loan.close, output: { status: this.status } }
  GET /desks/{id}:
    read: Desk
    with: { clerk: { find: Desk, by: { id: input.path.id } } }
    require: { same: clerk.id == input.path.id, listed: '["x"].exists(reader, reader == "x")' }
    output: { id: clerk.id }
authentication:
  schemes:
    token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claimsSet: { type: object, properties: { role: { type: string } } } }
  security: [{ token: [] }]
  caller: claims
  roles: { clerk: caller.role == "clerk", reader: caller.role == "reader" }
  rules: { Desk: { read: 'true' }, Loan: { read: reader || clerk, close: 'true' } }
  unreadable: not-found
  callers:
    clerk: { scheme: token, claims: { role: clerk } }
events: none
limits: none
versioning: none
`

const key = 'a-secret-of-thirty-two-bytes-here'

/** A signed token of a caller with this role. */
function tokenOf(role: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256' })}.${encode({ role })}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}

test('a role is read in the conditions of lists, operations and transitions', async (context) => {
  const { url } = await served(context, document, { secrets: { variable: () => key, file: () => undefined } })
  const ask = async (role: string, path: string, method = 'GET'): Promise<readonly [number, unknown]> => {
    const answer = await fetch(url + path, { method, headers: { authorization: `Bearer ${tokenOf(role)}` } })
    return [answer.status, await answer.json()]
  }
  assert.deepEqual(await ask('reader', '/loans'), [200, { ids: ['a'] }])
  assert.deepEqual(await ask('clerk', '/loans'), [200, { ids: ['a', 'b'] }])
  assert.equal((await ask('reader', '/desks'))[0], 422)
  assert.deepEqual(await ask('clerk', '/desks'), [200, { ids: ['clerk'] }])
  assert.equal((await ask('reader', '/loans/a/close', 'POST'))[0], 409)
  assert.deepEqual(await ask('clerk', '/loans/a/close', 'POST'), [200, { status: 'closed' }])
})

test('a record of `with` and a name of a macro hide a role of the same name', async (context) => {
  const { url } = await served(context, document, { secrets: { variable: () => key, file: () => undefined } })
  const answer = await fetch(`${url}/desks/clerk`, { headers: { authorization: `Bearer ${tokenOf('clerk')}` } })
  assert.deepEqual([answer.status, await answer.json()], [200, { id: 'clerk' }])
})

test('a role elsewhere is named as one', () => {
  const misplaced = document.replace('output: { id: clerk.id }', 'output: { id: clerk.id, staff: reader }')
  const { diagnostics } = compile([{ name: 'service.yaml', text: misplaced }], conventions())
  assert.match(diagnostics.map(({ message }) => message).join(), /`reader` is a role: it can be read/)
})
