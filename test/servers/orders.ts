// `examples/orders.md` written by hand with node:http and maps, from the document alone. `fault` names one thing that it
// does wrong.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Check, type Wrong, flag, isEmail, isUri, isUuid, list, number, object, text, uuid7 } from './checking.ts'
import { Outbox } from './outbox.ts'
import { compare, day, decimal, filters, isTime, milliseconds, sorting, time } from './lists.ts'

type Line = { product: string; quantity: number }
type Customer = { id: string; name: string; email: string; blocked: boolean }
type Product = { sku: string; name: string; price: number; available: number; sale: 'offered' | 'withdrawn' }
type Order = {
  id: string
  number: number
  customer: string
  lines: Line[]
  note: string | null
  callbackUrl: string | null
  total: number | null
  placedAt: number | null
  createdAt: number
  status: string
  enteredAt: number
  views: number
}
type Payment = { id: string; order: string; amount: number; paidAt: number }
type Subscription = { id: string; url: string; types: string[]; secret: string; previousSecret: string | null; createdAt: number }
type Takings = { id: number; from: number; until: number; amount: number }

const cents = (value: number, isCut = false): number => (isCut ? Math.floor(value * 100) : Math.round(value * 100)) / 100

class Refusal extends Error {
  readonly type: string
  readonly status: number
  readonly detail: string | undefined
  readonly errors: readonly object[]
  readonly headers: { readonly [name: string]: string }
  constructor(
    status: number,
    type: string,
    {
      detail,
      errors = [],
      headers = {},
    }: { detail?: string; errors?: readonly object[]; headers?: { readonly [name: string]: string } } = {},
  ) {
    super(type)
    this.status = status
    this.type = type
    this.detail = detail
    this.errors = errors
    this.headers = headers
  }
}

const titles: { readonly [type: string]: string } = {
  'unknown-version': 'There are v1, v2',
  'version-ended': 'Version v0 is served no more',
  'too-many': 'That was too fast',
  'too-large': 'The request is too large',
  malformed: 'The request is not JSON',
  'not-valid': 'The request is not valid',
  'no-customer': 'No such customer',
  'no-product': 'No such product',
  'no-order': 'No such order',
  'no-subscription': 'No such subscription',
  'unknown-reference': 'It refers to something that does not exist',
  taken: 'There is one already',
  'unknown-caller': 'Sign on first',
  'not-a-buyer': 'Buyers decide what is on offer',
  'in-use': 'The customer has orders',
  'key-reused': 'This key was used for another request',
  changed: 'The order was changed in the meantime',
  'no-condition': 'If-Match is needed',
  'wrong-state': 'That is not possible now',
  'out-of-stock': 'There is not enough in stock',
  blocked: 'This customer cannot order',
  'wrong-amount': 'The amount is not what the order costs',
  free: 'Nothing is free',
}

