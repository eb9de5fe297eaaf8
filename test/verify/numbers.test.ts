// Numbers of sequences: a server must not give one again, but may give that of a record which was never stored, and each tenant has its own.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { verifyServed } from './own.ts'
import { type Said, writeRecording } from './recording.ts'

const berths = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: berths }
resources:
  Pier: { key: name, properties: { name: { type: string, maxLength: 9 } } }
  Berth:
    key: number
    properties: { number: { type: integer, generate: sequence }, pier: { $ref: Pier } }
    required: [pier]
  records: { Pier: [{ name: west }] }
states: none
endpoints:
  POST /berths:
    body: { pier: { $ref: Pier } }
    do: [{ create: Berth, set: { pier: input.body.pier }, as: berth }]
    output: Berth(berth)
    status: 201
  POST /berths/many:
    body: { piers: { type: array, minItems: 1, maxItems: 5, items: { $ref: Pier } } }
    do: [{ for: { as: pier, in: input.body.piers, outcomes: outcomes }, create: Berth, set: { pier: pier } }]
    output: { made: 'outcomes.map(o, o.result == null ? 0 : o.result.number)' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const take = (pier: string, status: number, answer: object): Said => ({ method: 'POST', path: '/berths', body: { pier }, status, answer })

async function judge(...all: readonly Said[]): Promise<{ readonly status: number; readonly out: string }> {
  const document = join(temporaryFolder(), 'berths.yaml')
  writeFileSync(document, berths)
  return ninefold('verify', document, '--url', 'http://127.0.0.1:8080', '--trace', writeRecording(...all), '--format', 'json')
}

const refused = take('east', 422, {
  type: 'dangling',
  title: 'It refers to something that does not exist',
  status: 422,
  errors: [{ property: 'pier', pointer: '/pier', keyword: 'reference', value: 'east', detail: 'does not exist' }],
})

test('permits the number that a refused request did not use', async () => {
  const { status, out } = await judge(
    take('west', 201, { number: 1, pier: 'west' }),
    refused,
    take('west', 201, { number: 2, pier: 'west' }),
  )
  assert.equal(status, 0, out)
})

test('refuses a number that another record has, also after a refused request', async () => {
  const { status, out } = await judge(
    take('west', 201, { number: 1, pier: 'west' }),
    refused,
    take('west', 201, { number: 1, pier: 'west' }),
  )
  assert.equal(status, 1, out)
  assert.match(out, /a number that no other record has/)
})

test('permits the number that a refused item of a batch did not use', async () => {
  const many: Said = {
    method: 'POST',
    path: '/berths/many',
    body: { piers: ['east', 'west', 'east'] },
    status: 200,
    answer: { made: [0, 1, 0] },
  }
  const { status, out } = await judge(many, take('west', 201, { number: 2, pier: 'west' }))
  assert.equal(status, 0, out)
})

const tickets = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tickets }
resources:
  Person: { key: id, properties: { id: { type: string, maxLength: 9 }, shop: { type: string, maxLength: 9 } }, required: [shop] }
  Ticket:
    key: number
    tenant: { shop: caller.shop }
    properties: { number: { type: integer, generate: sequence }, shop: { type: string, maxLength: 9 } }
    required: [shop]
  records: { Person: [{ id: ann, shop: north }, { id: sue, shop: south }] }
states: none
endpoints:
  POST /tickets: { create: Ticket, body: none, output: Ticket(this) }
  GET /tickets: { list: Ticket, order: [number], page: none, output: { tickets: 'items.map(t, Ticket(t))' } }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: TICKETS }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string } } } } }
  security: [token: []]
  caller: { find: Person, by: { id: claims.sub } }
  default: allow
  callers:
    ann: { scheme: token, claims: { sub: ann } }
    sue: { scheme: token, claims: { sub: sue } }
events: none
errors: {}
limits: none
versioning: none
`

test('permits the same number of records of two tenants', async () => {
  const compiled = compile([{ name: 'tickets.yaml', text: tickets }], conventions())
  const report = await verifyServed(compiled, { seed: 'a', budget: 250, effort: 300 })
  assert.equal(report.findings.length, 0, verifyText(report))
})
