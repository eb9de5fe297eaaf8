// `examples/bookshop.md` written by hand with node:http and maps, from the document alone. `fault` names one thing that it does wrong.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Check, type Wrong, flag, isUuid, list, number, object, text, uuid7 } from './checking.ts'
import { compare, filters, sorting, time } from './lists.ts'
import { type Answer, Refusal } from './refusal.ts'

type Binding = 'hardback' | 'paperback' | 'ebook'
type Book = { isbn: string; title: string; price: number; binding: Binding }
type Order = {
  id: string
  customer: string
  items: { book: string; count: number }[]
  gift: boolean
  createdAt: number
  status: string
  reads: number
}
type Request = {
  readonly method: string
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly version: number
}

const titles: { readonly [type: string]: string } = {
  'unknown-version': 'There are v1, v2, v3',
  'version-ended': 'Version v0 is served no more',
  'not-valid': 'The request is not valid',
  'no-book': 'No such book',
  'no-order': 'No such order',
  'unknown-book': 'It names a book that there is not',
  'known-book': 'This book is known',
  'already-there': 'This book is known',
  invalid: 'The request is not valid',
}
const isIsbn = (value: string): boolean => /^[0-9]{13}$/.test(value)
const decimalText = (cents: number, isShort = false): string =>
  isShort && cents % 100 === 0 ? String(cents / 100) : `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export class Bookshop {
  readonly #fault: string | undefined
  #books = new Map<string, Book>()
  #orders = new Map<string, Order>()

  constructor(fault?: string) {
    this.#fault = fault
  }

  has(fault: string): boolean {
    return this.#fault === fault
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://server.test')
      if (url.pathname.startsWith('/-/')) {
        if (url.pathname === '/-/reset') {
          this.#books.clear()
          this.#orders.clear()
        }
        return void response.writeHead(204).end()
      }
      const { status, body, headers = {} } = this.#answer(request, url, Buffer.concat(chunks).toString())
      response.writeHead(status, {
        ...(body === undefined
          ? {}
          : { 'Content-Type': status >= 400 && !this.has('problems are plain JSON') ? 'application/problem+json' : 'application/json' }),
        ...headers,
      })
      response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
  }

  #answer(request: IncomingMessage, url: URL, raw: string): Answer {
    const [said = '', ...path] = url.pathname.split('/').slice(1).map(decodeURIComponent)
    const version = Number(/^v([0-3])$/.exec(said)?.[1] ?? Number.NaN)
    const more: { [name: string]: string } =
      version === 1 && !this.has('v1 is not deprecated') ? { Deprecation: '@1735689600', Sunset: 'Thu, 01 Jan 2099 00:00:00 GMT' } : {}
    try {
      if (Number.isNaN(version)) throw new Refusal(404, 'unknown-version')
      if (version === 0 && !this.has('v0 is served')) throw new Refusal(410, 'version-ended')
      const method = request.method === 'HEAD' ? 'GET' : request.method!
      const answer = this.#route({ method, path, query: url.searchParams, headers: request.headers, raw, version: version || 1 })
      return { ...answer, headers: { ...more, ...answer.headers } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, type, errors, headers, detail } = error
      const shown = this.has('the body has another status') && status === 409 ? 400 : status
      return {
        status,
        ...(type === '' ? {} : { body: { type, status: shown, title: detail ?? titles[type], errors } }),
        headers: { ...more, ...headers },
      }
    }
  }

  #invalid(errors: readonly Wrong[]): Refusal {
    return new Refusal(422, this.has('validation has another type') ? 'invalid' : 'not-valid', { errors })
  }

  #body(request: Request): { [name: string]: any } {
    if (request.raw === '') throw this.#invalid([{ pointer: '', keyword: 'required' }])
    if (!/json\s*(;|$)/.test(request.headers['content-type'] ?? '')) throw new Refusal(415, '')
    try {
      return JSON.parse(request.raw)
    } catch {
      throw this.#invalid([])
    }
  }

  #route(request: Request): Answer {
    const {
      method,
      path: [collection, key, sub, ...rest],
      version,
    } = request
    if (rest.length > 0) throw new Refusal(404, '')
    const item = version === 1 ? 'order' : 'orders'
    switch (`${method} /${collection}${key === undefined ? '' : '/{}'}${sub === undefined ? '' : `/${sub}`}`) {
      case 'POST /books':
        return this.#addBook(request)
      case 'GET /books':
        return this.#listBooks(request)
      case 'GET /books/{}':
        return this.#tagged(request, this.#showBook(this.#book(key!), request))
      case 'PUT /books/{}':
        return this.#replaceBook(request, key!)
      case 'POST /orders':
        return this.#placeOrder(request)
      case 'GET /orders':
        return this.#listOrders(request)
      case `GET /${item}/{}`:
        return this.#getOrder(request, key!)
      case 'POST /orders/{}/send':
        return this.#move(request, key!, 'sent')
      case 'POST /orders/{}/cancel': {
        if (version === 1 && !this.has('v1 may cancel')) throw new Refusal(404, '')
        return this.#move(request, key!, 'cancelled')
      }
      case 'GET /bestsellers': {
        if (version === 3 && !this.has('bestsellers are in v3')) throw new Refusal(404, '')
        const all = [...this.#books.values()].toSorted((a, b) => a.price - b.price || compare(a.isbn, b.isbn))
        return { status: 200, body: { books: all.map((book) => this.#showBook(book, request)) } }
      }
      default:
        throw new Refusal(404, '')
    }
  }

  #bookFields({ version }: Request): { readonly [name: string]: Check } {
    const most = this.has('a title may be longer by one') ? 201 : 200
    const bindings = ['hardback', 'paperback', 'ebook']
    const cents = number({ min: 0, max: 1_000_000, step: 1 })
    return {
      title: this.has('a title is measured in UTF-16')
        ? (value, at) =>
            typeof value === 'string' && value.length > most ? [{ pointer: at, keyword: 'maxLength' }] : text({ min: 1 })(value, at)
        : text({ min: 1, max: most }),
      price:
        version > 1
          ? cents
          : (value, at) =>
              typeof value !== 'string'
                ? [{ pointer: at, keyword: 'type' }]
                : !/^-?\d+(\.\d+)?$/.test(value)
                  ? [{ pointer: at, keyword: 'format' }]
                  : cents(Math.floor(Number(value) * 100 + 0.5), at),
      binding: (value, at) =>
        typeof value !== 'string' ? [{ pointer: at, keyword: 'type' }] : bindings.includes(value) ? [] : [{ pointer: at, keyword: 'enum' }],
    }
  }

  /** A book as the newest version has it. */
  #bookOf(isbn: string, body: { [name: string]: any }, { version }: Request): Book {
    const usual = (version === 3) === !this.has('a default is another') ? 'paperback' : 'hardback'
    const price = version === 1 ? Math.floor(Number(body['price']) * 100 + 0.5) : Number(body['price'])
    return { isbn, title: body['title'], price, binding: body['binding'] ?? usual }
  }

  #showBook(book: Book, { version }: Request): object {
    if (version === 3) return { ...book }
    const binding = book.binding === 'ebook' && !this.has('v2 is shown ebooks') ? 'paperback' : book.binding
    return {
      ...book,
      price:
        version === 1 && !this.has('v1 is shown cents')
          ? decimalText(book.price, this.has('v1 is shown whole prices without cents'))
          : book.price,
      binding,
      weight: 0,
    }
  }

  #book(key: string): Book {
    if (!isIsbn(key)) throw this.#invalid([{ property: 'isbn', keyword: 'pattern' }])
    const found = this.#books.get(key)
    if (found === undefined) throw new Refusal(404, 'no-book')
    return found
  }

  #addBook(request: Request): Answer {
    const body = this.#body(request)
    const errors = object({ isbn: text({ match: isIsbn }), ...this.#bookFields(request) }, ['isbn', 'title', 'price'])(body, '').map(
      (each) => (each.pointer === '/isbn' && each.keyword === 'format' ? { ...each, keyword: 'pattern' } : each),
    )
    const isObject = errors.every(({ pointer }) => pointer !== '')
    const isLate = this.has('known comes before valid') && isObject && this.#books.has(body['isbn'])
    if (errors.length > 0 && !isLate) throw this.#invalid(errors)
    const book = this.#bookOf(body['isbn'], body, request)
    if (this.#books.has(book.isbn) && !this.has('a key may be there twice'))
      throw new Refusal(409, request.version === 1 ? 'already-there' : 'known-book')
    this.#books.set(book.isbn, book)
    return { status: 201, body: this.#showBook(book, request), headers: this.#location(request, `books/${book.isbn}`) }
  }

  #location({ version }: Request, path: string): { [name: string]: string } {
    return this.has('no Location') ? {} : { Location: `/v${this.has('Location is of the newest version') ? 3 : version}/${path}` }
  }

  #replaceBook(request: Request, key: string): Answer {
    const body = this.#body(request)
    const errors: Wrong[] = [
      ...(isIsbn(key) ? [] : [{ property: 'isbn', keyword: 'pattern' }]),
      ...object(this.#bookFields(request), ['title', 'price'])(body, ''),
    ]
    if (errors.length > 0) throw this.#invalid(errors)
    const before = this.#book(key)
    const book = this.#bookOf(key, body, request)
    if (this.has('a replacement keeps what is left out') && body['binding'] === undefined) book.binding = before.binding
    this.#books.set(key, book)
    return { status: 200, body: this.#showBook(book, request) }
  }

  #listBooks(request: Request): Answer {
    const { query, version } = request
    const errors: Wrong[] = []
    const bindings = ['hardback', 'paperback', 'ebook']
    const price =
      version === 1
        ? (said: string) => (/^-?\d+(\.\d+)?$/.test(said) ? Math.floor(Number(said) * 100 + 0.5) : undefined)
        : (said: string) => (/^-?\d+$/.test(said) ? Number(said) : undefined)
    const filter = filters<Book>(
      query,
      {
        binding: { read: (said) => (bindings.includes(said) ? said : undefined), of: ({ binding }) => binding },
        price: { read: price, of: (book) => book.price, ordered: true },
      },
      errors,
      this.has('a filter takes the first of several values'),
    )
    const order = sorting<Book>(
      query,
      { title: ({ title }) => title, price: (book) => (this.has('prices are sorted as texts') ? String(book.price) : book.price) },
      errors,
    )
    if (errors.length > 0) throw this.#invalid(errors)
    const all = [...this.#books.values()].filter(filter).toSorted((a, b) => order(a, b) || compare(a.isbn, b.isbn))
    const listed = this.has('lists shorten titles') ? all.map((book) => ({ ...book, title: book.title.slice(0, 30) })) : all
    return { status: 200, body: { books: listed.map((book) => this.#showBook(book, request)) } }
  }

  #tagged({ headers }: Request, body: object): Answer {
    const tag = this.has('an ETag stays') ? '"1"' : `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 20)}"`
    const asked = headers['if-none-match']
    if (asked !== undefined && (asked === '*' || asked.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)))
      return { status: 304, headers: { ETag: tag } }
    return { status: 200, body, headers: { ETag: tag } }
  }

  #placeOrder(request: Request): Answer {
    const { version } = request
    const body = this.#body(request)
    const [customer, items, book] = version === 1 ? (['buyer', 'lines', 'isbn'] as const) : (['customer', 'items', 'book'] as const)
    const isbn = text({ match: isIsbn })
    const item = object({ [book]: isbn, count: number({ min: 1, max: 100, step: 1 }) }, [book, 'count'])
    const errors = object(
      { [customer]: text({ min: 1, max: 100 }), [items]: list(item, 1, 50), ...(version === 3 ? { gift: flag } : {}) },
      [customer, items],
    )(body, '')
    if (errors.length > 0) throw this.#invalid(errors.map((each) => (each.keyword === 'format' ? { ...each, keyword: 'pattern' } : each)))
    const all = (body[items] as { [name: string]: any }[]).map((each) => ({ book: String(each[book]), count: Number(each['count']) }))
    if (all.some((each) => !this.#books.has(each.book)) && !this.has('a reference is not asked'))
      throw new Refusal(422, version === 3 ? 'unknown-book' : 'not-valid')
    const order: Order = {
      id: uuid7(Date.now()),
      customer: body[customer],
      items: all,
      gift: version === 3 ? body['gift'] === true : version === 2 && this.has('what v2 orders is a gift'),
      createdAt: Date.now(),
      status: 'placed',
      reads: 0,
    }
    this.#orders.set(order.id, order)
    return {
      status: 201,
      body: this.#showOrder(order, request),
      headers: this.#location(request, `${version === 1 ? 'order' : 'orders'}/${order.id}`),
    }
  }

  #state(status: string, version: number): string {
    if (version > 1) return status
    return status === 'placed' ? 'open' : status === 'cancelled' && !this.has('v1 is shown cancelled') ? 'sent' : status
  }

  #showOrder({ id, customer, items, gift, createdAt, status }: Order, { version }: Request): object {
    const common = { id, createdAt: time(createdAt), status: this.#state(status, version) }
    if (version === 1) return { ...common, buyer: customer, lines: items.map(({ book, count }) => ({ isbn: book, count })) }
    return { ...common, customer, items, ...(version === 3 || this.has('v2 is shown gifts') ? { gift } : {}) }
  }

  #order(key: string): Order {
    if (!isUuid(key)) throw this.#invalid([{ property: 'id', keyword: 'format' }])
    const found = this.#orders.get(key.toLowerCase())
    if (found === undefined) throw new Refusal(404, 'no-order')
    return found
  }

  #getOrder(request: Request, key: string): Answer {
    const order = this.#order(key)
    if (this.has('a read changes the gift') && ++order.reads === 2) order.gift = !order.gift
    return this.#tagged(request, this.#showOrder(order, request))
  }

  #move(request: Request, key: string, to: 'sent' | 'cancelled'): Answer {
    const order = this.#order(key)
    if (order.status !== 'placed' && !(order.status === 'cancelled' && to === 'sent' && this.has('a final state is left')))
      throw new Refusal(409, 'too-late', { detail: `It is ${this.#state(order.status, request.version)}` })
    const status = to === 'cancelled' && this.has('cancelling sends') ? 'sent' : to
    if (!this.has('a transition is not saved')) order.status = status
    if (request.version < 3 && this.has('an older client drops the gift')) order.gift = false
    return { status: 200, body: this.#showOrder({ ...order, status }, request) }
  }

  #listOrders(request: Request): Answer {
    const { query, version } = request
    const errors: Wrong[] = []
    const states = version === 1 ? ['open', 'sent'] : ['placed', 'sent', 'cancelled']
    const filter = filters<Order>(
      query,
      {
        [version === 1 ? 'buyer' : 'customer']: { read: (said) => said, of: ({ customer }) => customer, ordered: true },
        status: {
          read: (said) => (states.includes(said) ? (said === 'open' ? 'placed' : said) : undefined),
          of: ({ status }) => (status === 'cancelled' && version === 1 && this.has('v1 finds cancelled ones as sent') ? 'sent' : status),
        },
      },
      errors,
      this.has('a filter takes the first of several values'),
    )
    const said = query.get('size')
    if (said !== null && (!/^-?\d+$/.test(said) || Number(said) < 1 || Number(said) > 100))
      errors.push({ property: 'size', keyword: 'minimum' })
    if (errors.length > 0) throw this.#invalid(errors)
    const size = Number(said ?? 20)
    const all = [...this.#orders.values()]
      .filter(filter)
      .toSorted((a, b) => (this.has('the newest is first') ? b.createdAt - a.createdAt : a.createdAt - b.createdAt) || compare(a.id, b.id))
    const cursor = query.get('cursor')
    const at = cursor === null ? -1 : all.findIndex(({ id }) => Buffer.from(id).toString('base64url') === cursor)
    if (cursor !== null && at < 0) throw this.#invalid([{ property: 'cursor', keyword: 'format' }])
    const from = at + 1 + (at >= 0 && this.has('a page drops the row at its border') ? 1 : 0)
    const items = all.slice(from, from + size)
    const last = items.at(-1)
    const next = last === undefined || from + size >= all.length ? null : Buffer.from(last.id).toString('base64url')
    const body = items.map(({ id, customer, status }) => ({
      id,
      [version === 1 ? 'buyer' : 'customer']: customer,
      status: this.#state(status, version),
    }))
    return { status: 200, body: { orders: body, next } }
  }
}
