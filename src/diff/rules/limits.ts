// Rules of part 8: permitted amounts, and lengths of retention.

import { type Json, isJsonObject } from '../../base/json.ts'
import { type EffectOnSide, flipMotion } from '../law.ts'
import { type DocumentEdit, type DiffRule, atLeast, atMost, eachEntry, finding, keys, move, objectOf, outcome, read, rule, sent, subscribed, unknownRule, compareSets } from '../rule.ts'

/** An additional rate permits fewer requests. */
const rates: DiffRule = eachEntry(
  keys({
    quota: atMost(sent),
    // The same number of requests in a longer window is less.
    window: atLeast(sent),
    burst: atMost(sent),
    partition: unknownRule(sent),
    operations: rule((edit) => {
      const way = flipMotion(compareSets(edit.a, edit.b, 'all'))
      return [finding(edit, [...move(way, sent), ...(way === 'narrower' ? [] : untold(edit))])]
    }),
  }),
  { added: rule((edit) => [finding(edit, move('narrower', sent))]), removed: rule((edit) => [finding(edit, [...move('wider', sent), ...untold(edit)])]) },
)

/** Headers of a removed rate are missing, unless another rate provides them. */
function untold({ new: now }: DocumentEdit): EffectOnSide[] {
  const { headers: json, rates: left, quotas } = objectOf(now.parts.limits)
  const isTold = json === true || (Array.isArray(json) && json.length > 0) || isJsonObject(json)
  if (!isTold) return []
  return move(Object.keys(objectOf(left)).length + Object.keys(objectOf(quotas)).length > 1 ? 'unknown' : 'other', read)
}

/** Headers that clients may read: they ignore an added one, and miss a removed one. */
const headers: DiffRule = rule((edit) => {
  const way = compareSets(list(edit.a), list(edit.b), 'none')
  return way === 'same' ? [] : [finding(edit, move(way === 'wider' ? 'narrower' : 'other', read))]
})

function list(value: Json | undefined): Json | undefined {
  if (value === true) return ['RateLimit', 'RateLimit-Policy', 'Retry-After']
  if (value === false) return []
  return isJsonObject(value) ? Object.entries(value).map(([name, tells]) => (tells === 'standard' ? name : `${name}: ${JSON.stringify(tells)}`)) : value
}

/** If keys are kept longer, they are also refused longer for other requests; whether clients reuse keys is unknown. */
const keptAnswers: DiffRule = rule((edit) => atLeast(outcome).judge(edit).map((finding) => {
  const isLonger = finding.motions.length > 0 && finding.motions.every(({ way }) => way === 'narrower')
  return isLonger ? { ...finding, motions: move('unknown', outcome), note: 'A key that was free again is taken for longer.' } : finding
}))

export const limitsRules: { readonly [key: string]: DiffRule } = {
  rates,
  quotas: rates,
  sizes: keys({ body: atMost(sent), depth: atMost(sent), field: atMost(sent), page: atMost(sent) }),
  timeout: atMost(sent, read),
  concurrency: atMost(sent),
  retention: keys({ idempotency: keptAnswers, events: atLeast(subscribed), deleted: unknownRule(outcome, read) }),
  headers,
  addresses: keys({ ipv4: atMost(sent), ipv6: atMost(sent) }),
  connections: atMost(sent),
}
