// The tables of the orders that are routed, and what happens to them: stock, states, takings, and what each change makes known.

import { type SqlRow, openTables } from './routed.ts'
import { uuid7 } from './checking.ts'
import { Outbox } from './outbox.ts'

export type CustomerRow = SqlRow & { readonly id: string; readonly name: string; readonly email: string; readonly blocked: number }
export type ProductRow = SqlRow & {
  readonly sku: string
  readonly name: string
  readonly price: number
  readonly available: number
  readonly sale: string
}
export type OrderRow = SqlRow & {
  readonly id: string
  readonly number: number
  readonly customer: string
  readonly lines: string
  readonly note: string | null
  readonly callback: string | null
  readonly total: number | null
  readonly placed: number | null
  readonly created: number
  readonly entered: number
  readonly status: string
  readonly reads: number
}
export type PaymentRow = SqlRow & { readonly id: string; readonly placed_order: string; readonly amount: number; readonly paid: number }
export type TakingsRow = SqlRow & { readonly id: number; readonly since: number; readonly until: number; readonly amount: number }
export type SubscriptionRow = SqlRow & {
  readonly id: string
  readonly url: string
  readonly types: string
  readonly secret: string
  readonly previous: string | null
  readonly created: number
}
export type OrderLine = { readonly product: string; readonly quantity: number }

