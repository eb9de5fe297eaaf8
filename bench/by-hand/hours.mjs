// The service of examples/hours.md, written by hand like a competent engineer would: Fastify, prepared statements, WAL, and `synchronous=FULL`.
// Callers have tokens and see their own entries; managers see all entries and the pay. `node hours.mjs FILE [grouped]`.

import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { tagOf, tokens, uuidv7 } from './identity.mjs'
import { writing } from './writing.mjs'

const [file, mode] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, name TEXT NOT NULL, manager INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), day TEXT NOT NULL, hours INTEGER NOT NULL, pay INTEGER, note TEXT) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_by_day ON entries (day DESC, id DESC);
  CREATE INDEX IF NOT EXISTS entries_by_person ON entries (person, day DESC, id DESC);
  INSERT OR IGNORE INTO people VALUES ('ann', 'Ann', 1), ('ben', 'Ben', 0), ('cid', 'Cid', 0);`)

const serviceTokens = tokens(process.env.HOURS_SECRET)
const write = writing(database, mode === 'grouped')
const person = database.prepare('SELECT * FROM people WHERE id = ?')
const one = database.prepare('SELECT * FROM entries WHERE id = ?')
const insert = database.prepare('INSERT INTO entries (id, person, day, hours, pay, note) VALUES (?, ?, ?, ?, NULL, ?)')

const pages = new Map()
function page(isOwn, byPerson, isAfter) {
  const name = `${isOwn} ${byPerson} ${isAfter}`
  const where = [
    ...(isOwn ? ['person = :caller'] : []),
    ...(byPerson ? ['person = :person'] : []),
    ...(isAfter ? ['(day, id) < (:day, :id)'] : []),
  ]
  if (!pages.has(name))
    pages.set(
      name,
      database.prepare(
        `SELECT * FROM entries${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`} ORDER BY day DESC, id DESC LIMIT :limit`,
      ),
    )
  return pages.get(name)
}

const refused = (statusCode) => Object.assign(new Error('refused'), { statusCode })

function callerOf({ headers: { authorization } }) {
  const claims = authorization?.startsWith('Bearer ') ? serviceTokens.verify(authorization.slice(7)) : undefined
  const isForService = claims?.iss === 'https://sign-on.example.com' && [claims.aud].flat().includes('hours')
  const caller = isForService ? person.get(claims.sub) : undefined
  if (caller === undefined) throw refused(401)
  return caller
}

/** Amounts are stored in hundredths, and sent with two digits. */
const amount = (hundredths) => (hundredths / 100).toFixed(2)
const text = ({ id, person: owner, day, hours, pay, note }, isManager) =>
  `{"id":"${id}","person":"${owner}","day":"${day}","hours":${amount(hours)}${isManager && pay !== null ? `,"pay":${amount(pay)}` : ''}${note === null ? '' : `,"note":${JSON.stringify(note)}`}}`

const app = Fastify({ bodyLimit: 1024 * 1024 })
const json = (reply, body) => reply.type('application/json').send(body)
app.setErrorHandler((error, _request, reply) =>
  reply.code(error.validation ? 422 : (error.statusCode ?? 500)).send({ title: error.message }),
)

const listing = {
  type: 'object',
  properties: {
    person: { type: 'string', pattern: '^[a-z]{2,20}$' },
    size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    cursor: { type: 'string', maxLength: 200 },
  },
}
app.get('/entries', { schema: { querystring: listing } }, (request, reply) => {
  const { id: caller, manager } = callerOf(request)
  const { person: owner, size, cursor } = request.query
  const after = cursor === undefined ? undefined : JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const rows = page(manager === 0, owner !== undefined, after !== undefined).all({
    limit: size + 1,
    ...(manager === 0 ? { caller } : {}),
    ...(owner === undefined ? {} : { person: owner }),
    ...(after === undefined ? {} : { day: after[0], id: after[1] }),
  })
  const rowsOfPage = rows.slice(0, size)
  const last = rowsOfPage.at(-1)
  const next = rows.length > size ? `"${Buffer.from(JSON.stringify([last.day, last.id])).toString('base64url')}"` : 'null'
  return json(reply, `{"entries":[${rowsOfPage.map((row) => text(row, manager === 1)).join(',')}],"next":${next}}`)
})

app.get(
  '/entries/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } } },
  (request, reply) => {
    const { id: caller, manager } = callerOf(request)
    const row = one.get(request.params.id)
    if (row === undefined || (manager === 0 && row.person !== caller)) throw refused(404)
    const body = text(row, manager === 1)
    const tag = tagOf(body)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return json(reply.header('etag', tag), body)
  },
)

const entry = {
  type: 'object',
  required: ['day', 'hours'],
  properties: {
    day: { type: 'string', format: 'date' },
    hours: { type: 'number', minimum: 0.25, maximum: 24, multipleOf: 0.25 },
    note: { type: 'string', maxLength: 500 },
  },
}
app.post('/entries', { schema: { body: entry } }, async (request, reply) => {
  const { id: caller, manager } = callerOf(request)
  const { day, hours, note = null } = request.body
  const row = { id: uuidv7(), person: caller, day, hours: Math.round(hours * 100), pay: null, note }
  await write(() => insert.run(row.id, caller, day, row.hours, note))
  return json(reply.code(201).header('location', `/entries/${row.id}`), text(row, manager === 1))
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => void app.close().then(() => database.close()))
