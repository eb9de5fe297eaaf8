// The blog of examples/realworld.md against the same by hand: `npm run bench:articles [-- --rounds N --seconds N --articles 300,2000 --only WORK --no-write]`.
// All read the same rows and answer the same bytes, which is checked first. Medians of the rounds, each service warm; ratios within the run.

import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Load, peak } from './load.ts'
import { keepPart, machine, median } from './results.ts'
import { type Server, type Started, ninefold, start } from './servers.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '2' }, articles: { type: 'string', default: '300,2000,20000' }, only: { type: 'string', default: '' }, write: { type: 'boolean', default: true } },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const secret = 'a secret of more than thirty-two bytes, for tests alone'
process.env['JWT_SECRET'] = secret

const here = import.meta.dirname
const byHand = (name: string, ...modes: readonly string[]): Server => ({ name, works: [], words: (file) => [join(here, 'by-hand/articles.mjs'), file, ...modes] })
const hand = byHand('by hand, a commit a request')
const grouped = byHand('by hand, grouped commits', 'grouped')
const own = ninefold('Ninefold', join(here, '../examples/realworld.md'))

const users = 100
const userId = (index: number): string => `01a1ff11-0000-7000-8000-${String(index).padStart(12, '0')}`
const token = (index: number): string => {
  const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: userId(index), iat: now, exp: now + 86_400 })}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const signedIn = (index: number): readonly string[] => [`Authorization: Token ${token(index)}`]

/** So many seconds of the same before it is measured. */
const warming = 2

type Work = { readonly name: string; readonly load: (articles: number) => Load; readonly against: readonly Server[] }

const spread = (count: number, most: number, path: (index: number) => string): string[] => Array.from({ length: count }, (_, at) => path((at * 7919) % most))
const get = (name: string, paths: (articles: number) => readonly string[], headers: readonly string[] = []): Work => ({ name, against: [hand], load: (articles) => ({ method: 'GET', paths: paths(articles), headers }) })
const post = (name: string, paths: (articles: number) => readonly string[], body?: unknown): Work => ({
  name, against: [hand, grouped], load: (articles) => ({ method: 'POST', paths: paths(articles), headers: signedIn(3), ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
})
const slug = (index: number): string => `article-${index + 1}`

const works = [
  get('list', () => ['/api/articles']),
  get('list, signed in', () => ['/api/articles'], signedIn(3)),
  get('list by tag', () => spread(20, 20, (index) => `/api/articles?tag=tag${index}`)),
  get('list by author', () => spread(50, users, (index) => `/api/articles?author=user${index}`)),
  get('list, favorited by', () => spread(50, users, (index) => `/api/articles?favorited=user${index}`)),
  get('feed', () => ['/api/articles/feed'], signedIn(3)),
  get('one article', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}`)),
  get('one article, signed in', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}`), signedIn(3)),
  get('comments', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}/comments`)),
  get('profile', () => spread(users, users, (index) => `/api/profiles/user${index}`), signedIn(3)),
  get('current user', () => ['/api/user'], signedIn(3)),
  get('tags', () => ['/api/tags']),
  post('POST favorite', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}/favorite`)),
  post('POST comment', (articles) => spread(1000, articles, (index) => `/api/articles/${slug(index)}/comments`), { comment: { body: 'What a fine article, thank you.' } }),
  post('POST article', () => ['/api/articles'], { article: { title: 'On Bees', description: 'They dance', body: 'A figure of eight. '.repeat(20), tagList: ['bees', 'tag1'] } }),
].filter(({ name }) => name.includes(values.only))

