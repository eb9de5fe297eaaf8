// The oldest version of the bookshop of examples/bookshop.md, written by hand like a competent engineer would: Fastify, prepared statements, WAL,
// and `synchronous=FULL`. The tables are those of the newest version. `node bookshop.mjs FILE [grouped]`.

import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { tagOf, uuidv7 } from './identity.mjs'
import { writing } from './writing.mjs'

const [file, mode] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS books (isbn TEXT PRIMARY KEY, title TEXT NOT NULL, price INTEGER NOT NULL, binding TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, customer TEXT NOT NULL, items TEXT NOT NULL, gift INTEGER NOT NULL, created_at TEXT NOT NULL, status TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS orders_by_time ON orders (created_at, id);
  CREATE INDEX IF NOT EXISTS orders_by_customer ON orders (customer, created_at, id);`)

const write = writing(database, mode === 'grouped')
const oneBook = database.prepare('SELECT * FROM books WHERE isbn = ?')
const oneOrder = database.prepare('SELECT * FROM orders WHERE id = ?')
const insert = database.prepare("INSERT INTO orders (id, customer, items, gift, created_at, status) VALUES (?, ?, ?, 0, ?, 'placed')")
const pages = new Map()
function page(byCustomer, isAfter) {
  const name = `${byCustomer} ${isAfter}`
  const where = [...(byCustomer ? ['customer = :customer'] : []), ...(isAfter ? ['(created_at, id) > (:at, :id)'] : [])]
  if (!pages.has(name))
    pages.set(
      name,
      database.prepare(
        `SELECT id, customer, created_at, status FROM orders${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`} ORDER BY created_at, id LIMIT :limit`,
      ),
    )
  return pages.get(name)
}

/** The statuses of the first version. */
const statuses = { placed: 'open', sent: 'sent', cancelled: 'sent' }
const book = ({ isbn, title, price, binding }) => ({
  isbn,
  title,
  price: (price / 100).toFixed(2),
  binding: binding === 'ebook' ? 'paperback' : binding,
  weight: 0,
})
const line = ({ book: isbn, count }) => ({ isbn, count })
const order = ({ id, customer, items, created_at: createdAt, status }) => ({
  id,
  buyer: customer,
  lines: JSON.parse(items).map(line),
  createdAt,
  status: statuses[status],
})

const string = { type: 'string' }
const bookSchema = {
  type: 'object',
  properties: { isbn: string, title: string, price: string, binding: string, weight: { type: 'integer' } },
}
const lineSchema = { type: 'object', properties: { isbn: string, count: { type: 'integer' } } }
const orderSchema = {
  type: 'object',
  properties: { id: string, buyer: string, lines: { type: 'array', items: lineSchema }, createdAt: string, status: string },
}
const listSchema = {
  type: 'object',
  properties: {
    orders: { type: 'array', items: { type: 'object', properties: { id: string, buyer: string, status: string } } },
    next: { type: ['string', 'null'] },
  },
}

const app = Fastify({ ajv: { customOptions: { allErrors: true, removeAdditional: false } }, bodyLimit: 1024 * 1024 })
const refused = (statusCode) => Object.assign(new Error('refused'), { statusCode })
const json = (reply) =>
  reply.headers({ 'content-type': 'application/json', deprecation: '@1735689600', sunset: 'Thu, 01 Jan 2099 00:00:00 GMT' })
app.setErrorHandler((error, _request, reply) =>
  json(reply)
    .code(error.validation ? 422 : (error.statusCode ?? 500))
    .send({ title: error.message }),
)
app.addHook('onSend', async ({ method, routeOptions: { config } }, reply, body) => {
  if (method === 'GET' && config.tagged === true && reply.statusCode === 200) reply.header('etag', tagOf(body))
  return body
})

app.get('/v1/books/:isbn', { config: { tagged: true }, schema: { response: { 200: bookSchema } } }, (request, reply) => {
  const row = oneBook.get(request.params.isbn)
  if (row === undefined) throw refused(404)
  return json(reply).send(book(row))
})

app.get(
  '/v1/order/:id',
  {
    config: { tagged: true },
    schema: { params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }, response: { 200: orderSchema } },
  },
  (request, reply) => {
    const row = oneOrder.get(request.params.id)
    if (row === undefined) throw refused(404)
    return json(reply).send(order(row))
  },
)

const listing = {
  type: 'object',
  properties: {
    buyer: { type: 'string', minLength: 1, maxLength: 100 },
    size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    cursor: { type: 'string', maxLength: 200 },
  },
}
app.get('/v1/orders', { schema: { querystring: listing, response: { 200: listSchema } } }, (request, reply) => {
  const { buyer, size, cursor } = request.query
  const after = cursor === undefined ? undefined : JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const rows = page(buyer !== undefined, after !== undefined).all({
    limit: size + 1,
    ...(buyer === undefined ? {} : { customer: buyer }),
    ...(after === undefined ? {} : { at: after[0], id: after[1] }),
  })
  const rowsOfPage = rows.slice(0, size)
  const last = rowsOfPage.at(-1)
  const next = rows.length > size ? Buffer.from(JSON.stringify([last.created_at, last.id])).toString('base64url') : null
  return json(reply).send({
    orders: rowsOfPage.map(({ id, customer, status }) => ({ id, buyer: customer, status: statuses[status] })),
    next,
  })
})

const body = {
  type: 'object',
  required: ['buyer', 'lines'],
  properties: {
    buyer: { type: 'string', minLength: 1, maxLength: 100 },
    lines: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['isbn', 'count'],
        properties: { isbn: { type: 'string', pattern: '^[0-9]{13}$' }, count: { type: 'integer', minimum: 1, maximum: 100 } },
      },
    },
  },
}
app.post('/v1/orders', { schema: { body, response: { 201: orderSchema } } }, async (request, reply) => {
  const { buyer, lines } = request.body
  const items = JSON.stringify(lines.map(({ isbn, count }) => ({ book: isbn, count })))
  const created = await write(() => {
    for (const { isbn } of lines) if (oneBook.get(isbn) === undefined) throw refused(422)
    const row = { id: uuidv7(), customer: buyer, items, created_at: new Date().toISOString(), status: 'placed' }
    insert.run(row.id, buyer, items, row.created_at)
    return row
  })
  return json(reply).code(201).header('location', `/v1/order/${created.id}`).send(order(created))
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => void app.close().then(() => database.close()))
