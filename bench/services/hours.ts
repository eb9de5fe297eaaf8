// The service of examples/hours.md: callers with tokens, and a read rule for a property.

import { join } from 'node:path'
import type { Service } from '../side-by-side.ts'
import { type Headers, get, secret, send, signToken, spread, timeOf, uuid } from './requests.ts'

process.env['HOURS_SECRET'] = secret

const as = (sub: string): Headers => [`Authorization: Bearer ${signToken({ sub, iss: 'https://sign-on.example.com', aud: 'hours' })}`]

export const hours: Service = {
  title: 'Hours',
  byHand: 'hours.mjs',
  document: join(import.meta.dirname, '../../examples', 'hours.md'),
  unit: 'entries',
  sizes: [1000, 20_000],
  works: [
    get('own entries, without their pay', () => ['/entries'], as('ben')),
    get('all entries, with their pay', () => ['/entries'], as('ann')),
    get('entries of one person, with their pay', () => ['/entries?person=ben', '/entries?person=cid'], as('ann')),
    get(
      'one entry, without its pay',
      (size) => spread(1000, Math.floor(size / 3), (index) => `/entries/${uuid(index * 3 + 1)}`),
      as('ben'),
    ),
    get('one entry, with its pay', (size) => spread(1000, size, (index) => `/entries/${uuid(index)}`), as('ann')),
    send('POST entry', 'POST', () => ['/entries'], { day: '2026-03-02', hours: 7.5, note: 'Windows' }, as('ben')),
  ],
  fill(insert, size, isOwn) {
    for (let index = 0; index < size; index++) {
      insert(isOwn ? 'Entry' : 'entries', {
        id: uuid(index),
        person: ['ann', 'ben', 'cid'][index % 3]!,
        day: new Date(timeOf(0) + (index % 900) * 86_400_000).toISOString().slice(0, 10),
        hours: 25 * (1 + (index % 32)),
        pay: index % 4 === 0 ? null : 1000 + (index % 9000),
        note: index % 2 === 0 ? `Entry "${index}"` : null,
      })
    }
  },
}
