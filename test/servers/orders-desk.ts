// The routes of the orders that are routed: drafts, and how they are placed, paid, shipped, cancelled and listed.

import { createHash } from 'node:crypto'
import { isTime } from './lists.ts'
import { isUuid, uuid7 } from './checking.ts'
import { type OrderForms, problem } from './orders-forms.ts'
import {
  type CustomerRow,
  type OrderLine,
  type OrderRow,
  type OrderTables,
  type PaymentRow,
  type ProductRow,
  iso,
} from './orders-tables.ts'
import { type Context, type Failure, HttpProblem, type Reply, type Routed, ajv, orderOf, whereOf, yieldTurn } from './routed.ts'

const day = 24 * 3600 * 1000
const line = {
  type: 'object',
  required: ['product', 'quantity'],
  properties: { product: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' }, quantity: { type: 'integer', minimum: 1, maximum: 1000 } },
}
const lines = { type: 'array', minItems: 1, maxItems: 100, items: line }
const note = { type: ['string', 'null'], maxLength: 500 }
const callbackUrl = { type: ['string', 'null'], format: 'uri', pattern: '^https?://', maxLength: 2000 }
const creates = ajv.compile({
  type: 'object',
  required: ['customer', 'lines'],
  properties: { customer: { type: 'string', format: 'uuid' }, lines, note, callbackUrl },
})
const updates = ajv.compile({ type: 'object', properties: { lines, note } })
const pays = ajv.compile({
  type: 'object',
  required: ['amount'],
  properties: { amount: { type: 'number', minimum: 0, maximum: 100_000_000, multipleOf: 0.01 } },
})
const possible: { readonly [state: string]: string } = { draft: 'place, cancel', placed: 'pay, cancel', paid: 'ship' }

type Kept = { readonly print: string; readonly reply: string; readonly at: number }

export class OrderDesk {
  readonly #tables: OrderTables
  readonly #forms: OrderForms

  constructor(tables: OrderTables, forms: OrderForms) {
    this.#tables = tables
    this.#forms = forms
  }

  mount(routed: Routed): void {
    routed
      .on('POST', '/orders', (context) => this.#create(context))
      .on('GET', '/orders', (context) => this.#list(context))
      .on('GET', '/orders/:id', (context) => this.#read(context))
      .on('PATCH', '/orders/:id', (context) => this.#update(context))
      .on('DELETE', '/orders/:id', (context) => {
        const order = this.#found(context)
        if (order.status !== 'draft' && !(order.status === 'cancelled' && this.#tables.has('what is cancelled is deleted')))
          throw this.#illegal(order, context)
        this.#tables.run('DELETE FROM placed_order WHERE id = ?', order.id)
        this.#tables.tell(order.id, 'order.changed', order)
        return { status: 204 }
      })
      .on('GET', '/orders/:id/payments', (context) => {
        const order = this.#found(context)
        const own = this.#tables.all<PaymentRow>('SELECT * FROM payment WHERE placed_order = ? ORDER BY paid, id', order.id)
        return {
          status: 200,
          body: { payments: own.map(({ id, placed_order, amount, paid }) => ({ id, order: placed_order, amount, paidAt: iso(paid) })) },
        }
      })
      .on('POST', '/orders/:id/place', (context) => this.#place(context))
      .on('POST', '/orders/:id/pay', (context) => this.#pay(context))
      .on('POST', '/orders/:id/cancel', async (context) => {
        const order = this.#found(context)
        if (order.status !== 'draft' && order.status !== 'placed') throw this.#illegal(order, context)
        if (this.#tables.has('cancelled twice at once')) await yieldTurn()
        if (order.status === 'placed') this.#tables.giveBack(order)
        return this.#moved(order, 'cancelled', context)
      })
      .on('POST', '/orders/:id/ship', (context) => {
        const order = this.#found(context)
        if (order.status !== 'paid') throw this.#illegal(order, context)
        return this.#moved(order, 'shipped', context)
      })
  }

  #moved(order: OrderRow, status: string, context: Context): Reply {
    this.#tables.moveOn(order.id, status)
    if (!(status === 'shipped' && this.#tables.has('shipping is not told'))) this.#tables.tell(order.id, 'order.changed')
    this.#tables.callBack(order.id)
    if (status === 'cancelled' && this.#tables.has('cancelling clears the total'))
      this.#tables.run('UPDATE placed_order SET total = NULL WHERE id = ?', order.id)
    return { status: 200, body: this.#show(this.#tables.order(order.id)!, context) }
  }

  #found(context: Context): OrderRow {
    this.#forms.checked(undefined, context)
    return this.#known(context)
  }

  #known({ params }: Context): OrderRow {
    const order = this.#tables.order(params['id']!)
    if (order === undefined) throw problem(404, 'no-order')
    return order
  }

  #state(status: string, { headers }: Context): string {
    return headers['api-version'] === 'v1' && status === 'draft' ? 'open' : status
  }

  #show(order: OrderRow, context: Context): object {
    const { id, number, customer, callback, placed, created, status } = order
    const total = order.total !== null && this.#tables.has('a total is rounded') ? Math.round(order.total) : order.total
    return {
      id,
      number,
      customer,
      lines: this.#tables.linesOf(order),
      note: order.note,
      ...(this.#tables.has('what is write-only is shown') ? { callbackUrl: callback } : {}),
      total,
      placedAt: iso(placed),
      createdAt: iso(created),
      status: this.#state(status, context),
    }
  }

  #tag(order: OrderRow, context: Context): string {
    return `"${createHash('sha1')
      .update(JSON.stringify(this.#show(order, context)))
      .digest('base64url')}"`
  }

  #illegal({ status }: OrderRow, context: Context): HttpProblem {
    const said = this.#tables.has('refusals of v1 name new states') ? status : this.#state(status, context)
    return problem(409, 'wrong-state', { detail: `It is ${said}; possible are ${possible[status] ?? ''}.` })
  }

  #askProducts(own: readonly OrderLine[]): void {
    const isThere = ({ product }: OrderLine): boolean => this.#tables.one('SELECT 1 FROM product WHERE sku = ?', product) !== undefined
    if (!this.#tables.has('a reference is not asked') && !own.every(isThere)) throw problem(422, 'unknown-reference')
  }

  async #create(context: Context): Promise<Reply> {
    const tables = this.#tables
    const body = this.#forms.checked(creates, context)
    const key = context.headers['idempotency-key']
    const print = `${String(context.headers['api-version'])} ${context.raw}`
    const kept =
      typeof key === 'string'
        ? tables.one<Kept>(
            'SELECT * FROM kept WHERE key = ? AND at > ?',
            key,
            tables.has('a key is remembered for ever') ? 0 : tables.now() - day,
          )
        : undefined
    if (kept !== undefined && kept.print !== print && !tables.has('a key is taken for another body')) throw problem(422, 'key-reused')
    if (kept !== undefined && !tables.has('a key is not remembered'))
      return { ...(JSON.parse(kept.reply) as Reply), ...(tables.has('a replay is 200') ? { status: 200 } : {}) }
    if (tables.has('one key twice at once')) await yieldTurn()
    const reply = await this.#made(context, body).catch((error: unknown) => {
      if (error instanceof HttpProblem) return error.reply
      throw error
    })
    if (typeof key === 'string')
      tables.run('INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)', key, print, JSON.stringify(reply), tables.now())
    return reply
  }

  async #made(context: Context, body: { readonly [name: string]: any }): Promise<Reply> {
    const tables = this.#tables
    const customer = String(body['customer']).toLowerCase()
    if (tables.one('SELECT 1 FROM customer WHERE id = ?', customer) === undefined) throw problem(422, 'unknown-reference')
    this.#askProducts(body['lines'])
    const [id, number, now] = [uuid7(tables.now()), tables.count('number') + 1, tables.now()]
    if (tables.has('one number twice at once')) await yieldTurn()
    tables.run("UPDATE counter SET value = ? WHERE name = 'number'", number)
    const own = JSON.stringify((body['lines'] as OrderLine[]).map(({ product, quantity }) => ({ product, quantity })))
    tables.run(
      "INSERT INTO placed_order VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?, 'draft', 0)",
      id,
      number,
      customer,
      own,
      body['note'] ?? null,
      body['callbackUrl'] ?? null,
      now,
      now,
    )
    tables.tell(id, 'order.changed')
    return { status: 201, body: this.#show(tables.order(id)!, context), headers: this.#forms.located(`/orders/${id}`) }
  }

  #read(context: Context): Reply {
    const { id } = this.#found(context)
    if (this.#tables.has('a read changes the note'))
      this.#tables.run("UPDATE placed_order SET reads = reads + 1, note = CASE WHEN reads = 1 THEN 'read' ELSE note END WHERE id = ?", id)
    const order = this.#tables.order(id)!
    const tag = this.#tag(order, context)
    const isKnown =
      context.headers['if-none-match']?.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, ''))) === true
    return isKnown ? { status: 304, headers: { ETag: tag } } : { status: 200, body: this.#show(order, context), headers: { ETag: tag } }
  }

  async #update(context: Context): Promise<Reply> {
    const tables = this.#tables
    const body = this.#forms.checked(updates, context)
    const order = this.#known(context)
    const match = context.headers['if-match']
    if (match === undefined) throw problem(428, 'no-condition')
    if (match === '*' && tables.has('If-Match: * is refused')) throw problem(412, 'changed')
    if (
      match !== '*' &&
      !match
        .split(',')
        .map((each) => each.trim())
        .includes(this.#tag(order, context)) &&
      !tables.has('If-Match is not asked')
    )
      throw problem(412, 'changed')
    if (order.status !== 'draft' && !(order.status === 'placed' && tables.has('what is placed is changed')))
      throw this.#illegal(order, context)
    if (!tables.has('changed lines are not asked')) this.#askProducts(body['lines'] ?? [])
    if (tables.has('a tag is compared too early')) await yieldTurn()
    const now = tables.order(order.id)!
    const own =
      body['lines'] === undefined
        ? now.lines
        : JSON.stringify((body['lines'] as OrderLine[]).map(({ product, quantity }) => ({ product, quantity })))
    const text = body['note'] === undefined || (body['note'] === null && tables.has('null does not clear')) ? now.note : body['note']
    tables.run('UPDATE placed_order SET lines = ?, note = ? WHERE id = ?', own, text, order.id)
    if (body['lines'] !== undefined || body['note'] !== undefined) tables.tell(order.id, 'order.changed')
    if (tables.has('a change is told twice')) tables.tell(order.id, 'order.changed')
    const after = tables.order(order.id)!
    return { status: 200, body: this.#show(after, context), headers: { ETag: this.#tag(after, context) } }
  }

  async #place(context: Context): Promise<Reply> {
    const tables = this.#tables
    const order = this.#found(context)
    if (order.status !== 'draft' && !(order.status === 'cancelled' && tables.has('a final state is left')))
      throw this.#illegal(order, context)
    const { blocked } = tables.one<CustomerRow>('SELECT * FROM customer WHERE id = ?', order.customer)!
    if (blocked === 1 && !tables.has('a guard is not asked')) throw problem(403, 'blocked')
    const left = new Map<string, { readonly before: number; available: number; readonly price: number }>()
    for (const { product, quantity } of tables.linesOf(order)) {
      const { sale, available, price } = tables.one<ProductRow>('SELECT * FROM product WHERE sku = ?', product)!
      if (sale === 'withdrawn') throw problem(409, 'wrong-state', { detail: 'It is withdrawn; possible are restock, offer.' })
      const own = left.get(product) ?? { before: available, available, price }
      own.available -= quantity
      left.set(product, own)
      if (own.available < (tables.has('a guard is off by one') ? -1 : 0)) {
        if (tables.has('an event of a refused call')) tables.tell(order.id, 'order.placed')
        if (tables.has('a refused placing takes stock'))
          for (const [taken, { available: rest }] of left)
            if (taken !== product) tables.run('UPDATE product SET available = ? WHERE sku = ?', rest, taken)
        throw problem(409, 'out-of-stock')
      }
    }
    if (tables.has('stock is read before it is written')) {
      await yieldTurn()
      const { status } = tables.order(order.id)!
      if (status !== order.status) throw this.#illegal({ ...order, status }, context)
    }
    for (const [product, { available }] of left) tables.run('UPDATE product SET available = ? WHERE sku = ?', available, product)
    const total =
      tables.linesOf(order).reduce((sum, { product, quantity }) => sum + Math.round(left.get(product)!.price * 100) * quantity, 0) / 100
    tables.run('UPDATE placed_order SET placed = ?, total = ? WHERE id = ?', tables.now(), total, order.id)
    tables.moveOn(order.id, 'placed')
    tables.tell(order.id, 'order.placed')
    tables.tell(order.id, 'order.changed')
    if (tables.has('what is placed is called back')) tables.callBack(order.id)
    for (const [product, { before }] of left) tables.tellScarce(product, before)
    const [first] = tables.linesOf(order)
    if (tables.has('an effect is half done'))
      tables.run('UPDATE product SET available = available + ? WHERE sku = ?', first!.quantity - 1, first!.product)
    return { status: 200, body: this.#show(tables.order(order.id)!, context) }
  }

  async #pay(context: Context): Promise<Reply> {
    const tables = this.#tables
    const { amount } = this.#forms.checked(pays, context) as { readonly amount: number }
    const order = this.#known(context)
    if (order.status !== 'placed') throw this.#illegal(order, context)
    const isEnough = amount === order.total || (amount > order.total! && tables.has('more than the amount will do'))
    if (!isEnough) throw problem(422, 'wrong-amount')
    if (tables.has('paid twice at once')) await yieldTurn()
    if (!tables.has('no payment is made'))
      tables.run('INSERT INTO payment VALUES (?, ?, ?, ?)', uuid7(tables.now()), order.id, amount, tables.now())
    return this.#moved(order, 'paid', context)
  }

  #list(context: Context): Reply {
    const tables = this.#tables
    const { query } = context
    const wrong: Failure[] = []
    const states = [
      tables.has('v1 filters by the new state') ? 'draft' : this.#state('draft', context),
      'placed',
      'paid',
      'shipped',
      'cancelled',
      'expired',
    ]
    const where = whereOf(
      query,
      {
        status: { sql: 'status', read: (text) => (states.includes(text) ? (text === 'open' ? 'draft' : text) : undefined) },
        customer: { sql: 'customer', read: (text) => (isUuid(text) ? text.toLowerCase() : undefined) },
        createdAt: { sql: 'created', read: (text) => (isTime(text) ? Date.parse(text) : undefined), ordered: true },
      },
      wrong,
      tables.has('a filter takes the first of several values'),
    )
    const order = orderOf(query, { createdAt: 'created', number: 'number' }, wrong, 'id', 'created DESC, id DESC')
    const rows =
      wrong.length > 0
        ? []
        : tables.all<OrderRow>(`SELECT * FROM placed_order WHERE 1${where.sql} ORDER BY ${order}`, ...(where.values as string[]))
    const page = this.#forms.page(query, 20, wrong)(rows)
    return {
      status: 200,
      body: {
        orders: page.rows.map((row) => ({ ...tables.summary(row), status: this.#state(row.status, context) })),
        next: page.next,
        position: tables.has('a list gives the first position') ? tables.outbox.firstPlace : tables.outbox.place,
      },
    }
  }
}
