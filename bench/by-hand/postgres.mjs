// The orders service by hand over PostgreSQL: Fastify, schemas, a pool of `pg`, prepared statements, and one transaction per request that writes.
// `node postgres.mjs URL`.

import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { uuidv7 } from './identity.mjs'
import { body, order, query, summary } from './orders.mjs'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const columns = 'id, customer, lines, total, note, created_at, status, version'
await pool.query(`
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, customer TEXT NOT NULL, lines TEXT NOT NULL, total BIGINT NOT NULL, note TEXT,
    created_at TEXT COLLATE "C" NOT NULL, status TEXT NOT NULL, version INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS orders_by_status ON orders (status, created_at, id);
  CREATE TABLE IF NOT EXISTS events (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id TEXT NOT NULL, type TEXT NOT NULL, time TEXT NOT NULL, partition_key TEXT NOT NULL, data TEXT NOT NULL);`)

const one = (values) => ({ name: 'one', text: `SELECT ${columns} FROM orders WHERE id = $1`, values })
const insert = (values) => ({ name: 'insert', text: `INSERT INTO orders (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, 1)`, values })
const place = (values) => ({
  name: 'place',
  text: "UPDATE orders SET status = 'placed', version = version + 1 WHERE id = $1 AND status = 'draft' AND total > 0",
  values,
})
const emit = (values) => ({
  name: 'emit',
  text: 'INSERT INTO events (id, type, time, partition_key, data) VALUES ($1, $2, $3, $4, $5)',
  values,
})

async function write(work) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

async function create(client, { customer, lines, total, note = null }) {
  const [id, createdAt] = [uuidv7(), new Date().toISOString()]
  await client.query(insert([id, customer, JSON.stringify(lines), total, note, createdAt, 'draft']))
  return { id, customer, lines, total, note, createdAt, status: 'draft' }
}

const orderOf = (row) => ({
  id: row.id,
  customer: row.customer,
  lines: JSON.parse(row.lines),
  total: Number(row.total),
  note: row.note,
  createdAt: row.created_at,
  status: row.status,
})

const app = Fastify({ ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } }, bodyLimit: 1024 * 1024 })

app.get(
  '/orders/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }, response: { 200: order } } },
  async (request, reply) => {
    const {
      rows: [row],
    } = await pool.query(one([request.params.id]))
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
  async (request, reply) => {
    const { status, sort = '-createdAt', size = '20', cursor } = request.query
    const after = cursor === undefined ? [] : JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [direction, sign] = sort === '-createdAt' ? ['DESC', '<'] : ['ASC', '>']
    const limit = Number(size)
    const values = [limit + 1, ...(status === undefined ? [] : [status]), ...after]
    const where = [
      ...(status === undefined ? [] : ['status = $2']),
      ...(cursor === undefined ? [] : [`(created_at, id) ${sign} ($${values.length - 1}, $${values.length})`]),
    ]
    const text = `SELECT id, customer, status, total, created_at FROM orders ${where.length ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY created_at ${direction}, id ${direction} LIMIT $1`
    const { rows } = await pool.query({ name: `page ${direction} ${where.length} ${values.length}`, text, values })
    const next =
      rows.length > limit ? Buffer.from(JSON.stringify([rows[limit - 1].created_at, rows[limit - 1].id])).toString('base64url') : null
    const orders = rows
      .slice(0, limit)
      .map((row) => ({ id: row.id, customer: row.customer, status: row.status, total: Number(row.total), createdAt: row.created_at }))
    return reply.type('application/json').send({ orders, next })
  },
)

app.post('/orders', { schema: { body, response: { 201: order } } }, async (request, reply) => {
  const record = await write((client) => create(client, request.body))
  return reply.code(201).header('Location', `/orders/${record.id}`).type('application/json').send(record)
})

app.post('/placed', { schema: { body, response: { 201: order } } }, async (request, reply) => {
  const record = await write(async (client) => {
    const placedOrder = await create(client, { ...request.body, note: null })
    if ((await client.query(place([placedOrder.id]))).rowCount !== 1) throw Object.assign(new Error('free'), { statusCode: 409 })
    await client.query(
      emit([
        uuidv7(),
        'order.placed',
        placedOrder.createdAt,
        placedOrder.id,
        JSON.stringify({ id: placedOrder.id, customer: placedOrder.customer, total: placedOrder.total }),
      ]),
    )
    return { ...placedOrder, status: 'placed' }
  })
  return reply.code(201).type('application/json').send(record)
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
