// A bank whose histories can be judged: transfers, owners that are unique, a register that is changed on condition, lists, and events of all.

import { completed } from '../../../meaning/transcript.ts'

export const bank = completed(`
resources:
  Account:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      owner: { type: string, maxLength: 20 }
      balance: { type: integer, minimum: 0, default: 0 }
      sent: { type: integer, minimum: 0, default: 0 }
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
    required: [from, to, amount, note, sent]
    unique: [note]
  Register:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      value: { type: integer, default: 0 }
      token: { type: string, maxLength: 20 }
events:
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  types:
    transfer.made: { on: Transfer.created, data: { note: this.note, from: this.from.id, sent: this.sent } }
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
