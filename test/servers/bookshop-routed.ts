// `examples/bookshop.md` written by hand once more: routes of find-my-way, schemas of Ajv, tables of SQLite. `fault` names one thing that it does wrong.

import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ValidateFunction } from 'ajv'
import {
  type Context,
  type Failure,
  HttpProblem,
  type Reply,
  Routed,
  type SqlRow,
  ajv,
  failures,
  openTables,
  orderOf,
  pageOf,
  serveRouted,
  whereOf,
} from './routed.ts'

type BookRow = SqlRow & { readonly isbn: string; readonly title: string; readonly price: number; readonly binding: string }
type OrderRow = SqlRow & {
  readonly id: string
  readonly customer: string
  readonly items: string
  readonly gift: number
  readonly created: number
  readonly status: string
  readonly reads: number
}
type Body = { readonly [name: string]: any }

/** How a version names and shows things. */
type Version = {
  readonly number: 1 | 2 | 3
  readonly customer: string
  readonly items: string
  readonly book: string
  readonly known: string
  readonly binding: string
  readonly order: string
}

const versions: readonly Version[] = [
  { number: 1, customer: 'buyer', items: 'lines', book: 'isbn', known: 'already-there', binding: 'hardback', order: 'order' },
  { number: 2, customer: 'customer', items: 'items', book: 'book', known: 'known-book', binding: 'hardback', order: 'orders' },
  { number: 3, customer: 'customer', items: 'items', book: 'book', known: 'known-book', binding: 'paperback', order: 'orders' },
]
const isbn = { type: 'string', pattern: '^[0-9]{13}$' }
const cents = { type: 'integer', minimum: 0, maximum: 1_000_000 }
const titles: { readonly [type: string]: string } = {
  'unknown-version': 'There are v1, v2, v3',
  'version-ended': 'Version v0 is served no more',
  'not-valid': 'The request is not valid',
  'no-book': 'No such book',
  'no-order': 'No such order',
  'unknown-book': 'It names a book that there is not',
  'known-book': 'This book is known',
  'already-there': 'This book is known',
}

