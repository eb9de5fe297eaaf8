// A bank whose histories can be judged: transfers, owners that are unique, a register that is changed on condition, lists, and events of all.
// Each transfer is settled by a timer, gets a receipt from a job, and is delivered to a receiver.

import { completed } from '../../../meaning/transcript.ts'

/** The code of the job, in a file beside the document. */
export const receipt = { file: 'receipt.mjs', text: 'export default async ({ transfer }) => ({ number: `receipt of ${transfer}` })\n' }

export const bank = (receiver: string): string =>
  completed(`
use: [cloudevents@1]
service:
  name: bank
  behaviours:
    receipt:
      file: ${receipt.file}
      when: after
      input: { type: object, required: [transfer], properties: { transfer: { type: string, format: uuid } } }
      output: { type: object, required: [number], properties: { number: { type: string, maxLength: 100 } } }
      onDone:
        - { transition: Transfer.receive, by: { id: input.transfer } }
resources:
  Account:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      owner: { type: string, maxLength: 20 }
      balance: { type: integer, minimum: 0, default: 0 }
      sent: { type: integer, minimum: 0, default: 0 }
      settled: { type: integer, minimum: 0, default: 0 }
    required: [owner]
    unique: [owner]
  Transfer:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      from: { $ref: Account, onDelete: restrict }
      to: { $ref: Account, onDelete: restrict }
      amount: { type: integer, minimum: 1 }
      note: { type: string, maxLength: 20 }
      sent: { type: integer }
      receipts: { type: integer, default: 0 }
    required: [from, to, amount, note, sent]
    unique: [note]
  Register:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      value: { type: integer, default: 0 }
      token: { type: string, maxLength: 20 }
states:
  Account.book:
    initial: open
    states:
      open: { on: { settle: { set: { settled: this.settled + 1 } } } }
  Transfer.phase:
    initial: made
    states:
      made: { after: { PT0.3S: { target: settled, then: [ { transition: Account.settle, by: this.from }, { call: receipt, input: { transfer: this.id } } ] } } }
      settled: { on: { receive: { target: settled, set: { receipts: this.receipts + 1 } } } }
events:
  delivery:
    stream: { media: text/event-stream, retain: P1D }
    webhooks: { url: '${receiver}', timeout: PT1S, attempts: 1000, backoff: { initial: PT0.05S, factor: 1 }, concurrency: 8, deadLetter: P1D }
  types:
    transfer.made: { on: Transfer.created, partitionkey: this.from.id, data: { note: this.note, from: this.from.id, sent: this.sent } }
    register.changed: { on: Register.updated, data: { value: this.value, token: this.token } }
endpoints:
  POST /accounts: { create: Account, body: [id, owner, balance], status: 201, output: Account(this) }
  GET /accounts: { list: Account, order: [id], page: { style: offset, size: 100, max: 100 }, status: 200, output: { items: 'items.map(a, {"id": a.id, "balance": a.balance, "sent": a.sent})' } }
  POST /transfers:
    with:
      from: { find: Account, by: { id: input.body.from } }
      to: { find: Account, by: { id: input.body.to } }
    body: { from: { type: string, maxLength: 20 }, to: { type: string, maxLength: 20 }, amount: { type: integer, minimum: 1 }, note: { type: string, maxLength: 20 } }
    require: { funds: from.balance >= input.body.amount, others: from != to }
    do:
      - { update: Account, by: { id: input.body.from }, set: { balance: from.balance - input.body.amount, sent: from.sent + 1 } }
      - { update: Account, by: { id: input.body.to }, set: { balance: to.balance + input.body.amount } }
      - { create: Transfer, set: { from: from, to: to, amount: input.body.amount, note: input.body.note, sent: from.sent }, as: made }
    idempotency: { key: Idempotency-Key, optional: false, scope: '""' }
    status: 201
    output: { note: made.note }
  GET /transfers: { list: Transfer, order: [id], page: { style: cursor, size: 20, max: 20 }, status: 200, output: { items: 'items.map(t, t.note)', next: page.next } }
  POST /registers: { create: Register, body: [id], status: 201, output: Register(this) }
  GET /registers/{id}: { read: Register, status: 200, conditional: optional, output: Register(this) }
  PATCH /registers/{id}: { update: Register, body: [value, token], conditional: required, status: 200, output: Register(this) }
  GET /events: { stream: [transfer.made, register.changed], status: 200 }
limits: { retention: { idempotency: P1D } }
`)
