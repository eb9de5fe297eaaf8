// The orders service, written by hand like a competent engineer would: Fastify, schemas, prepared statements, WAL, and `synchronous=FULL`.
// `node service.mjs FILE [grouped] [guarded] [better-sqlite3]`; `grouped`: one commit for all writes of a turn of the event loop; `guarded`:
// requires an API key (BENCH_KEY), counts a rate for each address, and reads only the records that a rule permits.

import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import { uuidv7 } from './identity.mjs'
import { body, order, query, summary } from './orders.mjs'
import { writing } from './writing.mjs'

const [file, ...modes] = process.argv.slice(2)
const [grouped, guarded] = ['grouped', 'guarded'].map((mode) => modes.includes(mode))
const driver = modes.includes('better-sqlite3') ? (await import('better-sqlite3')).default : (await import('node:sqlite')).DatabaseSync

const database = new driver(file)
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, customer TEXT NOT NULL, lines TEXT NOT NULL, total INTEGER NOT NULL, note TEXT,
    created_at TEXT NOT NULL, status TEXT NOT NULL, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS orders_by_status ON orders (status, created_at, id);
  CREATE INDEX IF NOT EXISTS orders_by_time ON orders (created_at, id);
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY, id TEXT NOT NULL, type TEXT NOT NULL, time TEXT NOT NULL, partition_key TEXT NOT NULL, data TEXT NOT NULL) STRICT;`)

const one = database.prepare(`SELECT * FROM orders WHERE id = ?${guarded ? ' AND total >= 0' : ''}`)
const insert = database.prepare(
  'INSERT INTO orders (id, customer, lines, total, note, created_at, status, version) VALUES (?, ?, ?, ?, ?, ?, ?, 1)',
)
const place = database.prepare("UPDATE orders SET status = 'placed', version = version + 1 WHERE id = ? AND status = 'draft'")
const emit = database.prepare('INSERT INTO events (id, type, time, partition_key, data) VALUES (?, ?, ?, ?, ?)')

const columns = 'id, customer, status, total, created_at'
const pages = new Map()
/** The statement of a page: one for each combination of filter, order and first or later page. */
function page(filtered, descending, after) {
  const name = `${filtered} ${descending} ${after}`
  const [direction, sign] = descending ? ['DESC', '<'] : ['ASC', '>']
  const where = [
    ...(guarded ? ['total >= 0'] : []),
    ...(filtered ? ['status = :status'] : []),
    ...(after ? [`(created_at, id) ${sign} (:at, :id)`] : []),
  ]
  if (!pages.has(name)) {
    pages.set(
      name,
      database.prepare(
        `SELECT ${columns} FROM orders ${where.length ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY created_at ${direction}, id ${direction} LIMIT :limit`,
      ),
    )
  }
  return pages.get(name)
}

const write = writing(database, grouped)

const orderOf = (row) => ({
  id: row.id,
  customer: row.customer,
  lines: JSON.parse(row.lines),
  total: row.total,
  note: row.note,
  createdAt: row.created_at,
  status: row.status,
})
const createOrder = ({ customer, lines, total, note = null }, status) => {
  const [id, createdAt] = [uuidv7(), new Date().toISOString()]
  insert.run(id, customer, JSON.stringify(lines), total, note, createdAt, status)
  return { id, customer, lines, total, note, createdAt, status }
}

const app = Fastify({ ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } }, bodyLimit: 1024 * 1024 })

const digest = (text) => createHash('sha256').update(text).digest()
if (guarded) {
  const key = digest(process.env.BENCH_KEY)
  const [quota, window] = [1_000_000_000, 3_600_000]
  const countsByAddress = new Map()
  app.addHook('onRequest', (request, reply, done) => {
    const now = Date.now()
    let addressWindow = countsByAddress.get(request.ip)
    if (addressWindow === undefined || now - addressWindow.since >= window)
      countsByAddress.set(request.ip, (addressWindow = { since: now, count: 0 }))
    addressWindow.count++
    reply.header('RateLimit-Policy', `"everything";q=${quota};w=${window / 1000}`)
    reply.header(
      'RateLimit',
      `"everything";r=${Math.max(0, quota - addressWindow.count)};t=${Math.ceil((addressWindow.since + window - now) / 1000)}`,
    )
    if (addressWindow.count > quota) return void reply.code(429).send({ error: 'too-many', errors: [] })
    const sent = request.headers['x-key']
    if (sent === undefined || !timingSafeEqual(digest(sent), key))
      return void reply.code(401).header('WWW-Authenticate', 'ApiKey realm="key"').send({ error: 'who', errors: [] })
    done()
  })
}

app.setErrorHandler((error, _request, reply) => {
  if (error.validation) {
    return reply.code(422).send({
      error: 'not-valid',
      errors: error.validation.map(({ instancePath, keyword, params }) => ({ pointer: instancePath, keyword, ...params })),
    })
  }
  if (error.statusCode === 400) return reply.code(400).send({ error: 'malformed' })
  return reply.code(error.statusCode ?? 500).send()
})

app.get(
  '/orders/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }, response: { 200: order } } },
  (request, reply) => {
    const row = one.get(request.params.id)
    if (row === undefined) return reply.code(404).send({ error: 'no-order' })
    const tag = `"${createHash('sha1').update([row.id, row.version].join(' ')).digest('base64url')}"`
    reply.header('ETag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply.type('application/json').send(orderOf(row))
  },
)

app.get(
  '/orders',
  {
    schema: {
      querystring: query,
      response: { 200: { type: 'object', properties: { orders: { type: 'array', items: summary }, next: { type: ['string', 'null'] } } } },
    },
  },
  (request, reply) => {
    const { status, sort = '-createdAt', size = '20', cursor } = request.query
    const [at, id] = cursor === undefined ? [] : JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const limit = Number(size)
    const rows = page(status !== undefined, sort === '-createdAt', cursor !== undefined).all({
      ...(status && { status }),
      ...(cursor && { at, id }),
      limit: limit + 1,
    })
    const next =
      rows.length > limit ? Buffer.from(JSON.stringify([rows[limit - 1].created_at, rows[limit - 1].id])).toString('base64url') : null
    const orders = rows
      .slice(0, limit)
      .map((row) => ({ id: row.id, customer: row.customer, status: row.status, total: row.total, createdAt: row.created_at }))
    return reply.type('application/json').send({ orders, next })
  },
)

app.post('/orders', { schema: { body, response: { 201: order } } }, async (request, reply) => {
  const record = await write(() => createOrder(request.body, 'draft'))
  return reply.code(201).header('Location', `/orders/${record.id}`).type('application/json').send(record)
})

app.post('/placed', { schema: { body, response: { 201: order } } }, async (request, reply) => {
  const record = await write(() => {
    const placedOrder = createOrder({ ...request.body, note: null }, 'draft')
    if (placedOrder.total <= 0 || place.run(placedOrder.id).changes !== 1) throw Object.assign(new Error('free'), { statusCode: 409 })
    emit.run(
      uuidv7(),
      'order.placed',
      placedOrder.createdAt,
      placedOrder.id,
      JSON.stringify({ id: placedOrder.id, customer: placedOrder.customer, total: placedOrder.total }),
    )
    return { ...placedOrder, status: 'placed' }
  })
  return reply.code(201).type('application/json').send(record)
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => void app.close().then(() => database.close()))
