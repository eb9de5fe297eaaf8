// The oldest version of the bookshop of examples/bookshop.md, whose requests and answers are all converted.

import { join } from 'node:path'
import type { Service } from '../side-by-side.ts'
import { get, send, spread, timeOf, uuid } from './requests.ts'

const isbn = (index: number): string => String(9_780_000_000_000 + index)

export const bookshop: Service = {
  title: 'The bookshop, at its oldest version',
  byHand: 'bookshop.mjs',
  document: join(import.meta.dirname, '../../examples', 'bookshop.md'),
  unit: 'orders',
  sizes: [1000, 20_000],
  works: [
    get('orders', () => ['/v1/orders']),
    get('orders of one buyer', () => spread(50, 100, (index) => `/v1/orders?buyer=Buyer%20${index}`)),
    get('one order', (size) => spread(1000, size, (index) => `/v1/order/${uuid(index)}`)),
    get('one book', () => spread(100, 100, (index) => `/v1/books/${isbn(index)}`)),
    send('POST order', 'POST', () => ['/v1/orders'], {
      buyer: 'Ann',
      lines: [
        { isbn: isbn(1), count: 2 },
        { isbn: isbn(2), count: 1 },
      ],
    }),
  ],
  fill(insert, size, isOwn) {
    for (let index = 0; index < 100; index++)
      insert(isOwn ? 'Book' : 'books', {
        isbn: isbn(index),
        title: `Book ${index}`,
        price: 500 + index * 7,
        binding: ['hardback', 'paperback', 'ebook'][index % 3]!,
      })
    for (let index = 0; index < size; index++) {
      const at = new Date(timeOf(index)).toISOString()
      insert(isOwn ? 'Order' : 'orders', {
        id: uuid(index),
        customer: `Buyer ${index % 100}`,
        items: JSON.stringify([{ book: isbn(index % 100), count: 1 + (index % 5) }]),
        gift: index % 2,
        [isOwn ? 'createdAt' : 'created_at']: at,
        status: ['placed', 'sent', 'cancelled'][index % 3]!,
      })
    }
  },
}