/** The same rows for each, by the names of its own tables. */
function fill(server: Server, file: string, articles: number): void {
  const database = new DatabaseSync(file)
  const isOwn = server === own
  const names = (table: string): readonly string[] => database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all().map(({ name }) => String(name))
  const inserted = new Map<string, { readonly columns: readonly string[]; readonly run: (row: { readonly [column: string]: SQLInputValue }) => void }>()
  const insert = (table: string, row: { readonly [column: string]: SQLInputValue }): void => {
    const known = inserted.get(table) ?? (() => {
      const columns = names(table)
      const statement = database.prepare(`INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      return { columns, run: (each: typeof row) => void statement.run(...columns.map((name) => (name === '$version' ? 1 : (each[name] ?? null)))) }
    })()
    inserted.set(table, known)
    known.run(row)
  }
  const table = (ours: string, theirs: string): string => (isOwn ? ours : theirs)
  const times = (at: string): { readonly [column: string]: string } => (isOwn ? { createdAt: at, updatedAt: at } : { created_at: at, updated_at: at })
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  for (let index = 0; index < users; index++) insert(table('User', 'users'), { id: userId(index), username: `user${index}`, email: `u${index}@example.com`, password: 'x', bio: index % 3 === 0 ? null : `Bio of ${index}`, image: null })
  for (let index = 0; index < users; index++) for (let other = 1; other <= 5; other++) insert(table('Follow', 'follows'), { follower: userId(index), followed: userId((index * 7 + other) % users) })
  for (let index = 0; index < articles; index++) {
    const at = new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1000).toISOString()
    const tags = [`tag${index % 20}`, `t${index % 7}`]
    const list = JSON.stringify(tags)
    insert(table('Article', 'articles'), { id: index + 1, slug: slug(index), title: `Article ${index + 1}`, description: 'About "it"', body: 'Lorem ipsum. '.repeat(20), [isOwn ? 'tagList' : 'tag_list']: list, author: userId(index % users), ...times(at) })
    if (!isOwn) for (const [place, tag] of tags.entries()) insert('tags', { tag, article: index + 1, place })
    for (let other = 0; other < 3; other++) insert(table('Favorite', 'favorites'), { user: userId((index * 3 + other * 11) % users), article: index + 1 })
    if (index % 2 === 1) insert(table('Comment', 'comments'), { id: index + 1, article: index + 1, author: userId((index * 5) % users), body: 'Nice', ...times(at) })
  }
  // New records are numbered after these.
  if (isOwn) database.exec(`INSERT OR REPLACE INTO "$sequence" (name, last) VALUES ('Article.id', ${articles}), ('Comment.id', ${articles})`)
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

async function answerOf(running: Started, { method, paths, body, headers = [] }: Load): Promise<string> {
  const sent = Object.fromEntries([...(body === undefined ? [] : ['Content-Type: application/json']), ...headers].map((header) => header.split(': ') as [string, string]))
  const answer = await fetch(`${running.url}${paths[0]}`, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  return `${answer.status} ${text}`.replaceAll(/"token":"[^"]*"/g, '"token":"…"').replaceAll(/"(created|updated)At":"20[^"]*"/g, '"$1At":"…"')
}

const first = new Map<string, string>()
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const lines = ['`npm run bench:articles`: requests a second of Ninefold to those by hand (Fastify, `node:sqlite`, ordinary joins), and in brackets CPU time a request; over 1 Ninefold is faster, or does with less.', '', `${rounds} rounds of ${seconds} s, 64 connections; ${machine()}.`, '']
try {
  for (const articles of values.articles.split(',').map(Number)) {
    const services = [hand, grouped, own]
    const fileOf = (server: Server): string => join(folder, `${services.indexOf(server)}-${articles}.db`)
    for (const server of services) {
      await (await start(server, fileOf(server))).stop()
      fill(server, fileOf(server), articles)
    }
    const rates = new Map<string, { readonly rates: number[]; readonly cpus: number[] }>()
    for (let round = 0; round < rounds; round++) {
      for (const server of services) {
        const running = await start(server, fileOf(server))
        try {
          for (const work of works) {
            if (server !== own && !work.against.includes(server)) continue
            const load = work.load(articles)
            if (round === 0) held(work.name, articles, server, await answerOf(running, load))
            await peak(running, load, { seconds: warming, folder })
            const { rate, cpu } = await peak(running, load, { seconds, folder })
            const known = rates.getOrInsertComputed(`${work.name} ${server.name}`, () => ({ rates: [], cpus: [] }))
            known.rates.push(rate)
            known.cpus.push(cpu)
          }
        } finally {
          await running.stop()
        }
      }
    }
    lines.push(`## ${articles.toLocaleString('en')} articles`, '', '| work | by hand /s | Ninefold /s | ratio (CPU) | to grouped commits (CPU) |', '| --- | ---: | ---: | ---: | ---: |')
    for (const { name, against } of works) {
      const of = (server: Server) => rates.get(`${name} ${server.name}`)!
      const ratio = (server: Server): string => `${(median(of(own).rates) / median(of(server).rates)).toFixed(2)} (${(median(of(server).cpus) / median(of(own).cpus)).toFixed(2)})`
      lines.push(`| ${name} | ${Math.round(median(of(hand).rates))} | ${Math.round(median(of(own).rates))} | ${ratio(hand)} | ${against.includes(grouped) ? ratio(grouped) : ''} |`)
    }
    lines.push('')
    console.log(lines.slice(-works.length - 5).join('\n'))
  }
  if (values.write && values.only === '') keepPart('# The blog by hand', lines.join('\n'))
} finally {
  rmSync(folder, { recursive: true })
}



/** The same bytes out as by hand. */
function held(work: string, articles: number, server: Server, answer: string): void {
  const expected = first.getOrInsertComputed(`${work} ${articles}`, () => answer)
  if (!work.startsWith('POST') && answer !== expected) throw new Error(`${work}: ${server.name} answers\n${answer}\nand not\n${expected}`)
  if (!/^20[01] /.test(answer)) throw new Error(`${work}: ${server.name} answers ${answer}`)
}
