// Operations whose success needs certain values: a condition that no record is there, and members that are copied to narrower properties.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { openOracleCallers } from '../../src/verify/oracle/callers.ts'
import { planRun, listVerifiable } from '../../src/verify/plan.ts'
import { conventions } from '../conventions.ts'

const shelves = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: shelves }
resources:
  Shelf:
    key: id
    properties: { id: { type: string, pattern: '^[a-z]{1,6}$' }, label: { type: string, minLength: 1, maxLength: 30 } }
    required: [label]
  Count:
    key: [shelf, sku]
    properties:
      shelf: { $ref: Shelf, onDelete: cascade }
      sku: { type: string, pattern: '^[A-Z]{2}[0-9]{2}$' }
      amount: { type: integer, minimum: 0, maximum: 1000 }
    required: [shelf, sku, amount]
  $defs:
    Line: { type: object, required: [sku, amount], properties: { sku: { type: string, maxLength: 20 }, amount: { type: integer } } }
states: none
endpoints:
  PUT /shelves/{id}: { put: Shelf, body: [label], output: Shelf(this), status: 'old == null ? 201 : 200', conditional: required }
  GET /shelves/{id}: { read: Shelf, output: Shelf(this), conditional: optional }
  POST /shelves/{id}/counts:
    with: { shelf: { find: Shelf, by: { id: input.path.id } } }
    body: { lines: { type: array, minItems: 1, maxItems: 4, items: { $ref: Line } } }
    do:
      - { for: { as: line, in: input.body.lines, outcomes: outcomes }, create: Count, set: { shelf: shelf, sku: line.sku, amount: line.amount } }
    status: 207
    output: { results: 'outcomes.map(o, { "status": o.?status.orValue(201) })' }
  POST /recounts:
    body: { type: object, required: [shelf, sku, amount], properties: { shelf: { $ref: Shelf }, sku: { type: string }, amount: { type: integer } } }
    with: { count: { find: Count, by: { shelf: input.body.shelf, sku: input.body.sku } } }
    do: [{ update: Count, by: count, set: { amount: input.body.amount } }]
    status: 204
  GET /shelves/{shelf}/counts/{sku}: { read: Count, output: Count(this), conditional: optional }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const compiled = compile([{ name: 'service.yaml', text: shelves }], conventions())

test('reaches each operation, with any seed', async () => {
  const callers = await openOracleCallers(compiled.model, () => Date.now())
  assert(!('problems' in callers))
  for (const seed of ['a', 'b', 'c']) {
    const { bases } = planRun(compiled, callers, {
      seed,
      effort: 800,
      tag: 'verify',
      callers: [],
      settings: new Map(),
      fixtures: false,
      canWait: true,
      host: '127.0.0.1',
      now: Date.UTC(2026, 10, 1),
    })
    const reached = new Set(bases.map(({ operation }) => operation.id))
    const missed = listVerifiable(compiled).flatMap(({ operation: { id } }) => (reached.has(id) ? [] : [id]))
    assert.deepEqual(missed, [], `seed ${seed}`)
  }
})
