// `examples/orders.md` written by hand once more: routes of find-my-way, schemas of Ajv, tables of SQLite. `fault` names one thing that it does wrong.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ValidateFunction } from 'ajv'
import { milliseconds } from './lists.ts'
import { isUuid, uuid7 } from './checking.ts'
import { OrderDesk } from './orders-desk.ts'
import { type OrderBody, type OrderForms, problem } from './orders-forms.ts'
import { mountSubscriptions } from './orders-subscriptions.ts'
import { type CustomerRow, OrderTables, type ProductRow, type TakingsRow, iso } from './orders-tables.ts'
import {
  type Context,
  type Failure,
  HttpProblem,
  type Reply,
  Routed,
  ajv,
  failures,
  orderOf,
  pageOf,
  serveRouted,
  whereOf,
  yieldTurn,
} from './routed.ts'

const price = { type: 'number', minimum: 0, maximum: 100_000, multipleOf: 0.01 }
const sku = { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }

export class OrdersRouted {
  readonly #fault: string | undefined
  readonly #tables: OrderTables
  readonly #routed: Routed
  /** Requests for new products that are still counted, in milliseconds of their rate. */
  #level = { debt: 0, at: 0 }

  constructor(fault?: string) {
    this.#fault = fault
    this.#tables = new OrderTables((name) => this.#has(name))
    this.#routed = new Routed(() => ({ status: 404 }))
    this.#customers()
    this.#products()
    const forms: OrderForms = {
      checked: (validate, context) => this.#checked(validate, context),
      page: (query, usual, before) => this.#page(query, usual, before),
      located: (path) => this.#located(path),
    }
    mountSubscriptions(this.#tables, this.#routed, forms)
    new OrderDesk(this.#tables, forms).mount(this.#routed)
    this.#routed.on('GET', '/takings', ({ query, headers }) => {
      if (!this.#caller(headers) && this.#has('takings are for buyers')) throw problem(403, 'not-a-buyer')
      const page = this.#page(
        query,
        31,
      )(this.#tables.all<TakingsRow>('SELECT * FROM takings ORDER BY id DESC').map((row) => ({ ...row, id: String(row.id) })))
      return {
        status: 200,
        body: {
          takings: page.rows.map(({ id, since, until, amount }) => ({ id: Number(id), from: iso(since), until: iso(until), amount })),
          next: page.next,
        },
      }
    })
  }

  #has(fault: string): boolean {
    return this.#fault === fault
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const version = String(request.headers['api-version'] ?? 'v2')
    const stream =
      request.method === 'GET' && ['v1', 'v2'].includes(version)
        ? this.#stream(new URL(request.url ?? '/', 'http://here').pathname)
        : undefined
    if (stream !== undefined) return this.#tables.outbox.follow(request, response, stream)
    serveRouted(
      { reply: (method, url, headers, raw) => this.#reply(version, method, url, headers, raw) },
      request,
      response,
      (name, body) => {
        if (name === 'clock') return this.#tables.advance(milliseconds((JSON.parse(body) as { readonly advance: string }).advance))
        this.#tables.reset()
        this.#level = { debt: 0, at: 0 }
      },
    )
  }

  #stream(path: string): ((event: { readonly type: string; readonly key: string }) => boolean) | undefined {
    if (path === '/orders/events') return ({ type }) => type.startsWith('order.')
    if (path === '/products/scarce') return ({ type }) => type === 'product.scarce'
    const [, id] = /^\/orders\/([0-9a-f-]{36})\/events$/i.exec(path) ?? []
    return id === undefined
      ? undefined
      : ({ type, key }) =>
          (type === 'order.changed' || type === 'order.expired') && (key === id || this.#has('a stream shows other orders'))
  }

  async #reply(version: string, method: string, url: URL, headers: IncomingMessage['headers'], raw: string): Promise<Reply> {
    if (version === 'v0') throw problem(410, 'version-ended')
    if (version !== 'v1' && version !== 'v2' && !this.#has('an unknown version is the newest')) throw problem(400, 'unknown-version')
    this.#tables.settle()
    const more: { readonly [name: string]: string } =
      version === 'v1' ? { Deprecation: '@1767225600', Sunset: 'Thu, 01 Jan 2099 00:00:00 GMT' } : {}
    try {
      const reply = await this.#routed.reply(method, url, headers, raw)
      return { ...reply, headers: { ...more, ...reply.headers } as { [name: string]: string } }
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error
      const { status, body, headers: own } = error.reply
      throw new HttpProblem(status, body as object | undefined, { ...(this.#has('refusals of v1 are not deprecated') ? {} : more), ...own })
    }
  }

  #invalid(errors: readonly Failure[]): HttpProblem {
    return problem(422, this.#has('validation has another type') ? 'invalid' : 'not-valid', { errors })
  }

  #json({ raw, headers }: Context): OrderBody {
    if (raw === '') throw this.#invalid([{ pointer: '', keyword: 'required' }])
    if (!/^application\/([\w.-]+\+)?json\b/.test(headers['content-type'] ?? '')) throw problem(415, '')
    if (
      Buffer.byteLength(raw) > (this.#has('a body may be larger by one') ? 16_385 : 16_384) ||
      depthOf(raw, this.#has('brackets in texts are depth')) > (this.#has('a body may be deeper') ? 9 : 8)
    )
      throw problem(413, 'too-large')
    try {
      return JSON.parse(raw) as OrderBody
    } catch {
      throw problem(400, 'malformed')
    }
  }

  /** The body of a request to a path whose key fits. */
  #checked(validate: ValidateFunction | undefined, context: Context): OrderBody {
    const body = validate === undefined ? {} : this.#json(context)
    const { id, sku: own } = context.params
    if (id !== undefined && !isUuid(id)) throw this.#invalid([{ property: 'id', keyword: 'format' }])
    if (own !== undefined && !/^[A-Z]{3}-[0-9]{4}$/.test(own)) throw this.#invalid([{ property: 'sku', keyword: 'pattern' }])
    const wrong = validate === undefined ? [] : failures(validate, body)
    if (wrong.length > 0) throw this.#invalid(wrong)
    return body
  }

  /** Cuts rows as the query says. */
  #page(
    query: URLSearchParams,
    usual = 20,
    before: readonly Failure[] = [],
  ): <T extends { readonly id: string }>(rows: readonly T[]) => { readonly rows: readonly T[]; readonly next: string | null } {
    return (rows) => {
      const wrong: Failure[] = [...before]
      const asked = new URLSearchParams(query)
      if (!asked.has('size')) asked.set('size', String(usual))
      const cursor = asked.get('cursor')
      // The page begins once more with the row that the last one ended with.
      const repeats = cursor !== null && this.#has('a page repeats its border')
      const at = repeats ? rows.findIndex(({ id }) => `after-${id}` === cursor) : -1
      if (at > 0) asked.set('cursor', `after-${rows[at - 1]!.id}`)
      const page = pageOf(asked, rows, wrong, this.#has('a page drops the row at its border'))
      if (wrong.length > 0) throw this.#invalid(wrong)
      return page
    }
  }

  #caller(headers: IncomingMessage['headers']): boolean {
    const pattern = this.#has('a scheme has letter case') ? /^Bearer token-of-(bea|carl)$/ : /^bearer token-of-(bea|carl)$/i
    const found = pattern.exec(headers.authorization ?? '')
    if (found === null) throw problem(401, 'unknown-caller', { headers: { 'WWW-Authenticate': 'Bearer' } })
    return found[1] === 'bea' || this.#has('anybody known may withdraw')
  }

  #located(path: string): { readonly [name: string]: string } {
    return this.#has('no Location') ? {} : { Location: this.#has('another Location') ? `/api${path}` : path }
  }

  #customers(): void {
    const tables = this.#tables
    const isOld = ({ headers }: Context): boolean => headers['api-version'] === 'v1'
    const name = { type: 'string', minLength: 1, maxLength: this.#has('a name may be longer by one') ? 101 : 100 }
    const mail = { type: 'string', format: 'email', maxLength: 254 }
    const blocked = { type: this.#has('blocked may be a number') ? ['boolean', 'integer'] : 'boolean' }
    const creates = [true, false].map((old) =>
      ajv.compile({ type: 'object', required: ['name', old ? 'mail' : 'email'], properties: { name, [old ? 'mail' : 'email']: mail } }),
    )
    const updates = [true, false].map((old) =>
      ajv.compile({ type: 'object', properties: { name, [old ? 'mail' : 'email']: mail, blocked } }),
    )
    const show = ({ id, name: own, email, blocked }: CustomerRow, context: Context): object => ({
      id,
      name: own,
      [isOld(context) ? 'mail' : 'email']: email,
      blocked: blocked === 1,
    })
    const find = (context: Context): CustomerRow => {
      const found = tables.one<CustomerRow>('SELECT * FROM customer WHERE id = ?', context.params['id']!.toLowerCase())
      if (found === undefined) throw problem(404, 'no-customer')
      return found
    }
    const isTaken = (email: string, id: string): boolean =>
      tables.one(
        `SELECT 1 FROM customer WHERE ${this.#has('unique minds case') ? 'email' : 'lower(email)'} = ? AND id <> ?`,
        this.#has('unique minds case') ? email : email.toLowerCase(),
        id,
      ) !== undefined
    this.#routed
      .on('POST', '/customers', async (context) => {
        const body = this.#checked(creates[isOld(context) ? 0 : 1], context)
        const email = String(body[isOld(context) ? 'mail' : 'email'])
        if (isTaken(email, '')) throw problem(409, 'taken')
        if (this.#has('one address twice at once')) await yieldTurn()
        const id = this.#has('a client chooses the id') && typeof body['id'] === 'string' ? body['id'] : uuid7(tables.now())
        tables.run(
          'INSERT OR REPLACE INTO customer VALUES (?, ?, ?, ?)',
          id,
          body['name'],
          this.#has('addresses are kept in small letters') ? email.toLowerCase() : email,
          Number(this.#has('a default is another')),
        )
        return { status: 201, body: show(find({ ...context, params: { id } }), context), headers: this.#located(`/customers/${id}`) }
      })
      .on('GET', '/customers/:id', (context) => {
        this.#checked(undefined, context)
        return { status: 200, body: show(find(context), context) }
      })
      .on('PATCH', '/customers/:id', async (context) => {
        const body = this.#checked(updates[isOld(context) ? 0 : 1], context)
        const { id, ...before } = find(context)
        const email = body[isOld(context) ? 'mail' : 'email'] as string | undefined
        if (email !== undefined && isTaken(email, id)) throw problem(409, 'taken')
        const after = {
          name: body['name'] ?? before.name,
          email: email ?? before.email,
          blocked: Number(body['blocked'] ?? before.blocked),
        }
        if (this.#has('the whole customer is written')) await yieldTurn()
        tables.run('UPDATE customer SET name = ?, email = ?, blocked = ? WHERE id = ?', after.name, after.email, after.blocked, id)
        return { status: 200, body: show(find(context), context) }
      })
      .on('DELETE', '/customers/:id', (context) => {
        this.#checked(undefined, context)
        const { id } = find(context)
        const restricting = this.#has('cancelled orders do not restrict') ? "status <> 'cancelled'" : '1'
        const isUsed = tables.one(`SELECT 1 FROM placed_order WHERE customer = ? AND ${restricting}`, id) !== undefined
        if (isUsed && !this.#has('a reference does not restrict')) throw problem(409, 'in-use')
        tables.run('DELETE FROM customer WHERE id = ?', id)
        return { status: 204 }
      })
  }

  #products(): void {
    const tables = this.#tables
    const name = { type: 'string', minLength: 1, maxLength: 200 }
    const creates = ajv.compile({
      type: 'object',
      required: ['sku', 'name', 'price', 'available'],
      properties: {
        sku: this.#has('a sku may have small letters') ? { type: 'string', pattern: '^[A-Za-z]{3}-[0-9]{4}$' } : sku,
        name,
        price,
        available: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      },
    })
    const changedName = this.#has('null is left alone') ? { ...name, type: ['string', 'null'] } : name
    const updates = ajv.compile({ type: 'object', properties: { name: changedName, price } })
    const find = (key: string): ProductRow => {
      const found = tables.one<ProductRow>('SELECT * FROM product WHERE sku = ?', key)
      if (found === undefined) throw problem(404, 'no-product')
      return found
    }
    const sells = (event: 'withdraw' | 'offer', from: string, to: string): void =>
      void this.#routed.on('POST', `/products/:sku/${event}`, (context) => {
        const [isBuyer, isLate] = [this.#caller(context.headers), this.#has('no product comes before no buyer')]
        if (!isBuyer && !isLate) throw problem(403, 'not-a-buyer')
        this.#checked(undefined, context)
        const product = find(context.params['sku']!)
        if (!isBuyer) throw problem(403, 'not-a-buyer')
        if (product.sale !== from)
          throw problem(409, 'wrong-state', {
            detail: `It is ${product.sale}; possible are ${product.sale === 'offered' ? 'take, restock, withdraw' : 'restock, offer'}.`,
          })
        if (!this.#has('a transition is not saved')) tables.run('UPDATE product SET sale = ? WHERE sku = ?', to, product.sku)
        return { status: 200, body: { ...product, sale: to } }
      })
    sells('withdraw', 'offered', 'withdrawn')
    sells('offer', 'withdrawn', 'offered')
    this.#routed
      .on('GET', '/products', ({ query }) => {
        const wrong: Failure[] = []
        const number = (own: string, usual: number, least: number, most: number): number => {
          const text = query.get(own) ?? String(usual)
          if (!/^-?\d+$/.test(text) || Number(text) < least || Number(text) > most) wrong.push({ property: own, keyword: 'minimum' })
          return Number(text)
        }
        const [limit, offset] = [
          number('limit', 20, 1, 100),
          number('offset', 0, 0, this.#has('an offset has another bound') ? 100_000 : 1_000_000),
        ]
        const where = whereOf(
          query,
          {
            sale: { sql: 'sale', read: (text) => (text === 'offered' || text === 'withdrawn' ? text : undefined) },
            price: { sql: 'price', read: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined), ordered: true },
          },
          wrong,
          this.#has('a filter takes the first of several values'),
        )
        const order = orderOf(query, { name: 'name', price: 'price' }, wrong, 'sku', 'sku')
        if (wrong.length > 0) throw this.#invalid(wrong)
        const from = this.#has('a page drops the row at its border') && offset > 0 ? offset + 1 : offset
        return {
          status: 200,
          body: {
            products: tables.all<ProductRow>(
              `SELECT * FROM product WHERE 1${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
              ...(where.values as string[]),
              limit,
              from,
            ),
          },
        }
      })
      .on('POST', '/products', (context) => {
        const headers = this.#counted()
        try {
          const body = this.#checked(creates, context)
          if (tables.one('SELECT 1 FROM product WHERE sku = ?', body['sku']) !== undefined) throw problem(409, 'taken')
          if (body['price'] <= 0) throw problem(422, 'free')
          tables.run("INSERT INTO product VALUES (?, ?, ?, ?, 'offered')", body['sku'], body['name'], body['price'], body['available'])
          return { status: 201, body: find(body['sku']), headers }
        } catch (error) {
          if (!(error instanceof HttpProblem)) throw error
          throw new HttpProblem(error.reply.status, error.reply.body as object | undefined, { ...error.reply.headers, ...headers })
        }
      })
      .on('PATCH', '/products/:sku', (context) => {
        const body = this.#checked(updates, context)
        const product = find(context.params['sku']!)
        if (body['price'] !== undefined && body['price'] <= 0 && !this.#has('an invariant is not asked')) throw problem(422, 'free')
        tables.run(
          'UPDATE product SET name = ?, price = ? WHERE sku = ?',
          body['name'] ?? product.name,
          body['price'] ?? product.price,
          product.sku,
        )
        return { status: 200, body: find(product.sku) }
      })
  }

  /** A bucket of three that fills with thirty an hour. */
  #counted(): { readonly [name: string]: string } {
    const each = 120_000
    const now = this.#tables.now()
    const burst = this.#has('the burst is larger') ? 4 : 3
    const debt = Math.max(0, this.#level.debt - (now - this.#level.at))
    const policy = { 'RateLimit-Policy': '"entering";q=30;w=3600' }
    if (debt > (burst - 1) * each) {
      if (this.#has('what is too fast is counted')) this.#level = { debt: debt + each, at: now }
      const seconds = Math.ceil((debt - (burst - 1) * each) / 1000)
      throw problem(429, 'too-many', {
        detail: `Try again in ${seconds} seconds.`,
        headers: {
          ...policy,
          RateLimit: `"entering";r=0;t=${seconds}`,
          ...(this.#has('no Retry-After') ? {} : { 'Retry-After': String(seconds - (this.#has('Retry-After is too short') ? 30 : 0)) }),
        },
      })
    }
    this.#level = { debt: debt + each, at: now }
    const left = Math.floor(burst - this.#level.debt / each) + (this.#has('one more is left') ? 1 : 0)
    return { ...policy, RateLimit: `"entering";r=${left};t=${Math.ceil((this.#level.debt - (burst - left - 1) * each) / 1000)}` }
  }
}

/** The nesting depth of lists and objects. */
function depthOf(raw: string, countsTexts: boolean): number {
  let [depth, most] = [0, 0]
  for (const letter of countsTexts ? raw : raw.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    depth += letter === '[' || letter === '{' ? 1 : letter === ']' || letter === '}' ? -1 : 0
    most = Math.max(most, depth)
  }
  return most
}
