// The orders in Feathers, like a service over SQLite in its guide: with validation, WAL, `synchronous=FULL`, and one commit per request. It has no
// entity tags, state machine or events; a page is only the list. `node feathers.mjs FILE PORT`.

import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import { Ajv, getValidator, hooks, querySyntax, resolve } from '@feathersjs/schema'
import knex from 'knex'
import { v7 } from './uuid.mjs'

const [file, port] = process.argv.slice(2)

const database = knex({
  client: 'better-sqlite3',
  connection: { filename: file },
  useNullAsDefault: true,
  pool: {
    min: 1,
    max: 1,
    afterCreate: (connection, done) => done(void connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')),
  },
})
await database.raw(`CREATE TABLE IF NOT EXISTS orders (
  id TEXT PRIMARY KEY, customer TEXT NOT NULL, lines TEXT NOT NULL, total INTEGER NOT NULL, note TEXT,
  createdAt TEXT NOT NULL, status TEXT NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`)
await database.raw('CREATE INDEX IF NOT EXISTS orders_by_status ON orders (status, createdAt, id)')
await database.raw('CREATE INDEX IF NOT EXISTS orders_by_time ON orders (createdAt, id)')

const ajv = new Ajv({ allErrors: true, coerceTypes: true })
const strict = new Ajv({ allErrors: true })
const line = {
  type: 'object',
  required: ['sku', 'quantity', 'price'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' },
    quantity: { type: 'integer', minimum: 1, maximum: 1000 },
    price: { type: 'integer', minimum: 0, maximum: 1000000 },
  },
}
const data = getValidator(
  {
    $id: 'OrderData',
    type: 'object',
    required: ['customer', 'lines', 'total'],
    additionalProperties: false,
    properties: {
      customer: { type: 'string', minLength: 1, maxLength: 50 },
      lines: { type: 'array', minItems: 1, maxItems: 20, items: line },
      total: { type: 'integer', minimum: 0, maximum: 1000000000 },
      note: { type: ['string', 'null'], maxLength: 500 },
    },
  },
  strict,
)
const query = getValidator(
  {
    $id: 'OrderQuery',
    type: 'object',
    additionalProperties: false,
    properties: querySyntax({ status: { type: 'string', enum: ['draft', 'placed'] }, createdAt: { type: 'string' } }),
  },
  ajv,
)

const newOrder = resolve({
  id: async () => v7(),
  createdAt: async () => new Date().toISOString(),
  status: async () => 'draft',
  version: async () => 1,
  lines: async (lines) => JSON.stringify(lines),
  note: async (note) => note ?? null,
})
const fullOrder = resolve({ lines: async (lines) => JSON.parse(lines), version: async () => undefined })
const summary = resolve({ lines: async () => undefined, note: async () => undefined, version: async () => undefined })

const app = koa(feathers())
app.use(errorHandler())
app.use(bodyParser())
app.configure(rest())
app.use('orders', new KnexService({ Model: database, name: 'orders', id: 'id', paginate: { default: 20, max: 100 } }), {
  methods: ['find', 'get', 'create'],
})
app.service('orders').hooks({
  around: { find: [hooks.resolveResult(summary)], get: [hooks.resolveResult(fullOrder)], create: [hooks.resolveResult(fullOrder)] },
  before: {
    // Otherwise each page counts all matching records.
    find: [hooks.validateQuery(query), (context) => void (context.params.paginate = false)],
    create: [hooks.validateData(data), hooks.resolveData(newOrder)],
  },
})
await app.listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
