// The blog of examples/realworld.md, written by hand like a competent engineer would: Fastify, ordinary joins, prepared statements, WAL, and
// `synchronous=FULL`. `node articles.mjs FILE [grouped]`; `grouped`: one commit for all writes of a turn of the event loop.

import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { tokens } from './identity.mjs'
import { writing } from './writing.mjs'

const [file, mode] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS users (id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL, bio TEXT, image TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS articles (
    id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, title TEXT NOT NULL, description TEXT NOT NULL, body TEXT NOT NULL, tag_list TEXT NOT NULL,
    author TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS articles_by_time ON articles (created_at DESC, id DESC);
  CREATE INDEX IF NOT EXISTS articles_by_author ON articles (author, created_at DESC, id DESC);
  CREATE TABLE IF NOT EXISTS tags (tag TEXT NOT NULL, article INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE, place INTEGER NOT NULL, PRIMARY KEY (tag, article)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS comments (
    id INTEGER PRIMARY KEY, article INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE, author TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    body TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS comments_by_article ON comments (article, id);
  CREATE TABLE IF NOT EXISTS follows (follower TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, followed TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, PRIMARY KEY (follower, followed)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS favorites (user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, article INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE, PRIMARY KEY (user, article)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS favorites_by_article ON favorites (article);`)

const statements = new Map()
/** The prepared statement of a text; each text is prepared once. */
function sql(text) {
  if (!statements.has(text)) statements.set(text, database.prepare(text))
  return statements.get(text)
}

const write = writing(database, mode === 'grouped')

const serviceTokens = tokens(process.env.JWT_SECRET)

function issue(sub) {
  const now = Math.floor(Date.now() / 1000)
  return serviceTokens.issue({ sub, iat: now, exp: now + 2592000 })
}

const refused = (status, errors) => Object.assign(new Error('refused'), { statusCode: status, errors })

/** The caller; null for an anonymous request that needs none. */
function callerOf(request, isNeeded) {
  const { authorization } = request.headers
  if (authorization === undefined) {
    if (isNeeded) throw refused(401, { token: ['is missing'] })
    return null
  }
  const claims = authorization.startsWith('Token ') ? serviceTokens.verify(authorization.slice(6)) : undefined
  const user = claims && sql('SELECT * FROM users WHERE id = ?').get(claims.sub)
  if (user === undefined) throw refused(401, { token: ['is invalid'] })
  return user
}

const articleColumns = `a.slug, a.title, a.description, a.tag_list, a.created_at, a.updated_at,
  EXISTS (SELECT 1 FROM favorites f WHERE f.user = :me AND f.article = a.id) AS favorited,
  (SELECT count(*) FROM favorites f WHERE f.article = a.id) AS favorites,
  u.username, u.bio, u.image, EXISTS (SELECT 1 FROM follows w WHERE w.follower = :me AND w.followed = u.id) AS following`

const profile = (row) => ({ username: row.username, bio: row.bio, image: row.image, following: row.following === 1 })
const article = (row) => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  tagList: JSON.parse(row.tag_list),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  favorited: row.favorited === 1,
  favoritesCount: row.favorites,
  author: profile(row),
  ...(row.body === undefined ? {} : { body: row.body }),
})
const comment = (row) => ({ id: row.id, body: row.body, createdAt: row.created_at, updatedAt: row.updated_at, author: profile(row) })

const oneArticle = (slug, me) =>
  sql(`SELECT ${articleColumns}, a.body FROM articles a JOIN users u ON u.id = a.author WHERE a.slug = :slug`).get({ slug, me })
function idOf(slug) {
  const found = sql('SELECT id FROM articles WHERE slug = ?').get(slug)
  if (found === undefined) throw refused(404, { article: ['not found'] })
  return found.id
}

const text = { type: 'string' }
const profileSchema = {
  type: 'object',
  properties: { username: text, bio: { type: ['string', 'null'] }, image: { type: ['string', 'null'] }, following: { type: 'boolean' } },
}
const articleSchema = {
  type: 'object',
  properties: {
    slug: text,
    title: text,
    description: text,
    tagList: { type: 'array', items: text },
    createdAt: text,
    updatedAt: text,
    favorited: { type: 'boolean' },
    favoritesCount: { type: 'integer' },
    author: profileSchema,
    body: text,
  },
}
const commentSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, body: text, createdAt: text, updatedAt: text, author: profileSchema },
}
const envelope = (name, schema) => ({ type: 'object', properties: { [name]: schema } })
const listSchema = { type: 'object', properties: { articles: { type: 'array', items: articleSchema }, articlesCount: { type: 'integer' } } }

const app = Fastify({ ajv: { customOptions: { allErrors: true, removeAdditional: false } }, bodyLimit: 1024 * 1024 })

app.addHook('onRequest', (_request, reply, done) => {
  reply.header('access-control-allow-origin', '*')
  done()
})

app.setErrorHandler((error, _request, reply) => {
  if (error.validation)
    return reply
      .code(422)
      .send({ errors: Object.fromEntries(error.validation.map(({ instancePath, message }) => [instancePath, [message]])) })
  return reply.code(error.statusCode ?? 500).send({ errors: error.errors })
})

const json = (reply) => reply.type('application/json')

app.get(
  '/api/user',
  {
    schema: {
      response: {
        200: envelope('user', {
          type: 'object',
          properties: { email: text, username: text, bio: { type: ['string', 'null'] }, image: { type: ['string', 'null'] }, token: text },
        }),
      },
    },
  },
  (request, reply) => {
    const { id, email, username, bio, image } = callerOf(request, true)
    return json(reply).send({ user: { email, username, bio, image, token: issue(id) } })
  },
)

app.get('/api/profiles/:username', { schema: { response: { 200: envelope('profile', profileSchema) } } }, (request, reply) => {
  const me = callerOf(request, false)?.id ?? null
  const row = sql(
    'SELECT u.username, u.bio, u.image, EXISTS (SELECT 1 FROM follows w WHERE w.follower = :me AND w.followed = u.id) AS following FROM users u WHERE u.username = :username',
  ).get({ me, username: request.params.username })
  if (row === undefined) throw refused(404, { profile: ['not found'] })
  return json(reply).send({ profile: profile(row) })
})

const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  offset: { type: 'integer', minimum: 0, maximum: 1000000, default: 0 },
}
const filters = {
  tag: { type: 'string', maxLength: 100 },
  author: { type: 'string', maxLength: 100 },
  favorited: { type: 'string', maxLength: 100 },
}

app.get(
  '/api/articles',
  { schema: { querystring: { type: 'object', properties: { ...filters, ...paging } }, response: { 200: listSchema } } },
  (request, reply) => {
    const me = callerOf(request, false)?.id ?? null
    const { tag, author, favorited, limit, offset } = request.query
    const where = [
      ...(tag === undefined ? [] : ['a.id IN (SELECT article FROM tags WHERE tag = :tag)']),
      ...(author === undefined ? [] : ['a.author = (SELECT id FROM users WHERE username = :author)']),
      ...(favorited === undefined
        ? []
        : ['a.id IN (SELECT f.article FROM favorites f JOIN users v ON v.id = f.user WHERE v.username = :favorited)']),
    ]
    const parameters = {
      ...(tag === undefined ? {} : { tag }),
      ...(author === undefined ? {} : { author }),
      ...(favorited === undefined ? {} : { favorited }),
    }
    return list(reply, where, parameters, { me, limit, offset })
  },
)

app.get(
  '/api/articles/feed',
  { schema: { querystring: { type: 'object', properties: paging }, response: { 200: listSchema } } },
  (request, reply) => {
    const { id } = callerOf(request, true)
    const { limit, offset } = request.query
    return list(reply, ['a.author IN (SELECT followed FROM follows WHERE follower = :reader)'], { reader: id }, { me: id, limit, offset })
  },
)

function list(reply, where, parameters, { me, limit, offset }) {
  const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`
  const { n } = sql(`SELECT count(*) AS n FROM articles a${condition}`).get(parameters)
  const rows = sql(
    `SELECT ${articleColumns} FROM articles a JOIN users u ON u.id = a.author${condition} ORDER BY a.created_at DESC, a.id DESC LIMIT :limit OFFSET :offset`,
  ).all({ ...parameters, me, limit, offset })
  return json(reply).send({ articles: rows.map(article), articlesCount: n })
}

app.get('/api/articles/:slug', { schema: { response: { 200: envelope('article', articleSchema) } } }, (request, reply) => {
  const row = oneArticle(request.params.slug, callerOf(request, false)?.id ?? null)
  if (row === undefined) throw refused(404, { article: ['not found'] })
  return json(reply).send({ article: article(row) })
})

app.get('/api/tags', { schema: { response: { 200: envelope('tags', { type: 'array', items: text }) } } }, (_request, reply) =>
  json(reply).send({
    tags: sql('SELECT tag FROM tags GROUP BY tag ORDER BY min(article), place')
      .all()
      .map(({ tag }) => tag),
  }),
)

const commentColumns =
  'c.id, c.body, c.created_at, c.updated_at, u.username, u.bio, u.image, EXISTS (SELECT 1 FROM follows w WHERE w.follower = :me AND w.followed = u.id) AS following'
app.get(
  '/api/articles/:slug/comments',
  { schema: { response: { 200: envelope('comments', { type: 'array', items: commentSchema }) } } },
  (request, reply) => {
    const me = callerOf(request, false)?.id ?? null
    const rows = sql(
      `SELECT ${commentColumns} FROM comments c JOIN users u ON u.id = c.author WHERE c.article = :article ORDER BY c.id`,
    ).all({ me, article: idOf(request.params.slug) })
    return json(reply).send({ comments: rows.map(comment) })
  },
)

const commentBody = envelope('comment', {
  type: 'object',
  required: ['body'],
  properties: { body: { type: 'string', minLength: 1, maxLength: 10000 } },
})
app.post(
  '/api/articles/:slug/comments',
  { schema: { body: { ...commentBody, required: ['comment'] }, response: { 201: envelope('comment', commentSchema) } } },
  async (request, reply) => {
    const { id: me } = callerOf(request, true)
    const row = await write(() => {
      const now = new Date().toISOString()
      const { lastInsertRowid } = sql('INSERT INTO comments (article, author, body, created_at, updated_at) VALUES (?, ?, ?, ?, ?)').run(
        idOf(request.params.slug),
        me,
        request.body.comment.body,
        now,
        now,
      )
      return sql(`SELECT ${commentColumns} FROM comments c JOIN users u ON u.id = c.author WHERE c.id = :id`).get({
        me,
        id: lastInsertRowid,
      })
    })
    return json(reply.code(201)).send({ comment: comment(row) })
  },
)

app.post('/api/articles/:slug/favorite', { schema: { response: { 200: envelope('article', articleSchema) } } }, async (request, reply) => {
  const { id: me } = callerOf(request, true)
  const row = await write(() => {
    sql('INSERT INTO favorites (user, article) VALUES (?, ?) ON CONFLICT DO NOTHING').run(me, idOf(request.params.slug))
    return oneArticle(request.params.slug, me)
  })
  return json(reply).send({ article: article(row) })
})

const articleBody = {
  type: 'object',
  required: ['article'],
  properties: {
    article: {
      type: 'object',
      required: ['title', 'description', 'body'],
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 300 },
        description: { type: 'string', minLength: 1, maxLength: 1000 },
        body: { type: 'string', minLength: 1, maxLength: 100000 },
        tagList: { type: 'array', maxItems: 50, items: { type: 'string', minLength: 1, maxLength: 100 }, default: [] },
      },
    },
  },
}
const slugOf = (title) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
app.post(
  '/api/articles',
  { schema: { body: articleBody, response: { 201: envelope('article', articleSchema) } } },
  async (request, reply) => {
    const { id: me } = callerOf(request, true)
    const row = await write(() => {
      const { title, description, body, tagList } = request.body.article
      const now = new Date().toISOString()
      const { n } = sql('SELECT coalesce(max(id), 0) + 1 AS n FROM articles').get()
      const slug = `${slugOf(title)}-${n}`
      sql(
        'INSERT INTO articles (id, slug, title, description, body, tag_list, author, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ).run(n, slug, title, description, body, JSON.stringify(tagList), me, now, now)
      for (const [place, tag] of [...new Set(tagList)].entries())
        sql('INSERT INTO tags (tag, article, place) VALUES (?, ?, ?)').run(tag, n, place)
      return oneArticle(slug, me)
    })
    return json(reply.code(201)).send({ article: article(row) })
  },
)

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => void app.close().then(() => database.close()))
