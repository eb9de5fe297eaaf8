// Rules of part 8: how much is permitted, and for how long things are kept.

import type { Json } from '../../base/json.ts'
import { type Motion, flipped } from '../law.ts'
import { type Edit, type Rule, atLeast, atMost, each, finding, keys, move, objectOf, outcome, read, rule, sent, subscribed, unknown, wayOfSet } from '../rule.ts'

/** Fewer requests are permitted by one more rate. */
const rates: Rule = each(
  keys({
    quota: atMost(sent),
    // As many requests in a longer time are fewer.
    window: atLeast(sent),
    burst: atMost(sent),
    partition: unknown(sent),
    operations: rule((edit) => {
      const way = flipped(wayOfSet(edit.a, edit.b, 'all'))
      return [finding(edit, [...move(way, sent), ...(way === 'narrower' ? [] : untold(edit))])]
    }),
  }),
  { added: rule((edit) => [finding(edit, move('narrower', sent))]), removed: rule((edit) => [finding(edit, [...move('wider', sent), ...untold(edit)])]) },
)

/** What is counted no more is told no more in headers, unless another rate counts it too. */
function untold({ new: now }: Edit): Motion[] {
  const { headers: said, rates: left, quotas } = objectOf(now.parts.limits)
  const isTold = said === true || (Array.isArray(said) && said.length > 0)
  if (!isTold) return []
  return move(Object.keys(objectOf(left)).length + Object.keys(objectOf(quotas)).length > 1 ? 'unknown' : 'other', read)
}

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
