// The to-do list of examples/todo-backend.md, written by hand like a competent engineer would: Fastify, prepared statements, WAL, and
// `synchronous=FULL`. Each todo contains its own address, and pages of all origins may send requests. `node todo.mjs FILE [grouped]`.

import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { uuidv7 } from './identity.mjs'
import { writing } from './writing.mjs'

const [file, mode] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS todos (id TEXT PRIMARY KEY, title TEXT NOT NULL, completed INTEGER NOT NULL, place INTEGER, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;`)

const write = writing(database, mode === 'grouped')
const one = database.prepare('SELECT * FROM todos WHERE id = ?')
const all = database.prepare('SELECT * FROM todos ORDER BY id')
const insert = database.prepare('INSERT INTO todos (id, title, completed, place, version) VALUES (?, ?, ?, ?, 1)')
const update = database.prepare('UPDATE todos SET title = ?, completed = ?, place = ?, version = version + 1 WHERE id = ?')

let address
const todo = ({ id, title, completed, place }) => ({
  title,
  completed: completed === 1,
  ...(place === null ? {} : { order: place }),
  url: `${address}/todos/${id}`,
})
const todoSchema = {
  type: 'object',
  properties: { title: { type: 'string' }, completed: { type: 'boolean' }, order: { type: 'integer' }, url: { type: 'string' } },
}
const bodyProperties = {
  title: { type: 'string', minLength: 1, maxLength: 500 },
  completed: { type: 'boolean' },
  order: { type: ['integer', 'null'], minimum: 0, maximum: 1000000 },
}

const app = Fastify({ ajv: { customOptions: { allErrors: true, removeAdditional: false, coerceTypes: false } }, bodyLimit: 1024 * 1024 })
const refused = (statusCode) => Object.assign(new Error('refused'), { statusCode })
const json = (reply, exposed) =>
  reply.headers({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    ...(exposed === undefined ? {} : { 'access-control-expose-headers': exposed }),
  })
app.setErrorHandler((error, _request, reply) =>
  json(reply)
    .code(error.validation ? 422 : (error.statusCode ?? 500))
    .send({ title: error.message }),
)
app.get('/todos', { schema: { response: { 200: { type: 'array', items: todoSchema } } } }, (_request, reply) =>
  json(reply).send(all.all().map(todo)),
)

app.get(
  '/todos/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } }, response: { 200: todoSchema } } },
  (request, reply) => {
    const row = one.get(request.params.id)
    if (row === undefined) throw refused(404)
    return json(reply, 'ETag')
      .header('etag', `"${String(row.version)}"`)
      .send(todo(row))
  },
)

app.post(
  '/todos',
  { schema: { body: { type: 'object', required: ['title'], properties: bodyProperties }, response: { 201: todoSchema } } },
  async (request, reply) => {
    const { title, completed = false, order = null } = request.body
    const row = { id: uuidv7(), title, completed: completed ? 1 : 0, place: order }
    await write(() => insert.run(row.id, title, row.completed, order))
    return json(reply, 'Location').code(201).header('location', `${address}/todos/${row.id}`).send(todo(row))
  },
)

app.patch(
  '/todos/:id',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
      body: { type: 'object', properties: bodyProperties },
      response: { 200: todoSchema },
    },
  },
  async (request, reply) => {
    const changed = await write(() => {
      const row = one.get(request.params.id)
      if (row === undefined) throw refused(404)
      const { title = row.title, completed, order } = request.body
      const next = {
        id: row.id,
        title,
        completed: completed === undefined ? row.completed : Number(completed),
        place: order === undefined ? row.place : order,
      }
      update.run(next.title, next.completed, next.place, next.id)
      return next
    })
    return json(reply).send(todo(changed))
  },
)

address = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(address)
process.once('SIGTERM', () => void app.close().then(() => database.close()))