const day = 24 * 3600 * 1000
export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export class OrderTables {
  readonly database = openTables(
    'CREATE TABLE customer (id TEXT PRIMARY KEY, name TEXT, email TEXT, blocked INTEGER)',
    'CREATE TABLE product (sku TEXT PRIMARY KEY, name TEXT, price REAL, available INTEGER, sale TEXT)',
    'CREATE TABLE placed_order (id TEXT PRIMARY KEY, number INTEGER, customer TEXT, lines TEXT, note TEXT, callback TEXT, total REAL, placed INTEGER, created INTEGER, entered INTEGER, status TEXT, reads INTEGER DEFAULT 0)',
    'CREATE TABLE payment (id TEXT PRIMARY KEY, placed_order TEXT, amount REAL, paid INTEGER)',
    'CREATE TABLE subscription (id TEXT PRIMARY KEY, url TEXT, types TEXT, secret TEXT, previous TEXT, created INTEGER)',
    'CREATE TABLE takings (id INTEGER PRIMARY KEY, since INTEGER, until INTEGER, amount REAL)',
    'CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER)',
    'CREATE TABLE kept (key TEXT PRIMARY KEY, print TEXT, reply TEXT, at INTEGER)',
  )
  readonly outbox: Outbox
  /** Deleted ones that a fault calls on. */
  former: SubscriptionRow[] = []
  readonly has: (fault: string) => boolean
  #moved = 0

  constructor(has: (fault: string) => boolean) {
    this.has = has
    this.outbox = new Outbox(() => this.now(), has)
    this.reset()
  }

  now(): number {
    return Date.now() + this.#moved
  }

  reset(): void {
    this.#moved = 0
    this.outbox.reset()
    this.former = []
    for (const table of ['customer', 'product', 'placed_order', 'payment', 'subscription', 'takings', 'counter', 'kept'])
      this.database.exec(`DELETE FROM ${table}`)
    this.database.exec("INSERT INTO product VALUES ('TEA-0001', 'Green tea', 4.5, 100, 'offered'), ('CUP-0002', 'Cup', 12, 3, 'offered')")
    this.database.prepare("INSERT INTO counter VALUES ('number', 0), ('opened', ?), ('counted', ?)").run(this.now(), this.now())
  }

  one<T>(sql: string, ...values: (string | number | null)[]): T | undefined {
    return this.database.prepare(sql).get(...values) as T | undefined
  }

  all<T>(sql: string, ...values: (string | number | null)[]): readonly T[] {
    return this.database.prepare(sql).all(...values) as T[]
  }

  run(sql: string, ...values: (string | number | null)[]): void {
    this.database.prepare(sql).run(...values)
  }

  count(name: string): number {
    return this.one<{ readonly value: number }>('SELECT value FROM counter WHERE name = ?', name)!.value
  }

  order(key: string): OrderRow | undefined {
    return this.one('SELECT * FROM placed_order WHERE id = ?', key.toLowerCase())
  }

  advance(ms: number): void {
    this.#moved += ms
    this.settle()
  }

  /** Does the work that is due, day by day: orders expire, takings are counted. */
  settle(): void {
    for (;;) {
      const [opened, counted] = [this.count('opened'), this.count('counted')]
      const next = opened + (Math.floor((counted - opened) / day) + 1) * day
      const until = Math.min(next, this.now())
      const late = this.has('timer never fires')
        ? []
        : this.all<OrderRow>(
            `SELECT * FROM placed_order WHERE status = 'placed' AND ${this.has('expiry counts from the draft') ? 'created' : 'entered'} + ? <= ? ORDER BY entered`,
            day,
            until,
          )
      for (const order of late) {
        if (!this.has('what expires is not given back')) this.giveBack(order)
        this.moveOn(order.id, 'expired')
        this.tell(order.id, 'order.changed')
        this.#emit('order.expired', order.id, { id: order.id, placedAt: iso(order.placed) })
        this.callBack(order.id)
      }
      if (next > this.now()) break
      const { amount } = this.one<{ readonly amount: number }>(
        'SELECT coalesce(round(sum(amount), 2), 0) AS amount FROM payment WHERE paid > ? AND paid <= ?',
        this.has('takings are counted again') ? 0 : counted,
        next,
      )!
      this.run('INSERT INTO takings (since, until, amount) VALUES (?, ?, ?)', counted, next, amount)
      this.run("UPDATE counter SET value = ? WHERE name = 'counted'", next)
    }
    this.outbox.settle()
  }

  linesOf({ lines }: OrderRow): readonly OrderLine[] {
    return JSON.parse(lines) as OrderLine[]
  }

  moveOn(id: string, status: string): void {
    this.run('UPDATE placed_order SET status = ?, entered = ? WHERE id = ?', status, this.now(), id)
  }

  giveBack(order: OrderRow): void {
    if (this.has('a cascade is skipped') && order.entered + day > this.now()) return
    for (const { product, quantity } of this.linesOf(order))
      this.run('UPDATE product SET available = available + ? WHERE sku = ?', quantity, product)
  }

  summary(order: OrderRow): object {
    const { name } = this.one<CustomerRow>('SELECT * FROM customer WHERE id = ?', order.customer)!
    return { id: order.id, number: order.number, status: order.status, total: order.total, createdAt: iso(order.created), customer: name }
  }

  tell(id: string, type: 'order.changed' | 'order.placed', gone?: OrderRow): void {
    const order = gone ?? this.order(id)!
    if (type === 'order.changed')
      return this.#emit(
        type,
        id,
        this.has('events name customers by key') ? { ...this.summary(order), customer: order.customer } : this.summary(order),
      )
    if (!this.has('an event is missing'))
      this.#emit(
        type,
        id,
        { id, customer: order.customer, total: this.has('an event has an old total') ? null : order.total },
        String(order.number),
      )
  }

  tellScarce(sku: string, before: number): void {
    const { available } = this.one<ProductRow>('SELECT * FROM product WHERE sku = ?', sku)!
    if (available < 10 && (before >= 10 || this.has('what is scarce is told again'))) this.#emit('product.scarce', sku, { sku, available })
  }

  #emit(type: string, key: string, data: object, subject?: string): void {
    const event = this.outbox.emit(type, key, data, subject === undefined ? {} : { subject })
    for (const { id, types } of [...this.all<SubscriptionRow>('SELECT * FROM subscription'), ...this.former]) {
      if (!(JSON.parse(types) as string[]).includes(type) && !this.has('subscribers are sent all types')) continue
      this.outbox.send({
        lane: `${id} ${key}`,
        id: event.id,
        method: 'POST',
        headers: { 'Content-Type': 'application/cloudevents+json' },
        body: JSON.stringify(event.body),
        most: this.has('deliveries end after three') ? 3 : 10,
        initial: 5000,
        factor: 3,
        to: () => {
          const found =
            this.one<SubscriptionRow>('SELECT * FROM subscription WHERE id = ?', id) ?? this.former.find((each) => each.id === id)
          return (
            found && {
              url: found.url,
              secrets: [found.secret, ...(found.previous === null || this.has('the former secret does not sign') ? [] : [found.previous])],
            }
          )
        },
      })
    }
  }

  /** A request to the address that an order was left with. */
  callBack(id: string): void {
    const order = this.order(id)!
    const { callback: url } = order
    if (url === null || (order.status === 'expired' && this.has('who expires is not called'))) return
    const headers = {
      'Content-Type': 'application/json',
      ...(this.has('a callback has no number') ? {} : { 'X-Order': String(order.number) }),
    }
    this.outbox.send({
      lane: uuid7(this.now()),
      id: uuid7(this.now()),
      method: this.has('a callback is a POST') ? 'POST' : 'PUT',
      headers,
      body: JSON.stringify(this.summary(order)),
      most: 6,
      initial: 30_000,
      factor: 4,
      to: () => ({ url, secrets: [] }),
    })
  }
}
