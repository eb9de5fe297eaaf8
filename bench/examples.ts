// Three more examples against the same by hand: `npm run bench:examples [-- --rounds N --seconds N --warm N --rows 1000,20000 --only WORK --no-write]`. Hours: callers by
// token, a rule for a field. The bookshop at its oldest version: everything sent is converted. Todo-Backend: texts that are computed.

import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { keepPart } from './results.ts'
import { type Service, type Work, optionsWith, preface, sideBySide, spread } from './side-by-side.ts'

const options = optionsWith('rows', '1000,20000')
const sizes = options.more.split(',').map(Number)
const secret = 'a secret of more than thirty-two bytes, for tests alone'
process.env['HOURS_SECRET'] = secret

const example = (name: string): string => join(import.meta.dirname, '../examples', name)
const began = Date.parse('2024-01-01T00:00:00Z')
/** A UUID of version 7. */
const uuid = (index: number): string => {
  const time = (began + index * 1000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, '0')}`
}

type Headers = readonly string[]
const get = (name: string, paths: (size: number) => readonly string[], headers: Headers = []): Work => ({ name, writes: false, load: (size) => ({ method: 'GET', paths: paths(size), headers }) })
const send = (name: string, method: string, paths: (size: number) => readonly string[], body: unknown, headers: Headers = []): Work => ({ name, writes: true, load: (size) => ({ method, paths: paths(size), headers, body: JSON.stringify(body) }) })

function as(sub: string): Headers {
  const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, iss: 'https://sign-on.example.com', aud: 'hours', iat: now, exp: now + 86_400 })}`
  return [`Authorization: Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`]
}

const hours: Service = {
  title: 'Hours', byHand: 'hours.mjs', document: example('hours.md'), unit: 'entries', sizes,
  works: [
    get('own entries, without their pay', () => ['/entries'], as('ben')),
    get('all entries, with their pay', () => ['/entries'], as('ann')),
    get('entries of one person, with their pay', () => ['/entries?person=ben', '/entries?person=cid'], as('ann')),
    get('one entry, without its pay', (size) => spread(1000, Math.floor(size / 3), (index) => `/entries/${uuid(index * 3 + 1)}`), as('ben')),
    get('one entry, with its pay', (size) => spread(1000, size, (index) => `/entries/${uuid(index)}`), as('ann')),
    send('POST entry', 'POST', () => ['/entries'], { day: '2026-03-02', hours: 7.5, note: 'Windows' }, as('ben')),
  ],
  fill(insert, size, isOwn) {
    for (let index = 0; index < size; index++) {
      insert(isOwn ? 'Entry' : 'entries', {
        id: uuid(index), person: ['ann', 'ben', 'cid'][index % 3]!, day: new Date(began + (index % 900) * 86_400_000).toISOString().slice(0, 10), hours: 25 * (1 + (index % 32)), pay: index % 4 === 0 ? null : 1000 + index % 9000, note: index % 2 === 0 ? `Entry "${index}"` : null,
      })
    }
  },
}

const isbn = (index: number): string => String(9_780_000_000_000 + index)

const bookshop: Service = {
  title: 'The bookshop, at its oldest version', byHand: 'bookshop.mjs', document: example('bookshop.md'), unit: 'orders', sizes,
  works: [
    get('orders', () => ['/v1/orders']),
    get('orders of one buyer', () => spread(50, 100, (index) => `/v1/orders?buyer=Buyer%20${index}`)),
    get('one order', (size) => spread(1000, size, (index) => `/v1/order/${uuid(index)}`)),
    get('one book', () => spread(100, 100, (index) => `/v1/books/${isbn(index)}`)),
    send('POST order', 'POST', () => ['/v1/orders'], { buyer: 'Ann', lines: [{ isbn: isbn(1), count: 2 }, { isbn: isbn(2), count: 1 }] }),
  ],
  fill(insert, size, isOwn) {
    for (let index = 0; index < 100; index++) insert(isOwn ? 'Book' : 'books', { isbn: isbn(index), title: `Book ${index}`, price: 500 + index * 7, binding: ['hardback', 'paperback', 'ebook'][index % 3]! })
    for (let index = 0; index < size; index++) {
      const at = new Date(began + index * 1000).toISOString()
      insert(isOwn ? 'Order' : 'orders', {
        id: uuid(index), customer: `Buyer ${index % 100}`, items: JSON.stringify([{ book: isbn(index % 100), count: 1 + (index % 5) }]), gift: index % 2, [isOwn ? 'createdAt' : 'created_at']: at, status: ['placed', 'sent', 'cancelled'][index % 3]!,
      })
    }
  },
}

const todo: Service = {
  // The list has no page: all of it is answered.
  title: 'Todo-Backend', byHand: 'todo.mjs', document: example('todo-backend.md'), unit: 'todos', sizes: [100],
  works: [
    get('all todos', () => ['/todos']),
    get('one todo', (size) => spread(100, size, (index) => `/todos/${uuid(index)}`)),
    send('PATCH todo', 'PATCH', (size) => spread(100, size, (index) => `/todos/${uuid(index)}`), { completed: true, order: 7 }),
    send('POST todo', 'POST', () => ['/todos'], { title: 'walk the dog', order: 3 }),
  ],
  fill(insert, size, isOwn) {
    for (let index = 0; index < size; index++) insert(isOwn ? 'Todo' : 'todos', { id: uuid(index), title: `Todo "${index}"`, completed: index % 2, [isOwn ? 'order' : 'place']: index % 3 === 0 ? null : index, version: 1 })
  },
}

const lines: string[] = []
for (const service of [hours, bookshop, todo]) lines.push(...(await sideBySide(service, options)))
if (options.write && options.only === '') keepPart('# Other examples by hand', [...preface('bench:examples', options), ...lines].join('\n'))
