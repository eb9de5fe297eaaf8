// Rules of part 8: how much is permitted, and for how long things are kept.

import type { Json } from '../../base/json.ts'
import { flipped } from '../law.ts'
import { type Rule, atLeast, atMost, each, finding, keys, move, outcome, read, rule, sent, subscribed, unknown, wayOfSet } from '../rule.ts'

/** Fewer requests are permitted by one more rate. */
const rates: Rule = each(
  keys({
    quota: atMost(sent),
    // As many requests in a longer time are fewer.
    window: atLeast(sent),
    burst: atMost(sent),
    partition: unknown(sent),
    operations: rule((edit) => [finding(edit, move(flipped(wayOfSet(edit.a, edit.b, 'all')), sent))]),
  }),
  { added: rule((edit) => [finding(edit, move('narrower', sent))]), removed: rule((edit) => [finding(edit, move('wider', sent))]) },
)

/** Headers that clients may look for: one more is ignored, one less is missed. */
const headers: Rule = rule((edit) => {
  const way = wayOfSet(listed(edit.a), listed(edit.b), 'none')
  return way === 'same' ? [] : [finding(edit, move(way === 'wider' ? 'narrower' : 'other', read))]
})

function listed(said: Json | undefined): Json | undefined {
  return said === true ? ['RateLimit', 'RateLimit-Policy', 'Retry-After'] : said === false ? [] : said
}

export const limitsRules: { readonly [key: string]: Rule } = {
  rates,
  quotas: rates,
  sizes: keys({ body: atMost(sent), depth: atMost(sent), field: atMost(sent), page: atMost(sent) }),
  timeout: atMost(sent, read),
  concurrency: atMost(sent),
  retention: keys({ idempotency: atLeast(outcome), events: atLeast(subscribed), deleted: unknown(outcome, read) }),
  headers,
  addresses: keys({ ipv4: atMost(sent), ipv6: atMost(sent) }),
  connections: atMost(sent),
}