const sku = text({ match: (value) => /^[A-Z]{3}-[0-9]{4}$/.test(value) })
const price = number({ min: 0, max: 100_000, step: 0.01 })
const line = object({ product: sku, quantity: number({ min: 1, max: 1000, step: 1 }) }, ['product', 'quantity'])
const callback = text({ max: 2000, nullable: true, match: (value) => isUri(value) && /^https?:\/\//.test(value) })
const id = text({ match: isUuid })
const subscriptionFields = {
  url: text({ max: 2000, match: (value) => isUri(value) && /^https?:\/\//.test(value) }),
  types: list(text({ max: 100 }), 1, 100, true),
  secret: text({ max: 100, match: (value) => /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/.test(value) }),
}

/** Answers a request: a status, and a body if there is content. */
type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: { readonly [name: string]: string } }
type Request = {
  readonly method: string
  readonly path: string[]
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: () => { [name: string]: any }
  readonly version: string
  readonly raw: string
}

export class Orders {
  readonly #fault: string | undefined
  #moved = 0
  customers = new Map<string, Customer>()
  products = new Map<string, Product>()
  orders = new Map<string, Order>()
  payments: Payment[] = []
  subscriptions = new Map<string, Subscription>()
  takings: Takings[] = []
  #sequence = 0
  #hidden = new Set<string>()
  #kept = new Map<string, { print: string; answer: Answer; at: number }>()
  #debt = { amount: 0, at: 0 }
  #counted = 0
  #began = 0
  readonly #outbox = new Outbox(
    () => this.now(),
    (fault) => this.has(fault),
  )

  constructor(fault?: string) {
    this.#fault = fault
    this.reset()
  }

  reset(): void {
    this.#moved = 0
    this.#outbox.reset()
    this.customers.clear()
    this.orders.clear()
    this.payments = []
    this.subscriptions.clear()
    this.takings = []
    this.#sequence = 0
    this.#kept.clear()
    this.#debt = { amount: 0, at: 0 }
    this.#counted = this.#began = this.now()
    this.products = new Map([
      ['TEA-0001', { sku: 'TEA-0001', name: 'Green tea', price: 4.5, available: 100, sale: 'offered' }],
      ['CUP-0002', { sku: 'CUP-0002', name: 'Cup', price: 12, available: 3, sale: 'offered' }],
    ])
  }

  has(fault: string): boolean {
    return this.#fault === fault
  }

  now(): number {
    return Date.now() + this.#moved
  }

  /** What became due meanwhile happens in its order. */
  advance(ms: number): void {
    const until = this.now() + ms
    this.#moved += ms
    this.#settle(until)
    this.#outbox.settle()
  }

  #settle(now: number): void {
    for (;;) {
      const next = this.#began + (Math.floor((this.#counted - this.#began) / day) + 1) * day
      const expiring = [...this.orders.values()].filter(
        ({ status, enteredAt }) =>
          (status === 'placed' || (status === 'paid' && this.has('what is paid expires'))) &&
          enteredAt + day <= Math.min(now, next) &&
          !this.has('timer never fires'),
      )
      for (const order of expiring.toSorted((a, b) => a.enteredAt - b.enteredAt)) this.#expire(order)
      if (next > now) return
      const amount = cents(
        this.payments.filter(({ paidAt }) => paidAt > this.#counted && paidAt <= next).reduce((sum, each) => sum + each.amount, 0),
      )
      this.takings.push({ id: this.takings.length + 1, from: this.#counted, until: next, amount })
      this.#counted = next
    }
  }

  #expire(order: Order): void {
    order.status = 'expired'
    for (const { product, quantity } of order.lines) this.products.get(product)!.available += quantity
    this.#told(order, 'order.changed')
    this.#emit('order.expired', order.id, { id: order.id, placedAt: time(order.placedAt) })
    this.#settled(order)
  }

  #summary(order: Order): object {
    return {
      id: order.id,
      number: order.number,
      status: order.status,
      total: order.total,
      createdAt: time(order.createdAt),
      customer: this.customers.get(order.customer)?.name,
    }
  }

  #told(order: Order, type: 'order.changed' | 'order.placed'): void {
    const { id: key, customer, total } = order
    if (type === 'order.changed') this.#emit(type, key, this.#summary(order))
    else this.#emit(type, key, { id: key, customer, total: this.has('an event has an old total') ? null : total }, String(order.number))
  }

  /** Every subscription to the type is called, in the order of each key. */
  #emit(type: string, key: string, data: object, subject?: string): void {
    const event = this.#outbox.emit(type, key, data, subject === undefined ? {} : { subject })
    for (const { id: to, types } of this.subscriptions.values()) {
      if (!types.includes(type) && !this.has('subscribers are sent all types')) continue
      this.#outbox.send({
        lane: `${to} ${key}`,
        id: event.id,
        method: 'POST',
        headers: { 'Content-Type': this.has('deliveries are plain JSON') ? 'application/json' : 'application/cloudevents+json' },
        body: JSON.stringify(event.body),
        most: 10,
        initial: 5000,
        factor: 3,
        to: () => {
          const found = this.subscriptions.get(to)
          return found && { url: found.url, secrets: [found.secret, ...(found.previousSecret === null ? [] : [found.previousSecret])] }
        },
      })
    }
  }

  /** Says what became of one order where it left an address. */
  #settled(order: Order): void {
    const { callbackUrl: url } = order
    if (url === null || (order.status === 'expired' && this.has('who expires is not called'))) return
    const headers: { [name: string]: string } = { 'Content-Type': 'application/json' }
    if (!this.has('a callback has no number')) headers['X-Order'] = String(order.number)
    this.#outbox.send({
      lane: uuid7(this.now()),
      id: uuid7(this.now()),
      method: this.has('a callback is a POST') ? 'POST' : 'PUT',
      headers,
      body: JSON.stringify(this.#summary(order)),
      most: 6,
      initial: 30_000,
      factor: 4,
      to: () => ({ url, secrets: [] }),
    })
  }

  /** Reports scarce articles once they become scarce. */
  #scarce(product: Product, before: number): void {
    if (product.available < 10 && (before >= 10 || this.has('what is scarce is told again')))
      this.#emit('product.scarce', product.sku, { sku: product.sku, available: product.available })
  }

  /** The types of a stream, and the order that it is about. */
  #streamed(url: URL): { readonly types: readonly string[]; readonly order?: string } | undefined {
    if (url.pathname === '/orders/events') return { types: ['order.placed', 'order.changed', 'order.expired'] }
    if (url.pathname === '/products/scarce') return { types: ['product.scarce'] }
    const [, order] = /^\/orders\/([^/]+)\/events$/.exec(url.pathname) ?? []
    return order === undefined || !isUuid(decodeURIComponent(order))
      ? undefined
      : { types: ['order.changed', 'order.expired'], order: decodeURIComponent(order) }
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const url = new URL(request.url ?? '/', 'http://server.test')
      if (url.pathname === '/-/reset') return this.#hook(response, () => this.reset())
      if (url.pathname === '/-/clock') return this.#hook(response, () => this.advance(milliseconds(JSON.parse(raw).advance)))
      this.#settle(this.now())
      this.#outbox.settle()
      const streamed =
        request.method === 'GET' && ['v2', 'v1', undefined].includes(request.headers['api-version'] as string | undefined)
          ? this.#streamed(url)
          : undefined
      if (streamed !== undefined)
        return this.#outbox.follow(
          request,
          response,
          ({ type, key }) =>
            streamed.types.includes(type) &&
            (streamed.order === undefined || streamed.order === key || this.has('a stream shows other orders')),
        )
      const { status, body, headers = {} } = this.#answer(request, url, raw)
      const isProblem = status >= 400
      response.writeHead(status, {
        ...(body === undefined ? {} : { 'Content-Type': isProblem ? 'application/problem+json' : 'application/json' }),
        ...headers,
      })
      response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
  }

  #hook(response: ServerResponse, work: () => void): void {
    work()
    response.writeHead(204).end()
  }

  #answer(request: IncomingMessage, url: URL, raw: string): Answer {
    const version = String(request.headers['api-version'] ?? 'v2')
    const more: { [name: string]: string } = version === 'v1' ? { Deprecation: '@1767225600', Sunset: 'Thu, 01 Jan 2099 00:00:00 GMT' } : {}
    let known = false
    try {
      if (!['v0', 'v1', 'v2'].includes(version)) throw new Refusal(400, 'unknown-version')
      if (version === 'v0') throw new Refusal(410, 'version-ended')
      const path = url.pathname.split('/').slice(1).map(decodeURIComponent)
      const method = request.method === 'HEAD' ? 'GET' : request.method!
      const asked: Request = {
        method,
        path,
        query: url.searchParams,
        headers: request.headers,
        version,
        raw,
        body: () => this.#json(request, raw),
      }
      known = true
      const answer = this.#route(asked)
      return { ...answer, headers: { ...more, ...answer.headers } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, type, detail, errors, headers } = error
      const body = { type: type, title: titles[type], status, ...(detail === undefined ? {} : { detail }), errors }
      return { status, ...(type === '' ? {} : { body }), headers: { ...(known ? more : {}), ...headers } }
    }
  }

  /** Form before input: sizes, then JSON. */
  #json(request: IncomingMessage, raw: string): { [name: string]: unknown } {
    if (raw === '') throw this.#invalid([{ pointer: '', keyword: 'required' }])
    if (!/json\s*(;|$)/.test(request.headers['content-type'] ?? '')) throw new Refusal(415, '')
    if (Buffer.byteLength(raw) > 16 * 1024) throw new Refusal(413, 'too-large')
    let depth = 0
    for (const letter of raw.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
      depth += letter === '[' || letter === '{' ? 1 : letter === ']' || letter === '}' ? -1 : 0
      if (depth > 8) throw new Refusal(413, 'too-large')
    }
    try {
      return JSON.parse(raw)
    } catch {
      throw new Refusal(400, 'malformed')
    }
  }

  #invalid(errors: readonly Wrong[]): Refusal {
    return new Refusal(422, this.has('validation has another type') ? 'invalid' : 'not-valid', { errors })
  }

  #check(body: unknown, check: Check): void {
    const errors = check(body, '')
    if (errors.length > 0) throw this.#invalid(errors)
  }

  #key(value: string): string {
    if (!isUuid(value)) throw this.#invalid([{ property: 'id', keyword: 'format' }])
    return value.toLowerCase()
  }

  #route(request: Request): Answer {
    const { method, path } = request
    const [collection, key, sub] = path
    const name = `${method} /${collection}${path.length > 1 ? '/{}' : ''}${sub === undefined ? '' : `/${sub}`}`
    if (path.length > 3) throw new Refusal(404, '')
    switch (name) {
      case 'POST /customers':
        return this.#createCustomer(request)
      case 'GET /customers/{}':
        return { status: 200, body: this.#showCustomer(this.#customer(key!), request) }
      case 'PATCH /customers/{}':
        return this.#updateCustomer(request, key!)
      case 'DELETE /customers/{}':
        return this.#deleteCustomer(key!)
      case 'GET /products':
        return this.#listProducts(request)
      case 'POST /products':
        return this.#createProduct(request)
      case 'PATCH /products/{}':
        return this.#updateProduct(request, key!)
      case 'POST /products/{}/withdraw':
        return this.#sell(request, key!, 'withdraw')
      case 'POST /products/{}/offer':
        return this.#sell(request, key!, 'offer')
      case 'POST /orders':
        return this.#createOrder(request)
      case 'GET /orders':
        return this.#listOrders(request)
      case 'GET /orders/{}':
        return this.#getOrder(request, key!)
      case 'PATCH /orders/{}':
        return this.#updateOrder(request, key!)
      case 'DELETE /orders/{}':
        return this.#deleteOrder(key!)
      case 'GET /orders/{}/payments':
        return this.#listPayments(key!)
      case 'POST /orders/{}/place':
        return this.#place(request, key!)
      case 'POST /orders/{}/pay':
        return this.#pay(request, key!)
      case 'POST /orders/{}/cancel':
        return this.#cancel(request, key!)
      case 'POST /orders/{}/ship':
        return this.#ship(request, key!)
      case 'GET /takings':
        return this.#listTakings(request)
      case 'GET /subscriptions':
        return this.#listSubscriptions(request)
      case 'POST /subscriptions':
        return this.#subscribe(request)
      case 'GET /subscriptions/{}':
        return { status: 200, body: showSubscription(this.#subscription(key!)) }
      case 'PATCH /subscriptions/{}':
        return this.#updateSubscription(request, key!)
      case 'DELETE /subscriptions/{}': {
        this.subscriptions.delete(this.#subscription(key!).id)
        return { status: 204 }
      }
      case 'PUT /subscriptions/{}/secret':
        return this.#changeSecret(request, key!)
      case 'DELETE /subscriptions/{}/previous-secret': {
        this.#subscription(key!).previousSecret = null
        return { status: 204 }
      }
      default:
        throw new Refusal(404, '')
    }
  }

  #customer(key: string): Customer {
    const found = this.customers.get(this.#key(key))
    if (found === undefined) throw new Refusal(404, 'no-customer')
    return found
  }

  #showCustomer({ email, ...rest }: Customer, { version }: Request): object {
    return { ...rest, [version === 'v1' ? 'mail' : 'email']: email }
  }

  /** In the first version the address is called `mail`. */
  #customerFields({ version }: Request): { readonly [name: string]: Check } {
    const most = this.has('a name may be longer by one') ? 101 : 100
    return { name: text({ min: 1, max: most }), [version === 'v1' ? 'mail' : 'email']: text({ max: 254, match: isEmail }) }
  }

  #isTaken(email: string, except?: string): boolean {
    return [...this.customers.values()].some(
      (each) =>
        each.id !== except && (this.has('unique minds case') ? each.email === email : each.email.toLowerCase() === email.toLowerCase()),
    )
  }

  #createCustomer(request: Request): Answer {
    const body = request.body()
    const mail = request.version === 'v1' ? 'mail' : 'email'
    this.#check(body, object(this.#customerFields(request), ['name', mail]))
    const email = String(body[mail])
    if (this.#isTaken(email)) throw new Refusal(409, 'taken')
    const key = this.has('a client chooses the id') && typeof body['id'] === 'string' ? body['id'] : uuid7(this.now())
    const customer: Customer = { id: key, name: String(body['name']), email, blocked: this.has('a default is another') }
    this.customers.set(customer.id, customer)
    return { status: 201, body: this.#showCustomer(customer, request), headers: this.#location(`/customers/${customer.id}`) }
  }

  #location(path: string): { [name: string]: string } {
    return this.has('no Location') ? {} : { Location: this.has('another Location') ? `/api${path}` : path }
  }

  #updateCustomer(request: Request, key: string): Answer {
    const body = request.body()
    this.#key(key)
    const mail = request.version === 'v1' ? 'mail' : 'email'
    this.#check(body, object({ ...this.#customerFields(request), blocked: flag }, []))
    const customer = this.#customer(key)
    if (body[mail] !== undefined && this.#isTaken(String(body[mail]), customer.id) && !this.has('a change may take the address of another'))
      throw new Refusal(409, 'taken')
    if (body['name'] !== undefined) customer.name = String(body['name'])
    if (body[mail] !== undefined && !(request.version === 'v1' && this.has('v1 changes no address'))) customer.email = String(body[mail])
    if (body['blocked'] !== undefined) customer.blocked = body['blocked'] === true
    return { status: 200, body: this.#showCustomer(customer, request) }
  }

  #deleteCustomer(key: string): Answer {
    const customer = this.#customer(key)
    if (!this.has('a reference does not restrict') && [...this.orders.values()].some((order) => order.customer === customer.id))
      throw new Refusal(409, 'in-use')
    this.customers.delete(customer.id)
    return { status: 204 }
  }

  #caller({ headers }: Request): { readonly buyer: boolean } {
    const token = /^bearer (.*)$/i.exec(headers.authorization ?? '')?.[1]
    if (token !== 'token-of-bea' && token !== 'token-of-carl')
      throw new Refusal(401, 'unknown-caller', { headers: { 'WWW-Authenticate': 'Bearer realm="sign-on"' } })
    return { buyer: token === 'token-of-bea' || this.has('anybody known may withdraw') }
  }

  #product(key: string): Product {
    const found = this.products.get(key)
    if (found === undefined) throw new Refusal(404, 'no-product')
    return found
  }

  #sell(request: Request, key: string, event: 'withdraw' | 'offer'): Answer {
    const { buyer } = this.#caller(request)
    const refused = this.products.get(key)
    if (!buyer && this.has('a refused withdrawal is done') && refused !== undefined && event === 'withdraw') refused.sale = 'withdrawn'
    if (!buyer) throw new Refusal(403, 'not-a-buyer')
    if (!/^[A-Z]{3}-[0-9]{4}$/.test(key)) throw this.#invalid([{ property: 'sku', keyword: 'pattern' }])
    const product = this.#product(key)
    if (product.sale !== (event === 'withdraw' ? 'offered' : 'withdrawn')) {
      throw new Refusal(409, 'wrong-state', {
        detail: `It is ${product.sale}; possible are ${product.sale === 'offered' ? 'take, restock, withdraw' : 'restock, offer'}.`,
      })
    }
    const answer = { ...product, sale: event === 'withdraw' ? ('withdrawn' as const) : ('offered' as const) }
    if (event === 'withdraw' && this.has('withdrawing forgets the stock')) answer.available = 0
    if (!this.has('a transition is not saved')) this.products.set(key, answer)
    return { status: 200, body: answer }
  }

  #rate(): { [name: string]: string } {
    const [quota, window, burst] = [30, 3_600_000, this.has('the burst is larger') ? 4 : 3]
    const now = this.now()
    const debt = Math.max(0, this.#debt.amount - (now - this.#debt.at) * quota * (this.has('the burst comes back too early') ? 2 : 1))
    const policy = { 'RateLimit-Policy': '"entering";q=30;w=3600' }
    if (debt + window > burst * window) {
      const seconds = Math.ceil((debt - (burst - 1) * window) / quota / 1000)
      throw new Refusal(429, 'too-many', {
        detail: `Try again in ${seconds} seconds.`,
        headers: { ...policy, RateLimit: `"entering";r=0;t=${seconds}`, 'Retry-After': String(seconds) },
      })
    }
    this.#debt = { amount: debt + window, at: now }
    const remaining = Math.floor((burst * window - this.#debt.amount) / window)
    const reset = Math.ceil((this.#debt.amount - (burst - remaining - 1) * window) / quota / 1000)
    return { ...policy, RateLimit: `"entering";r=${remaining};t=${reset}` }
  }

  #createProduct(request: Request): Answer {
    const headers = this.#rate()
    try {
      const body = request.body()
      this.#check(
        body,
        object({ sku, name: text({ min: 1, max: 200 }), price, available: number({ min: 0, max: 1_000_000, step: 1 }) }, [
          'sku',
          'name',
          'price',
          'available',
        ]),
      )
      const { sku: key, name, price: cost, available } = body as Product
      if (this.products.has(key)) throw new Refusal(409, 'taken')
      if (cost <= 0) throw new Refusal(422, 'free')
      const product: Product = { sku: key, name, price: cost, available, sale: 'offered' }
      this.products.set(key, product)
      return { status: 201, body: product, headers }
    } catch (error) {
      if (this.has('a refused entry is not counted')) this.#debt.amount -= 3_600_000
      if (error instanceof Refusal)
        throw new Refusal(error.status, error.type, {
          errors: error.errors,
          headers: this.has('refused entries have no RateLimit') ? {} : headers,
          ...(error.detail === undefined ? {} : { detail: error.detail }),
        })
      throw error
    }
  }

  #updateProduct(request: Request, key: string): Answer {
    const body = request.body()
    const path = /^[A-Z]{3}-[0-9]{4}$/.test(key) ? [] : [{ property: 'sku', keyword: 'pattern' }]
    const errors = [...path, ...object({ name: text({ min: 1, max: 200 }), price }, [])(body, '')]
    if (errors.length > 0) throw this.#invalid(path.length > 0 ? path : errors)
    const product = this.#product(key)
    if (body['price'] !== undefined && body['price'] <= 0 && !this.has('an invariant is not asked')) throw new Refusal(422, 'free')
    Object.assign(
      product,
      body['name'] === undefined ? {} : { name: body['name'] },
      body['price'] === undefined ? {} : { price: body['price'] },
    )
    return { status: 200, body: product }
  }

  #listProducts({ query }: Request): Answer {
    const errors: Wrong[] = []
    const whole = (name: string, usual: number, min: number, max: number): number => {
      const said = query.get(name)
      if (said === null) return usual
      if (!/^-?\d+$/.test(said) || Number(said) < min || Number(said) > max) errors.push({ property: name, keyword: 'minimum' })
      return Number(said)
    }
    const [limit, offset] = [whole('limit', 20, 1, 100), whole('offset', 0, 0, 1_000_000)]
    const filter = filters<Product>(
      query,
      {
        sale: { read: (said) => (['offered', 'withdrawn'].includes(said) ? said : undefined), of: ({ sale }) => sale },
        price: { read: decimal, of: (product) => product.price, ordered: true },
      },
      errors,
      this.has('a filter takes the first of several values'),
    )
    const order = sorting<Product>(query, { name: ({ name }) => name, price: (product) => product.price }, errors)
    if (errors.length > 0) throw this.#invalid(errors)
    const all = [...this.products.values()].filter(filter).toSorted((a, b) => order(a, b) || compare(a.sku, b.sku))
    const end = this.has('a page drops the row at its border') && offset > 0 ? 1 : 0
    return { status: 200, body: { products: all.slice(offset + end, offset + limit) } }
  }

  #order(key: string): Order {
    const found = this.orders.get(this.#key(key))
    if (found === undefined || this.#hidden.has(found.id)) throw new Refusal(404, 'no-order')
    return found
  }

  #state(status: string, { version }: Request): string {
    return version === 'v1' && status === 'draft' ? 'open' : status
  }

  #showOrder(order: Order, request: Request): object {
    const { callbackUrl, enteredAt, views, placedAt, createdAt, status, total, ...rest } = order
    const shown = {
      ...rest,
      status: this.#state(status, request),
      total: this.has('a total is rounded') && total !== null ? Math.round(total) : total,
      placedAt: time(placedAt),
      createdAt: time(createdAt),
    }
    void enteredAt
    void views
    return this.has('what is write-only is shown') ? { ...shown, callbackUrl } : shown
  }

  /** The content that a GET shows. */
  #tag(order: Order, request: Request): string {
    return `"${createHash('sha256')
      .update(JSON.stringify(this.#showOrder(order, request)))
      .digest('hex')
      .slice(0, 20)}"`
  }

  #references(lines: readonly Line[], customer?: string): void {
    if (customer !== undefined && !this.customers.has(customer.toLowerCase())) throw new Refusal(422, 'unknown-reference')
    if (lines.some(({ product }) => !this.products.has(product)) && !this.has('a reference is not asked'))
      throw new Refusal(422, 'unknown-reference')
  }

  #createOrder(request: Request): Answer {
    const body = request.body()
    const key = request.headers['idempotency-key']
    this.#check(
      body,
      object({ customer: id, lines: list(line, 1, 100), note: text({ max: 500, nullable: true }), callbackUrl: callback }, [
        'customer',
        'lines',
      ]),
    )
    const print = JSON.stringify([request.raw, request.version])
    const kept = typeof key === 'string' ? this.#kept.get(key) : undefined
    if (kept !== undefined && kept.at + day > this.now()) {
      if (kept.print !== print && !this.has('a key is taken for another body')) throw new Refusal(422, 'key-reused')
      if (!this.has('a key is not remembered')) return this.has('a replay has no Location') ? { ...kept.answer, headers: {} } : kept.answer
    }
    const { customer, lines } = body as Order
    const { note = null, callbackUrl = null } = body as { note?: string | null; callbackUrl?: string | null }
    let answer: Answer
    try {
      this.#references(lines, customer)
      const order: Order = {
        id: uuid7(this.now()),
        number: this.has('numbers are counted per customer')
          ? [...this.orders.values()].filter((each) => each.customer === customer.toLowerCase()).length + 1
          : ++this.#sequence,
        customer: customer.toLowerCase(),
        lines: lines.map(({ product, quantity }) => ({ product, quantity })),
        note,
        callbackUrl,
        total: null,
        placedAt: null,
        createdAt: this.now(),
        status: 'draft',
        enteredAt: this.now(),
        views: 0,
      }
      this.orders.set(order.id, order)
      this.#told(order, 'order.changed')
      answer = { status: 201, body: this.#showOrder(order, request), headers: this.#location(`/orders/${order.id}`) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answer = { status: error.status, body: { type: error.type, title: titles[error.type], status: error.status, errors: error.errors } }
    }
    if (typeof key === 'string') this.#kept.set(key, { print, answer, at: this.now() })
    return answer
  }

  #getOrder(request: Request, key: string): Answer {
    const order = this.#order(key)
    if (this.has('a read changes the note') && ++order.views === 2) order.note = 'read'
    const tag = this.#tag(order, request)
    const asked = request.headers['if-none-match']
    if (asked !== undefined && (asked === '*' || asked.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)))
      return { status: 304, headers: { ETag: tag } }
    return { status: 200, body: this.#showOrder(order, request), headers: { ETag: tag } }
  }

  #updateOrder(request: Request, key: string): Answer {
    const body = request.body()
    this.#key(key)
    if (this.has('the condition is asked first') && request.headers['if-match'] === undefined) {
      this.#order(key)
      throw new Refusal(428, 'no-condition')
    }
    this.#check(body, object({ lines: list(line, 1, 100), note: text({ max: 500, nullable: true }) }, []))
    const order = this.#order(key)
    const match = request.headers['if-match']
    if (match === undefined) throw new Refusal(428, 'no-condition')
    if (
      match !== '*' &&
      !this.has('If-Match is not asked') &&
      !match
        .split(',')
        .map((each) => each.trim())
        .includes(this.#tag(order, request))
    )
      throw new Refusal(412, 'changed')
    if (order.status !== 'draft') throw this.#illegal(order, request)
    this.#references(body['lines'] ?? [])
    if (body['lines'] !== undefined) order.lines = (body['lines'] as Line[]).map(({ product, quantity }) => ({ product, quantity }))
    if (body['note'] !== undefined && !(body['note'] === null && this.has('null does not clear'))) order.note = body['note']
    if (body['lines'] !== undefined || body['note'] !== undefined) this.#told(order, 'order.changed')
    return { status: 200, body: this.#showOrder(order, request), headers: { ETag: this.#tag(order, request) } }
  }

  #illegal({ status }: Order, request: Request): Refusal {
    const possible: { readonly [state: string]: string } = { draft: 'place, cancel', placed: 'pay, cancel', paid: 'ship' }
    return new Refusal(409, 'wrong-state', { detail: `It is ${this.#state(status, request)}; possible are ${possible[status] ?? ''}.` })
  }

  #deleteOrder(key: string): Answer {
    const order = this.#order(key)
    if (order.status !== 'draft')
      throw new Refusal(409, 'wrong-state', {
        detail: `It is ${order.status}; possible are ${order.status === 'placed' ? 'pay, cancel' : order.status === 'paid' ? 'ship' : ''}.`,
      })
    if (this.has('a deleted order is still listed')) this.#hidden.add(order.id)
    else this.orders.delete(order.id)
    this.#told(order, 'order.changed')
    return { status: 204 }
  }

  #listPayments(key: string): Answer {
    const order = this.orders.get(this.#key(key))
    if (order === undefined) throw new Refusal(404, 'no-order')
    const own = this.payments
      .filter((each) => each.order === order.id || this.has('payments of other orders are listed'))
      .toSorted((a, b) => a.paidAt - b.paidAt || compare(a.id, b.id))
    return { status: 200, body: { payments: own.map((each) => ({ ...each, paidAt: time(each.paidAt) })) } }
  }

  #place(request: Request, key: string): Answer {
    const order = this.#order(key)
    if (order.status !== 'draft' && !(order.status === 'cancelled' && this.has('a final state is left')))
      throw this.#illegal(order, request)
    if (this.customers.get(order.customer)?.blocked === true && !this.has('a guard is not asked'))
      throw new Refusal(403, 'blocked', { errors: [] })
    const taken = new Map<string, number>()
    for (const { product, quantity } of order.lines) {
      const all = (this.has('lines of one product are asked apart') ? 0 : (taken.get(product) ?? 0)) + quantity
      const { available, sale } = this.products.get(product)!
      if (sale === 'withdrawn') throw new Refusal(409, 'wrong-state', { detail: 'It is withdrawn; possible are restock, offer.' })
      const enough = this.has('a guard is off by one') ? available + 1 >= all : available >= all
      if (!enough && this.has('an event of a refused call')) this.#told(order, 'order.placed')
      if (!enough) throw new Refusal(409, 'out-of-stock')
      taken.set(product, all)
    }
    const before = new Map(order.lines.map(({ product }) => [product, this.products.get(product)!.available]))
    for (const { product, quantity } of order.lines) this.products.get(product)!.available -= quantity
    order.status = 'placed'
    order.placedAt = order.enteredAt = this.now()
    const priced = this.has('a product is priced once')
      ? [...new Map(order.lines.map((each) => [each.product, each])).values()]
      : order.lines
    const total = priced.reduce((sum, each) => sum + each.quantity * this.products.get(each.product)!.price, 0)
    order.total = cents(total, this.has('totals are cut to cents'))
    if (!this.has('an event is missing')) this.#told(order, 'order.placed')
    this.#told(order, 'order.changed')
    for (const [product, available] of before) this.#scarce(this.products.get(product)!, available)
    if (this.has('an effect is half done')) this.products.get(order.lines[0]!.product)!.available += order.lines[0]!.quantity - 1
    return { status: 200, body: this.#showOrder(order, request) }
  }

  #pay(request: Request, key: string): Answer {
    const body = request.body()
    this.#key(key)
    this.#check(body, object({ amount: number({ min: 0, max: 100_000_000, step: 0.01 }) }, ['amount']))
    const order = this.#order(key)
    if (order.status !== 'placed') throw this.#illegal(order, request)
    if (body['amount'] !== order.total && !(this.has('more than the amount will do') && body['amount'] > order.total!))
      throw new Refusal(422, 'wrong-amount')
    order.status = 'paid'
    if (!this.has('no payment is made'))
      this.payments.push({ id: uuid7(this.now()), order: order.id, amount: body['amount'], paidAt: this.now() })
    this.#told(order, 'order.changed')
    this.#settled(order)
    return { status: 200, body: this.#showOrder(order, request) }
  }

  #cancel(request: Request, key: string): Answer {
    const order = this.#order(key)
    if (order.status !== 'draft' && order.status !== 'placed') throw this.#illegal(order, request)
    if ((order.status === 'placed' || this.has('a cancelled draft gives back')) && !this.has('a cascade is skipped'))
      for (const { product, quantity } of order.lines) this.products.get(product)!.available += quantity
    order.status = 'cancelled'
    this.#told(order, 'order.changed')
    this.#settled(order)
    return { status: 200, body: this.#showOrder(order, request) }
  }

  #ship(request: Request, key: string): Answer {
    const order = this.#order(key)
    if (order.status !== 'paid') throw this.#illegal(order, request)
    order.status = 'shipped'
    this.#told(order, 'order.changed')
    this.#settled(order)
    return { status: 200, body: this.#showOrder(order, request) }
  }

  #listOrders(request: Request): Answer {
    const { query, version } = request
    const errors: Wrong[] = []
    const states = [version === 'v1' ? 'open' : 'draft', 'placed', 'paid', 'shipped', 'cancelled', 'expired']
    const filter = filters<Order>(
      query,
      {
        status: { read: (said) => (states.includes(said) ? (said === 'open' ? 'draft' : said) : undefined), of: ({ status }) => status },
        customer: { read: (said) => (isUuid(said) ? said.toLowerCase() : undefined), of: ({ customer }) => customer },
        createdAt: { read: (said) => (isTime(said) ? Date.parse(said) : undefined), of: ({ createdAt }) => createdAt, ordered: true },
      },
      errors,
      this.has('a filter takes the first of several values'),
    )
    const order = sorting<Order>(query, { createdAt: ({ createdAt }) => createdAt, number: (each) => each.number }, errors)
    const sorted = query.get('sort') !== null
    const all = [...this.orders.values()]
      .filter(filter)
      .toSorted((a, b) => (sorted ? order(a, b) || compare(a.id, b.id) : b.createdAt - a.createdAt || compare(b.id, a.id)))
    const { items, next } = this.#page(query, all, errors, ({ id: key }) => key)
    const body = items.map((each) => ({
      id: each.id,
      number: each.number,
      status: this.#state(each.status, request),
      total: each.total,
      createdAt: time(each.createdAt),
      customer: this.customers.get(each.customer)?.name,
    }))
    return { status: 200, body: { orders: body, next, position: this.#outbox.place } }
  }

  /** A cursor holds the key of the last item. */
  #page<T>(
    query: URLSearchParams,
    all: readonly T[],
    errors: Wrong[],
    keyOf: (item: T) => string,
    usual = 20,
  ): { items: readonly T[]; next: string | null } {
    const said = query.get('size')
    if (said !== null && (!/^-?\d+$/.test(said) || Number(said) < 1 || Number(said) > 100))
      errors.push({ property: 'size', keyword: 'minimum' })
    const size = said === null ? usual : Number(said)
    if (errors.length > 0) throw this.#invalid(errors)
    const cursor = query.get('cursor')
    let from = 0
    if (cursor !== null) {
      const at = all.findIndex((item) => Buffer.from(keyOf(item)).toString('base64url') === cursor)
      if (at < 0) throw this.#invalid([{ property: 'cursor', keyword: 'format' }])
      from = at + (this.has('a page repeats its border') ? 0 : this.has('a page drops the row at its border') ? 2 : 1)
    }
    const items = all.slice(from, from + size)
    const last = items.at(-1)
    return { items, next: last === undefined || from + size >= all.length ? null : Buffer.from(keyOf(last)).toString('base64url') }
  }

  #listTakings(request: Request): Answer {
    this.#caller(request)
    const { items, next } = this.#page(request.query, this.takings.toReversed(), [], (each) => String(each.id), 31)
    return { status: 200, body: { takings: items.map((each) => ({ ...each, from: time(each.from), until: time(each.until) })), next } }
  }

  #subscription(key: string): Subscription {
    const found = this.subscriptions.get(this.#key(key))
    if (found === undefined) throw new Refusal(404, 'no-subscription')
    return found
  }

  #subscribe(request: Request): Answer {
    const body = request.body()
    this.#check(body, object(subscriptionFields, ['url', 'types', 'secret']))
    const { url, types, secret } = body as Subscription
    const subscription: Subscription = { id: uuid7(this.now()), url, types, secret, previousSecret: null, createdAt: this.now() }
    this.subscriptions.set(subscription.id, subscription)
    return { status: 201, body: showSubscription(subscription), headers: { Location: `/subscriptions/${subscription.id}` } }
  }

  #updateSubscription(request: Request, key: string): Answer {
    const body = request.body()
    this.#key(key)
    this.#check(body, object({ url: subscriptionFields.url, types: subscriptionFields.types }, []))
    const subscription = this.#subscription(key)
    Object.assign(
      subscription,
      body['url'] === undefined ? {} : { url: body['url'] },
      body['types'] === undefined ? {} : { types: body['types'] },
    )
    return { status: 200, body: showSubscription(subscription) }
  }

  #changeSecret(request: Request, key: string): Answer {
    const body = request.body()
    this.#key(key)
    this.#check(body, object({ secret: subscriptionFields.secret }, []))
    const subscription = this.#subscription(key)
    subscription.previousSecret = subscription.secret
    subscription.secret = String(body['secret'] ?? subscription.secret)
    return { status: 204 }
  }

  #listSubscriptions({ query }: Request): Answer {
    const all = [...this.subscriptions.values()].toSorted((a, b) => compare(a.id, b.id))
    const { items, next } = this.#page(query, all, [], ({ id: key }) => key)
    return { status: 200, body: { items: items.map(showSubscription), next } }
  }
}

function showSubscription({ id: key, url, types, createdAt }: Subscription): object {
  return { id: key, url, types, createdAt: time(createdAt) }
}