export class BookshopRouted {
  readonly #fault: string | undefined
  readonly #database = openTables(
    'CREATE TABLE book (isbn TEXT PRIMARY KEY, title TEXT, price INTEGER, binding TEXT)',
    'CREATE TABLE placed (id TEXT PRIMARY KEY, customer TEXT, items TEXT, gift INTEGER, created INTEGER, status TEXT, reads INTEGER DEFAULT 0)',
  )
  readonly #routed: Routed

  constructor(fault?: string) {
    this.#fault = fault
    this.#routed = new Routed(
      (_, path) => this.#lost(path),
      (work, path) => this.#deprecating(work, path),
    )
    for (const version of versions) this.#mount(version)
    if (this.#has('v0 is served')) this.#mount({ ...versions[0]!, number: 1 }, '/v0')
  }

  #has(fault: string): boolean {
    return this.#fault === fault
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    serveRouted(this.#routed, request, response, (name) => {
      if (name === 'reset') this.#database.exec('DELETE FROM book; DELETE FROM placed')
    })
  }

  async #deprecating(work: () => Promise<Reply>, path: string): Promise<Reply> {
    const more =
      path.startsWith('/v1/') && !this.#has('v1 is not deprecated')
        ? {
            Deprecation: '@1735689600',
            ...(this.#has('no Sunset')
              ? {}
              : { Sunset: this.#has('Sunset is another day') ? 'Fri, 02 Jan 2099 00:00:00 GMT' : 'Thu, 01 Jan 2099 00:00:00 GMT' }),
          }
        : {}
    const within = (reply: Reply): Reply => ({ ...reply, headers: { ...more, ...reply.headers } as { [name: string]: string } })
    try {
      return within(await work())
    } catch (error) {
      if (error instanceof HttpProblem) return within(error.reply)
      throw error
    }
  }

  #problem(status: number, type: string, errors: readonly Failure[] = [], title = titles[type]): HttpProblem {
    return new HttpProblem(status, {
      type: type === 'not-valid' && this.#has('validation has another type') ? 'invalid' : type,
      status: status === 409 && this.#has('the body has another status') ? 400 : status,
      title,
      errors,
    })
  }

  #lost(path: string): Reply {
    if (/^\/v0(\/|$)/.test(path)) throw this.#problem(410, 'version-ended')
    if (!/^\/v[123](\/|$)/.test(path)) throw this.#problem(404, 'unknown-version')
    return { status: 404 }
  }

  #mount(version: Version, at = `/v${version.number}`): void {
    const bookSchema = {
      title: { type: 'string', minLength: 1, maxLength: this.#has('a title may be longer by one') ? 201 : 200 },
      price:
        version.number === 1 ? { type: 'string' } : this.#has('a price may be higher by one') ? { ...cents, maximum: 1_000_001 } : cents,
      binding: { type: 'string', enum: ['hardback', 'paperback', 'ebook'] },
    }
    const adds = ajv.compile({ type: 'object', required: ['isbn', 'title', 'price'], properties: { isbn, ...bookSchema } })
    const replacing =
      this.#has('a replacement may cost more') && version.number > 1
        ? { ...bookSchema, price: { type: 'integer', minimum: 0 } }
        : bookSchema
    const replaces = ajv.compile({ type: 'object', required: ['title', 'price'], properties: replacing })
    const countOf = { type: this.#has('a count may be a text') ? ['integer', 'string'] : 'integer' }
    const item = {
      type: 'object',
      required: [version.book, 'count'],
      properties: { [version.book]: isbn, count: { ...countOf, minimum: this.#has('a count may be none') ? 0 : 1, maximum: 100 } },
    }
    const places = ajv.compile({
      type: 'object',
      required: [version.customer, version.items],
      properties: {
        [version.customer]: { type: 'string', minLength: 1, maxLength: 100 },
        [version.items]: { type: 'array', minItems: 1, maxItems: this.#has('items may be one more') ? 51 : 50, items: item },
        ...(version.number === 3 ? { gift: { type: this.#has('a gift may be null') ? ['boolean', 'null'] : 'boolean' } } : {}),
      },
    })
    const checked = (validate: ValidateFunction, { raw, headers }: Context, before: readonly Failure[] = []): Body => {
      const body = this.#json(raw, headers['content-type'])
      const wrong = [...before, ...failures(validate, body)].map(({ pointer, ...rest }): Failure =>
        pointer === undefined
          ? rest
          : { pointer: this.#has('pointers have no index') ? pointer.replaceAll(/\/\d+(?=\/)/g, '') : pointer, ...rest },
      )
      if (version.number === 1 && typeof body?.['price'] === 'string' && wrong.every(({ pointer }) => pointer !== '/price'))
        wrong.push(...priceFailures(body['price'], this.#has('v1 needs two decimals')))
      if (wrong.length > 0) throw this.#problem(422, 'not-valid', wrong)
      return body
    }
    this.#routed
      .on('POST', `${at}/books`, (context) => {
        const body = checked(adds, context)
        if (this.#bookAt(body['isbn']) !== undefined && !this.#has('a key may be there twice')) throw this.#problem(409, version.known)
        this.#putBook(version, body['isbn'], body)
        return {
          status: 201,
          body: this.#showBook(version, this.#bookAt(body['isbn'])!),
          headers: this.#location(version, `books/${body['isbn']}`),
        }
      })
      .on('GET', `${at}/books`, ({ query }) => ({
        status: 200,
        body: { books: this.#books(version, query).map((row) => this.#showBook(version, row)) },
      }))
      .on('GET', `${at}/books/:isbn`, (context) => this.#tagged(context, this.#showBook(version, this.#book(context.params['isbn']!))))
      .on('PUT', `${at}/books/:isbn`, (context) => {
        const key = context.params['isbn']!
        const body = checked(replaces, context, /^[0-9]{13}$/.test(key) ? [] : [{ property: 'isbn', keyword: 'pattern' }])
        const isNew = this.#has('what is replaced may be new') && this.#bookAt(key) === undefined
        const before = isNew ? ({ binding: version.binding } as BookRow) : this.#book(key)
        this.#putBook(version, key, this.#has('a replacement keeps what is left out') ? { binding: before.binding, ...body } : body)
        return { status: 200, body: this.#showBook(version, this.#bookAt(key)!) }
      })
      .on('POST', `${at}/orders`, (context) => {
        const body = checked(places, context)
        const items = (body[version.items] as Body[]).map((each) => ({ book: each[version.book], count: Number(each['count']) }))
        if (this.#has('items are sorted')) items.sort((a, b) => a.book.localeCompare(b.book))
        if (
          (this.#has('only the first item is asked') ? items.slice(0, 1) : items).some(({ book }) => this.#bookAt(book) === undefined) &&
          !this.#has('a reference is not asked')
        )
          throw this.#problem(422, version.number === 3 || this.#has('older versions know the newer error') ? 'unknown-book' : 'not-valid')
        const id = keyOfNow()
        this.#database
          .prepare('INSERT INTO placed (id, customer, items, gift, created, status) VALUES (?, ?, ?, ?, ?, ?)')
          .run(
            id,
            body[version.customer],
            JSON.stringify(items),
            Number(version.number === 3 && body['gift'] === true),
            Date.now(),
            body['gift'] === true && this.#has('gifts are sent at once') ? 'sent' : 'placed',
          )
        return { status: 201, body: this.#showOrder(version, this.#order(id)), headers: this.#location(version, `${version.order}/${id}`) }
      })
      .on('GET', `${at}/orders`, ({ query }) => this.#listOrders(version, query))
      .on('GET', `${at}/${version.order}/:id`, (context) => {
        const order = this.#order(context.params['id']!)
        if (this.#has('a read changes the gift'))
          this.#database
            .prepare('UPDATE placed SET reads = reads + 1, gift = CASE WHEN reads = 1 THEN 1 - gift ELSE gift END WHERE id = ?')
            .run(order.id)
        return this.#tagged(context, this.#showOrder(version, this.#order(order.id)))
      })
      .on('POST', `${at}/orders/:id/send`, ({ params }) => this.#move(version, params['id']!, 'sent'))
    if (version.number > 1 || this.#has('v1 may cancel'))
      this.#routed.on('POST', `${at}/orders/:id/cancel`, ({ params }) => this.#move(version, params['id']!, 'cancelled'))
    if (version.number === 2 && this.#has('v2 keeps an old address'))
      this.#routed.on('GET', `${at}/order/:id`, (context) =>
        this.#tagged(context, this.#showOrder(version, this.#order(context.params['id']!))),
      )
    if (version.number < 3 || this.#has('bestsellers are in v3')) {
      this.#routed.on('GET', `${at}/bestsellers`, () => ({
        status: 200,
        body: {
          books: (this.#database.prepare('SELECT * FROM book ORDER BY price, isbn').all() as BookRow[]).map((row) =>
            this.#showBook(version, row),
          ),
        },
      }))
    }
  }

  #json(raw: string, media = ''): Body {
    if (raw === '') throw this.#problem(422, 'not-valid', [{ pointer: '', keyword: 'required' }])
    if (!/^application\/([\w.-]+\+)?json\b/.test(media)) throw new HttpProblem(415)
    try {
      return JSON.parse(raw)
    } catch {
      throw this.#problem(422, 'not-valid')
    }
  }

  #putBook({ number, binding }: Version, key: string, body: Body): void {
    const price = number === 1 ? Math.floor(Number(body['price']) * 100 + (this.#has('prices of v1 are cut') ? 0 : 0.5)) : body['price']
    const title = this.#has('titles lose outer blanks')
      ? body['title'].trim()
      : this.#has('titles are composed')
        ? body['title'].normalize('NFC')
        : body['title']
    const usual = this.#has('a default is another') ? (binding === 'hardback' ? 'paperback' : 'hardback') : binding
    this.#database.prepare('INSERT OR REPLACE INTO book VALUES (?, ?, ?, ?)').run(key, title, price, body['binding'] ?? usual)
  }

  #bookAt(key: string): BookRow | undefined {
    return this.#database.prepare('SELECT * FROM book WHERE isbn = ?').get(key) as BookRow | undefined
  }

  #book(key: string): BookRow {
    if (!/^[0-9]{13}$/.test(key)) throw this.#problem(422, 'not-valid', [{ property: 'isbn', keyword: 'pattern' }])
    const found = this.#bookAt(key)
    if (found === undefined) throw this.#problem(404, 'no-book')
    return found
  }

  #books({ number }: Version, query: URLSearchParams): readonly BookRow[] {
    const wrong: Failure[] = []
    const price = (text: string): number | undefined =>
      number > 1
        ? /^-?\d+$/.test(text)
          ? Number(text)
          : undefined
        : priceFailures(text).length === 0 || text.startsWith('-')
          ? Math.floor(Number(text) * 100 + 0.5)
          : undefined
    const where = whereOf(
      query,
      {
        binding: { sql: 'binding', read: (text) => (['hardback', 'paperback', 'ebook'].includes(text) ? text : undefined) },
        price: { sql: 'price', read: price, ordered: true },
      },
      wrong,
      this.#has('a filter takes the first of several values'),
    )
    const asked =
      this.#has('a sort has one direction') && query.has('sort')
        ? new URLSearchParams({ sort: query.get('sort')!.replaceAll('-', '') })
        : query
    const order = orderOf(
      asked,
      {
        title: this.#has('titles are sorted without case') ? 'title COLLATE NOCASE' : 'title',
        price: this.#has('prices are sorted as texts') ? 'CAST(price AS TEXT)' : 'price',
      },
      wrong,
      'isbn',
      'isbn',
    )
    if (wrong.length > 0) throw this.#problem(422, 'not-valid', wrong)
    return this.#database
      .prepare(`SELECT * FROM book WHERE 1${this.#compared(where.sql)} ORDER BY ${order}`)
      .all(...where.values) as BookRow[]
  }

  #compared(sql: string): string {
    if (this.#has('gte leaves out its bound')) return sql.replaceAll('>=', '>')
    return this.#has('lt takes its bound') ? sql.replaceAll('< ?', '<= ?') : sql
  }

  #showBook({ number }: Version, { isbn: key, title, price, binding }: BookRow): object {
    if (number === 3) return { isbn: key, title, price, binding }
    const shown = number === 1 && !this.#has('v1 is shown cents') ? (price / 100).toFixed(2) : price
    return {
      isbn: key,
      title,
      price: shown,
      binding: binding === 'ebook' && !this.#has('v2 is shown ebooks') ? 'paperback' : binding,
      weight: 0,
    }
  }

  #location({ number }: Version, path: string): { readonly [name: string]: string } {
    if (this.#has('Location has no version')) return { Location: `/${path}` }
    return this.#has('no Location') ? {} : { Location: `/v${this.#has('Location is of the newest version') ? 3 : number}/${path}` }
  }

  #tagged({ headers }: Context, body: object): Reply {
    const tag = this.#has('an ETag stays') ? 'W/"0"' : `"${createHash('md5').update(JSON.stringify(body)).digest('base64url')}"`
    const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace('W/', ''))
    return known?.some((each) => each === '*' || each === tag.replace('W/', '')) === true
      ? { status: 304, headers: { ETag: tag } }
      : { status: 200, body, headers: { ETag: tag } }
  }

  #order(key: string): OrderRow {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key))
      throw this.#problem(422, 'not-valid', [{ property: 'id', keyword: 'format' }])
    const found = this.#database.prepare('SELECT * FROM placed WHERE id = ?').get(key.toLowerCase()) as OrderRow | undefined
    if (found === undefined) throw this.#problem(404, 'no-order')
    return found
  }

  #state({ number }: Version, status: string): string {
    if (number > 1) return status
    return { placed: 'open', cancelled: this.#has('v1 is shown cancelled') ? 'cancelled' : 'sent' }[status] ?? status
  }

  #showOrder(version: Version, { id, customer, items, gift, created, status }: OrderRow): object {
    const own = (JSON.parse(items) as { readonly book: string; readonly count: number }[]).map(({ book, count }) => ({
      [version.book]: book,
      count,
    }))
    const isGift = version.number === 3 || (version.number === 2 && this.#has('v2 is shown gifts')) ? { gift: gift === 1 } : {}
    return {
      id,
      [version.customer]: customer,
      [version.items]: own,
      ...isGift,
      createdAt: new Date(created).toISOString(),
      status: this.#state(version, status),
    }
  }

  #move(version: Version, key: string, to: string): Reply {
    const order = this.#order(key)
    const isLate =
      order.status !== 'placed' &&
      !(order.status === 'cancelled' && to === 'sent' && this.#has('a final state is left')) &&
      !(order.status === to && this.#has('moving again succeeds'))
    if (isLate)
      throw this.#problem(
        409,
        'too-late',
        [],
        `It is ${this.#has('v1 is told what is cancelled') ? order.status : this.#state(version, order.status)}`,
      )
    const status = to === 'cancelled' && this.#has('cancelling sends') ? 'sent' : to
    if (!this.#has('a transition is not saved')) this.#database.prepare('UPDATE placed SET status = ? WHERE id = ?').run(status, order.id)
    return { status: 200, body: this.#showOrder(version, { ...order, status }) }
  }

  #listOrders(version: Version, query: URLSearchParams): Reply {
    const wrong: Failure[] = []
    const states: { readonly [said: string]: string } =
      version.number === 1 ? { open: 'placed', sent: 'sent' } : { placed: 'placed', sent: 'sent', cancelled: 'cancelled' }
    const where = whereOf(
      query,
      {
        [version.customer]: {
          sql: this.#has('customers are found without case') ? 'lower(customer)' : 'customer',
          read: (text) => (this.#has('customers are found without case') ? text.toLowerCase() : text),
          ordered: true,
        },
        status: { sql: 'status', read: (text) => states[text] },
      },
      wrong,
      this.#has('a filter takes the first of several values'),
    )
    const rows =
      wrong.length > 0
        ? []
        : (this.#database
            .prepare(`SELECT * FROM placed WHERE 1${where.sql} ORDER BY created ${this.#has('the newest is first') ? 'DESC' : 'ASC'}, id`)
            .all(...where.values) as OrderRow[])
    const sized = new URLSearchParams(query)
    if (!sized.has('size') && this.#has('a page has ten by default')) sized.set('size', '10')
    const page = pageOf(
      sized,
      rows,
      wrong,
      this.#has('a page drops the row at its border'),
      this.#has('a page may be larger by one') ? 101 : 100,
    )
    if (wrong.length > 0) throw this.#problem(422, 'not-valid', wrong)
    return {
      status: 200,
      body: {
        orders: page.rows.map(({ id, customer, status }) => ({ id, [version.customer]: customer, status: this.#state(version, status) })),
        next: page.next ?? (this.#has('the last page has a next one') && page.rows.length > 0 ? `after-${page.rows.at(-1)!.id}` : null),
      },
    }
  }
}

/** Prices of the first version are decimal texts. */
function priceFailures(text: string, needsCents = false): Failure[] {
  if (needsCents && !/\.\d\d$/.test(text)) return [{ pointer: '/price', keyword: 'format' }]
  if (!/^-?\d+(\.\d+)?$/.test(text)) return [{ pointer: '/price', keyword: 'format' }]
  const value = Math.floor(Number(text) * 100 + 0.5)
  return value < 0 ? [{ pointer: '/price', keyword: 'minimum' }] : value > 1_000_000 ? [{ pointer: '/price', keyword: 'maximum' }] : []
}

/** UUIDs of version 7. */
function keyOfNow(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
