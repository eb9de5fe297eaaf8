// Part 8: rates, quotas, sizes, time limits and retention.

import { listOf, mapOf, record } from './maps.ts'
import { choice } from './shape-combinators.ts'
import { boolean, duration, expression, integer, name, oneOfWords, plainText, size } from './scalars.ts'
import { type Read, documentation, key, requiredKey } from './shape.ts'
import { type Named, type Word, slotValueOf } from './slot.ts'

/** The values that a custom header may carry about the limit nearest to refusing. */
export const limitFields = ['limit', 'remaining', 'window', 'reset', 'reset-time', 'retry-after'] as const
export type LimitField = (typeof limitFields)[number]

const rateKeys = {
  quota: requiredKey(integer(1), 'The number of requests.'),
  window: requiredKey(duration, 'The length of the window.'),
  burst: key(integer(1), 'the quota', 'The number of requests allowed at once.'),
  partition: key(
    expression,
    'one for all',
    'The partition of the count: reads `request`, the caller or `input`; a request with null is not counted.',
  ),
  operations: key(listOf('a list of actions or operations', name('an action or an `operationId`')), 'all', 'The counted operations.'),
  description: documentation(plainText, 'Why.'),
}

export const limitsKeys = {
  rates: key(mapOf('a map of rates', record('a rate', rateKeys)), 'none', 'Requests in a window; refused with `rate-limited`.'),
  quotas: key(
    mapOf('a map of quotas', record('a quota', rateKeys)),
    'none',
    'The same over longer periods; refused with `quota-exceeded`.',
  ),
  sizes: key(
    record('sizes', {
      body: key(size, "the operator's ceiling", 'Bytes of a request body.'),
      depth: key(integer(1), "the operator's ceiling", 'Levels of a JSON body.'),
      field: key(size, 'none', 'Bytes of one text field.'),
      page: key(integer(1), 'none', 'Records of one page.'),
    }),
    'none',
    'How large things may be.',
  ),
  timeout: key(duration, 'none', 'How long an operation may take.'),
  concurrency: key(integer(1), "the operator's ceiling", 'How many requests are worked on at once.'),
  retention: key(
    record('retention', {
      idempotency: key(duration, 'a gap where keys are kept', 'How long an answer is kept for its key.'),
      events: key(duration, 'a gap where events are kept', 'How long events are kept.'),
      deleted: key(duration, 'for ever', 'How long soft-deleted records are kept.'),
    }),
    'none',
    'How long things are kept.',
  ),
  headers: key(
    choice('`true`, the names of headers, or a map of headers to what they tell', {
      scalar: boolean,
      list: listOf('a list of headers', name('a header')),
      map: mapOf('a map of headers', oneOfWords(...limitFields, 'standard')),
    }),
    'none are sent',
    '`RateLimit`, `RateLimit-Policy` and `Retry-After`, or headers under other names.',
  ),
  addresses: key(
    record('prefixes of addresses', {
      ipv4: key(integer(0, 'a number of bits from 0 to 32', 32), '32', 'Leading bits of an IPv4 address.'),
      ipv6: key(
        integer(0, 'a number of bits from 0 to 128', 128),
        '64',
        'Leading bits of an IPv6 address: a client usually has a whole /64.',
      ),
    }),
    '`{ ipv4: 32, ipv6: 64 }`',
    'How many leading bits of `request.address` tell callers apart in a `partition`.',
  ),
  connections: key(integer(1), "the operator's ceiling", 'Connections at once.'),
}

export type Limits = Read<typeof limitsKeys>
export type Rate = Read<typeof rateKeys>

/** The standard headers of part 8 (draft-ietf-httpapi-ratelimit-headers; RFC 9110, section 10.2.3). */
export const limitHeaders = ['RateLimit-Policy', 'RateLimit', 'Retry-After'] as const
export type LimitHeader = (typeof limitHeaders)[number]

export function isLimitHeader(text: string): boolean {
  return limitHeaders.some((name) => name.toLowerCase() === text.toLowerCase())
}

/** True if part 8 sends the header with its standard content: it names all headers or this one. */
export function sendsHeader(limits: Limits, name: LimitHeader): boolean {
  const declared = slotValueOf(limits.headers)
  if (declared === undefined || typeof declared === 'boolean') return declared === true
  return declared.some((each) =>
    hasOwnName(each)
      ? slotValueOf(each.slot) === 'standard' && each.name.toLowerCase() === name.toLowerCase()
      : each.text.toLowerCase() === name.toLowerCase(),
  )
}

/** Headers under other names, each with the field that it carries. */
export function listRenamedHeaders({ headers }: Limits): readonly { readonly name: string; readonly tells: LimitField }[] {
  const declared = slotValueOf(headers)
  if (declared === undefined || typeof declared === 'boolean') return []
  return declared.flatMap((each) => {
    const tells = hasOwnName(each) ? slotValueOf(each.slot) : undefined
    return tells === undefined || tells === 'standard' ? [] : [{ name: (each as Named<LimitField>).name, tells }]
  })
}

export type DeclaredHeader = Word | Named<LimitField | 'standard'>

export function hasOwnName(statement: DeclaredHeader): statement is Named<LimitField | 'standard'> {
  return 'slot' in statement
}
